/*
 * heat_page.js - the page of a heatmap in the frame (frame/frame.js): the cells with their selections (heat_map.js)
 * above the stage, which has the flame graph of A, or the differential of A against B or against the rest.
 *
 *     selections -- times --> samples (samples.js) --> tree --> page of a flame graph (flame_page.js)
 *                                               \--> both sides (compare.js) --> page of a differential
 */
import { decodeBase64 } from "./data/bytes.js";
import { readColours } from "./data/colours.js";
import { compareProfiles } from "./profile/compare.js";
import { htmlElement } from "./draw/dom.js";
import { Frame, newMain } from "./frame/frame.js";
import { HeatPanel } from "./heat/heat_panel.js";
import { OWN_WORDS } from "./heat/heat_map.js";
import { Lanes } from "./heat/heat_lanes.js";
import { decodeLanes } from "./data/lanes.js";
import { describeRates } from "./heat/heat_words.js";
import { decodePack } from "./data/pack.js";
import { kindsOf } from "./data/open_file.js";
import { countAt, coveredBy, decodeSamples, profileAt } from "./data/samples.js";
import { addSheet, CELLS_ON_PAPER, SHEETS } from "./draw/print_sheet.js";
import { darkSheet } from "./draw/style_sheet_changes.js";
import { buildTree } from "./profile/tree_at_once.js";
import { decodeFills, textOfPage } from "./data/embedded_data.js";
import { NO_COMMAND, openFlamePage } from "./view/flame_page.js";

const CIRCLES = "\u2460\u2461\u2462\u2463\u2464\u2465\u2466\u2467\u2468";
const PHONE = 700, // px; narrower windows are a phone's
    FLAME_ROWS = 8, // of the flame graph, in the window below the cells
    ROW = 18, // px
    PHONE_ROW = 28,
    GAP = 8, // below the cells
    LEAST_LANES = 82, // px: a lane with its name
    LANE_CELL = 3; // px that cells keep where lanes are shown
const PAPER_EDGES = 40; // px that other pictures have beside their boxes
/* "1  from 3.4 s for 200 ms: ..." as a title. */
function sentenceOf({ textContent: text }) {
    const words = text.replace(/^\d+\s+/, "");
    return words[0].toUpperCase() + words.slice(1);
}

const OMITTING = / --(then|idle=exclude)\b/; // of options that a page was drawn with

const ALL = { from: -Infinity, to: Infinity };

/* One frame for flame graphs and one for differentials: each is made when it is first needed. The cells stand in the
 * one that is shown. */
class Graph {
    constructor(id, heat) {
        Object.assign(this, { heat, page: null }, newMain(id));
        this.title = heat.title;
    }

    /* Returns the command of the samples that are shown. Cells may have less than the profile of their page. */
    get command() {
        const { map, cells } = this.heat.panel,
            { options, ofTimes } = cells.view,
            command = map.command();
        if (command !== "" || !OMITTING.test(options)) return command ?? NO_COMMAND;
        return ofTimes ? NO_COMMAND : "flamerender INPUT" + options;
    }

    /** Draws a tree; the frame takes the place of the one that is shown. */
    show(view, tree) {
        const { heat } = this;
        this.bring();
        const part = this.command;
        this.sayEmpty("");
        if (this.page) {
            this.page.part = part;
            this.page.take(view, tree);
            return;
        }
        const { frame, figure } = this,
            { commands } = heat;
        this.viewer = openFlamePage({ frame, figure, view, tree, commands, ownWords: OWN_WORDS });
        this.page = this.viewer.page;
        this.page.part = part;
        this.page.open({ rows: () => [], chips: (own) => [...heat.chips(), ...own] });
        this.page.leave = () => heat.clear();
        this.listenToSearch();
        const first = !heat.panel.fit.shown; // then cells stay where they are, whatever is selected
        if (first) heat.fit();
        this.viewer.start();
        if (first) heat.fit(); // details and legend have their height now
        if (view.diff) darkSheet(view, figure);
    }

    /* Takes the place of the frame that is shown. */
    bring() {
        const { element } = this.heat,
            { activeElement } = document,
            focused = element.contains(activeElement) ? activeElement : null,
            shown = document.querySelector("main");
        this.frame ||= new Frame(this.main);
        if (shown !== this.main) shown.replaceWith(this.main);
        if (element.nextSibling !== this.frame.stage) this.frame.stage.before(element);
        if (focused) focused.focus({ preventScroll: true });
    }

    /** There is nothing to draw. */
    showNone(facts) {
        this.bring();
        if (!this.heat.panel.fit.shown) this.heat.fit();
        if (this.page) this.page.part = NO_COMMAND;
        this.sayEmpty("");
        this.frame.say(this.heat.title, facts);
        this.sayEmpty(facts + ": no samples in this time");
        if (this.viewer) this.viewer.find.show();
    }

    /* The foot tells of what the stage has. */
    sayEmpty(text) {
        this.frame.sayEmpty(text);
        this.frame.foot.style.setProperty("visibility", text ? "hidden" : "");
    }

    listenToSearch() {
        const { find } = this.viewer,
            show = find.show.bind(find);
        find.show = () => {
            show();
            if (this.frame.isEmpty) this.viewer.bar.show({ zoomed: false, found: "", hint: "", searching: false });
            this.heat.onSearch(find.text);
        };
    }
}

class Below {
    constructor(heat, view, pack, samples) {
        Object.assign(this, { heat, view, pack, samples, all: samples, every: samples, kinds: kindsOf(view), before: "" });
        this.flame = new Graph("flamerender-flame", heat);
        this.change = new Graph("flamerender-change", heat);
        heat.onSearch = (text) => heat.panel.showFound(pack, this.samples, text);
    }

    /** Takes other samples, what facts begin with then, the lane, and those that shares are of: of idle CPUs, too. */
    take(samples, before, all) {
        Object.assign(this, { samples, before, all });
    }

    /** Draws what is selected: {a, b} of heat_map.js. */
    show({ a, b }) {
        if (b) this.showChange(a, b);
        else this.showFlame(a);
    }

    profileAt(times) {
        const { pack, samples, all, view } = this,
            of = (some) => profileAt(pack, view.column, some, times, view.heat.lasts),
            { pack: part, whole: kept } = of(samples),
            whole = all === samples ? kept : of(all).whole,
            columns = part.columns.map((column, k) => (k === view.column ? { ...column, reference: whole } : column));
        return { pack: { ...part, columns }, kept, whole };
    }

    showFlame(a) {
        const { heat } = this,
            { cells } = heat.panel,
            { measures } = this.view,
            part = this.profileAt(a ? cells.times(a) : ALL),
            view = { ...this.view, whole: String(part.whole), undrawn: "0", measures: a && measures },
            all = !this.before ? heat.facts : view.heat.ofTimes ? "all of the time shown" : "the whole recording";
        const answer = !this.before && measures && heat.answer; // page_state.js has that of a selection
        view.title = (!a && answer) || heat.title;
        view.subtitle = this.before + (a ? cells.facts(a, this.takenBy(a, part.kept)) : all);
        if (Number(part.kept)) {
            this.draw(this.flame, view, buildTree(part.pack, view));
            return;
        }
        if (!this.flame.page) this.drawAll();
        this.graph = this.flame.page && this.flame;
        this.flame.showNone(view.subtitle);
    }

    /* Returns what a selection takes in the unit of cells, which count samples or weigh them. */
    takenBy(a, kept) {
        const { cells } = this.heat.panel;
        return cells.view.weighs ? Number(kept) : countAt(this.samples, cells.times(a));
    }

    /* Tabs, chips and keys come with a picture: of all samples, where nothing is to be drawn. */
    drawAll() {
        const { pack, view, every } = this,
            all = profileAt(pack, view.column, every, ALL, view.heat.lasts),
            own = { ...view, whole: String(all.whole), undrawn: "0" };
        if (Number(all.whole)) this.flame.show(own, buildTree(all.pack, own));
    }

    /* A side (compare.js) with what some times take. */
    side(times, label) {
        const { view, kinds } = this,
            { column } = view,
            { recorded, ofTimes } = view.heat, // what several ranges or a band hold of these times is not known
            seconds = ofTimes === "several" ? 0 : coveredBy(times, recorded) / 1e9;
        return { ...this.profileAt(times), column, kinds, label, seconds };
    }

    showChange(a, b) {
        const { cells } = this.heat.panel,
            times = cells.times(a),
            isRest = b === "rest",
            base = isRest ? { ...times, outside: !times.outside } : cells.times(b),
            sides = [
                this.side(base, isRest ? "the rest" : cells.name(b)),
                this.side(times, cells.name(a)),
            ];
        if (sides.every(({ kept }) => !Number(kept))) {
            this.showFlame(a);
            return;
        }
        const found = compareProfiles(...sides, this.view);
        describeRates(found, sides, this.view.heat);
        this.draw(this.change, found.view, found.tree);
    }

    draw(graph, view, tree) {
        this.graph = graph;
        graph.show(view, tree);
    }

    /** The address of the graph that is shown: another selection has ended its zoom. */
    get address() {
        return this.graph?.viewer.address;
    }
}

/* The cells of the page as it was written, in a region of their own, and what the frames around them have. */
class Heat {
    constructor() {
        const main = document.querySelector("main"),
            figure = document.getElementById("flamerender-picture"),
            caption = figure.querySelector("figcaption"),
            facts = main.querySelector("h1 + p");
        this.panel = new HeatPanel();
        this.title = main.querySelector("h1").textContent;
        this.facts = facts ? facts.textContent : "";
        this.found = [...figure.querySelectorAll("figcaption ol li")];
        this.answer = this.found[0] ? sentenceOf(this.found[0].firstElementChild) : ""; // of all cells
        this.element = htmlElement("section", { class: "fr-cells", "aria-label": "Cells" });
        this.holder = htmlElement("div", { class: "fr-plot", id: "flamerender-picture" });
        figure.removeAttribute("id");
        this.holder.append(this.panel.svg);
        this.element.append(this.holder, this.panel.lanesPlace, this.panel.line);
        for (const list of caption.querySelectorAll("ul")) this.panel.line.prepend(list);
        this.onSearch = () => {};
        const { panel } = this;
        panel.onLanes = () => this.fit();
        addEventListener("resize", () => panel.fit.shown && this.fit());
        this.listenToPrint();
        this.commands = [
            ["r", "Selection: compare it with the rest", () => panel.map.compareWithRest(), () => panel.map.a],
            ["p", "Selection: a band of every column, or a range", () => panel.map.turnBand(), () => panel.map.a],
            ["", "Selections: swap both", () => panel.map.swap(), () => panel.map.b],
            ["", "Selections: copy the command", () => panel.copy(), () => panel.map.a],
        ];
    }

    /* On paper the cells stand below the flame graph, in the sheet's width. */
    listenToPrint() {
        const { panel, element, title } = this,
            paper = ([name, width]) => {
                panel.fitTo(width - PAPER_EDGES, CELLS_ON_PAPER);
                const copy = panel.svg.cloneNode(true);
                copy.classList.add(name);
                return copy;
            };
        addSheet(element, () => {
            const papers = SHEETS.map(paper);
            this.fit();
            return [htmlElement("p", {}, title), ...papers];
        });
    }

    /** Cells and lanes in the room that eight rows of the flame graph, and its axis and map, leave. */
    fit() {
        const { panel, element, holder } = this,
            main = element.parentElement;
        if (!main) return;
        const size = (name) => parseFloat(getComputedStyle(main).getPropertyValue(name)) || 0,
            others = [...main.children].filter((one) => one !== element && !one.matches(".fr-stage, .fr-above")),
            taken = others.reduce((sum, one) => sum + one.getBoundingClientRect().height, panel.line.offsetHeight),
            rows = innerWidth < PHONE ? FLAME_ROWS * PHONE_ROW : FLAME_ROWS * ROW,
            room = main.clientHeight - taken - size("--h-map") - size("--h-axis") - rows - GAP,
            lanes = this.laneRoom(room - panel.fit.around);
        panel.lanesPlace.style.setProperty("max-height", lanes + "px");
        panel.fitTo(holder.clientWidth, room - lanes);
    }

    /* Returns what lanes have of the room, px: what the cells do not need. */
    laneRoom(room) {
        const { lanesPlace, cells } = this.panel;
        if (!lanesPlace.firstChild) return 0;
        return Math.max(LEAST_LANES, Math.min(lanesPlace.scrollHeight, room - LANE_CELL * cells.rows));
    }

    /** Ends selections, then the lane; false where there are none. */
    clear() {
        const { map, cells } = this.panel;
        if (!map.a && !cells.chosen) return false;
        map.clear();
        return true;
    }

    /** Returns what stands out in time, each a chip that selects it. */
    chips() {
        return this.found.map(({ firstElementChild: link, textContent: title }) => ({
            what: "found",
            text: link.textContent.replace(/^\d+\s+/, (number) => CIRCLES[number - 1] + " ").replace(/, which .*$/, ""),
            title,
            act: () => this.panel.map.goTo(link.getAttribute("href")),
        }));
    }
}

async function begin() {
    const heat = new Heat(),
        { panel } = heat;
    let below = null;
    panel.begin((map) => below && below.show(map));
    const view = JSON.parse(textOfPage("view"));
    view.frameFills = decodeFills(view);
    await readColours(view);
    view.sort = "value";
    view.heat = panel.cells.view;
    const pack = await decodePack(decodeBase64(textOfPage("data"))),
        samples = await decodeSamples(decodeBase64(textOfPage("samples")));
    below = new Below(heat, view, pack, samples);
    below.show(panel.map);
    panel.map.onKept = () => below.address?.replace();
    addEventListener("hashchange", () => below.address?.followAgain());
    const packed = textOfPage("lanes");
    if (!packed) return;
    const who = await decodeLanes(decodeBase64(packed), samples);
    panel.lanes = new Lanes(panel, samples, who, (chosen, before, all) => below.take(chosen, before, all));
    below.address?.followAgain();
}

begin().catch((error) => console.warn("flamerender: no flame graph below:", error.message));
