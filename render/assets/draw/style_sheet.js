/*
 * style_sheet.js - the style of what the viewer adds: viewer.css with the theme's colours and font. The document
 * adopts it as a sheet, so that a policy against inline style does not stop it.
 */
import { adoptSheet, svgElement } from "./dom.js";
import { VIEWER_STYLE } from "../viewer_style.js"; // made from viewer.css when flamerender is built

/** A number for the picture that no other one of the page has, from 0. */
export function pictureNumber(svg) {
    const { host } = svg.getRootNode();
    let n = host ? [...document.querySelectorAll(host.localName)].indexOf(host) : 0;
    while (document.getElementById(currentId(n))) n++;
    return n;
}

/** The id of the selected box of a picture. */
export function currentId(n) {
    return n ? "fr-current-" + (n + 1) : "fr-current";
}

function variables(view, scheme) {
    const pairs = { ground: view.ground, ink: view.ink, muted: view.muted, line: view.hairline };
    const rules = Object.entries(pairs).map(([name, colours]) => `--fr-${name}:${colours[scheme]}`);
    rules.push(`--fr-field:color-mix(in srgb, ${view.ground[scheme]} 96%, ${view.ink[scheme]})`);
    return rules.join(";");
}

/** The sheet for a view: `.fr-view` is the root of what the script adds, with the picture's number as a
 * class; a document of its own has a ground all over. */
export function sheetText(view, isDocument, number) {
    const first = view.scheme === "dark" ? 1 : 0,
        own = ".fr-view.fr-" + number;
    const colours = (scheme) =>
        `${own} { ${variables(view, scheme)} } ` +
        (isDocument ? `:root { background: ${view.ground[scheme]} }` : "");
    const dark =
        view.scheme === "auto" ? `@media (prefers-color-scheme: dark) { ${colours(1)} }` : "";
    return `${own} { --fr-font:${view.font} }\n${colours(first)}\n${dark}\n${VIEWER_STYLE}`;
}

/** Adopts the sheet into the document; an old browser gets a <style> in `parent`. */
export function installSheet(view, isDocument, number, parent) {
    const text = sheetText(view, isDocument, number);
    try {
        adoptSheet(parent.getRootNode(), text);
    } catch {
        parent.append(svgElement("style", {}, text));
    }
}
