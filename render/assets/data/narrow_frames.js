/*
 * narrow_frames.js - frames that are each too narrow to draw. Those of one parent stand together behind its other
 * children, in boxes that are called its rests, as render/layout/tree_boxes.c makes them.
 *
 *     {parent, row, rows, x0, x1, n, total, base, new}   n frames in that many rows of one total;
 *                                                        base and new of a differential
 *
 * A tree that holds only what is drawn brings the rests of its nodes along: tree.rests, by node, the lowest
 * first.
 */
import { formatGrouped } from "../profile/format.js";

/* The frames of a row, together: the level `at`, made where it is not there. */
function levelOf(tree, levels, at) {
    const none = tree.sides ? tree.sides.zero : 0;
    while (levels.length <= at) levels.push({ n: 0, total: tree.zero, base: none, new: none });
    return levels[at];
}

function addNode(tree, level, node) {
    level.n++;
    level.total += tree.total[node];
    if (!tree.sides) return;
    level.base += tree.sides.total.base[node];
    level.new += tree.sides.total.new[node];
}

/* The rests that a node brings along, from the level `at` on. */
function addRestsOf(tree, levels, at, node) {
    for (const rest of (tree.rests && tree.rests.get(node)) || []) {
        levelOf(tree, levels, at).n += rest.n;
        for (const end = at + rest.rows; at < end; at++) {
            const level = levelOf(tree, levels, at);
            level.total += rest.total;
            level.base += rest.base;
            level.new += rest.new;
        }
    }
}

/* The narrow children of a node and what is on them, row by row. */
function sumLevels(tree, parent, least) {
    const levels = [];
    for (let child = parent + 1; child < tree.end[parent]; child = tree.end[child]) {
        if (tree.total[child] >= least) continue;
        for (let node = child; node < tree.end[child]; node++) {
            const at = tree.depth[node] - tree.depth[child];
            addNode(tree, levelOf(tree, levels, at), node);
            addRestsOf(tree, levels, at + 1, node);
        }
    }
    addRestsOf(tree, levels, 0, parent);
    return levels;
}

/** The rests of `parent`, from `row` up to the row `end`; they begin at `start`, and `least` is the smallest
 * total that is drawn. */
export function restsOf(tree, { parent, row, end, start, least, edge }) {
    const levels = sumLevels(tree, parent, least).slice(0, end - row),
        rests = [];
    for (let i = 0; i < levels.length && levels[i].total >= least;) {
        const { total, base, new: added } = levels[i],
            from = i;
        let n = 0;
        for (; i < levels.length && levels[i].total === total; i++) n += levels[i].n;
        const place = { row: row + from, rows: i - from, x0: edge(start), x1: edge(start + total) };
        rests.push({ parent, ...place, n, total, base, new: added });
    }
    return rests;
}

/** "26 frames" */
export function nameOfRest(rest) {
    return formatGrouped(rest.n, 0) + " frames";
}

/** The rests that a container has behind a node (render/pack/pack_boxes.c); `readTotal` reads totals. */
export function readRests(from, readTotal) {
    const rests = [];
    for (let n = from.varint(); n > 0; n--)
        rests.push({ ...readTotal(), rows: from.varint(), n: from.varint() });
    return rests;
}
