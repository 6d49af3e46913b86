/*
 * layout.js - places the boxes of a flame or icicle graph, whole or zoomed on a node. The rules are those of
 * docs/layout.md and render/layout/layout_flame.c, in exact integers of tenths of a px, so page and program
 * draw the same.
 */

import { restsOf } from "../data/narrow_frames.js";
import { valueIn } from "../data/pack.js";
import { firstPlace, within } from "../profile/bounds.js";

export const PX = 10;
export const MARGIN = 20 * PX;

const MILLION = 1000000n;

/** value -> x for a root of `total` on a plot of `plot` tenths: the one function that rounds. Nothing of 0 is wide. */
export function edgesOf(total, plot) {
    if (!total) return () => MARGIN;
    if (typeof total === "number" && total * (2 * plot + 1) <= Number.MAX_SAFE_INTEGER)
        return (value) => MARGIN + Math.floor((value * plot * 2 + total) / (total * 2));
    const root = BigInt(total),
        wide = BigInt(plot) * 2n;
    return (value) => MARGIN + Number((BigInt(value) * wide + root) / (root * 2n));
}

/* The same for a part of the width: what is beyond it lies at its edge. */
function edgesOfPart(total, plot, { from, to }) {
    const all = Number(total);
    return (value) => MARGIN + within(Math.round(((Number(value) / all - from) / (to - from)) * plot), 0, plot);
}

/** The smallest total that is drawn, at least 1. */
export function smallestTotal(view, total, plot) {
    const whole = BigInt(view.percent ? view.whole : total),
        least = BigInt(view.minwidth);
    const parts = view.percent ? 100n * MILLION : BigInt(Math.floor(plot / PX)) * MILLION;
    const exact = (whole * least + parts - 1n) / parts;
    const smallest = least <= 0n || exact < 1n ? 1n : exact;
    return typeof total === "number" ? Number(smallest) : smallest;
}

/** The boxes of a picture: columns by box, and boxes by row. */
export class Layout {
    constructor(tree, root, plot) {
        this.tree = tree;
        this.root = root; // the node that spans the plot
        this.plot = plot;
        this.firstRow = root ? 1 : 0; // under a zoomed node is the row of its ancestors
        this.node = [];
        this.x0 = [];
        this.x1 = [];
        this.row = [];
        this.rows = []; // boxes of each row, left to right
        this.boxes = new Int32Array(tree.n); // by node: the place of its box, from 1
        const has = (node) => this.boxes[node] > 0;
        this.boxOf = { has, get: (node) => (has(node) ? this.boxes[node] - 1 : undefined) };
        this.rests = []; // boxes that stand for narrow frames (narrow_frames.js)
        this.narrow = { n: 0, value: tree.zero }; // nodes that were omitted, and what they have between them
        this.deep = { n: 0, value: tree.zero };
        this.lost = tree.zero; // value that is not in the data
    }

    get n() {
        return this.node.length;
    }

    /* A box stands for the nodes up to `last`. */
    add(node, row, x0, x1, last = node) {
        const box = this.node.length;
        this.node.push(node);
        this.row.push(row);
        this.x0.push(x0);
        this.x1.push(x1);
        this.boxes.fill(box + 1, node, last + 1);
        if (this.tree.lost) this.lost += this.tree.lost[node];
        this.openRow(row);
        this.rows[row].push(box);
    }

    openRow(row) {
        while (this.rows.length <= row) this.rows.push([]);
    }

    addRests(rests) {
        this.rests.push(...rests);
        for (const { row, rows } of rests) this.openRow(row + rows - 1);
    }

    /** Returns what stands for narrow frames at `x` in a row, or undefined. */
    findRest(row, x) {
        const isThere = (rest) => row >= rest.row && row < rest.row + rest.rows && x >= rest.x0 && x < rest.x1;
        return this.rests.find(isThere);
    }

    /** The box of `row` at `x`, or -1. */
    find(row, x) {
        const boxes = this.rows[row] || [],
            at = firstPlace(0, boxes.length, (i) => this.x1[boxes[i]] <= x);
        return at < boxes.length && this.x0[boxes[at]] <= x ? boxes[at] : -1;
    }
}

/** The last of the nodes that a box of a layout stands for; a page may fold chains (chains.js). */
export function boxEnd(layout, node, view) {
    return view.chainEnd ? view.chainEnd(layout, node) : node;
}

/** Returns what of a box is painted, less the gap to its neighbour. */
export function paintedWidth(x0, x1) {
    return x1 - x0 > 2 * PX ? x1 - x0 - 6 : x1 - x0;
}

/** Lays out `root` and what is on it, for a picture of `width` tenths. Of a `part` of the width, shares {from, to},
 * boxes that reach beyond it end at the edge of the plot; those outside of it are not there. */
export function layoutFlame(tree, view, root, width, part = null) {
    const plot = width - 2 * MARGIN,
        total = tree.total[root],
        layout = new Layout(tree, root, plot),
        edge = part ? edgesOfPart(total, plot, part) : edgesOf(total, plot),
        shown = part ? valueIn(tree.Values, Math.max(1, Math.ceil(Number(total) * (part.to - part.from)))) : total,
        least = smallestTotal(view, shown, plot),
        open = []; // nodes whose children are being placed
    const close = () => {
        const { node, row, next, narrow } = open.pop();
        if (tree.offset) return; // what is narrow in a chart has a place of its own
        if (narrow < least && !tree.rests) return; // nothing that is drawn
        const place = { parent: node, row: row + 1, end: view.rows, start: next, least, edge },
            rests = restsOf(tree, place);
        layout.addRests(part ? rests.filter(({ x0, x1 }) => x1 > x0) : rests);
    };
    layout.add(root, layout.firstRow, MARGIN, part ? MARGIN + plot : edge(total));
    open.push({ node: root, row: layout.firstRow, next: tree.zero, begin: tree.zero, narrow: tree.zero });
    for (let node = root + 1; node < tree.end[root];) {
        while (node >= tree.end[open.at(-1).node]) close();
        const parent = open.at(-1),
            row = parent.row + 1,
            start = tree.offset ? parent.begin + tree.offset[node] : parent.next,
            lift = tree.lane ? tree.lane[node] - tree.lane[root] : 0,
            end = start + tree.total[node];
        if (row < view.rows && tree.total[node] >= least) {
            const x0 = edge(start),
                x1 = edge(end);
            parent.next = end;
            if (part && (x1 === MARGIN || x0 === MARGIN + plot)) {
                node = tree.end[node];
                continue;
            }
            const last = boxEnd(layout, node, view);
            layout.add(node, row + lift, x0, x1, last);
            open.push({ node: last, row, next: start, begin: start, narrow: tree.zero });
            node = last + 1;
        } else {
            const why = row < view.rows ? layout.narrow : layout.deep;
            why.n += tree.end[node] - node;
            why.value += tree.total[node];
            parent.narrow += tree.total[node];
            node = tree.end[node];
        }
    }
    while (open.length) close();
    return layout;
}

const CRUMB_LEAST = 70 * PX;

/* Ancestors that do not fit stand behind "+15" in the middle, and behind "+3" at the end:
 *     all  +15  f16  f17  f18      page 0, the nearest ones
 *     all  +13  f14  f15  +3       page 1 */
function pageOfCrumbs(path, room, page) {
    if (path.length <= room) return path.map((node) => ({ node, more: 0, turn: 0 }));
    const rest = path.slice(1),
        inner = room - 3,
        end = page ? Math.max(inner, rest.length - (inner + 1) - (page - 1) * inner) : rest.length,
        start = Math.max(0, end - (page ? inner : inner + 1)),
        crumb = (node) => ({ node, more: 0, turn: 0 });
    return [
        crumb(path[0]),
        ...(start ? [{ node: rest[start - 1], more: start, turn: 1 }] : []),
        ...rest.slice(start, end).map(crumb),
        ...(end < rest.length ? [{ node: rest[end], more: rest.length - end, turn: -1 }] : []),
    ];
}

/** The thin row of what was zoomed out of: [{node, x0, x1, more, turn}], the root first. Where they do not
 * all fit they come in pages; an entry with `more` stands for so many, and `turn` is how it turns. */
export function layoutCrumbs(tree, root, width, page) {
    const plot = width - 2 * MARGIN,
        room = Math.max(4, Math.floor(plot / CRUMB_LEAST));
    const kept = pageOfCrumbs(tree.ancestorsOf(root), room, page);
    return kept.map((crumb, i) => ({
        ...crumb,
        x0: MARGIN + Math.floor((plot * i) / kept.length),
        x1: MARGIN + Math.floor((plot * (i + 1)) / kept.length),
    }));
}
