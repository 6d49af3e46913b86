/*
 * start.js - reads what the picture carries and starts its viewer (main.js), in an SVG or in a page.
 */
import { readTree, readView } from "./load.js";
import { Viewer } from "./main.js";
import { hasOwnPage } from "./parts.js";

/* What stands around the boxes of a page: title, axis, legend. */
const AROUND = 150;

/* A page whose rows do not fit the window is read from the top: the root first, the largest to the left. */
function turnTall(svg, view) {
    if (svg.viewBox.baseVal.height + AROUND <= innerHeight) return;
    view.icicle = 1;
    if (view.sort === "name") view.sort = "value";
}

async function start(svg, differential) {
    const view = readView(svg);
    if (hasOwnPage(svg)) turnTall(svg, view);
    const tree = await readTree(svg, view, differential);
    new Viewer(svg, view, tree, differential).start();
}

/** Starts the viewer of the picture that the running script stands in, or of the page; `differential`
 * (differential.js) is null in a script that only knows flame graphs. */
export function startViewer(differential) {
    const svg =
        document.currentScript.closest("svg") ||
        document.querySelector("#flamerender-picture svg");
    start(svg, differential).catch((error) => {
        console.warn("flamerender: the picture stays as it is:", error.message);
    });
}
