/*
 * heat_draw.js - what is drawn on a heatmap: rings round the selections and the cell under the pointer, and
 * what that cell holds.
 *
 *     A  a full ring, B  a dashed one; each between two lines of ground
 */
import { htmlElement, make, setAttributes } from "../draw/dom.js";
import { within } from "../profile/bounds.js";

export { htmlElement, make, setAttributes }; // for heat.js, which then has no copy of its own

export function makeText(parent, view, attributes) {
    return make(parent, "text", { class: "i", fill: view.ink, "font-size": 12, ...attributes });
}

/** Copies a command, and says so in `said`; where the browser does not let it, selects what shows the command. */
export async function copyCommand(text, said, shown) {
    if (!text) return;
    try {
        await navigator.clipboard.writeText(text);
        said.textContent = "copied";
    } catch {
        getSelection().selectAllChildren(shown);
    }
}

function makeRing(parent, view, dashes) {
    const group = make(parent, "g", { fill: "none", "pointer-events": "none" });
    make(group, "path", { class: "h", stroke: view.ground, "stroke-width": 5 });
    make(group, "path", { class: "o", stroke: view.ink, "stroke-width": 2, "stroke-dasharray": dashes });
    return group;
}

function setRing(ring, path) {
    for (const part of ring.children) part.setAttribute("d", path);
}

export class Rings {
    constructor(svg, cells) {
        const { view } = cells;
        this.svg = svg;
        this.cells = cells;
        this.layer = make(svg, "g", {});
        this.b = makeRing(this.layer, view, "5 3");
        this.a = makeRing(this.layer, view, "none");
        this.hovered = makeRing(this.layer, view, "none");
        this.tip = make(this.layer, "g", { "pointer-events": "none", visibility: "hidden" });
        this.ground = make(this.tip, "rect", { class: "g o", fill: view.ground, stroke: view.ink, rx: 3, height: 22 });
        this.text = makeText(this.tip, view, {});
    }

    /** The pointer in px of the picture. */
    pointOf(event) {
        const to = this.svg.getScreenCTM().inverse();
        return new DOMPoint(event.clientX, event.clientY).matrixTransform(to);
    }

    /** Outlines the selections A and B; null is none. */
    show(a, b) {
        setRing(this.a, a ? this.cells.outline(a) : "");
        setRing(this.b, b ? this.cells.outline(b) : "");
    }

    /** Says beside the pointer what a cell holds. */
    showTip(cell, event, more) {
        const { cells, tip } = this,
            at = this.pointOf(event);
        this.text.textContent = cells.facts({ from: cell, to: cell }) + more;
        const width = this.text.getComputedTextLength() + 16,
            x = within(at.x + 12, 0, cells.view.right + 20 - width),
            y = at.y > 40 ? at.y - 32 : at.y + 18;
        setAttributes(this.ground, { x, y, width });
        setAttributes(this.text, { x: x + 8, y: y + 15 });
        tip.setAttribute("visibility", "visible");
        setRing(this.hovered, cells.outline({ from: cell, to: cell }));
    }

    hideTip() {
        this.tip.setAttribute("visibility", "hidden");
        setRing(this.hovered, "");
    }
}
