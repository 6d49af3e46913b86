/*
 * load.js - reads what a picture carries in its <metadata>: the view, which is JSON, and the tree. The
 * tree is the whole profile, the boxes that are drawn, or both sides of a differential.
 */
import { decodeBase64 } from "./bytes.js";
import { decodePack } from "./pack.js";
import { decodeBoxes } from "./boxes.js";
import { buildTree } from "./tree.js";

/* The text of a <metadata>, or "". */
function metadataOf(svg, what) {
    const element = svg.querySelector(`metadata[data-flamerender="${what}"]`);
    return element ? element.textContent : "";
}

/** `differential` reads both sides (differential.js), where there are such. */
export async function readTree(svg, view, differential) {
    const changes = metadataOf(svg, "changes");
    if (changes) return differential.decode(decodeBase64(changes), view);
    const boxes = metadataOf(svg, "boxes");
    if (boxes) return decodeBoxes(decodeBase64(boxes), view);
    view.frameFills = decodeBase64(view.frames);
    return buildTree(await decodePack(decodeBase64(metadataOf(svg, "data"))), view);
}

export function readView(svg) {
    return JSON.parse(metadataOf(svg, "view"));
}
