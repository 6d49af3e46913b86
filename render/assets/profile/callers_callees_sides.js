/*
 * callers_callees_sides.js - both sides of the callers and callees of a function (callers_callees.js). Values and
 * points of a part are the sums of its stacks'. What is summed up here was not judged together: it is shown where it is
 * large enough.
 */
import { BothSides } from "./both_sides.js";
import { valueIn } from "../data/pack.js";
import { isSeen, rampPlace, UNCHANGED } from "../draw/paint_changes.js";
import { sumUp } from "./tree.js";
import { VERDICT } from "./verdict.js";

const SUMMED = ["base", "new", "points", "share"];

/** Sums that grow: columns by place. */
export function sumSides() {
    const sums = { base: [], new: [], points: [], share: [] };
    return {
        ...sums,
        add(at, from, node) {
            for (const key of SUMMED)
                sums[key][at] = sums[key][at] === undefined ? from[key][node] : sums[key][at] + from[key][node];
        },
    };
}

/* Own values first, then with what is below. */
function fill(tree, sums, order) {
    const { self, total, zero } = tree.sides;
    for (const key of SUMMED) {
        const none = key === "base" || key === "new" ? zero : 0;
        order.forEach((node, i) => {
            self[key][i] = total[key][i] = sums[key][node] ?? none;
        });
        sumUp(total[key], tree.parent);
    }
}

/* Callers have a change only through the function. Those that did not change themselves have no colour. */
function judgeCallers(tree, functions) {
    const changed = new Set(functions.filter(({ total }) => total.seen).map(({ id }) => id));
    for (const column of [tree.sides.total, tree.sides.self])
        for (let i = 1; i < tree.n; i++) if (!changed.has(tree.name[i])) column.seen[i] = 0;
}

/** The sums as the sides of a tree, whose node i was `order[i]`; `callers` are the functions of the profile where the
 * nodes are callers, which only pass a change on. */
export function takeSides(tree, sums, order, view, callers) {
    const { most } = view.diff,
        ramp = view.legend[0][0];
    tree.sides = new BothSides(tree.n, view, false);
    fill(tree, sums, order);
    for (const [k, which] of ["total", "self"].entries()) {
        const column = tree.sides[which];
        column.verdict.fill(VERDICT.unjudged);
        for (let i = 0; i < tree.n; i++) {
            const points = column.points[i];
            column.seen[i] = isSeen(VERDICT.unjudged, points / 1000) ? 1 : 0;
        }
        if (callers) judgeCallers(tree, callers);
        for (let i = 0; i < tree.n; i++) {
            const place = rampPlace(column.points[i], column.seen[i], most[k], callers && i > 0);
            tree.sides.fills[which][i] = ramp ? ramp[place][0] : UNCHANGED;
        }
    }
    tree.fill = view.diff.self ? tree.sides.fills.self : tree.sides.fills.total;
    tree.sides.zero = valueIn(tree.sides.total.base.constructor, 0);
}
