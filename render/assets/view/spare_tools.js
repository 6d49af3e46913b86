/*
 * spare_tools.js - the tools above a picture in two rows: those that do not fit are behind "More".
 *
 *     [Flame|Icicle] [Callers] [Largest first]
 *     [Export...] [Theme: auto] [More]
 */
import { button } from "./bar.js";

const MOST_TOOL_ROWS = 2;
const SPARE = "fr-spare"; // of a tool that is not shown

function countToolRows(tools) {
    const shown = [...tools.children].filter((one) => one.offsetParent);
    return new Set(shown.map((one) => one.offsetTop)).size;
}

/** Puts the tools before `figure`; what is added to them later counts too. */
export function placeTools(tools, figure) {
    const more = button("", "More tools", "More", () => fold(more.getAttribute("aria-expanded") !== "true"));

    function fold(open) {
        if (tools.lastElementChild !== more) tools.append(more);
        for (const one of tools.children) one.classList.remove(SPARE);
        const focused = document.activeElement === more; // what is hidden for a moment loses the focus
        more.hidden = true;
        more.hidden = countToolRows(tools) <= MOST_TOOL_ROWS;
        more.setAttribute("aria-expanded", String(open));
        more.textContent = open ? "Less" : "More";
        more.setAttribute("aria-label", more.textContent + " tools");
        const rest = open || more.hidden ? [] : [...tools.children].slice(1, -1);
        while (rest.length && countToolRows(tools) > MOST_TOOL_ROWS) rest.pop().classList.add(SPARE);
        if (focused) more.focus({ preventScroll: true });
    }

    figure.before(tools);
    fold(false);
    let height = tools.offsetHeight;
    const observer = new ResizeObserver(() => {
        const { offsetHeight: before } = tools;
        fold(more.getAttribute("aria-expanded") === "true");
        if (tools.offsetHeight === height && before === height) return;
        height = tools.offsetHeight;
        window.dispatchEvent(new Event("resize")); // the picture stands elsewhere
    });
    observer.observe(tools);
}
