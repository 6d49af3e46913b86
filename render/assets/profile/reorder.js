/*
 * reorder.js - a tree (tree.js) with its siblings in another order: every column is carried over.
 */
import { walkInOrder } from "./tree.js";

/* Columns are typed arrays with an entry for each node; those of both sides of a differential lie deeper. */
function carryColumns(object, order) {
    const copy = Object.assign(Object.create(Object.getPrototypeOf(object)), object);
    for (const [key, value] of Object.entries(object)) {
        if (ArrayBuffer.isView(value) && value.length === order.length)
            copy[key] = value.map((_, i) => value[order[i]]);
    }
    return copy;
}

function carrySides(sides, order) {
    const copy = carryColumns(sides, order);
    for (const key of ["total", "self", "fills"]) copy[key] = carryColumns(sides[key], order);
    return copy;
}

/** The tree with the largest siblings first; those of one size stay as they stand. */
export function largestFirst(tree) {
    const { total, parent } = tree,
        before = (a, b) => (total[a] === total[b] ? a - b : total[a] > total[b] ? -1 : 1),
        order = walkInOrder(parent, before),
        place = new Uint32Array(tree.n),
        copy = carryColumns(tree, order);
    order.forEach((node, i) => {
        place[node] = i;
    });
    copy.parent = copy.parent.map((node) => place[node]);
    copy.closeEnds();
    if (tree.rests)
        copy.rests = new Map(Array.from(tree.rests, ([node, rests]) => [place[node], rests]));
    if (tree.sides) copy.sides = carrySides(tree.sides, order);
    return copy;
}
