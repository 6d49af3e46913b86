/*
 * union.js - two profiles in one tree of both sides, as diff/union.c has it: frames of one name are one node,
 * each side has a column of its own. Names are compared as they stand; paired_names.js joins those that differ before.
 *
 *     side   { pack, column, kinds }     pack.js; kinds: what the picture calls each frame ("kernel"), or ""
 */
import { BothSides } from "./both_sides.js";
import { atOnce } from "../data/slices.js";
import { valueIn, valuesFor } from "../data/pack.js";
import { mergeStacks, newTree, rankNames, sumMerged, voteFrames } from "./tree.js";
import { walkInOrder } from "./tree_at_once.js";

/** By the bytes of UTF-8, which is by code points. */
export function compareText(a, b) {
    for (let i = 0; i < a.length && i < b.length; i++) {
        const x = a.charCodeAt(i),
            y = b.charCodeAt(i);
        if (x === y) continue;
        const pair = (unit) => unit >= 0xd800 && unit < 0xe000;
        return pair(x) === pair(y) ? x - y : pair(x) ? 1 : -1;
    }
    return a.length - b.length;
}

/* Names of both sides, each once, in order; `of[k][name]` is its place. */
function joinNames(packs) {
    const names = [...new Set(packs.flatMap((pack) => pack.names))].sort(compareText),
        place = new Map(names.map((name, i) => [name, i]));
    return { names, of: packs.map((pack) => pack.names.map((name) => place.get(name))) };
}

/* Frames of both sides in the order of their names; `of[k][frame]` is its place. */
function joinFrames(sides, names) {
    const all = sides.flatMap(({ pack, kinds }, k) =>
        Array.from({ length: pack.frames.n }, (_, frame) => ({
            k,
            frame,
            name: names.of[k][pack.frames.name[frame]],
            file: names.of[k][pack.frames.file[frame]],
            module: names.of[k][pack.frames.module[frame]],
            line: pack.frames.line[frame],
            id: pack.frames.kind[frame],
            kind: kinds[frame] || "",
        })),
    );
    all.sort((a, b) => a.name - b.name);
    const column = (key) => Uint32Array.from(all, (row) => row[key]),
        frames = { n: all.length, name: column("name"), file: column("file"), module: column("module") };
    frames.line = column("line");
    frames.kind = column("id");
    const of = sides.map(({ pack }) => new Uint32Array(pack.frames.n));
    all.forEach(({ k, frame }, i) => {
        of[k][frame] = i;
    });
    return { frames, of, kinds: all.map(({ kind }) => kind) };
}

/* The same of two sides that have all frames in common. */
function sharedFrames({ pack: { frames }, kinds }) {
    const same = Uint32Array.from({ length: frames.n }, (_, frame) => frame);
    return { frames, of: [same, same], kinds: Array.from(same, (frame) => kinds[frame] || "") };
}

/* The stacks of one side behind those of the other; both share the empty one. */
function joinStacks(sides, frames) {
    const n = sides.reduce((sum, { pack }) => sum + pack.parent.length - 1, 1),
        joined = { parent: new Uint32Array(n), frame: new Uint32Array(n), first: [] };
    let at = 0;
    sides.forEach(({ pack }, k) => {
        joined.first.push(at);
        for (let i = 1; i < pack.parent.length; i++) {
            joined.parent[at + i] = pack.parent[i] ? at + pack.parent[i] : 0;
            joined.frame[at + i] = frames.of[k][pack.frame[i]];
        }
        at += pack.parent.length - 1;
    });
    return joined;
}

/* A column with the values of side k, in `decimals`. */
function columnOf({ pack, column }, reference, Values, n, first, decimals) {
    const from = pack.columns[column],
        scale = valueIn(Values, 10n ** BigInt(decimals - from.decimals)),
        values = new Values(n);
    from.values.forEach((value, i) => {
        values[i ? first + i : 0] += valueIn(Values, value) * scale;
    });
    return { values, reference, counts: from.counts, counted: from.counted, squares: from.squares };
}

/** One pack (pack.js) with a column a side: base, new. */
export function joinPacks(base, added) {
    const sides = [base, added],
        shared = base.pack.frames === added.pack.frames, // two parts of one recording
        names = shared ? base.pack : joinNames(sides.map(({ pack }) => pack)),
        frames = shared ? sharedFrames(base) : joinFrames(sides, names),
        stacks = joinStacks(sides, frames),
        given = sides.map(({ pack, column }) => pack.columns[column]),
        decimals = Math.max(...given.map((column) => column.decimals)),
        wholes = given.map((column) => BigInt(column.reference) * 10n ** BigInt(decimals - column.decimals)),
        Values = valuesFor(wholes[0] > wholes[1] ? wholes[0] : wholes[1]);
    const n = stacks.parent.length,
        columns = sides.map((side, k) => columnOf(side, wholes[k], Values, n, stacks.first[k], decimals)),
        pack = { columns, names: names.names, frames: frames.frames, parent: stacks.parent, frame: stacks.frame };
    return { pack, kinds: frames.kinds, first: stacks.first, decimals, wholes };
}

/* Nodes in the order of their names; the merged nodes in that order. */
function fillTree(tree, pack, merged) {
    const rank = rankNames(pack),
        { name, parent } = merged,
        order = walkInOrder(parent, (a, b) => rank[name[a]] - rank[name[b]]),
        place = new Uint32Array(tree.n);
    order.forEach((node, i) => {
        place[node] = i;
        tree.parent[i] = place[parent[node]];
        tree.depth[i] = i ? tree.depth[tree.parent[i]] + 1 : 0;
        tree.name[i] = name[node];
        tree.frame[i] = merged.frame[node];
    });
    tree.closeEnds();
    return order;
}

/* Own values and totals of a side, in the order of the tree. */
function fillSide(sides, side, { self, total }, order) {
    order.forEach((node, i) => {
        sides.self[side][i] = self[node];
        sides.total[side][i] = total[node];
    });
}

/** The tree of both sides without widths, colours and verdicts; `view` is that of the differential. */
export function treeOfBoth({ pack, kinds }, view) {
    const words = ["", ...new Set(kinds.filter((kind) => kind))],
        frameFills = kinds.map((kind) => words.indexOf(kind)),
        merged = atOnce(mergeStacks(pack)),
        tree = newTree(merged.parent.length, pack.names, 0);
    merged.frame = voteFrames(pack, merged, frameFills);
    tree.frame = new Uint32Array(tree.n);
    tree.frames = pack.frames;
    const order = fillTree(tree, pack, merged);
    tree.kind = Uint8Array.from(tree.frame, (frame, i) => (i ? frameFills[frame] : 0));
    tree.hidden = new Uint32Array(tree.n);
    tree.rests = new Map();
    tree.sides = new BothSides(tree.n, view, false);
    ["base", "new"].forEach((side, k) => {
        fillSide(tree.sides, side, sumMerged(pack, merged, pack.columns[k].values), order);
    });
    view.kinds = words;
    return tree;
}
