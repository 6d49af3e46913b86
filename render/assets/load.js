/*
 * load.js - reads what a picture carries in its <metadata>: the view, which is JSON, and the tree. The
 * tree is the whole profile, the boxes that are drawn, or both sides of a differential.
 */
import { decodeBase64 } from "./bytes.js";
import { decodePack } from "./pack.js";
import { decodeBoxes } from "./boxes.js";
import { buildTree } from "./tree.js";

/* One byte a frame; with more than 256 fills the upper bytes come after all the lower ones. */
function decodeFills(view) {
    const bytes = decodeBase64(view.frames);
    if (view.fills.length <= 256) return bytes;
    const n = bytes.length / 2;
    return Uint16Array.from({ length: n }, (_, i) => bytes[i] | (bytes[n + i] << 8));
}

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
    view.frameFills = decodeFills(view);
    return buildTree(await decodePack(decodeBase64(metadataOf(svg, "data"))), view);
}

export function readView(svg) {
    return JSON.parse(metadataOf(svg, "view"));
}
