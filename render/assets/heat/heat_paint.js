/*
 * heat_paint.js - cells in the colours of their numbers, for samples that the picture was not drawn of: those of a
 * lane, and the whole without idle CPUs.
 */
import { adoptSheet, make } from "../draw/dom.js";

/** Between cells and the sums of offsets, px. */
export const BARS_ASIDE = 16;

const BARS_ABOVE = 34, // height of the sums of columns, px; as in render/layout/heat_plot.h
    BARS_GAP = 8,
    CELL_LINE = 0.6; // between two cells

/** The step of the ramp that a number above 0 has (render/layout/layout_heat.c). */
export function heatStep({ most, ramp }, value) {
    const twice = 2 * Math.min(value, most) - (value > 0 && most >= 1 ? 1 : 0);
    return Math.floor((twice * ramp.length) / (2 * most));
}

/** Adopts a sheet with the colours of the ramp, in both schemes. */
export function adoptRamp({ ramp, scheme }) {
    const rules = (which) => ramp.map((colour, step) => `.fr-ramp${step}{fill:${colour[which]}}`).join("\n"),
        dark = scheme === "auto" ? `@media (prefers-color-scheme: dark) {\n${rules(1)}\n}` : "";
    adoptSheet(document, rules(scheme === "dark" ? 1 : 0) + "\n" + dark);
}

/* Bars, and cells, touch where they are narrow. */
const barGap = (size) => (size > 3 ? 1 : 0);

/* A value that is not 0 is seen. */
const barLength = (sum, most, room) => (sum ? Math.max(1, Math.floor((sum * room) / most)) : 0);

function rectPath(x, y, w, h) {
    return `M${x} ${y}h${w}v${h}h${-w}z`;
}

/** Draws the cells of `values` into a group, a path for each colour. */
export function paintCells(group, cells, values) {
    const paths = [],
        { rows, view } = cells;
    for (const [cell, value] of values) {
        const column = Math.floor(cell / rows),
            x = cells.edge(column),
            w = cells.edge(column + 1) - x,
            line = w > 2 ? CELL_LINE : 0,
            step = heatStep(view, value),
            top = cells.height((cell % rows) + 1);
        paths[step] = (paths[step] || "") + rectPath(x, top, w - line, view.row - (view.row > 2 ? line : 0));
    }
    group.replaceChildren();
    paths.forEach((d, step) => make(group, "path", { class: "fr-ramp" + step, d }));
}

/** Returns what a column, or an offset, adds up to. */
function sumsOfCells({ rows, columns }, values) {
    const above = new Float64Array(columns),
        aside = new Float64Array(rows);
    for (const [cell, value] of values) {
        above[Math.floor(cell / rows)] += value;
        aside[cell % rows] += value;
    }
    return { above, aside };
}

/** The picture that the program drew, with cells and sums of other samples, in other places. */
export class Painting {
    constructor(svg, cells) {
        const boxes = svg.querySelector("g[font-size]"),
            fills = [...boxes.querySelectorAll('[class^="a"]')],
            top = cells.height(cells.rows),
            [ground, columns] = fills.map((fill) => ({ class: fill.getAttribute("class"), fill: fill.getAttribute("fill") })),
            [bar, ...bars] = svg.querySelectorAll(':scope > path[class^="a"]');
        this.cells = cells;
        this.bar = bar && { class: bar.getAttribute("class"), fill: bar.getAttribute("fill") };
        this.most = [...svg.querySelectorAll(':scope > text[text-anchor="end"]')].filter(
            (text) => Number(text.getAttribute("y")) < top,
        );
        this.side = this.most.length > 1 ? 1 : 0; // px of the sums of offsets
        this.sums = make(svg, "g", { "pointer-events": "none" });
        this.grounds = [ground, columns].map((fill) => make(svg, "path", fill));
        this.group = make(svg, "g", { "pointer-events": "none" });
        boxes.after(this.sums, ...this.grounds, this.group);
        for (const drawn of [boxes, bar, ...bars]) if (drawn) drawn.remove();
    }

    paint(values) {
        const { cells } = this;
        this.grounds[0].setAttribute("d", cells.outline({ from: 0, to: cells.last }));
        this.grounds[1].setAttribute("d", cells.outline(cells.recorded));
        paintCells(this.group, cells, values);
        this.paintSums(sumsOfCells(cells, values));
    }

    paintSums(sums) {
        const { cells, side } = this,
            { columns, row } = cells.view,
            foot = cells.height(cells.rows) - BARS_GAP,
            left = cells.edge(columns) + BARS_ASIDE,
            [above, aside] = [sums.above, sums.aside].map((list) => list.reduce((a, b) => Math.max(a, b), 1));
        let d = "";
        sums.above.forEach((sum, c) => {
            const h = barLength(sum, above, BARS_ABOVE),
                x = cells.edge(c),
                w = cells.edge(c + 1) - x;
            d += h ? rectPath(x, foot - h, w - barGap(w), h) : "";
        });
        sums.aside.forEach((sum, r) => {
            const w = side && barLength(sum, aside, side);
            d += w ? rectPath(left, cells.height(r + 1), w, row - barGap(row)) : "";
        });
        this.sums.replaceChildren();
        if (this.bar) make(this.sums, "path", { ...this.bar, d });
        this.most.forEach((text, i) => {
            text.textContent = cells.short(i ? aside : above);
        });
    }
}
