/*
 * change.js - both sides of a differential: the container of render/pack_changes.h to a tree, its widths
 * as render/diff_width.c has them, and what changed in words as in render/change_words.c.
 *
 *     tree.sides.total  {base, new, points, share, error, verdict, seen}   columns by node
 *     tree.sides.self   the same
 *     tree.sides.gap    {base, new}: what is left out before a node
 *
 * Points are percentage points of the whole, in thousandths.
 */
import { openContainer } from "./bytes.js";
import { formatGrouped, formatMultiple, formatShare, NARROW_SPACE, unitOf } from "./format.js";
import { newTree } from "./tree.js";
import { valuesFor, valueIn } from "./pack.js";

const SEEN = 16;
const PLUS_MINUS = "\u00b1";
const TIMES = "\u00d7";
const ARROW = " \u2192 ";
const MINUS = "\u2212";
const PP = NARROW_SPACE + "pp";
const SEEN_APART = 50;

/** Marks of a box: render/scene.h. */
export const GREW = 1,
    SHRANK = 2,
    OWN_GREW = 4,
    OWN_SHRANK = 8,
    NEW = 16,
    GONE = 32;

/* fr_verdict of diff/diff.h */
const JUDGED_AS = [
    ", within noise",
    ", too small to matter",
    "",
    "",
    ", new",
    ", gone",
    ", not judged",
];

/* ---- the container ---- */

function newAmounts(n, view) {
    const Values = valuesFor(
        BigInt(view.diff.base_whole) > BigInt(view.diff.new_whole)
            ? view.diff.base_whole
            : view.diff.new_whole,
    );
    return {
        base: new Values(n),
        new: new Values(n),
        points: new Int32Array(n),
        share: new Int32Array(n),
        error: new Int32Array(n),
        verdict: new Uint8Array(n),
        seen: new Uint8Array(n),
    };
}

function zigzag(from) {
    const value = from.varint();
    return value % 2 ? -(value + 1) / 2 : value / 2;
}

function readJudged(from, amounts, i) {
    amounts.points[i] = zigzag(from);
    amounts.share[i] = amounts.points[i] + zigzag(from);
    amounts.error[i] = from.varint();
    const verdict = from.varint();
    amounts.verdict[i] = verdict % SEEN;
    amounts.seen[i] = verdict >= SEEN ? 1 : 0;
}

function readSide(from, sides, side, i) {
    const value = () => valueIn(sides.total[side].constructor, from.varint());
    sides.gap[side][i] = value();
    sides.total[side][i] = value();
    sides.self[side][i] = value();
}

function readNode(from, tree, i, path) {
    const depth = from.varint(),
        { sides } = tree;
    if (i > 0 && (depth < 1 || depth > path.length))
        throw new RangeError("the changes do not add up");
    path.length = depth;
    tree.depth[i] = depth;
    tree.parent[i] = i ? path[depth - 1] : 0;
    path.push(i);
    tree.name[i] = from.varint();
    tree.hidden[i] = from.varint();
    readSide(from, sides, "base", i);
    readSide(from, sides, "new", i);
    sides.fills.total[i] = from.varint();
    sides.fills.self[i] = from.varint();
    readJudged(from, sides.total, i);
    readJudged(from, sides.self, i);
    if (!sides.widths) return;
    sides.widths.gap[i] = Number(from.varint());
    sides.widths.total[i] = Number(from.varint());
}

/** The tree of both sides, in the width and colour that `view` says. */
export async function decodeChanges(bytes, view) {
    const from = await openContainer(bytes, "FRCH"),
        names = [];
    for (let n = from.count(); n > 0; n--) names.push(from.text());
    const given = from.varint(),
        n = from.count(),
        tree = newTree(n, names, 0);
    tree.gap = new Float64Array(n);
    tree.hidden = new Uint32Array(n);
    tree.sides = {
        total: newAmounts(n, view),
        self: newAmounts(n, view),
        gap: newAmounts(n, view),
        fills: { total: new Uint8Array(n), self: new Uint8Array(n) },
        widths: given ? { gap: new Float64Array(n), total: new Float64Array(n) } : null,
    };
    for (let i = 0, path = []; i < n; i++) readNode(from, tree, i, path);
    tree.closeEnds();
    tree.complete = tree.hidden.every((hidden) => hidden === 0);
    Object.assign(view.diff, { first: view.diff.width, subtitle: view.subtitle });
    setWidth(tree, view, view.diff.width);
    setColour(tree, view, Boolean(view.diff.self));
    return tree;
}

/* ---- widths ---- */

const WIDTHS = ["mean", "new", "base", "max", "delta"];
const COMBINE = new Map([
    ["max", (base, added) => (base > added ? base : added)],
    ["delta", (base, added) => (base > added ? base - added : added - base)],
]);

function commonDivisor(a, b) {
    while (b) [a, b] = [b, a % b];
    return a || 1n;
}

/* What a unit of each side counts. */
function unitsOf(view, width) {
    const base = BigInt(view.diff.base_whole),
        added = BigInt(view.diff.new_whole),
        divisor = commonDivisor(base, added);
    if (width === "new") return { base: 0n, new: 1n };
    if (width === "base") return { base: 1n, new: 0n };
    if (base && added) return { base: added / divisor, new: base / divisor };
    return { base: base ? 1n : 0n, new: added ? 1n : 0n };
}

/* (base, new) -> width, in Numbers where they are exact. */
function makeWidth(view, width) {
    const per = unitsOf(view, width),
        combine = COMBINE.get(width) || ((base, added) => base + added);
    const base = BigInt(view.diff.base_whole) * per.base,
        added = BigInt(view.diff.new_whole) * per.new,
        larger = base > added ? base : added,
        whole = COMBINE.has(width) ? larger : base + added;
    let halvings = 0n;
    while (whole >> halvings >> 53n) halvings++;
    const exact = (b, a) => Number(combine(BigInt(b) * per.base, BigInt(a) * per.new) >> halvings),
        fits = base + added <= BigInt(Number.MAX_SAFE_INTEGER),
        perBase = Number(per.base),
        perNew = Number(per.new),
        quick = (b, a) => combine(b * perBase, a * perNew);
    return { of: fits ? quick : exact, whole: Number(whole >> halvings) };
}

/* Totals by the values; own is what children and gaps leave of them. */
function fillDown(tree, of) {
    const { sides } = tree;
    for (let i = 0; i < tree.n; i++) {
        tree.self[i] = of(sides.self.base[i], sides.self.new[i]);
        tree.total[i] = of(sides.total.base[i], sides.total.new[i]);
        tree.gap[i] = of(sides.gap.base[i], sides.gap.new[i]);
    }
}

/* Own widths first; totals are their sums, or what the file says. */
function fillUp(tree, of) {
    const { sides } = tree;
    for (let i = 0; i < tree.n; i++) tree.self[i] = of(sides.self.base[i], sides.self.new[i]);
    tree.gap.fill(0);
    if (sides.widths) {
        tree.gap.set(sides.widths.gap);
        tree.total.set(sides.widths.total);
    } else {
        tree.sumTotals();
    }
}

/* What a node's children in the data leave of it, besides its own value. */
function findLostWidth(tree) {
    tree.lost = new Float64Array(tree.n);
    if (tree.complete) return;
    for (let i = 0; i < tree.n; i++) {
        tree.lost[i] += tree.total[i] - tree.self[i];
        if (i > 0) tree.lost[tree.parent[i]] -= tree.total[i];
    }
}

/** The width that follows when one is chosen in turn; MAX and DELTA only where the picture began so. */
export function nextWidth(view) {
    const all = [...(COMBINE.has(view.diff.first) ? [view.diff.first] : []), "mean", "new", "base"];
    return all[(all.indexOf(view.diff.width) + 1) % all.length];
}

/** The subtitle, which says what width and colour are. */
export function subtitleOf(view) {
    const { diff } = view,
        words = (width) => diff.widths[WIDTHS.indexOf(width)];
    return diff.subtitle
        .replace(diff.by_self, "")
        .replace(words(diff.first), () => words(diff.width) + (diff.self ? diff.by_self : ""));
}

export function setWidth(tree, view, width) {
    const { of, whole } = makeWidth(view, width);
    if (COMBINE.has(width)) fillUp(tree, of);
    else fillDown(tree, of);
    findLostWidth(tree);
    view.diff.width = width;
    view.sums = COMBINE.has(width) ? whole : 0; // what is one profile
    view.whole = String(COMBINE.has(width) ? tree.total[0] : whole);
}

/* ---- colours and marks ---- */

export function setColour(tree, view, bySelf) {
    tree.fill = bySelf ? tree.sides.fills.self : tree.sides.fills.total;
    view.diff.self = bySelf ? 1 : 0;
}

function ownMatters(total, self, node) {
    const a = total.points[node],
        b = self.points[node];
    return self.seen[node] && (a < 0 !== b < 0 || Math.abs(b) * 2 >= Math.abs(a));
}

/** Marks of a node and the points that its label begins with; 0: none. */
export function marksOf(tree, view, node) {
    const { total, self } = tree.sides,
        shown = view.diff.self ? self : total,
        points = shown.seen[node] ? shown.points[node] : 0;
    let marks = 0;
    if (points) marks |= points > 0 ? GREW : SHRANK;
    if (shown.seen[node] && !Number(total.base[node])) marks |= NEW;
    if (shown.seen[node] && !Number(total.new[node])) marks |= GONE;
    if (ownMatters(total, self, node) && self.points[node])
        marks |= self.points[node] > 0 ? OWN_GREW : OWN_SHRANK;
    return { marks, points };
}

/* ---- words ---- */

function hundredths(thousandths) {
    const shown = Math.floor((thousandths + 5) / 10);
    if (thousandths > 0 && shown === 0) return "<0.01";
    return Math.floor(shown / 100) + "." + String(shown % 100).padStart(2, "0");
}

export function formatPoints(points) {
    return (points < 0 ? MINUS : points > 0 ? "+" : "") + hundredths(Math.abs(points)) + PP;
}

/** What a label begins with: "▲ 2.1". */
export function signOf(points) {
    const value = Math.abs(points),
        tenths = Math.floor((value + 50) / 100);
    const number =
        value >= 95 ? Math.floor(tenths / 10) + "." + (tenths % 10) : hundredths(value);
    return (points < 0 ? "\u25bc " : "\u25b2 ") + number;
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

/* "+0.40 pp ± 0.60, within noise" */
function changeText(view, c, node) {
    const none = c.verdict[node] === 0 && !Number(c.base[node]) && !Number(c.new[node]);
    return (
        formatPoints(c.points[node]) +
        (c.error[node] > 0 ? " " + PLUS_MINUS + " " + hundredths(c.error[node]) : "") +
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

/** Rows of [what, how much] about a node. */
export function changeFacts(tree, node, zoom, view) {
    const { total, self } = tree.sides,
        { diff } = view,
        rows = [
            [diff.base, sideText(view, total.base[node], diff.base_whole)],
            [diff.new, sideText(view, total.new[node], diff.new_whole)],
        ];
    if (movedByOthers(total, node)) {
        rows.push(["share", formatPoints(total.share[node]) + othersText(total, node)]);
        rows.push(["itself", changeText(view, total, node)]);
    } else {
        rows.push(["change", changeText(view, total, node)]);
    }
    if (hasSelf(tree.sides, node))
        rows.push([
            view.own,
            sharesText(view, self.base[node], self.new[node]) + ", " + changeText(view, self, node),
        ]);
    if (zoom && tree.holds(zoom, node))
        rows.push([
            "of zoom",
            formatShare(total.base[node], total.base[zoom], 2) +
                ARROW +
                formatShare(total.new[node], total.new[zoom], 2),
        ]);
    return rows;
}
