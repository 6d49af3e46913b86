/*
 * pack_labels.js - the labels of samples in the container of a profile (model/pack.c), for pages:
 *
 *     { omitted: "request", sets: [[], [{key: "tid", value: "7"}]], stack, set, values: [of each column] }
 *
 * stack, set and values are columns of rows: what a stack has with a set of labels. All rows of a stack add up to its
 * value. Set 0 is the empty one. Values of labels are texts, numbers too.
 */
import { valueIn } from "./pack.js";
import { each } from "./slices.js";

function signed(number) {
    const n = BigInt(number);
    return String(n & 1n ? -(n >> 1n) - 1n : n >> 1n);
}

function readSets(from) {
    const texts = ["", ...from.texts()],
        omitted = from.text(),
        sets = [[]];
    const readLabel = () => {
        const key = texts[from.varint()],
            isText = from.varint(),
            value = isText ? texts[from.varint()] : signed(from.varint());
        from.varint();
        return { key, value };
    };
    for (let left = from.count() - 1; left > 0; left--) sets.push(from.list(readLabel));
    return { omitted, sets };
}

/* By row: its stack and its set; by stack: how many rows have values of their own. */
function* readRows(from, pack, nSets) {
    const stack = [],
        set = [],
        own = new Uint32Array(pack.parent.length);
    yield* each(0, own.length, (s) => {
        const n = from.count();
        own[s] = n > 1 ? n : 0;
        if (!n && pack.columns.some(({ values }) => values[s])) set.push(0);
        for (let left = n; left > 0; left--) set.push(from.varint());
        while (stack.length < set.length) stack.push(s);
    });
    if (set.some((number) => number >= nSets)) throw new RangeError("the labels do not add up");
    return { stack: Uint32Array.from(stack), set: Uint32Array.from(set), own };
}

function* readRowValues(from, column, { stack, own }) {
    const values = new column.values.constructor(stack.length);
    yield* each(0, stack.length, (row) => {
        if (!own[stack[row]]) {
            values[row] = column.values[stack[row]];
            return;
        }
        const sum = from.varint();
        values[row] = valueIn(values.constructor, sum);
        if (!column.counts || !sum) return;
        from.varint();
        from.double();
    });
    return values;
}

/** The profile with what follows its values: pack.labels, where it has such. */
export function* readLabels(from, pack) {
    if (from.at === from.bytes.length) return pack;
    const { omitted, sets } = readSets(from),
        rows = yield* readRows(from, pack, sets.length),
        values = [];
    for (const column of pack.columns) values.push(yield* readRowValues(from, column, rows));
    pack.labels = { omitted, sets, stack: rows.stack, set: rows.set, values };
    return pack;
}
