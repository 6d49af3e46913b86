/*
 * judge.js - how sure a change between two runs is, one run a side: the part of diff/judge.c and
 * diff/significance.c for that case, in the same steps. Several runs a side and models of noise are the program's.
 *
 *     sides     { base: {whole, squares}, new: ..., counted, factor, ratio }     factor: normalise.js
 *     ratio     variance between runs per that of sampling (run_variance.js); null: sampling is all the noise
 *     weight    mean square weight per weight of a function; 1 for counts
 *     unsteady  a function of which one run a side is never sure (run_variance.js)
 */

import { VERDICT } from "./verdict.js";

const JUDGED_SAMPLES = 10;
const FOUND_BY_CHANCE = 0.05; // of what is found; the program's --fdr
export const LEAST_CHANGE = 0.1; // points; the program's --min-change
const Z_95 = 1.959963984540054;
const DUST = 1e-13; // what rounding leaves of no change at all
const DUST_ERROR = 1e-8;

/* ---- the normal distribution ---- */

/* erfc for x >= 0: the series of erf, and a continued fraction where that would lose digits. */
function complement(x) {
    if (x < 2.5) {
        let term = x,
            sum = x;
        for (let n = 1; Math.abs(term) > 1e-17 * sum; n++) {
            term *= (-x * x) / n;
            sum += term / (2 * n + 1);
        }
        return 1 - (2 / Math.sqrt(Math.PI)) * sum;
    }
    let fraction = 0;
    for (let k = 120; k > 0; k--) fraction = k / 2 / (x + fraction);
    return Math.exp(-x * x) / (Math.sqrt(Math.PI) * (x + fraction));
}

/** The part of a normal distribution beyond z >= 0. */
export function normalTail(z) {
    return 0.5 * complement(z * Math.SQRT1_2);
}

/** The z whose tail is p, for p up to 1/2; by halving, once for a comparison. */
export function normalQuantile(p) {
    let low = 0,
        high = 38;
    for (let i = 0; i < 80; i++) {
        const middle = (low + high) / 2;
        if (normalTail(middle) > p) low = middle;
        else high = middle;
    }
    return (low + high) / 2;
}

/* ---- one row ---- */

function shareVariance(row, p, whole) {
    const share = Math.min(Math.max(p, 0), 1);
    return (share * (1 - share) * ((1 - share) * row.inside + share * row.outside)) / whole;
}

/* Mean square weights inside and outside of the frame. */
function sumsOf(sides, base, added, weight) {
    const whole = sides.base.whole + sides.new.whole,
        unit = whole > 0 ? (sides.base.squares + sides.new.squares) / whole : 1,
        sum = base + added,
        squares = sides.weighted ? sum * weight : sum * unit,
        out = whole - sum,
        squaresOut = unit * whole - squares;
    return {
        inside: sum > 0 ? squares / sum : unit,
        outside: out > 0 && squaresOut > 0 ? squaresOut / out : unit,
    };
}

/* A change beyond sampling counts once more where values are compared, not shares (diff/significance.c). */
function ratioOfRates(ratio, p) {
    return 1 + (ratio - 1) / (1 - Math.min(p, 0.5));
}

/* By one factor; `rates` where it is another than that of the wholes. */
function judgeBy(sides, { value, error, rates }, base, added, row) {
    const wholeBase = sides.base.whole,
        wholeNew = sides.new.whole,
        samples = row.inside > 0 ? (base + added) / row.inside : 0,
        shareBase = wholeBase > 0 ? base / wholeBase : 0,
        shareNew = wholeNew > 0 ? added / wholeNew : 0;
    if (!(wholeBase > 0 && wholeNew > 0))
        return { samples, change: shareNew - shareBase, error: 0, z: 0, samplingZ: 0 };
    const f = (value * wholeBase) / wholeNew,
        unit = f > 1 ? f : 1,
        p = (base + added) / (wholeBase + f * wholeNew);
    const variance = rates
        ? f * p * row.inside * (1 / wholeNew + f / wholeBase)
        : shareVariance(row, f * p, wholeNew) + f * f * shareVariance(row, p, wholeBase);
    const change = (shareNew - f * shareBase) / unit,
        ofFactor = f * p * f * p * error * error,
        ratio = rates ? ratioOfRates(sides.ratio, (base + added) / (wholeBase + wholeNew)) : sides.ratio,
        scatter = Math.sqrt(ratio * variance + ofFactor) / unit,
        zOf = (by) => (by > 0 && change !== 0 ? change / by : 0);
    return { samples, change, error: scatter, z: zOf(scatter), samplingZ: zOf(Math.sqrt(variance + ofFactor) / unit) };
}

/* If shares stand in for a typical factor, a change has to be one by both: the less sure of them. */
function judgeByBoth(sides, base, added, weight) {
    const row = sumsOf(sides, base, added, weight),
        { factor } = sides,
        byShares = factor.used === "share",
        first = { value: factor.value, error: byShares ? 0 : factor.error, rates: !byShares },
        change = judgeBy(sides, first, base, added, row);
    if (!byShares || !(factor.typical > 0)) return change;
    const other = judgeBy(sides, { value: factor.typical, error: factor.error, rates: true }, base, added, row),
        sameWay = change.change > 0 === other.change > 0,
        lesser = (key) => (!sameWay ? 0 : Math.abs(other[key]) < Math.abs(change[key]) ? other[key] : change[key]);
    return { ...change, z: lesser("z"), samplingZ: lesser("samplingZ") };
}

/** One amount of {base, new, weight, unsteady}: what judge() asks for of a box's function. */
export function judgeRow(sides, { base, new: added, weight, unsteady }) {
    const row = judgeByBoth(sides, base, added, weight);
    return unsteady && sides.usual ? { ...row, z: 0 } : row;
}

/* ---- the family ---- */

/* Returns how likely chance alone makes a change as sure as z. It takes long: nodes are judged by their z alone. */
function chanceOf(z) {
    return z ? Math.min(2 * normalTail(Math.abs(z)), 1) : 1;
}

/* Benjamini and Hochberg 1995: the p up to which a test counts as found. */
function cutOf(sorted) {
    const n = sorted.length;
    for (let i = n; i > 0; i--)
        if (sorted[i - 1] <= (FOUND_BY_CHANCE * i) / n) return (FOUND_BY_CHANCE * i) / n;
    return n ? FOUND_BY_CHANCE / n : FOUND_BY_CHANCE;
}

function cutOfZ(zs) {
    return normalQuantile(cutOf(Float64Array.from(zs, chanceOf).sort()) / 2);
}

/** Sets from which |z| on a change is one, and from which |z| of sampling it may be one, for the functions of both
 * sides: rows of {base, new, weight, unsteady}, totals. */
export function findCuts(sides, rows) {
    const judged = sides.counted ? rows.map((row) => judgeRow(sides, row)) : [],
        tested = judged.filter(({ samples }) => samples >= JUDGED_SAMPLES),
        steady = judged.filter(({ samples }, i) => samples >= JUDGED_SAMPLES && !(sides.usual && rows[i].unsteady));
    sides.cut = cutOfZ(steady.map(({ z }) => z));
    sides.maybeCut = cutOfZ(tested.map(({ samplingZ }) => samplingZ));
}

/* A box is no surer than its function. */
function withinFunction(change, whole) {
    const lesser = (key) => Math.sign(change[key]) * Math.min(Math.abs(change[key]), Math.abs(whole[key]));
    return { ...change, z: lesser("z"), samplingZ: lesser("samplingZ") };
}

function changed(base, added, points) {
    if (base === 0) return VERDICT.new;
    if (added === 0) return VERDICT.gone;
    return points > 0 ? VERDICT.grew : VERDICT.shrank;
}

function verdictOf(sides, base, added, points, { z, samplingZ, samples }) {
    const isLarge = Math.abs(points) >= LEAST_CHANGE;
    if (base === 0 && added === 0) return VERDICT.noise;
    if (!(sides.base.whole > 0 && sides.new.whole > 0)) return changed(base, added, points);
    if (!sides.counted) return VERDICT.unjudged;
    if (samples < JUDGED_SAMPLES || points === 0) return VERDICT.noise;
    if (Math.abs(z) >= sides.cut) return isLarge ? changed(base, added, points) : VERDICT.small;
    return sides.usual && isLarge && Math.abs(samplingZ) >= sides.maybeCut ? VERDICT.maybe : VERDICT.noise;
}

/** The change of one amount, in points of the whole: {points, share, error, verdict}. `whole`: of a box, what
 * judgeRow() says of its function. */
export function judge(sides, base, added, { weight, unsteady }, whole) {
    const own = judgeRow(sides, { base, new: added, weight, unsteady }),
        row = whole && sides.usual ? withinFunction(own, whole) : own,
        shareOf = (value, whole) => (whole > 0 ? value / whole : 0),
        points = Math.abs(row.change) > DUST ? 100 * row.change : 0;
    return {
        points,
        share: 100 * (shareOf(added, sides.new.whole) - shareOf(base, sides.base.whole)),
        error: sides.counted && row.error > DUST_ERROR ? 100 * Z_95 * row.error : 0,
        verdict: verdictOf(sides, base, added, points, row),
    };
}
