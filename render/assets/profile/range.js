/*
 * range.js - the profile of the samples of some seconds, as --range chooses them (model/select/select.c):
 *
 *     3.4-3.6      seconds from the one in which the recording starts, up to but not including the last
 *
 * A sample that lasts counts with the part of it that lies in the range.
 */
import { valueIn } from "../data/pack.js";
import { formatMultiple, NARROW_SPACE } from "./format.js";
import { withCount } from "./label_filter.js";

const SECOND = 1e9; // ns

/** [from, to] of "3.4-3.6" in ns. */
export function rangeIn(pattern) {
    return pattern.split("-").map((text) => Math.round(text * SECOND));
}

/** "3.4" of ns. */
export function secondsText(ns) {
    return (ns / SECOND).toFixed(9).replace(/\.?0+$/, "");
}

/* " in 200 ms of recording", as model/measured.c says it: a minute to ten are seconds. */
function durationText(ns) {
    const tenths = (Math.round(ns / 1e8) / 10).toFixed(1),
        text = tenths < 60 || tenths >= 600 ? formatMultiple(ns, 0, "ns") : tenths + NARROW_SPACE + "s";
    return ns > 0 ? ` in ${text} of recording` : "";
}

/* By lane: its set of labels; null where some lane has none. */
function setsOf(lanes, { labels }) {
    if (!labels) return null;
    const valuesOf = (set) => set.filter(({ key }) => key !== "pid").map(({ value }) => value),
        names = labels.sets.map((set) => valuesOf(set).join(" ")),
        sets = lanes.map(({ name }) => names.indexOf(name));
    return sets.includes(-1) ? null : sets;
}

/* The column and labels of some samples, each with `part` of its value. */
function sumSamples({ columns: [column], labels }, samples, hasSets) {
    const { constructor: Values } = column.values,
        sums = new Values(column.values.length),
        values = Values.from(samples, ({ part }) => valueIn(Values, part)),
        columnOf = (what) => Uint32Array.from(samples, (sample) => sample[what]);
    samples.forEach(({ stack }, row) => {
        sums[stack] += values[row];
    });
    return {
        columns: [{ ...column, values: sums }],
        labels: hasSets && { ...labels, stack: columnOf("stack"), set: columnOf("set"), values: [values] },
    };
}

/** The samples of a profile by their times. */
export class TimedSamples {
    /** `lanes` are those of chart_samples.js, `time` is that of the page's view. */
    constructor(pack, lanes, time) {
        const sets = setsOf(lanes, pack);
        Object.assign(this, { pack, time, sets });
        this.all = lanes.flatMap(({ start, value, stack }, lane) =>
            Array.from(stack, (own, i) => {
                return { start: start[i] + time.start, value: value[i], stack: own, set: sets?.[lane] };
            }),
        );
    }

    /** Returns the part of a sample's value that lies in a range. */
    partOf({ start, value }, [from, to]) {
        if (this.time.lasts) return Math.min(to, start + value) - Math.max(from, start);
        return start >= from && start < to ? value : 0;
    }

    /** The profile of a range in text; without values where it is none. The stacks stay. */
    cut(pattern) {
        const { pack, all, sets } = this,
            range = rangeIn(pattern),
            parts = all.map((sample) => ({ ...sample, part: this.partOf(sample, range) })),
            kept = parts.filter(({ part }) => part > 0);
        const facts = (line) => this.factsOf(line, range, kept.length);
        return { ...pack, ...sumSamples(pack, kept, sets), rowsAreSamples: true, facts };
    }

    /* The facts of the whole recording, made those of a range. */
    factsOf(line, [from, to], n) {
        const [first, last] = this.time.recorded,
            duration = durationText(Math.min(to, last) - Math.max(from, first));
        return withCount(line.replace(/ in [^\u00b7]* of recording/, duration), n);
    }
}
