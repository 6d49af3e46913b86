/*
 * sheet.js - the style of what the viewer adds: viewer.css with the theme's colours and font. The document
 * adopts it as a sheet, so that a policy against inline style does not stop it.
 */
import { VIEWER_STYLE } from "./viewer_style.js"; // made from viewer.css when flamerender is built

function variables(view, scheme) {
    const pairs = { ground: view.ground, ink: view.ink, muted: view.muted, line: view.hairline };
    const rules = Object.entries(pairs).map(([name, colours]) => `--fr-${name}:${colours[scheme]}`);
    rules.push(`--fr-field:color-mix(in srgb, ${view.ground[scheme]} 96%, ${view.ink[scheme]})`);
    return rules.join(";");
}

/** The sheet for a view: `.fr-view` is the root of what the script adds; a document of its own has a
 * ground all over. */
export function sheetText(view, isDocument) {
    const first = view.scheme === "dark" ? 1 : 0;
    const paper = (scheme) => (isDocument ? `background: ${view.ground[scheme]}` : "");
    const dark =
        view.scheme === "auto"
            ? `@media (prefers-color-scheme: dark) { .fr-view { ${variables(view, 1)} } :root { ${paper(1)} } }`
            : "";

    return `.fr-view { --fr-font:${view.font};${variables(view, first)} }\n:root { ${paper(first)} }\n${dark}\n${VIEWER_STYLE}`;
}

/** Adopts the sheet into the document; an old browser gets a <style> in `parent`. */
export function installSheet(view, isDocument, parent, makeStyle) {
    const text = sheetText(view, isDocument);
    try {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    } catch {
        const style = makeStyle();
        style.textContent = text;
        parent.append(style);
    }
}
