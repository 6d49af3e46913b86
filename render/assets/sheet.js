/*
 * sheet.js - the style of what the script adds. Boxes have their colours from attributes and from the
 * picture's own sheet; this one is adopted, so that a policy against inline style does not stop it.
 */

const SHAPES = `
.fr-boxes path, .fr-marks path, .fr-labels text { pointer-events: none }
.fr-labels { outline: none; user-select: none; -webkit-user-select: none }
.fr-dim { opacity: .28 }
.fr-crumbs { opacity: .62 }
.fr-hover { fill: none; stroke: var(--fr-ink); stroke-width: 1; pointer-events: none }
.fr-current { fill: none; stroke: none; stroke-width: 2; pointer-events: none }
.fr-keys .fr-labels:focus .fr-current, .fr-selected .fr-current { stroke: var(--fr-ink) }
.fr-bar, .fr-tip, .fr-help { font: 12px var(--fr-font); color: var(--fr-ink); box-sizing: border-box }
.fr-bar { display: flex; gap: 6px; align-items: center; justify-content: flex-end; height: 28px }
.fr-bar.fr-rows-2 { flex-wrap: wrap; height: 60px; row-gap: 4px; align-content: flex-start }
.fr-bar.fr-rows-2 .fr-found { flex: 1 1 120px; text-align: right; min-width: 0 }
.fr-bar input, .fr-bar button, .fr-help button, .fr-tip button { font: inherit; color: inherit; box-sizing: border-box;
  height: 26px; border: 1px solid var(--fr-line); border-radius: 13px; background: var(--fr-field); margin: 0 }
.fr-bar input { width: 190px; min-width: 110px; padding: 0 12px }
.fr-bar.fr-rows-2 input { flex: 1 1 90px; width: 90px; min-width: 80px; max-width: 190px }
.fr-bar input::placeholder { color: var(--fr-muted); opacity: 1 }
.fr-bar button, .fr-help button, .fr-tip button { padding: 0 10px; min-width: 26px; cursor: pointer;
  white-space: nowrap; flex: none }
.fr-bar button.fr-round { padding: 0 }
.fr-bar [hidden], .fr-tip[hidden], .fr-help[hidden] { display: none }
.fr-bar :focus-visible, .fr-help :focus-visible, .fr-tip :focus-visible { outline: 2px solid var(--fr-ink); outline-offset: -1px }
.fr-found { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; color: var(--fr-muted) }
.fr-tip, .fr-help { background: var(--fr-ground); border: 1px solid var(--fr-muted); border-radius: 4px; padding: 7px 10px }
.fr-tip { width: max-content; max-width: min(440px, 92vw); pointer-events: none }
.fr-tip.fr-pinned { pointer-events: auto }
.fr-name { font-weight: 700; overflow-wrap: anywhere; display: -webkit-box; -webkit-line-clamp: 8;
  -webkit-box-orient: vertical; overflow: hidden; margin-bottom: 3px }
.fr-rows { display: grid; grid-template-columns: auto auto; gap: 1px 14px; justify-content: start; margin: 0 }
.fr-rows dt { color: var(--fr-muted) } .fr-rows dd { margin: 0; font-variant-numeric: tabular-nums }
.fr-tip button { margin-top: 6px }
.fr-help { width: min(470px, 92vw) } .fr-help h2 { font-size: 14px; margin: 2px 0 8px }
.fr-help p { margin: 8px 0; color: var(--fr-muted) }
.fr-help kbd { font: inherit; font-weight: 700 }
.fr-live { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
@media print { .fr-bar, .fr-tip, .fr-help { display: none } }
@media (forced-colors: active) { .fr-hover, .fr-keys .fr-labels:focus .fr-current, .fr-selected .fr-current { stroke: Highlight } }
@media (pointer: coarse) { .fr-bar input, .fr-bar button { height: 28px } }
`;

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

    return `.fr-view { --fr-font:${view.font};${variables(view, first)} }\n:root { ${paper(first)} }\n${dark}\n${SHAPES}`;
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
