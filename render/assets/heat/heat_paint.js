/*
 * heat_paint.js - cells in the colours of their numbers, for samples that the picture was not drawn of: those of a
 * lane, and the whole without idle CPUs.
 */
import { make } from "./heat_draw.js";

const BARS_ABOVE = 34, // height of the sums of columns, px; as in render/layout/heat_plot.h
    BARS_GAP = 8,
    BARS_ASIDE = 16,
    CELL_LINE = 0.6; // between two cells

/** The step of the ramp that a number above 0 has (render/layout/heat_colour.c). */
export function heatStep({ most, ramp }, value) {
    const twice = 2 * Math.min(value, most) - (value > 0 && most >= 1 ? 1 : 0);
    return Math.floor((twice * ramp.length) / (2 * most));
}

/** Adopts a sheet with the colours of the ramp, in both schemes. */
export function adoptRamp({ ramp, scheme }) {
    const rules = (which) => ramp.map((colour, step) => `.fr-ramp${step}{fill:${colour[which]}}`).join("\n"),
        dark = scheme === "auto" ? `@media (prefers-color-scheme: dark) {\n${rules(1)}\n}` : "",
        sheet = new CSSStyleSheet();
    sheet.replaceSync(rules(scheme === "dark" ? 1 : 0) + "\n" + dark);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/* Bars, and cells, touch where they are narrow. */
const barGap = (size) => (size > 3 ? 1 : 0);

/* What is not 0 is seen. */
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

/** What a column, or an offset, adds up to. */
function sumsOfCells({ rows, columns }, values) {
    const above = new Float64Array(columns),
        aside = new Float64Array(rows);
    for (const [cell, value] of values) {
        above[Math.floor(cell / rows)] += value;
        aside[cell % rows] += value;
    }
    return { above, aside };
}

/** The picture that the program drew, with other cells and sums in it. */
export class Painting {
    constructor(svg, cells) {
        const boxes = svg.querySelector("g[font-size]"),
            fills = [...boxes.querySelectorAll('[class^="a"]')],
            top = cells.height(cells.rows),
            grounds = new Set(fills.slice(0, 2).map((fill) => fill.getAttribute("class"))); // the plot, its columns
        this.cells = cells;
        this.bars = [...svg.querySelectorAll(':scope > path[class^="a"]')];
        this.drawn = [...this.bars, ...fills.filter((fill) => !grounds.has(fill.getAttribute("class")))];
        this.most = [...svg.querySelectorAll(':scope > text[text-anchor="end"]')].filter(
            (text) => Number(text.getAttribute("y")) < top,
        );
        this.words = this.most.map((text) => text.textContent);
        this.group = make(svg, "g", { "pointer-events": "none" });
        boxes.after(this.group);
    }

    /** Shows the picture as the program drew it. */
    restore() {
        for (const part of this.drawn) part.style.visibility = "";
        this.group.replaceChildren();
        this.most.forEach((text, i) => {
            text.textContent = this.words[i];
        });
    }

    paint(values) {
        for (const part of this.drawn) part.style.visibility = "hidden";
        paintCells(this.group, this.cells, values);
        this.paintSums(sumsOfCells(this.cells, values));
    }

    paintSums(sums) {
        const { cells } = this,
            { columns, row } = cells.view,
            foot = cells.height(cells.rows) - BARS_GAP,
            left = cells.edge(columns) + BARS_ASIDE,
            side = this.most.length > 1 ? this.most[1].getAttribute("x") - left : 0,
            [above, aside] = [sums.above, sums.aside].map((list) => list.reduce((a, b) => Math.max(a, b), 1));
        let d = "";
        sums.above.forEach((sum, c) => {
            const h = barLength(sum, above, BARS_ABOVE),
                x = cells.edge(c),
                w = cells.edge(c + 1) - x;
            d += h ? rectPath(x, foot - h, w - barGap(w), h) : "";
        });
        sums.aside.forEach((sum, r) => {
            const w = barLength(sum, aside, side);
            d += w ? rectPath(left, cells.height(r + 1), w, row - barGap(row)) : "";
        });
        const [bar] = this.bars;
        if (bar) make(this.group, "path", { class: bar.getAttribute("class"), fill: bar.getAttribute("fill"), d });
        this.most.forEach((text, i) => {
            text.textContent = cells.short(i ? aside : above);
        });
    }
}
