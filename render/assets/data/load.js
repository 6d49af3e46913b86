/*
 * load.js - reads what a picture carries in its <metadata>, or its page in inert scripts: the view, which is
 * JSON, and the tree: the whole profile, the boxes that are drawn, or both sides of a differential.
 */
import { decodeBase64 } from "./bytes.js";
import { decodePack } from "./pack.js";
import { decodeBoxes } from "./boxes.js";
import { decodeFills, hasOwnPage, textOfPage } from "./embedded_data.js";
import { inSlices } from "./slices.js";
import { treeSlices } from "../profile/tree.js";

/* The text of a part, or "": a <metadata> of the picture, or an inert <script> of its page. */
function textOf(svg, what) {
    const element = svg.querySelector(`metadata[data-flamerender="${what}"]`);
    if (element) return element.textContent;
    return hasOwnPage(svg) ? textOfPage(what) : "";
}

/** `differential` reads both sides (differential.js), where there are such; `more` is that of decodePack(). */
export async function readTree(svg, view, differential, more) {
    const changes = textOf(svg, "changes");
    if (changes) return differential.decode(decodeBase64(changes), view);
    const boxes = textOf(svg, "boxes");
    if (boxes) return decodeBoxes(decodeBase64(boxes), view);
    view.frameFills = decodeFills(view);
    return inSlices(treeSlices(await decodePack(decodeBase64(textOf(svg, "data")), more), view));
}

export function readView(svg) {
    return JSON.parse(textOf(svg, "view"));
}
