/*
 * panel.js - the two panels over the picture: the tooltip, which says what a box is, and the list of keys.
 */
import { htmlElement, framed, pressButton, setAttributes, setStyle } from "../draw/dom.js";
import { factsOf, restFacts } from "../profile/facts.js";
import { nameOfBox } from "../profile/link.js";

/** True for an element of the controls and panels: the boxes do not answer its events. */
export function isControl(element) {
    const controls = ".fr-bar, .fr-tip, .fr-help, .fr-fixed, button, summary";
    return Boolean(element && element.closest && element.closest(controls));
}

const AWAY = 14; // px from the pointer
const EDGE = 4; // px to the edge of the window

function listOf(rows, className) {
    const items = rows.flatMap(([term, text]) => [htmlElement("dt", {}, term), htmlElement("dd", {}, text)]);
    return htmlElement("dl", { class: className }, ...items);
}

/* A panel in a frame that reaches beyond the picture, hidden at first. */
class Panel {
    constructor(attributes, ...children) {
        Object.assign(this, framed(htmlElement("div", { ...attributes, hidden: "" }, ...children)));
        setStyle(this.frame, { overflow: "visible" });
    }

    /* Shows it at {x, y} px of the window, which `placeFor` knows by its size. */
    showAt(svg, placeFor) {
        const { left, top } = svg.getBoundingClientRect();
        this.body.removeAttribute("hidden");
        setAttributes(this.frame, { x: 0, y: 0, width: innerWidth, height: innerHeight });
        const { width, height } = this.body.getBoundingClientRect(),
            { x, y } = placeFor(width, height);
        setAttributes(this.frame, { x: x - left, y: y - top, width, height });
    }

    hide() {
        this.body.setAttribute("hidden", "");
    }

    get shown() {
        return !this.body.hasAttribute("hidden");
    }
}

/** The tooltip: shown at a place of the window, always within it. */
export class Tip extends Panel {
    constructor(picture, copy) {
        super({ class: "fr-tip" });
        Object.assign(this, { picture, copy });
        setStyle(this.frame, { "pointer-events": "none" });
    }

    /** A box {node, rest} of the picture: a node, or a rest (narrow_frames.js) on it. `pinned`: a finger chose it. */
    showBox({ node, rest }, at, pinned) {
        const { tree, zoom, view, svg } = this.picture;
        const facts = rest ? restFacts(tree, rest, zoom, view) : factsOf(tree, node, zoom, view);
        this.show(svg, nameOfBox(tree, node, rest, view), facts, at, pinned);
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
        if (pinned) this.body.append(pressButton({}, "Copy name", this.copy));
        this.body.classList.toggle("fr-pinned", pinned);
        this.showAt(svg, (width, height) => {
            const right = innerWidth - width - EDGE,
                below = innerHeight - height - EDGE,
                y = at.y + AWAY > below ? at.y - AWAY - height : at.y + AWAY;
            return { x: Math.max(EDGE, Math.min(at.x + AWAY, right)), y: Math.max(EDGE, Math.min(y, below)) };
        });
    }
}

const SEARCHES =
    "Search looks at names: malloc finds any case, Malloc only that one; /re/ is a regular expression (/re/i: any case). " +
    "Its share, of the zoom, counts nested matches once.";

/** Returns what the list of keys has; the last element closes it. */
export function keysList(commands, close) {
    const rows = commands.rows.filter(([key]) => key).map(([key, title, , , shown]) => [shown || key, title]),
        button = pressButton({}, "Close", close);
    return [htmlElement("h2", {}, "Keys"), listOf(rows, "fr-rows"), htmlElement("p", {}, SEARCHES), button];
}

/** The list of keys. */
export class Help extends Panel {
    /** `commands` are those of commands.js. */
    constructor(close, commands) {
        super({ class: "fr-help", role: "dialog", "aria-label": "Keys" }, ...keysList(commands, close));
    }

    show(svg) {
        this.showAt(svg, (width, height) => ({
            x: Math.max(EDGE, (innerWidth - width) / 2),
            y: Math.max(EDGE, (innerHeight - height) / 3),
        }));
        this.body.lastChild.focus();
    }
}
