/*
 * heat_bands.js - bands of any period, whose ends are no edges of cells, as what stands out in time has them:
 * "0.501-0.602/1.007". Bands of the rows of cells are those of heat_cells.js.
 *
 *     { from, to, phase: { from, to, period } }    the cells of its first time; offsets and period in ns
 */
import { within } from "../profile/bounds.js";
import { Cells, nsOf, secondsText } from "./heat_cells.js";

const NS = 1e9;

export class PageCells extends Cells {
    /* The first cell and the last one of the n-th time of a phase, where it is drawn. */
    timeOf({ from, to, period }, n) {
        const start = n * period + from,
            end = start + (to > from ? to - from : to - from + period);
        return { from: within(this.cellAt(start), 0, this.last), to: within(this.cellAt(end - 1), 0, this.last) };
    }

    /** A page that has cells in place of exact times reads none: its samples would be of the wrong side of an end. */
    read(text) {
        const found = /^([0-9.]+)-([0-9.]+)\/([0-9.]+)$/.exec(text),
            aligned = super.read(text);
        if (aligned || !found || this.view.coarse) return aligned;
        const [from, to, period] = found.slice(1).map((part) => Number(nsOf(part)));
        if (from === to || !(from < period) || !(to <= period)) return null;
        const phase = { from, to, period };
        return { ...this.timeOf(phase, Math.ceil(this.view.first * NS / period)), phase };
    }

    text(selection) {
        const { phase } = selection;
        if (!phase) return super.text(selection);
        const [from, to, period] = [phase.from, phase.to, phase.period].map((ns) => secondsText(BigInt(ns)));
        return `${from}-${to}/${period}`;
    }

    /** One that goes on across the end of its period is all but what lies between. */
    times(selection) {
        const { phase } = selection;
        if (!phase) return super.times(selection);
        const { from, to, period } = phase;
        return from < to ? phase : { from: to, to: from, period, outside: true };
    }

    /** As of other selections; what a phase takes of its cells only the samples tell: `whole`. */
    facts(selection, whole) {
        return selection.phase ? `${this.name(selection)} \u00b7 ${this.amounts(whole)}` : super.facts(selection);
    }

    /** Each cell has its part of a period that is shorter. */
    outline(selection) {
        const { phase } = selection,
            { first, columns, seconds, rows } = this.view;
        if (!phase) return super.outline(selection);
        if (phase.period * rows < seconds * NS) return super.outline({ from: 0, to: this.last });
        const { from, period } = phase,
            end = (first + columns * seconds) * NS;
        let path = "";
        for (let n = Math.ceil((first * NS - from) / period); n * period + from < end; n++)
            path += super.outline(this.timeOf(phase, n));
        return path;
    }
}
