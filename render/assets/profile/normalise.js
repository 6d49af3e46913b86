/*
 * normalise.js - what a function that did not change grew by, as diff/factor.c finds it: the weighted median
 * of the ratios of own samples, or the ratio of the wholes where nothing tells the two apart or too few functions
 * stand on both sides. That file has the reasons and the sources.
 */
import { formatGrouped } from "./format.js";

const LEAST_SAMPLES = 10; // of a function, on both sides
const LEAST_FUNCTIONS = 10;
const LEAST_SHARE = 0.5; // that common functions hold of each side
const TAU = 0.02;
const NORMAL_MAD = 0.6744897501960817;

function isCommon({ base, new: added }) {
    return base >= LEAST_SAMPLES && added >= LEAST_SAMPLES;
}

function sumOf(rows, side) {
    return rows.reduce((sum, row) => sum + row[side], 0);
}

/* Returns the share of all samples; rows are the part of them that was chosen. */
function shareInCommon(rows, keptBase, keptNew) {
    const common = rows.filter(isCommon),
        share = (side, kept) => (kept * sumOf(common, side)) / sumOf(rows, side);
    return sumOf(rows, "base") > 0 && sumOf(rows, "new") > 0 ? Math.max(share("base", keptBase), share("new", keptNew)) : 0;
}

function ratioOf({ base, new: added }) {
    const variance = 1 / base + 1 / added;
    return { log: Math.log(added / base), weight: 1 / Math.sqrt(variance + TAU * TAU), sigma: Math.sqrt(variance) };
}

/* The ratio at which half of the weight is reached; between two where it is reached exactly. */
function weightedMedian(ratios) {
    const whole = sumOf(ratios, "weight");
    let below = 0;
    for (let i = 0; i + 1 < ratios.length; i++) {
        below += ratios[i].weight;
        if (Math.abs(2 * below - whole) <= 1e-9 * whole) return (ratios[i].log + ratios[i + 1].log) / 2;
        if (2 * below > whole) return ratios[i].log;
    }
    return ratios[ratios.length - 1].log;
}

/* Returns how far ratios scatter, in units of what sampling makes them; at least 1. */
function scatterOf(ratios, median) {
    const far = Float64Array.from(ratios, ({ log, sigma }) => Math.abs(log - median) / sigma).sort(),
        n = far.length,
        middle = n % 2 ? far[(n - 1) / 2] : (far[n / 2 - 1] + far[n / 2]) / 2;
    return Math.max(1, middle / NORMAL_MAD);
}

function errorOf(ratios) {
    const squares = ratios.reduce((sum, { weight }) => sum + weight * weight, 0),
        slope = ratios.reduce((sum, { weight, sigma }) => sum + weight / (Math.sqrt(2 * Math.PI) * sigma), 0);
    return Math.sqrt(squares) / (2 * slope);
}

/* Four digits that count. */
function digits(number) {
    let decimals = 0,
        scaled = number;
    for (; scaled < 1000 && decimals < 9; decimals++) scaled *= 10;
    return formatGrouped(Math.round(scaled), decimals);
}

function said(factor, what) {
    return { ...factor, text: `unchanged functions have ${digits(factor.value)}x their base size, as ${what}` };
}

/* "both sides are of one size (0.99x); 4 functions have ..." */
function byShare(factor, what) {
    const ratio = formatGrouped(Math.round(100 * factor.share), 2) + "x",
        isOneSize = Math.abs(Math.log(factor.share)) <= Math.log(1.05),
        size = isOneSize
            ? `both sides are of one size (${ratio})`
            : `unchanged functions have ${ratio} their base size, as the whole has`;
    return { ...factor, used: "share", value: factor.share, text: `${size}; ${what}` };
}

function byTypical(ratios, start) {
    const median = weightedMedian(ratios),
        factor = { ...start, typical: Math.exp(median), error: errorOf(ratios) * scatterOf(ratios, median) };
    if (Math.abs(Math.log(factor.typical / factor.share)) <= 2 * factor.error) {
        const what = `${formatGrouped(ratios.length, 0)} typical functions show ${digits(factor.typical)}x`;
        return byShare(factor, `${what}, the same within its error`);
    }
    const what = `${formatGrouped(ratios.length, 0)} typical ones show; the whole has ${digits(factor.share)}x`;
    return said({ ...factor, used: "typical", value: factor.typical }, what);
}

/** The factor of two parts of one recording: the ratio of their durations. */
export function timeFactor([base, added]) {
    const value = added.seconds / base.seconds,
        seconds = `${digits(base.seconds)} s and ${digits(added.seconds)} s`;
    return said({ used: "time", value, error: 0, typical: 0 }, `the durations do, ${seconds}`);
}

/** {used, value, share, typical, error, text} for own samples of functions: rows of {base, new}; `kept` is what a name
 * or a label chose of each side. */
export function findFactor(rows, wholeBase, wholeNew, kept = [1, 1]) {
    const start = { used: "none", value: 1, share: 1, typical: 0, error: 0, text: "one side has no values" };
    if (!(wholeBase > 0 && wholeNew > 0)) return start;
    start.share = wholeNew / wholeBase;
    const ratios = rows.filter(isCommon).map(ratioOf),
        n = ratios.length;
    if (n < LEAST_FUNCTIONS) {
        const have = n === 1 ? "1 function has" : `${n} functions have`;
        return byShare(start, `${have} 10 samples on both sides, too few to tell more`);
    }
    const share = shareInCommon(rows, ...kept);
    if (share < LEAST_SHARE) {
        const what = `functions of both sides hold ${Math.trunc(100 * share)} % of either at most`;
        return byShare(start, `${what}, too little to tell more`);
    }
    ratios.sort((a, b) => a.log - b.log || a.weight - b.weight);
    return byTypical(ratios, start);
}
