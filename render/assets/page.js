/*
 * page.js - the script of the HTML page: the viewer of the pictures (main.js), and what only a page has.
 */
import { differential } from "./differential.js";
import { readTree, readView } from "./load.js";
import { Viewer } from "./main.js";
import { PageParts } from "./page_parts.js";

const PAGE = "fr-page"; // of the document, where the script runs: page.css

async function start(figure) {
    const svg = figure.querySelector("svg[role]"),
        view = readView(svg),
        tree = await readTree(svg, view, differential);
    document.documentElement.classList.add(PAGE);
    const viewer = new Viewer(svg, view, tree, differential, PageParts);
    viewer.page.open(figure);
    viewer.start();
}

start(document.getElementById("flamerender-picture")).catch((error) => {
    document.documentElement.classList.remove(PAGE);
    console.warn("flamerender: the page stays as it is:", error.message);
});
