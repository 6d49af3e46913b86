/*
 * change_words.js - what changed in words, as in render/change_words.c:
 *
 *     12.30 % -> 13.50 % · +1.20 pp ± 0.60 · 2 964 -> 3 200 samples
 */
import { formatAmount, formatGrouped, formatShare, formatShort, NARROW_SPACE, SEPARATOR, unitOf, withPoint } from "./format.js";

const PLUS_MINUS = "\u00b1";
const TIMES = "\u00d7";
export const ARROW = " \u2192 ";
const MINUS = "\u2212";
const SEEN_APART = 50; // thousandths of a point between the change of a share and the frame's own

/* fr_verdict of diff/diff.h */
const JUDGED_AS = [
    ", within noise",
    ", too small to matter",
    "",
    "",
    ", new",
    ", gone",
    ", not judged",
    ", maybe: not sure with one run a side",
];

function hundredths(thousandths) {
    const shown = Math.floor((thousandths + 5) / 10);
    return thousandths > 0 && shown === 0 ? "<0.01" : withPoint(shown, 2);
}

/** Points in the unit of the sides: percentage points, or a rate (render/change_words.c). */
export function formatSize(view, points) {
    const rate = BigInt(view.diff.rate),
        milli = rate ? Number((BigInt(points) * rate + 50000n) / 100000n) : points;
    if (rate && milli >= 99950) return formatGrouped(Math.floor((milli + 500) / 1000), 0);
    if (rate && milli >= 9995) return tenthsOf(milli);
    return hundredths(milli);
}

function tenthsOf(thousandths) {
    return withPoint(Math.floor((thousandths + 50) / 100), 1);
}

function signText(points) {
    return points < 0 ? MINUS : points > 0 ? "+" : "";
}

export function formatPoints(view, points) {
    return signText(points) + formatSize(view, Math.abs(points)) + view.diff.points;
}

/** Returns what a label begins with: "+2.1", the unit in a wide box, and "?" where it only may have changed. */
export function signOf(view, { points, maybe }, unit) {
    const value = Math.abs(points),
        rate = view.diff.rate !== "0";
    const number = !rate && value >= 95 ? tenthsOf(value) : formatSize(view, value);
    return signText(points) + number + (unit ? view.diff.points : "") + (maybe ? "?" : "");
}

/** "12.30 % -> 13.50 %" */
export function sharesText({ diff }, base, added, places = 2) {
    return formatShare(base, diff.base_whole, places) + ARROW + formatShare(added, diff.new_whole, places);
}

/* Against what a frame that did not change grew by: 1.00 for that. */
function ratioText(view, base, added) {
    const typical = BigInt(base) * BigInt(view.diff.factor),
        value = BigInt(added);
    if (typical <= 0n || value <= 0n) return "";
    const ratio = (value * 200000000n + typical) / (typical * 2n);
    if (ratio >= 100000n || ratio <= 0n) return "";
    return ` (${TIMES}${NARROW_SPACE}${withPoint(ratio, 2)})`;
}

/** "+0.40 pp ± 0.60, within noise" of an entry of the columns of both_sides.js. */
export function changeText(view, c, node) {
    const none = c.verdict[node] === 0 && !Number(c.base[node]) && !Number(c.new[node]),
        error = c.error[node] > 0 ? ` ${PLUS_MINUS} ${formatSize(view, c.error[node])}` : "",
        judged = none ? "" : JUDGED_AS[c.verdict[node]] || "";
    return formatPoints(view, c.points[node]) + error + ratioText(view, c.base[node], c.new[node]) + judged;
}

/** The same of one amount of a function, {points, error, ...}. */
export function changeOfAmount(view, amount) {
    const columns = Object.fromEntries(Object.entries(amount).map(([key, value]) => [key, [value]]));
    return changeText(view, columns, 0);
}

/* Why a share changed though the frame did not. */
function othersText(c, node) {
    if (c.seen[node] || Math.abs(c.share[node]) <= Math.abs(c.points[node])) return "";
    return c.share[node] < 0 ? ", because others grew" : ", because others shrank";
}

function movedByOthers(c, node) {
    return Math.abs(c.share[node] - c.points[node]) >= SEEN_APART;
}

function totalText(view, c, node) {
    const shares = sharesText(view, c.base[node], c.new[node]);
    if (!movedByOthers(c, node)) return shares + SEPARATOR + changeText(view, c, node);
    const itself = c.seen[node] ? "; itself " : "; itself unchanged, ";
    return "share " + shares + othersText(c, node) + itself + changeText(view, c, node);
}

/* "2 964 -> 3 200 samples" */
function amountsText(view, c, node) {
    const [base, added] = [c.base[node], c.new[node]],
        unit = ["ns", "bytes"].includes(view.unit) ? "" : " " + unitOf(view, added);
    return formatShort(view, base) + ARROW + formatShort(view, added) + unit;
}

/* Own value where it is another than the total, and there is some. */
function hasSelf({ total, self }, node) {
    const same = self.base[node] === total.base[node] && self.new[node] === total.new[node];
    return !same && Boolean(Number(self.base[node]) || Number(self.new[node]));
}

/** All of it in one line, as in <title> elements. */
export function changeLine(tree, node, view) {
    const { total, self } = tree.sides,
        parts = [totalText(view, total, node), amountsText(view, total, node)];
    if (hasSelf(tree.sides, node) && (total.seen[node] || self.seen[node])) {
        const shares = sharesText(view, self.base[node], self.new[node]);
        parts.push(view.own + " " + shares + ", " + changeText(view, self, node));
    }
    return parts.join(SEPARATOR);
}

/* "12.30 % · 2 964 samples" */
function sideText(view, value, whole) {
    return formatShare(value, whole, 2) + SEPARATOR + formatAmount(view, value);
}

/** Returns what both sides have: rows of [which, how much]. */
export function sideFacts(view, { base, new: added }) {
    const { diff } = view;
    return [
        [diff.base, sideText(view, base, diff.base_whole)],
        [diff.new, sideText(view, added, diff.new_whole)],
    ];
}

/** Rows of [what, how much] about a node. */
export function changeFacts(tree, node, view) {
    const { total, self } = tree.sides,
        rows = sideFacts(view, { base: total.base[node], new: total.new[node] });
    if (movedByOthers(total, node)) {
        rows.push(["share", formatPoints(view, total.share[node]) + othersText(total, node)]);
        rows.push(["itself", changeText(view, total, node)]);
    } else {
        rows.push(["change", changeText(view, total, node)]);
    }
    if (!hasSelf(tree.sides, node)) return rows;
    const shares = sharesText(view, self.base[node], self.new[node]);
    return [...rows, [view.own, shares + ", " + changeText(view, self, node)]];
}
