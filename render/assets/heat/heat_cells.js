/*
 * heat_cells.js - the cells of a heatmap: where they lie on the picture, which times they stand for, and what
 * is in them, in words.
 *
 * Cells are numbered in the order of time: up a column, then up the next one. A selection is
 *
 *     { from, to }               the cells from one to another, in that order
 *     { from, to, band: true }   the rows of those two and what lies between, in every column
 */
import { within } from "../profile/bounds.js";

const THIN = "\u202f",
    SECOND = 1000000000n;

/** "33.28" */
export function secondsText(ns) {
    const sign = ns < 0n ? "-" : "",
        size = ns < 0n ? -ns : ns;
    const rest = String(size % SECOND).padStart(9, "0").replace(/0+$/, "");
    return sign + String(size / SECOND) + (rest ? "." + rest : "");
}

/** "33.28" to ns. */
export function nsOf(text) {
    const [whole, part = ""] = text.split(".");
    return BigInt(whole) * SECOND + BigInt(part.padEnd(9, "0").slice(0, 9));
}

function grouped(number) {
    return String(number).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, THIN);
}

export class Cells {
    constructor(view) {
        this.view = view;
        this.rows = view.rows;
        this.columns = view.columns;
        this.last = view.columns * view.rows - 1;
        this.values = new Map();
        this.whole = view.whole;
        this.chosen = ""; // options that choose the samples: " --where tid=12"
        this.length = BigInt(view.seconds) * SECOND;
        view.cells.forEach((column, c) => {
            for (let i = 0; i < column.length; i += 2)
                this.values.set(c * view.rows + column[i], column[i + 1]);
        });
    }

    /** Has other samples from now on: what they add up to by cell, and the options that choose them. */
    take(values, chosen) {
        this.values = values;
        this.whole = 0;
        for (const value of values.values()) this.whole += value;
        this.chosen = chosen;
    }

    /** Left edge of a column, lower edge of a row, in px of the picture. */
    edge(column) {
        const { view } = this;
        return view.x + Math.floor((view.width * column) / view.columns);
    }

    height(row) {
        return this.view.bottom - row * this.view.row;
    }

    /** The cell at a point of the picture, or -1. Left of the cells it is that of the first column. */
    at({ x, y }) {
        const { view } = this,
            row = Math.floor((view.bottom - y) / view.row),
            near = Math.floor(((x - view.x) * view.columns) / view.width);
        let column = within(near, 0, view.columns - 1);
        while (column + 1 < view.columns && this.edge(column + 1) <= x) column++;
        const inside = x < this.edge(view.columns) && row >= 0 && row < view.rows;
        return inside ? column * view.rows + row : -1;
    }

    /** True where a point is at the left of the cells, where the offsets stand. */
    isLabel({ x }) {
        return x < this.view.x;
    }

    /* The first ns of a row of a column that begins at 0. */
    rowNs(row) {
        const rows = BigInt(this.rows);
        return (BigInt(row) * this.length + rows - 1n) / rows;
    }

    /** The first ns of a cell, counted as --range counts; exact. */
    startOf(cell) {
        const column = BigInt(Math.floor(cell / this.rows));
        return BigInt(this.view.first) * SECOND + column * this.length + this.rowNs(cell % this.rows);
    }

    /** The cell that begins at a time in text, or the one that holds it. */
    cellOf(text) {
        const ns = nsOf(text) - BigInt(this.view.first) * SECOND;
        return Number((ns * BigInt(this.rows)) / this.length);
    }

    /** The cell of a time in ns. */
    cellAt(ns) {
        const length = Number(this.length),
            at = ns - this.view.first * Number(SECOND),
            column = Math.floor(at / length);
        return column * this.rows + Math.floor(((at - column * length) * this.rows) / length);
    }

    /** The first and the last cell of what was recorded, or of the range of it, which its end is not in: {from, to}. */
    get recorded() {
        const { recorded: [first, last], ofRange = [] } = this.view,
            to = this.cellAt(last === ofRange[1] ? last - 1 : last);
        return { from: Math.max(this.cellAt(first), 0), to: Math.min(to, this.last) };
    }

    /** The rows of a band, least and most. */
    rowsOf({ from, to }) {
        const a = from % this.rows,
            b = to % this.rows;
        return [Math.min(a, b), Math.max(a, b)];
    }

    /** The selection with from <= to. */
    ordered({ from, to, band }) {
        return { from: Math.min(from, to), to: Math.max(from, to), band };
    }

    /** "3.4-3.62" of a range, "0.25-0.31/1" of a band: as --new-range takes both. */
    text(selection) {
        if (selection.band) {
            const [low, high] = this.rowsOf(selection),
                ends = [low, high + 1].map((row) => secondsText(this.rowNs(row)));
            return `${ends.join("-")}/${this.view.seconds}`;
        }
        const { from, to } = this.ordered(selection);
        return secondsText(this.startOf(from)) + "-" + secondsText(this.startOf(to + 1));
    }

    /** The selection of such a text, or null. */
    read(text) {
        const found = /^([0-9.]+)-([0-9.]+)(?:\/(\d+))?$/.exec(text);
        if (!found || (found[3] && Number(found[3]) !== this.view.seconds)) return null;
        const band = Boolean(found[3]),
            shift = band ? BigInt(this.view.first) * SECOND : 0n;
        const [from, to] = found.slice(1, 3).map((part) => this.cellOf(secondsText(nsOf(part) + shift)));
        if (from < 0 || to <= from || to - 1 > this.last) return null;
        return { from, to: to - 1, band };
    }

    /** Times from and up to but not including, in ns: {from, to}, and of a band the period. */
    times(selection) {
        if (selection.band) {
            const [low, high] = this.rowsOf(selection);
            const [start, end] = [low, high + 1].map((row) => Number(this.rowNs(row)));
            return { from: start, to: end, period: Number(this.length) };
        }
        const { from, to } = this.ordered(selection);
        return { from: Number(this.startOf(from)), to: Number(this.startOf(to + 1)) };
    }

    holds(selection, cell) {
        if (selection.band) {
            const [low, high] = this.rowsOf(selection),
                row = cell % this.rows;
            return row >= low && row <= high;
        }
        const { from, to } = this.ordered(selection);
        return cell >= from && cell <= to;
    }

    sum(selection) {
        let sum = 0;
        for (const [cell, value] of this.values) sum += this.holds(selection, cell) ? value : 0;
        return sum;
    }

    /** "1 234", "12.3 ms" */
    short(value) {
        const { unit, decimals } = this.view;
        return unit === "ns" ? this.amount(value) : grouped(value / 10 ** decimals);
    }

    /** "4 samples", "12.3 ms" */
    amount(value) {
        const { unit, decimals } = this.view,
            units = [["s", 1e9], ["ms", 1e6], ["\u00b5s", 1e3]],
            own = value / 10 ** decimals;
        if (unit !== "ns") return grouped(own) + " " + (own === 1 ? unit.replace(/s$/, "") : unit);
        const [name, size] = units.find(([, least]) => own >= least) || ["ns", 1];
        return Number((own / size).toPrecision(3)) + THIN + name;
    }

    share(value) {
        return `${(this.whole ? (100 * value) / this.whole : 0).toFixed(2)}${THIN}%`;
    }

    /** "3.4-3.62 s"; of a band "0.25-0.31 s of every second". */
    name(selection) {
        const [ends, period] = this.text(selection).split("/"),
            every = period === "1" ? "second" : period + THIN + "s";
        return `${ends}${THIN}s` + (period ? ` of every ${every}` : "");
    }

    /* "4 samples · 0.05 %" */
    amounts(value) {
        return `${this.amount(value)} \u00b7 ${this.share(value)}`;
    }

    /** "48.44-48.46 s · 4 samples · 0.05 %" */
    facts(selection) {
        const single = selection.from === selection.to && !selection.band,
            sum = single ? this.values.get(selection.from) || 0 : this.sum(selection);
        return `${this.name(selection)} \u00b7 ${this.amounts(sum)}`;
    }

    /** Round the cells of a selection, as the data of a path. */
    outline(selection) {
        const { rows, view } = this,
            top = this.height(rows);
        if (selection.band) {
            const [low, high] = this.rowsOf(selection);
            const y = this.height(low),
                end = this.edge(view.columns);
            return `M${this.edge(0)} ${y}V${this.height(high + 1)}H${end}V${y}z`;
        }
        const { from, to } = this.ordered(selection),
            c0 = Math.floor(from / rows),
            c1 = Math.floor(to / rows),
            y0 = this.height(from % rows),
            y1 = this.height((to % rows) + 1);
        if (c0 === c1) return `M${this.edge(c0)} ${y0}V${y1}H${this.edge(c0 + 1)}V${y0}z`;
        return (
            `M${this.edge(c0)} ${y0}V${top}H${this.edge(c1)}V${y1}H${this.edge(c1 + 1)}V${view.bottom}` +
            `H${this.edge(c0 + 1)}V${y0}z`
        );
    }
}
