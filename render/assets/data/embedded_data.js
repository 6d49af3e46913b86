/*
 * embedded_data.js - finds the data that a picture or its page carries: in a <metadata> of the picture, or in an inert
 * <script> of the page.
 */
import { decodeBase64 } from "./bytes.js";

/** One byte a frame; with more than 256 fills the upper bytes come after all the lower ones. */
export function fillsOf(bytes, view) {
    if (view.fills.length <= 256) return bytes;
    const n = bytes.length / 2;
    return Uint16Array.from({ length: n }, (_, i) => bytes[i] | (bytes[n + i] << 8));
}

/** The fills of the frames of a view. */
export function decodeFills(view) {
    return fillsOf(decodeBase64(view.frames), view);
}

/** True where the picture stands in a page that flamerender wrote for it. */
export function hasOwnPage(svg) {
    return Boolean(svg.closest("#flamerender-picture"));
}

/** The text of an inert script of a page, or "". */
export function textOfPage(what) {
    const element = document.getElementById("flamerender-" + what);
    return element ? element.textContent : "";
}
