/*
 * change_words.js - what changed in words, as in render/change_words.c:
 *
 *     12.30 % -> 13.50 % · +1.20 pp ± 0.60 · 2 964 -> 3 200 samples
 */
import { formatGrouped, formatMultiple, formatShare, NARROW_SPACE, unitOf } from "./format.js";

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
    if (thousandths > 0 && shown === 0) return "<0.01";
    return Math.floor(shown / 100) + "." + String(shown % 100).padStart(2, "0");
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
    const tenths = Math.floor((thousandths + 50) / 100);
    return Math.floor(tenths / 10) + "." + (tenths % 10);
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

/* "12.30 % -> 13.50 %" */
function sharesText(view, base, added) {
    return (
        formatShare(base, view.diff.base_whole, 2) +
        ARROW +
        formatShare(added, view.diff.new_whole, 2)
    );
}

/* Against what a frame that did not change grew by: 1.00 for that. */
function ratioText(view, base, added) {
    const typical = BigInt(base) * BigInt(view.diff.factor),
        value = BigInt(added);
    if (typical <= 0n || value <= 0n) return "";
    const ratio = (value * 200000000n + typical) / (typical * 2n);
    if (ratio >= 100000n || ratio <= 0n) return "";
    const digits = String(ratio).padStart(3, "0");
    return ` (${TIMES}${NARROW_SPACE}${digits.slice(0, -2)}.${digits.slice(-2)})`;
}

/** "+0.40 pp ± 0.60, within noise" of an entry of the columns of both_sides.js. */
export function changeText(view, c, node) {
    const none = c.verdict[node] === 0 && !Number(c.base[node]) && !Number(c.new[node]);
    return (
        formatPoints(view, c.points[node]) +
        (c.error[node] > 0 ? " " + PLUS_MINUS + " " + formatSize(view, c.error[node]) : "") +
        ratioText(view, c.base[node], c.new[node]) +
        (none ? "" : JUDGED_AS[c.verdict[node]] || "")
    );
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
    if (!movedByOthers(c, node)) return shares + " \u00b7 " + changeText(view, c, node);
    const itself = c.seen[node] ? "; itself " : "; itself unchanged, ";
    return "share " + shares + othersText(c, node) + itself + changeText(view, c, node);
}

function valueText(view, value) {
    return formatMultiple(value, view.decimals, view.unit) || formatGrouped(value, view.decimals);
}

/* "2 964 -> 3 200 samples" */
function amountsText(view, c, node) {
    const base = c.base[node],
        added = c.new[node],
        plain = !["ns", "bytes"].includes(view.unit);
    return (
        valueText(view, base) +
        ARROW +
        valueText(view, added) +
        (plain ? " " + unitOf(view, added) : "")
    );
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
    return parts.join(" \u00b7 ");
}

/* "12.30 % · 2 964 samples" */
function sideText(view, value, whole) {
    const multiple = formatMultiple(value, view.decimals, view.unit);
    const amount =
        multiple || formatGrouped(value, view.decimals) + " " + unitOf(view, value);
    return formatShare(value, whole, 2) + " \u00b7 " + amount;
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
    if (hasSelf(tree.sides, node))
        rows.push([
            view.own,
            sharesText(view, self.base[node], self.new[node]) + ", " + changeText(view, self, node),
        ]);
    return rows;
}
