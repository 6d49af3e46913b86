/*
 * panel.js - the two panels over the picture: the tooltip, which says what a box is, and the list of keys.
 */
import { htmlElement, framed, setAttributes } from "../draw/dom.js";
import { nameOfRest } from "../data/narrow_frames.js";
import { factsOf, restFacts } from "../profile/facts.js";
import { givenTo } from "../profile/link.js";

/** True for an element of the controls and panels: the boxes do not answer its events. */
export function isControl(element) {
    const controls = ".fr-bar, .fr-tip, .fr-help, .fr-fixed, button, summary";
    return Boolean(element && element.closest && element.closest(controls));
}

const AWAY = 14; // px from the pointer
const EDGE = 4; // px to the edge of the window

function listOf(rows, className) {
    const list = htmlElement("dl", { class: className });
    for (const [term, text] of rows)
        list.append(htmlElement("dt", {}, term), htmlElement("dd", {}, text));
    return list;
}

/** The tooltip: shown at a place of the window, always within it. */
export class Tip {
    constructor(picture, copy) {
        this.picture = picture;
        Object.assign(this, framed(htmlElement("div", { class: "fr-tip", hidden: "" })));
        this.copy = copy;
        this.frame.style.setProperty("overflow", "visible");
        this.frame.style.setProperty("pointer-events", "none");
    }

    /** A box {node, rest} of the picture: a node, or a rest (narrow_frames.js) on it. */
    showBox({ node, rest }, at, pinned) {
        const { tree, zoom, view, svg } = this.picture;
        const name = rest ? nameOfRest(rest) + ", each too narrow to draw" : givenTo(tree, node, view)[1] || (view.nametype ? view.nametype + " " : "") + tree.titleOf(node),
            facts = rest ? restFacts(tree, rest, zoom, view) : factsOf(tree, node, zoom, view);
        this.show(svg, name, facts, at, pinned);
    }

    /** Something else, and a row about it. */
    showMore(name, row, at) {
        this.show(this.picture.svg, name, [row], at, false);
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

const SEARCHES =
    "Search looks at names: malloc finds any case, Malloc only that one; /re/ is a regular expression (/re/i: any case). " +
    "Its share, of the zoom, counts nested matches once.";

/** Returns what the list of keys has; the last element closes it. */
export function keysList(commands, close) {
    const rows = commands.rows.filter(([key]) => key).map(([key, title, , , shown]) => [shown || key, title]),
        button = htmlElement("button", { type: "button" }, "Close");
    button.addEventListener("click", close);
    return [htmlElement("h2", {}, "Keys"), listOf(rows, "fr-rows"), htmlElement("p", {}, SEARCHES), button];
}

/** The list of keys. */
export class Help {
    /** `commands` are those of commands.js. */
    constructor(close, commands) {
        const body = htmlElement("div", {
            class: "fr-help",
            role: "dialog",
            "aria-label": "Keys",
            hidden: "",
        });
        Object.assign(this, framed(body));
        this.frame.style.setProperty("overflow", "visible");
        body.append(...keysList(commands, close));
        this.button = body.lastChild;
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
