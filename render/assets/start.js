/*
 * start.js - starts the viewer (main.js) of a picture in SVG.
 */
import { readTree, readView } from "./data/load.js";
import { Viewer } from "./main.js";

async function start(svg, differential) {
    const view = readView(svg);
    const tree = await readTree(svg, view, differential);
    new Viewer(svg, view, tree, differential).start();
}

/** Starts the viewer of the picture that the running script stands in; `differential` (differential.js) is
 * null in a script that only knows flame graphs. */
export function startViewer(differential) {
    const script = document.currentScript,
        shadow = script.parentNode.shadowRoot; // of an element for another page
    start(shadow ? shadow.querySelector("svg") : script.closest("svg"), differential).catch((error) => {
        console.warn("flamerender: the picture stays as it is:", error.message);
    });
}
