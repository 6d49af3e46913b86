/*
 * panel.js - the two panels over the picture: the tooltip, which says what a box is, and the list of keys.
 */
import { htmlElement, framed, setAttributes } from "./dom.js";
import { kindOf } from "./tree.js";
import { formatExact, formatShare, formatGrouped } from "./format.js";

/** True for an element of the controls and panels: the boxes do not answer its events. */
export function isControl(element) {
    return Boolean(element && element.closest && element.closest(".fr-bar, .fr-tip, .fr-help, .fr-fixed"));
}

const AWAY = 14; // px from the pointer
const EDGE = 4; // px to the edge of the window

function amountFacts(tree, node, zoom, view) {
    const total = tree.total[node],
        rows = [["total", formatExact(view, total)]];
    rows.push([view.own, formatExact(view, tree.self[node])]);
    rows.push(["of all", formatShare(total, view.whole, 2)]);
    if (node) rows.push(["of parent", formatShare(total, tree.total[tree.parent[node]], 2)]);
    if (zoom && tree.holds(zoom, node))
        rows.push(["of zoom", formatShare(total, tree.total[zoom], 2)]);
    return rows;
}

/* What kind of frame a node is, where its code is, and whose process: what is known of these. */
function frameFacts(tree, node, view) {
    const rows = [],
        kind = kindOf(tree, node, view),
        { frames } = tree,
        frame = frames && tree.frame[node];
    if (kind) rows.push(["kind", kind]);
    if (frames && node) {
        const file = tree.names[frames.file[frame]],
            line = frames.line[frame];
        if (frames.module[frame]) rows.push(["module", tree.names[frames.module[frame]]]);
        if (file) rows.push(["file", line ? file + ":" + line : file]);
    }
    const process = tree.ancestorsOf(node).find((at) => kindOf(tree, at, view) === "process");
    if (process !== undefined) rows.push(["process", tree.nameOf(process)]);
    return rows;
}

/** Rows of [what, how much] about a node. */
export function factsOf(tree, node, zoom, view) {
    const rows = tree.sides
        ? tree.sides.facts(tree, node, zoom, view)
        : [...amountFacts(tree, node, zoom, view), ...frameFacts(tree, node, view)];
    if (tree.hidden && tree.hidden[node])
        rows.push([
            "not drawn",
            formatGrouped(tree.hidden[node], 0) +
                (tree.hidden[node] === 1 ? " child" : " children"),
        ]);
    return rows;
}

/** The same of a box that stands for narrow frames. */
export function restFacts(tree, rest, zoom, view) {
    const { total, parent } = rest,
        shares = [
            ["total", formatExact(view, total)],
            ["of all", formatShare(total, view.whole, 2)],
        ];
    const rows = tree.sides ? tree.sides.restFacts(view, rest) : shares;
    if (zoom && !tree.sides) rows.push(["of zoom", formatShare(total, tree.total[zoom], 2)]);
    return [...rows, ["click", "zooms to " + tree.titleOf(parent)]];
}

function listOf(rows, className) {
    const list = htmlElement("dl", { class: className });
    for (const [term, text] of rows)
        list.append(htmlElement("dt", {}, term), htmlElement("dd", {}, text));
    return list;
}

/** The tooltip: shown at a place of the window, always within it. */
export class Tip {
    constructor(copy) {
        Object.assign(this, framed(htmlElement("div", { class: "fr-tip", hidden: "" })));
        this.copy = copy;
        this.frame.style.setProperty("overflow", "visible");
        this.frame.style.setProperty("pointer-events", "none");
    }

    /** `at` is {x, y} in px of the window; `pinned` adds what can be tapped. */
    show(svg, name, rows, at, pinned) {
        this.body.replaceChildren(
            htmlElement("div", { class: "fr-name" }, name),
            listOf(rows, "fr-rows"),
        );
        if (pinned) {
            const button = htmlElement("button", { type: "button" }, "Copy name");
            button.addEventListener("click", this.copy);
            this.body.append(button);
        }
        this.body.classList.toggle("fr-pinned", pinned);
        this.body.removeAttribute("hidden");
        this.place(svg.getBoundingClientRect(), at);
    }

    place(picture, at) {
        setAttributes(this.frame, { x: 0, y: 0, width: innerWidth, height: innerHeight });
        const size = this.body.getBoundingClientRect();
        const right = innerWidth - size.width - EDGE,
            below = innerHeight - size.height - EDGE;
        const x = Math.max(EDGE, Math.min(at.x + AWAY, right));
        let y = at.y + AWAY;
        if (y > below) y = at.y - AWAY - size.height;
        y = Math.max(EDGE, Math.min(y, below));
        setAttributes(this.frame, {
            x: x - picture.left,
            y: y - picture.top,
            width: size.width,
            height: size.height,
        });
    }

    hide() {
        this.body.setAttribute("hidden", "");
    }

    get shown() {
        return !this.body.hasAttribute("hidden");
    }
}

const KEYS = [
    ["click, Enter", "zoom to a box; a tap selects, a second tap zooms"],
    ["Escape", "the whole picture; if it is whole, the end of the search"],
    ["Backspace", "zoom out by one"],
    ["arrows", "walk from box to box"],
    ["Home, End", "the zoomed box, the last of the row"],
    ["/", "search; in the field Enter and Shift+Enter walk"],
    ["n, N", "next and previous match"],
    ["c", "copy the name"],
    ["?", "this list"],
];

/** The list of keys. */
export class Help {
    /** `more` are rows of keys that only this picture knows. */
    constructor(close, more) {
        const body = htmlElement("div", {
            class: "fr-help",
            role: "dialog",
            "aria-label": "Keys",
            hidden: "",
        });
        Object.assign(this, framed(body));
        this.frame.style.setProperty("overflow", "visible");
        this.button = htmlElement("button", { type: "button" }, "Close");
        this.button.addEventListener("click", close);
        body.append(
            htmlElement("h2", {}, "Keys"),
            listOf([...KEYS, ...more], "fr-rows"),
            htmlElement(
                "p",
                {},
                "Search looks at names: malloc finds any case, Malloc only that one; /re/ is a regular expression " +
                    "(/re/i: any case). Its share counts nested matches once, of the box that is zoomed to.",
            ),
            this.button,
        );
    }

    show(svg) {
        const picture = svg.getBoundingClientRect();
        this.body.removeAttribute("hidden");
        setAttributes(this.frame, { x: 0, y: 0, width: innerWidth, height: innerHeight });
        const size = this.body.getBoundingClientRect();
        const x = Math.max(EDGE, (innerWidth - size.width) / 2),
            y = Math.max(EDGE, (innerHeight - size.height) / 3);
        setAttributes(this.frame, {
            x: x - picture.left,
            y: y - picture.top,
            width: size.width,
            height: size.height,
        });
        this.button.focus();
    }

    hide() {
        this.body.setAttribute("hidden", "");
    }

    get shown() {
        return !this.body.hasAttribute("hidden");
    }
}
