/*
 * sandwich.js - one function with its callers above and its callees below, as two small pictures that share
 * the function's row.
 *
 *     main         all callers, the nearest one at the foot
 *     parse  load
 *     READ_LINE    the function
 *     memchr       all callees
 */
import { callersOf, calleesOf } from "../profile/callers_callees.js";
import { listenAs, setAttributes, svgElement } from "../draw/dom.js";
import { describeNode } from "../profile/facts.js";
import { layoutFlame, MARGIN, PX } from "../draw/layout.js";
import { stepFrom } from "../profile/navigate.js";
import { paintBoxes, placeOutline } from "../draw/paint.js";

export const MOST_ROWS = 200; // of each picture
const LEAST_ROOM = 280; // px
const EDGES = 2; // px: the padding of what is around (views.css)

/* Callers or callees: a layout whose row 0 is the function. */
class Half {
    constructor(title, up, choose) {
        Object.assign(this, { title, up, choose });
        const id = up ? "fr-caller" : "fr-callee",
            about = { class: "fr-labels", role: "tree", tabindex: "0", "font-size": "11.5", "aria-activedescendant": id };
        this.boxes = svgElement("g", { class: "fr-boxes", "aria-hidden": "true" });
        this.current = svgElement("rect", { class: "fr-current", role: "treeitem", id });
        this.labels = svgElement("g", about, this.current);
        this.labels.addEventListener("keydown", (event) => this.onKey(event));
    }

    lay(tree, view, width) {
        this.tree = tree;
        this.view = view;
        this.layout = layoutFlame(tree, view, 0, width);
        this.selected = 0;
    }

    get nRows() {
        return this.layout.rows.length - 1;
    }

    /* `rowZero` is the top of the function's row. */
    paint(rowZero, colours, text) {
        const step = this.view.row * PX,
            boxHeight = step - PX,
            rowY = (row) => rowZero + (this.up ? -row : row) * step;
        const placeOfRest = ({ x0, x1, row, rows }) => {
            const y = rowY(this.up ? row + rows - 1 : row);
            return { x: x0, y, w: x1 - x0, h: rows * step - PX };
        };
        this.rowY = rowY;
        this.boxHeight = boxHeight;
        const furniture = { rowY, boxHeight, placeOfRest },
            painted = paintBoxes(this.layout, furniture, colours, null);
        this.boxes.replaceChildren(...painted.paths.elements(colours));
        /* both halves have the function's row: one labels it */
        const labels = painted.labels.slice(this.up ? 1 : 0);
        this.labels.replaceChildren(...labels, this.current);
        this.labels.setAttribute("aria-label", this.title + " of " + text);
        this.select(0);
    }

    placeOf(box) {
        const { x0, x1, row } = this.layout,
            w = Math.max(PX, x1[box] - x0[box]);
        return { x: x0[box], y: this.rowY(row[box]), w, h: this.boxHeight };
    }

    select(box) {
        const node = this.layout.node[box];
        this.selected = box;
        placeOutline(this.current, this.placeOf(box));
        setAttributes(this.current, {
            "aria-label": describeNode(this.tree, node, this.view),
            "aria-level": this.tree.depth[node] + 1,
            "aria-selected": "true",
        });
    }

    onKey(event) {
        const ways = {
            ArrowLeft: "left",
            ArrowRight: "right",
            ArrowUp: this.up ? "out" : "in",
            ArrowDown: this.up ? "in" : "out",
        };
        const next = ways[event.key] ? stepFrom(this.layout, this.selected, ways[event.key]) : -1;
        if (next >= 0) {
            this.select(next);
            this.current.scrollIntoView({ block: "nearest" });
        } else if (event.key === "Enter") this.choose(this.tree.name[this.layout.node[this.selected]]);
        else if (!ways[event.key]) return;
        event.preventDefault();
        event.stopPropagation(); // the picture has the same keys
    }
}

/* True where a tree has rows that are not drawn. */
function deeper(tree) {
    return tree.depth.some((depth) => depth > MOST_ROWS);
}

export class Sandwich {
    /** `choose` gets the name (of tree.name) of a function that a reader picks. */
    constructor(picture, choose, tip) {
        Object.assign(this, { picture, choose, tip });
        this.halves = [new Half("Callers", true, choose), new Half("Callees", false, choose)];
        this.hover = svgElement("rect", { class: "fr-hover", display: "none" });
        this.own = svgElement("rect", { class: "fr-own" });
        const boxes = this.halves.map((half) => half.boxes),
            labels = this.halves.map((half) => half.labels),
            about = { role: "group", "font-family": picture.ownView.font };
        this.element = svgElement("svg", about, ...boxes, ...labels, this.own, this.hover);
        listenAs(this, this.element, ["click", "pointermove", "pointerleave"]);
    }

    /** Draws a function, in the width of the element around. */
    draw(row) {
        const { picture } = this,
            tree = picture.tree.sides ? picture.tree : picture.calls,
            { ownView } = picture,
            diff = ownView.diff && { ...ownView.diff, root: row.name },
            view = { ...ownView, diff, rows: MOST_ROWS, icicle: 1 },
            inner = Math.max(LEAST_ROOM, this.element.parentNode.clientWidth - EDGES),
            width = inner * PX + 2 * MARGIN,
            [callers, callees] = this.halves;
        callers.lay(callersOf(tree, row.id, view), view, width);
        callees.lay(calleesOf(tree, row.id, view), view, width);
        const height = (callers.nRows + callees.nRows + 1) * view.row;
        const label = "Callers and callees of " + row.name,
            viewBox = `${MARGIN / PX} 0 ${inner} ${height}`;
        setAttributes(this.element, { width: inner, height, "aria-label": label, viewBox });
        this.undrawn = this.halves.filter((half) => deeper(half.tree)).map((half) => half.title);
        this.middle = callers.nRows;
        const isNext = (parent, node) => node && !parent;
        this.neighbours = this.halves.map(({ tree: around }) => around.parent.filter(isNext).length);
        const rowZero = this.middle * view.row * PX;
        const colours = Object.assign(Object.create(picture.colours), { view }); // its root is the function
        for (const half of this.halves) half.paint(rowZero, colours, row.name);
        placeOutline(this.own, callees.placeOf(0));
    }

    /* {half, box} at a place of the window, or null. */
    hit({ clientX, clientY }) {
        const { left, top } = this.element.getBoundingClientRect(),
            line = Math.floor((clientY - top) / this.picture.ownView.row),
            half = this.halves[line < this.middle ? 0 : 1];
        const box = half.layout.find(Math.abs(line - this.middle), (clientX - left) * PX + MARGIN);
        return box < 0 ? null : { half, box };
    }

    click(event) {
        const found = this.hit(event);
        if (found) this.choose(found.half.tree.name[found.half.layout.node[found.box]]);
    }

    pointermove(event) {
        const found = this.hit(event);
        placeOutline(this.hover, found && found.half.placeOf(found.box));
        if (found) this.tip.show(found.half.tree, found.half.layout.node[found.box], event);
        else this.tip.hide();
    }

    pointerleave() {
        placeOutline(this.hover, null);
        this.tip.hide();
    }
}
