/*
 * icons.js - the few signs of the controls, drawn in the colour of the text.
 */
import { svgElement } from "../draw/dom.js";

const PATHS = {
    glass: "M6.5 1.5a5 5 0 1 0 0 10a5 5 0 0 0 0-10M10.2 10.2L14 14",
    up: "M4 9l4-4l4 4",
    down: "M4 6l4 4l4-4",
    cross: "M4 4l8 8M12 4l-8 8",
    copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
    more: "M3 8h.01M8 8h.01M13 8h.01",
};

export function icon(name) {
    const about = { width: 16, height: 16, viewBox: "0 0 16 16", "aria-hidden": "true", class: "fr-icon fr-icon-" + name };
    return svgElement("svg", about, svgElement("path", { d: PATHS[name] }));
}
