/*
 * heat_page.js - the flame graph below the heatmap of a page: of all samples, or of those in the cells that
 * are selected above.
 *
 *     heat/heat.js -- "flamerender-select" {from, to, facts} --> samples of that time --> tree --> viewer
 *
 * Both scripts stand in the page; this one comes first.
 */
import { decodeBase64 } from "./bytes.js";
import { htmlElement, svgElement } from "./dom.js";
import { Viewer } from "./main.js";
import { decodePack } from "./pack.js";
import { decodeSamples, profileBetween } from "./samples.js";
import { buildTree } from "./tree.js";
import { decodeFills, textOfPage } from "./parts.js";

/* The element that the viewer draws into. */
function makePlace() {
    const svg = svgElement("svg", { class: "fr-below" }),
        figure = htmlElement("figure", { id: "flamerender-flame" });
    figure.append(svg);
    document.documentElement.classList.add("fr-heat");
    document.getElementById("flamerender-selection").after(figure);
    return svg;
}

class Below {
    constructor(view, pack, samples) {
        Object.assign(this, { view, pack, samples, viewer: null });
    }

    /** Draws the samples of a selection; null is all of them. */
    show(selection) {
        const { view, pack, samples } = this,
            { from, to } = selection || { from: -Infinity, to: Infinity };
        const part = profileBetween(pack, view.column, samples, from, to);
        view.whole = String(part.whole);
        view.undrawn = "0";
        view.title = selection ? selection.facts : "The whole recording";
        view.subtitle = part.whole ? "" : "no samples in this time";
        const tree = buildTree(part.pack, view);
        if (this.viewer) this.viewer.showTree(tree);
        else {
            this.viewer = new Viewer(makePlace(), view, tree, null);
            this.viewer.start();
        }
    }
}

async function begin() {
    let wanted = null,
        below = null;
    document.addEventListener("flamerender-select", (event) => {
        wanted = event.detail;
        if (below) below.show(wanted);
    });
    const view = JSON.parse(textOfPage("view"));
    view.frameFills = decodeFills(view);
    view.sort = "value";
    const pack = await decodePack(decodeBase64(textOfPage("data"))),
        samples = await decodeSamples(decodeBase64(textOfPage("samples")));
    below = new Below(view, pack, samples);
    below.show(wanted);
}

begin().catch((error) => console.warn("flamerender: no flame graph below:", error.message));
