/*
 * change.js - what a box of a differential shows besides its width: marks, and the colour of a change.
 */

import { GONE, GREW, NEW, OWN_GREW, OWN_SHRANK, SHRANK } from "./mark_bits.js";
import { VERDICT } from "./verdict.js";

export function setColour(tree, view, bySelf) {
    tree.fill = bySelf ? tree.sides.fills.self : tree.sides.fills.total;
    view.diff.self = bySelf ? 1 : 0;
}

function ownMatters(total, self, node) {
    const a = total.points[node],
        b = self.points[node];
    if (!self.seen[node] || self.verdict[node] === VERDICT.maybe) return false;
    return a < 0 !== b < 0 || Math.abs(b) * 2 >= Math.abs(a);
}

/** Marks of a node and the points that its label begins with; 0: none. `maybe`: it is not sure. */
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
    return { marks, points, maybe: shown.verdict[node] === VERDICT.maybe };
}
