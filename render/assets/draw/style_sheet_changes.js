/*
 * style_sheet_changes.js - the dark colours of a differential that a page made: its fills are not those that the page's
 * own style sheet was written for.
 */
import { adoptSheet } from "./dom.js";

function rules(view, scope) {
    const lines = view.fills.flatMap(([fill, ink], i) => [
        `${scope} .a${i}{fill:${fill[1]}}`,
        `${scope} .k${i}{fill:${ink[1]}}`,
    ]);
    return [...lines, `${scope} .s{stroke:${view.ground[1]}}`].join("\n"); // dots and hatching
}

/** Adopts a sheet for the frame whose picture stands in a figure; a fixed scheme needs none. */
export function darkSheet(view, { id }) {
    if (view.scheme !== "auto") return;
    const text = rules(view, `main:has([id="${id}"]) :is(.fr-stage, .fr-foot)`);
    adoptSheet(document, `@media (prefers-color-scheme: dark) {\n${text}\n}`);
}
