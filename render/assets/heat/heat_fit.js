/*
 * heat_fit.js - the cells of a page in the width and height that there is: the plot is as wide as the window, and its
 * cells are as high as leaves room for the flame graph below.
 *
 *     labels | cells, stretched | sums           what stands left, right, above and below of the cells keeps its size
 *            | times            |
 *
 * The program's texts and lines are moved along; cells and sums are drawn anew (heat_paint.js). `Cells.view` has the
 * new places.
 */
import { setAttributes } from "../draw/dom.js";
import { withoutOverlap } from "./heat_axis.js";
import { BARS_ASIDE } from "./heat_paint.js";

const NARROW = 420, // px; less has no sums of offsets, as in render/layout/layout_heat.c
    CELL = { least: 1, most: 10 }, // px of height
    LAST_TIME = 10, // at the right of the cells, where half of the last time stands
    MOST_ASIDE = 82, // of the sums of offsets
    LEAST_PLOT = 72; // px of all cells, one above the other

function numberOf(element, name) {
    return Number(element.getAttribute(name));
}

export class HeatFit {
    /** `svg` as the program wrote it. */
    constructor(svg, cells, painting) {
        const [left, top, width, height] = svg.getAttribute("viewBox").split(" ").map(Number),
            { view } = cells;
        Object.assign(this, { svg, cells, painting });
        this.own = { left, top, right: left + width, foot: top + height, ...view };
        this.parts = [...svg.querySelectorAll(":scope > text, :scope > line")].map((element) => {
            const names = element.localName === "line" ? ["x1", "y1", "x2", "y2"] : ["x", "y"];
            return { element, places: names.map((name) => [name, numberOf(element, name)]) };
        });
        this.shown = "";
    }

    /** Height of what is no cell, px. */
    get around() {
        const { own } = this;
        return own.foot - own.top - own.row * own.rows;
    }

    /* Returns where a place of the program's picture is now. */
    acrossOf(x) {
        const { own, cells } = this,
            end = own.x + own.width,
            { view } = cells;
        if (x <= own.x) return view.x - own.x + x;
        if (x >= own.right) return view.right;
        if (x >= end) return view.x + view.width + x - end;
        return view.x + ((x - own.x) * view.width) / own.width;
    }

    downOf(y) {
        const { own, cells } = this,
            { view } = cells,
            ownTop = own.bottom - own.row * own.rows,
            top = view.bottom - view.row * view.rows;
        if (y <= ownTop) return top - ownTop + y;
        if (y >= own.bottom) return view.bottom - own.bottom + y;
        return top + ((y - ownTop) * view.row) / own.row;
    }

    /** Lays the plot out in a width, with cells of a height; nothing where that is as it was. */
    show(width, row) {
        if (width <= 0 || this.shown === width + " " + row) return;
        this.shown = width + " " + row;
        const { own, cells, svg, parts, painting } = this,
            { view } = cells,
            aside = width < NARROW ? LAST_TIME : Math.min(own.right - own.x - own.width, MOST_ASIDE);
        view.x = own.x - own.left;
        view.width = Math.max(view.columns, Math.floor(width - view.x - aside));
        view.row = row;
        view.bottom = own.bottom - own.top - own.rows * own.row + own.rows * row;
        view.right = width;
        for (const { element, places } of parts) {
            for (const [name, at] of places)
                element.setAttribute(name, /x/.test(name) ? this.acrossOf(at) : this.downOf(at));
            element.classList.toggle("fr-aside", width < NARROW && places[0][1] > own.x + own.width + LAST_TIME);
        }
        const height = Math.ceil(this.around + view.rows * row);
        setAttributes(svg, { viewBox: `0 0 ${width} ${height}`, width, height });
        svg.dataset.plot = [view.x, view.width, view.bottom, view.row].join(" ");
        withoutOverlap(parts.map(({ element }) => element).filter(({ localName }) => localName === "text"));
        painting.side = width < NARROW ? 0 : aside - BARS_ASIDE;
        painting.paint(cells.values);
    }

    /** The height of a cell that leaves `room` px to the plot: whole px from 2 on. */
    rowFor(room) {
        const { rows } = this.cells,
            least = Math.max(CELL.least, LEAST_PLOT / rows > 2 ? Math.ceil(LEAST_PLOT / rows) : 0),
            fits = (room - this.around) / rows,
            whole = fits >= 2 ? Math.floor(fits) : Math.floor(fits * 4) / 4;
        return Math.min(Math.max(whole, least), Math.max(CELL.most, least));
    }
}
