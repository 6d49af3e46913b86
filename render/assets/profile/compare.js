/*
 * compare.js - the differential of two profiles, made in the page: what `flamerender diff --exact-names` makes of
 * one run a side, in a tree and a view as the program would have written them (pack_changes.js).
 *
 *     compareProfiles(base, new, view) -> { tree, view }   sides: {pack, column, kinds, label} (union.js, open_file.js)
 *
 * Sides of one recording also have {seconds}, 0 where they are not known: what is compared then are rates.
 *
 * Names are compared as they stand: paired_names.js makes one of those that differ by run before, and says so in
 * `notes`. Less than the program does: no sentence tells what explains a change.
 */
import { setColour, marksOf } from "./change.js";
import { ARROW } from "./change_words.js";
import { changeFunctions } from "./change_functions.js";
import { setWidth } from "./diff_width.js";
import { formatCount, formatGrouped, formatMultiple, SEPARATOR } from "./format.js";
import { findCuts, judge, judgeRow } from "./judge.js";
import { GONE, NEW, OWN_GREW, OWN_SHRANK } from "./mark_bits.js";
import { findFactor, timeFactor } from "./normalise.js";
import { isSeen, paintChanges, UNCHANGED } from "../draw/paint_changes.js";
import { joinPacks, treeOfBoth } from "./union.js";
import { COMPILED, STEADY, compiledShare, unsteadyNames, usualRatio } from "./run_variance.js";
import { VERDICT } from "./verdict.js";

const PPM = 1000000;
const USUAL_WORDS =
    "one run a side: sure is what is more than runs of one program usually differ by; JIT-compiled code, and functions that wait, are never sure";

/* ---- weights ---- */

/* Returns what values of a side are multiplied by, so that both have the same decimals. */
function scaleOf({ pack, column }, decimals) {
    return 10 ** (decimals - pack.columns[column].decimals);
}

/* Returns what the sums of squares of a side's weights are; of counts their sums. A part that was taken away is
 * weighted as what is left. */
function squaresOf({ pack, column }, whole, decimals) {
    const { squares, values, counted } = pack.columns[column],
        scale = scaleOf({ pack, column }, decimals),
        left = values.reduce((sum, value) => sum + Number(value), 0),
        sum = squares ? squares.reduce((all, value) => all + value, 0) : counted ? left : 0;
    return left ? (sum * scale * whole) / left : 0;
}

/* Mean square weight per weight of each function: a stack counts once in each of its functions. */
function weigh(joined, sides) {
    const { pack, first } = joined,
        n = pack.names.length,
        sums = new Float64Array(n),
        squares = new Float64Array(n),
        last = new Uint32Array(n);
    sides.forEach(({ pack: own, column }, k) => {
        const { values, squares: given, counted } = own.columns[column],
            scale = scaleOf({ pack: own, column }, joined.decimals);
        for (let i = 1; i < values.length; i++) {
            const sum = Number(values[i]),
                stack = first[k] + i;
            for (let at = sum ? stack : 0; at; at = pack.parent[at]) {
                const name = pack.frames.name[pack.frame[at]];
                if (last[name] === stack) continue;
                last[name] = stack;
                sums[name] += sum * scale;
                squares[name] += (given ? given[i] : counted ? sum : 0) * scale ** 2;
            }
        }
    });
    return (name) => (sums[name] > 0 && squares[name] > 0 ? squares[name] / sums[name] : 1);
}

/* ---- judging ---- */

/* Returns {whole, squares} of both; a side of which options left nothing is weighted as the other. */
function measuresOf(both, { wholes, decimals }) {
    const sides = both.map((side, i) => ({
            whole: Number(wholes[i]),
            squares: squaresOf(side, Number(wholes[i]), decimals),
        })),
        [first, second] = sides;
    for (const [side, other] of [[first, second], [second, first]])
        if (!side.squares && other.whole) side.squares = (other.squares / other.whole) * side.whole;
    return { base: first, new: second };
}

/* Returns the samples of a run, in effect: weights that differ count for fewer. */
function effectiveSamples({ base, new: added }) {
    const whole = base.whole + added.whole,
        squares = base.squares + added.squares;
    return squares > 0 ? (whole * whole) / squares / 2 : 0;
}

/* Both sides, the factor between them and the cut: what judge() asks for. */
function judgeSides(joined, both, functions) {
    const columns = both.map(({ pack, column }) => pack.columns[column]),
        weighted = columns.some(({ squares }) => squares),
        weightOf = weighted ? weigh(joined, both) : () => 1,
        counted = columns.every((column) => column.counted),
        amounts = functions.map(({ self }) => Number(self.base) + Number(self.new)),
        left = amounts.reduce((sum, amount) => sum + amount, 0), // by options
        unsteady = unsteadyNames(joined.pack),
        compiled = compiledShare(joined.pack, unsteady, left),
        sides = measuresOf(both, joined);
    Object.assign(sides, { weighted, counted, weightOf });
    // of stacks that a name chose, and most of which have such code, no function is steadier than that
    if (both.some(({ pack }) => pack.isPart) && compiled >= 0.5)
        unsteady.forEach((kind, id) => { unsteady[id] = kind === STEADY ? COMPILED : kind; });
    sides.frameOf = (id) => ({ weight: weightOf(id), unsteady: unsteady[id] !== STEADY });
    const rows = functions.map(({ id, total, self }) => ({
        ...sides.frameOf(id),
        base: Number(total.base),
        new: Number(total.new),
        own: { base: Number(self.base) / weightOf(id), new: Number(self.new) / weightOf(id) },
    }));
    const own = counted ? rows.map((row) => row.own) : [],
        { whole: base } = sides.base,
        { whole: added } = sides.new;
    const chosen = columns.map(({ leftOut = 0 }) => 1 - leftOut),
        ofOne = both.every(({ seconds }) => seconds !== undefined), // two times of one recording are no two runs
        inTime = ofOne && both.every(({ seconds }) => seconds) && base && added;
    sides.factor = inTime ? timeFactor(both) : findFactor(own, base, added, chosen);
    sides.usual = !ofOne;
    sides.ratio = ofOne ? 1 : usualRatio(compiled, effectiveSamples(sides));
    findCuts(sides, rows);
    sides.functionOf = new Map(functions.map((row) => [row.id, row]));
    return sides;
}

function milli(points) {
    return Math.trunc(points * 1000 + (points < 0 ? -0.5 : 0.5));
}

/** The change of one amount as a tree has it: thousandths of a point. */
function changeOf(sides, base, added, frame, whole) {
    const { points, share, error, verdict } = judge(sides, base, added, frame, whole),
        seen = isSeen(verdict, points) ? 1 : 0;
    return { points: milli(points), share: milli(share), error: milli(error), verdict, seen, exact: points };
}

const JUDGED = ["points", "share", "error", "verdict", "seen"];

/* A function by its total or its self, judged once. */
function judgedFunction(sides, id, which) {
    const row = sides.functionOf.get(id);
    if (!row) return undefined; // the root is no function
    const { base, new: added } = row[which];
    row[which].judged ||= judgeRow(sides, { ...sides.frameOf(id), base: Number(base), new: Number(added) });
    return row[which].judged;
}

/* The change of a node by total or by self, in its columns; its exact points. */
function judgeNode(tree, which, node, sides, frame) {
    const column = tree.sides[which],
        whole = judgedFunction(sides, node ? tree.name[node] : -1, which),
        change = changeOf(sides, Number(column.base[node]), Number(column.new[node]), frame, whole);
    for (const key of JUDGED) column[key][node] = change[key];
    return change.exact;
}

/* A node that neither side has did not change: the columns begin so. */
function judgeNodes(tree, sides) {
    const exact = new Float64Array(tree.n),
        { base, new: added } = sides,
        { self } = tree.sides,
        unit = (base.squares + added.squares) / (base.whole + added.whole);
    for (let node = 0; node < tree.n; node++) {
        const frame = node ? sides.frameOf(tree.name[node]) : { weight: unit, unsteady: false };
        exact[node] = judgeNode(tree, "total", node, sides, frame);
        if (self.base[node] || self.new[node]) judgeNode(tree, "self", node, sides, frame);
    }
    return exact;
}

function judgeFunctions(functions, sides) {
    for (const row of functions)
        for (const which of ["total", "self"]) {
            const { base, new: added } = row[which];
            Object.assign(row[which], changeOf(sides, Number(base), Number(added), sides.frameOf(row.id)));
        }
    return functions;
}

/* ---- words ---- */

/* "1 000 and 1 200 samples", "40 bytes and 4.88 KiB" */
function amountsText({ decimals, unit }, wholes) {
    const multiples = wholes.map((whole) => formatMultiple(whole, decimals, unit)),
        own = multiples.some(Boolean) ? " " + unit : "";
    return wholes.map((whole, i) => multiples[i] || formatGrouped(whole, decimals) + own).join(" and ") + (own || !unit ? "" : " " + unit);
}

function titleOf(functions, { base: { whole: base }, new: { whole: added }, counted }) {
    const n = functions.filter(({ total }) => total.verdict >= 2 && total.verdict <= 5).length,
        all = `${formatGrouped(n, 0)} of ${formatCount(functions.length, "function")} changed`;
    if (!base || !added) return base ? "The new side is empty: everything is gone" : "The base side is empty: everything is new";
    if (!counted) return `${formatCount(functions.length, "function")}, not judged`;
    const chance = Math.round(n * 0.05),
        maybe = functions.filter(({ total }) => total.verdict === VERDICT.maybe).length;
    return all + (chance ? ` (of these about ${chance} by chance)` : "") + (maybe ? `; ${formatGrouped(maybe, 0)} may have` : "");
}

function notesOf(sides, names) {
    const isJudged = sides.counted && sides.usual && sides.base.whole && sides.new.whole;
    return [sides.factor.text, ...(isJudged ? [USUAL_WORDS] : []), ...names].join(SEPARATOR);
}

function widthsOf(base, added) {
    return [
        "width is the mean of both shares",
        "width is the share in " + added,
        "width is the share in " + base,
        "width is the larger share of own value, and what is on it",
        "width is the change of own share, and what is on it",
    ];
}

function newView(view, joined, [base, added]) {
    const widths = widthsOf(base.label, added.label),
        { columns } = base.pack;
    const subtitle = [
        base.label + ARROW + added.label,
        amountsText({ ...view, decimals: joined.decimals }, joined.wholes),
        "one run a side",
        ...(columns.length > 1 ? [columns[base.column].name] : []),
        widths[0],
    ].join(SEPARATOR);
    return {
        ...view,
        ...{ what: "diff", compared: true, own: "self", subtitle, search: "", column: 0, sort: "name", decimals: joined.decimals },
        ...{ undrawn: "0", n_undrawn: "0", chart: 0, entries: undefined, colours: undefined, kindFills: null, frames: "", frameFills: null, byFill: false },
        fills: [...view.changes, view.fills[view.rest], ...(view.match ? [view.fills[view.match]] : [])],
        rest: view.changes.length,
        match: view.match ? view.changes.length + 1 : undefined,
        diff: {
            ...{ width: "mean", first: "mean", subtitle, base: base.label, new: added.label, one: "0", self: 0 },
            ...{ callers: 0, changed: "", root: "all", points: "\u202fpp", rate: "0", widths },
            by_self: SEPARATOR + "colour is the change of own value",
            base_whole: String(joined.wholes[0]),
            new_whole: String(joined.wholes[1]),
        },
    };
}

/* All marks that some node has. */
function marksIn(tree, view) {
    let all = 0;
    for (let node = 0; node < tree.n; node++) all |= marksOf(tree, view, node).marks;
    return all;
}

/* The ramp, and what else is in the picture. */
function legendOf(tree, view, painted, counted) {
    const some = (bit) => painted.marks & bit,
        middle = UNCHANGED / 2,
        half = Math.trunc(UNCHANGED / 3),
        below = view.icicle ? "below" : "above",
        rows = [[painted.ramp, view.diff.ramps[1], view.diff.ramps[0]]];
    rows.push([UNCHANGED, counted ? "unchanged, or within noise" : "unchanged"]);
    if (painted.passesOn) rows.push([UNCHANGED + half, `paler: passes on a change ${below} it`]);
    if (tree.sides.total.verdict.includes(VERDICT.maybe)) rows.push([UNCHANGED + half, 'paler, "?": not sure with one run a side']);
    if (some(NEW)) rows.push([UNCHANGED + middle, "new", NEW]);
    if (some(GONE)) rows.push([UNCHANGED - middle, "gone", GONE]);
    if (some(OWN_GREW | OWN_SHRANK)) rows.push([UNCHANGED, "own code changed", OWN_GREW]);
    return rows;
}

/** The differential of two sides; `view` is that of the page, whose theme and layout it keeps. */
export function compareProfiles(base, added, view, notes = ["names are compared as they stand"]) {
    const both = [base, added],
        joined = joinPacks(base, added),
        made = newView(view, joined, both),
        tree = treeOfBoth(joined, made),
        functions = changeFunctions(tree),
        sides = judgeSides(joined, both, functions);
    made.diff.factor = String(Math.floor(sides.factor.value * PPM + 0.5));
    judgeFunctions(functions, sides);
    const painted = paintChanges(tree, functions, judgeNodes(tree, sides));
    made.diff.ramps = painted.titles;
    made.diff.most = painted.most;
    made.title = titleOf(functions, sides);
    made.notes = notesOf(sides, notes);
    made.diff.changed = sides.counted ? made.title : "";
    setWidth(tree, made, "mean");
    setColour(tree, made, false);
    painted.marks = marksIn(tree, made);
    made.legend = legendOf(tree, made, painted, sides.counted);
    tree.functions = functions;
    return { tree, view: made, sides };
}
