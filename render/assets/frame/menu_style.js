/*
 * menu_style.js - menus in the style of the page, by drafts of CSS that only some browsers have: others keep their own
 * menus. Checkers of pages do not know these drafts, so they stand here and not in the page.
 */
const STYLE = `.fr-page select { field-sizing: content }
@supports (appearance: base-select) {
.fr-page select, .fr-page ::picker(select) { appearance: base-select }
.fr-page select { display: flex; align-items: center; gap: 6px; white-space: nowrap; overflow: hidden; min-height: 0; line-height: normal }
.fr-page ::picker-icon { font-size: 9px; color: var(--muted) }
.fr-page ::picker(select) { padding: 5px; border: 0; border-radius: 9px; background: var(--ground); color: var(--ink);
box-shadow: 0 0 0 1px var(--hairline), var(--shade); font-size: var(--t-body) }
.fr-page option { padding: 5px 9px; border-radius: 5px; min-height: 0; line-height: 18px }
.fr-page option:is(:hover, :focus-visible) { background: var(--field); outline: none }
.fr-page option::checkmark { content: attr(data-none); width: 9px; height: 9px; border-radius: 50%; box-shadow: inset 0 0 0 3px var(--ink); align-self: center;
visibility: visible }
.fr-page option:not(:checked)::checkmark { box-shadow: inset 0 0 0 1px var(--rule) }
}`;

/** Gives the document the style. */
export function styleMenus() {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
