/*
 * both_sides.js - tree.sides: what a differential's tree has besides the columns of every tree, and what is
 * written and drawn of it.
 *
 *     total, self   {base, new, points, share, error, verdict, seen}   columns by node
 *     fills         {total, self}                                      colours by node
 *     widths        of a picture whose own widths are summed up; else null
 *
 * Points are percentage points of the whole, in thousandths. Only scripts that know differentials have this
 * module.
 */
import { marksOf } from "./change.js";
import { changeFacts, changeLine, sideFacts, signOf } from "./change_words.js";
import { Marks } from "../draw/marks.js";
import { valuesFor, valueIn } from "../data/pack.js";

function newAmounts(n, Values) {
    return {
        base: new Values(n),
        new: new Values(n),
        points: new Int32Array(n),
        share: new Int32Array(n),
        error: new Int32Array(n),
        verdict: new Uint8Array(n),
        seen: new Uint8Array(n),
    };
}

export class BothSides {
    constructor(n, { diff }, hasWidths) {
        const larger = BigInt(diff.base_whole) > BigInt(diff.new_whole) ? "base_whole" : "new_whole",
            Values = valuesFor(diff[larger]);
        this.zero = valueIn(Values, 0);
        this.total = newAmounts(n, Values);
        this.self = newAmounts(n, Values);
        this.fills = { total: new Uint8Array(n), self: new Uint8Array(n) };
        this.widths = hasWidths ? new Float64Array(n) : null;
    }
}

Object.assign(BothSides.prototype, {
    line: changeLine, // all of a node
    facts: changeFacts, // rows of [what, how much] about a node
    restFacts: sideFacts, // the same about a box that stands for narrow frames
    newMarks: (colours) => new Marks(colours),
    /* Marks of a node, and the points that its label begins with: {marks, points, signOf}. */
    changeOf: (tree, view, node) => ({ ...marksOf(tree, view, node), signOf }),
});
