/*
 * boxes.js - reads the container of drawn boxes (render/pack/pack_boxes.c) into a tree (tree.js). A picture
 * has it that does not carry its profile.
 */
import { openContainer } from "./bytes.js";
import { readRests } from "./narrow_frames.js";
import { newTree } from "../profile/tree.js";
import { valueIn } from "./pack.js";

/* Reads where the box of a chart begins on its parent, how much higher its lane stands, and what is not drawn on it. */
function readPlace(from, tree, i) {
    tree.offset[i] = valueIn(tree.Values, from.varint());
    tree.begin[i] = tree.begin[tree.parent[i]] + tree.offset[i];
    tree.lane[i] = from.varint();
    if (tree.lost) tree.lost[i] = valueIn(tree.Values, from.varint());
}

/** Reads the place of a node in pre-order, on a node of `path`, and its name. Throws `damage` where there is none. */
export function readNode(from, tree, i, path, damage) {
    const depth = from.varint();
    if (i > 0 && (depth < 1 || depth > path.length)) throw new RangeError(damage);
    path.length = depth;
    tree.depth[i] = depth;
    tree.parent[i] = i ? path[depth - 1] : 0;
    path.push(i);
    tree.name[i] = from.varint();
}

function readBox(from, tree, i, path) {
    const { Values } = tree;
    readNode(from, tree, i, path, "damaged boxes");
    tree.total[i] = valueIn(Values, from.varint());
    tree.self[i] = valueIn(Values, from.varint());
    tree.fill[i] = from.varint();
    tree.hidden[i] = from.varint();
    if (tree.offset) readPlace(from, tree, i);
    const readTotal = () => ({ total: valueIn(Values, from.varint()), base: 0, new: 0 }),
        rests = readRests(from, readTotal);
    if (rests.length) tree.rests.set(i, rests);
}

/** The tree of what was drawn. */
export async function decodeBoxes(bytes, view) {
    const from = await openContainer(bytes, "FRBX"),
        names = from.texts(),
        tree = newTree(from.count(), names, view.whole),
        path = [];
    tree.complete = view.n_undrawn === "0";
    tree.rests = new Map();
    tree.hidden = new Uint32Array(tree.n);
    if (view.chart) {
        tree.offset = new tree.Values(tree.n);
        tree.begin = new tree.Values(tree.n);
        tree.lane = new Uint32Array(tree.n);
        if (view.chart === 2) tree.lost = new tree.Values(tree.n); // in a lane there is time in which nothing runs
    }
    for (let i = 0; i < tree.n; i++) readBox(from, tree, i, path);
    tree.closeEnds();
    if (!tree.lost) tree.findLost();
    return tree;
}
