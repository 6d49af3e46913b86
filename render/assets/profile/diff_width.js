/*
 * diff_width.js - how wide the boxes of a differential are, as in render/layout/layout_diff.c.
 *
 *     mean         the mean of both shares
 *     new, base    the values of one side
 *     max, delta   the larger share; the difference of both. Own widths are summed up to the root.
 */
import { WIDTHS } from "../words.js"; // made from include/flamerender_options.h

const COMBINE = new Map([
    ["max", (base, added) => (base > added ? base : added)],
    ["delta", (base, added) => (base > added ? base - added : added - base)],
]);

function commonDivisor(a, b) {
    while (b) [a, b] = [b, a % b];
    return a || 1n;
}

/* Returns what a unit of each side counts. */
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

/* Totals by the values; own is what children leave of them. */
function fillDown(tree, of) {
    const { sides } = tree;
    for (let i = 0; i < tree.n; i++) {
        tree.self[i] = of(sides.self.base[i], sides.self.new[i]);
        tree.total[i] = of(sides.total.base[i], sides.total.new[i]);
    }
    for (const rest of restsIn(tree)) rest.total = of(rest.base, rest.new);
}

function restsIn(tree) {
    return Array.from(tree.rests.values()).flat();
}

/* Own widths first; totals are their sums, or what the file says. */
function fillUp(tree, of) {
    const { sides } = tree;
    for (let i = 0; i < tree.n; i++) tree.self[i] = of(sides.self.base[i], sides.self.new[i]);
    if (sides.widths) {
        tree.total.set(sides.widths);
        for (const rest of restsIn(tree)) rest.total = rest.width;
    } else {
        tree.sumTotals();
    }
}

/** True of a width that a reader can choose: boxes have none of a side without values. */
export function hasWidth(tree, view, width) {
    const values = tree.sides.total[width]; // of a side
    return width in widthNames(view) && (!values || values[0] > 0);
}

/** The width that follows when one is chosen in turn. */
export function nextWidth(tree, view) {
    const all = Object.keys(widthNames(view)).filter((width) => hasWidth(tree, view, width));
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
    if (tree.complete) tree.lost = new tree.Values(tree.n);
    else tree.findLost();
    view.diff.width = width;
    view.sums = COMBINE.has(width) ? whole : 0; // what is one profile
    view.whole = String(COMBINE.has(width) ? tree.total[0] : whole);
}

/** Returns what widths are called: {mean: "mean of both", new: "main", ...}; MAX and DELTA only where the picture began
 * so. */
export function widthNames({ diff }) {
    const names = { mean: "mean of both", new: diff.new, base: diff.base };
    return diff.first in names ? names : { [diff.first]: diff.first, ...names };
}
