/*
 * heat_page.js - the page of a heatmap: selections on the cells (heat_map.js), and below them the flame graph
 * of A, or the differential of A against B or against the rest.
 *
 *     selections -- times --> samples (samples.js) --> tree --> viewer of a flame graph
 *                                               \--> both sides (compare.js) --> viewer of a differential
 */
import { decodeBase64 } from "./data/bytes.js";
import { compareProfiles } from "./profile/compare.js";
import { differential } from "./view/differential.js";
import { htmlElement, svgElement } from "./draw/dom.js";
import { HeatPanel } from "./heat/heat_panel.js";
import { Lanes } from "./heat/heat_lanes.js";
import { decodeLanes } from "./data/lanes.js";
import { describeRates } from "./heat/heat_words.js";
import { Viewer } from "./main.js";
import { decodePack } from "./data/pack.js";
import { kindsOf } from "./data/open_file.js";
import { coveredBy, decodeSamples, profileAt } from "./data/samples.js";
import { darkSheet } from "./draw/sheet_changes.js";
import { buildTree } from "./profile/tree_at_once.js";
import { decodeFills, textOfPage } from "./data/parts.js";

const ALL = { from: -Infinity, to: Infinity };

/* What a viewer asks of its page (main.js): here, to hear of searches. */
function partsFor(onSearch) {
    return class {
        constructor(viewer) {
            Object.assign(this, { viewer, state: {}, commands: [] });
        }

        set() {
            return false;
        }

        show() {
            if (this.viewer.find) onSearch(this.viewer.find.text);
        }
    };
}

/* A viewer that is made when it is first needed, and hidden where the other one is shown. */
class Graph {
    constructor(id, onSearch) {
        this.Parts = partsFor(onSearch);
        this.figure = htmlElement("figure", { id });
        this.svg = svgElement("svg", { class: "fr-below" });
        this.figure.append(this.svg);
        this.figure.hidden = true;
        this.viewer = null;
    }

    show(view, tree) {
        this.figure.hidden = false;
        if (!this.viewer) {
            this.viewer = new Viewer(this.svg, view, tree, differential, this.Parts);
            this.viewer.start();
            if (view.diff) darkSheet(view, this.viewer.picture.number);
            return;
        }
        const { viewer } = this;
        Object.assign(viewer.picture.view, view);
        viewer.hideTip();
        viewer.picture.take(tree);
        if (view.diff) viewer.sides.show();
        else viewer.draw();
        viewer.find.search(viewer.find.text, false);
    }
}

class Below {
    constructor(panel, view, pack, samples) {
        Object.assign(this, { panel, view, pack, samples, kinds: kindsOf(view) });
        this.before = ""; // what titles begin with: the lane
        const onSearch = (text) => panel.showFound(pack, this.samples, text);
        this.flame = new Graph("flamerender-flame", onSearch);
        this.change = new Graph("flamerender-change", onSearch);
        this.none = htmlElement("p", { role: "status" });
        this.none.hidden = true;
        panel.tools.after(this.none, this.flame.figure, this.change.figure);
        document.documentElement.classList.add("fr-heat");
    }

    /** Other samples, and what titles begin with then. */
    take(samples, before) {
        Object.assign(this, { samples, before });
    }

    /** Draws what is selected: {a, b} of heat_map.js. */
    show({ a, b }) {
        const shown = b ? this.change : this.flame,
            other = b ? this.flame : this.change;
        other.figure.hidden = true;
        this.none.hidden = true;
        if (b) this.showChange(a, b);
        else this.showFlame(a);
        this.shown = shown;
    }

    profileAt(times) {
        const { pack, samples, view } = this;
        return profileAt(pack, view.column, samples, times, view.heat.lasts);
    }

    showFlame(a) {
        const { cells } = this.panel,
            part = this.profileAt(a ? cells.times(a) : ALL);
        const view = { ...this.view, whole: String(part.whole), undrawn: "0" };
        view.title = this.before + (a ? cells.facts(a) : this.before ? "the whole recording" : "The whole recording");
        view.subtitle = "";
        if (Number(part.whole)) this.flame.show(view, buildTree(part.pack, view));
        else this.showNone(view.title);
    }

    /* No graph, as high as the last one: what stands below stays where it is. */
    showNone(title) {
        const { figure } = this.flame;
        this.none.style.minHeight = figure.offsetHeight + "px";
        this.none.textContent = title + ": no samples in this time";
        figure.hidden = true;
        this.none.hidden = false;
    }

    /* A side (compare.js) with what some times take. */
    side(times, label) {
        const { view, kinds } = this,
            { column } = view,
            seconds = coveredBy(times, view.heat.recorded) / 1e9;
        return { ...this.profileAt(times), column, kinds, label, seconds };
    }

    showChange(a, b) {
        const { cells } = this.panel,
            times = cells.times(a),
            isRest = b === "rest",
            base = isRest ? { ...times, outside: true } : cells.times(b),
            sides = [
                this.side(base, isRest ? "the rest" : cells.name(b)),
                this.side(times, cells.name(a)),
            ];
        if (sides.every(({ whole }) => !Number(whole))) {
            this.change.figure.hidden = true;
            this.showFlame(a);
            return;
        }
        const found = compareProfiles(...sides, this.view);
        describeRates(found, sides, this.view.heat);
        this.change.show(found.view, found.tree);
    }
}

async function begin() {
    const panel = new HeatPanel();
    let below = null;
    panel.begin((map) => below && below.show(map));
    const view = JSON.parse(textOfPage("view"));
    view.frameFills = decodeFills(view);
    view.sort = "value";
    view.heat = panel.cells.view;
    const pack = await decodePack(decodeBase64(textOfPage("data"))),
        samples = await decodeSamples(decodeBase64(textOfPage("samples")));
    below = new Below(panel, view, pack, samples);
    below.show(panel.map);
    const packed = textOfPage("lanes");
    if (!packed) return;
    const who = await decodeLanes(decodeBase64(packed), samples);
    panel.lanes = new Lanes(panel, samples, who, (chosen, before) => below.take(chosen, before));
}

begin().catch((error) => console.warn("flamerender: no flame graph below:", error.message));
