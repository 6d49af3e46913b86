/*
 * reorder.js - a tree (tree.js) with its siblings in another order: every column is carried over.
 */
import { cachedByTree } from "../data/tree_cache.js";
import { each } from "../data/slices.js";
import { orderSlices } from "./tree.js";

/* Columns are typed arrays with an entry for each node; those of both sides of a differential lie deeper. */
function* carryColumns(object, order) {
    const copy = Object.assign(Object.create(Object.getPrototypeOf(object)), object);
    for (const [key, value] of Object.entries(object)) {
        if (!ArrayBuffer.isView(value) || value.length !== order.length) continue;
        const carried = (copy[key] = new value.constructor(order.length));
        yield* each(0, order.length, (i) => {
            carried[i] = value[order[i]];
        });
    }
    return copy;
}

function* carrySides(sides, order) {
    const copy = yield* carryColumns(sides, order);
    for (const key of ["total", "self", "fills"]) copy[key] = yield* carryColumns(sides[key], order);
    return copy;
}

/* A copy takes the colours that its tree takes. */
function followColours(copy, tree, order) {
    const { recolour } = tree;
    copy.recolour = null;
    tree.recolour = (view) => {
        recolour(view);
        order.forEach((node, i) => {
            copy.frame[i] = tree.frame[node];
            copy.fill[i] = tree.fill[node];
        });
    };
}

function* sortTree(tree) {
    const { total, parent } = tree,
        before = (a, b) => (total[a] === total[b] ? a - b : total[a] > total[b] ? -1 : 1),
        order = yield* orderSlices(parent, before),
        place = new Uint32Array(tree.n),
        copy = yield* carryColumns(tree, order);
    yield;
    for (let i = 0; i < order.length; i++) place[order[i]] = i;
    for (let i = 0; i < order.length; i++) copy.parent[i] = place[copy.parent[i]];
    yield;
    copy.closeEnds();
    if (tree.rests)
        copy.rests = new Map(Array.from(tree.rests, ([node, rests]) => [place[node], rests]));
    if (tree.sides) copy.sides = yield* carrySides(tree.sides, order);
    if (tree.recolour) followColours(copy, tree, order);
    return copy;
}

/** The tree with the largest siblings first; those of one size stay as they stand. */
export const largestFirst = cachedByTree(sortTree);
