/*
 * paint_changes.js - the colours of changes by a ramp of 16 a side, as render/layout/diff_paint.c chooses them.
 *
 *     fill   0 ......... 15   16          17 ......... 32
 *            shrank most      unchanged       grew most
 */
import { formatGrouped } from "../profile/format.js";
import { LEAST_CHANGE } from "../profile/judge.js";
import { VERDICT } from "../profile/verdict.js";
import { GREW, SHRANK } from "../profile/mark_bits.js";

export const UNCHANGED = 16; // colours a side; and the place of no change
const PALE_PERCENT = 42; // of the ramp, for a caller that passes a change on
const EXPLAINS = 0.7; // of a change: a callee that has this much explains it, as FR_DIFF_EXPLAINS of diff/diff.h
const ROUND_STEPS = [10, 15, 20, 30, 40, 50, 60, 80];

/** True where a verdict says that something changed. */
export function isChange(verdict) {
    return verdict >= VERDICT.grew && verdict <= VERDICT.gone;
}

/** A change that was not judged is shown where it is large enough to matter; one that only may be is pale. */
export function isSeen(verdict, points) {
    const size = Math.abs(points);
    if (verdict === VERDICT.unjudged) return size > 0 && size >= LEAST_CHANGE;
    return isChange(verdict) || verdict === VERDICT.maybe;
}

/* The least of 1, 1.5, 2, 3, 4, 5, 6, 8 times a power of ten that is not below `value`. */
function roundUp(value) {
    for (let power = 1; power < 1e9; power *= 10)
        for (const step of ROUND_STEPS) if (step * power >= value) return step * power;
    return 2 ** 31 - 1;
}

/* Returns what the last colour stands for: one function of twenty exceeds it. What may have changed counts where
 * nothing else did. */
function mostOf(functions, which) {
    const seen = functions.map((row) => row[which]).filter((change) => change.seen),
        sure = seen.filter(({ verdict }) => verdict !== VERDICT.maybe),
        sizes = sure.length ? sure : seen;
    sizes.sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
    return roundUp(sizes.length ? Math.abs(sizes[Math.floor(sizes.length / 20)].points) : 1000);
}

/** The place in the ramp of a change; the last colour stands for `most`, in thousandths of a point. */
export function rampPlace(points, seen, most, pale) {
    if (!seen || !points) return UNCHANGED;
    const step = Math.min(Math.trunc((Math.abs(points) * UNCHANGED) / most), UNCHANGED - 1),
        at = pale ? Math.trunc((step * PALE_PERCENT) / 100) : step;
    return points > 0 ? UNCHANGED + 1 + at : UNCHANGED - 1 - at;
}

/* One callee has most of the change: the caller says little with its own. */
function passesOn(tree, exact, node) {
    for (let child = node + 1; child < tree.end[node]; child = tree.end[child])
        if (exact[child] / exact[node] >= EXPLAINS) return true;
    return false;
}

function rampEntries() {
    return Array.from({ length: 2 * UNCHANGED + 1 }, (_, i) => [
        i,
        i > UNCHANGED ? GREW : i < UNCHANGED ? SHRANK : 0,
    ]);
}

/** Sets the fills of nodes and functions; `exact` are the points of nodes, not rounded. Returns the ramp, the titles
 * of its ends by total and by self, and whether some node passes a change on. */
export function paintChanges(tree, functions, exact) {
    const { total, self, fills } = tree.sides,
        most = { total: mostOf(functions, "total"), self: mostOf(functions, "self") };
    let some = false;
    for (let node = 0; node < tree.n; node++) {
        const isMaybe = (column) => column.verdict[node] === VERDICT.maybe,
            passes = Boolean(total.seen[node]) && !isMaybe(total) && passesOn(tree, exact, node);
        fills.total[node] = rampPlace(total.points[node], total.seen[node], most.total, passes || isMaybe(total));
        fills.self[node] = rampPlace(self.points[node], self.seen[node], most.self, isMaybe(self));
        some = some || passes;
    }
    for (const row of functions)
        row.fill = rampPlace(row.self.points, row.self.seen, most.self, row.self.verdict === VERDICT.maybe);
    const titles = ["total", "self"].flatMap((which) => {
        const points = formatGrouped(most[which], 3);
        return [`\u25bc ${points} points less`, `\u25b2 ${points} points more of the whole`];
    });
    return { ramp: rampEntries(), most: [most.total, most.self], titles, passesOn: some };
}
