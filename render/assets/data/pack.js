/*
 * pack.js - reads the container of a profile (model/pack.c) into plain columns:
 *
 *     { columns: [{name, unit, decimals, values, squares}], names, frames: {name, kind}, parent, frame }
 *
 * Stack 0 is the empty one; parents stand before children; frames are in the order of their names'
 * bytes. Values are Numbers where the whole is below 2^53, else BigInts: arrays of one kind.
 */
import { openContainer } from "./bytes.js";
import { each, inSlices } from "./slices.js";

/** An array for values up to `largest`: numbers while they are exact. */
export function valuesFor(largest) {
    return BigInt(largest) <= BigInt(Number.MAX_SAFE_INTEGER) ? Float64Array : BigInt64Array;
}

/** `value` as the arrays of `Values` hold it. */
export function valueIn(Values, value) {
    return Values === Float64Array ? Number(value) : BigInt(value);
}

function readColumns(from) {
    const columns = [];
    for (let k = from.count(); k > 0; k--) {
        const column = { name: from.text(), unit: from.text(), decimals: from.varint() };
        column.counted = from.varint();
        column.counts = from.varint();
        column.reference = from.varint();
        columns.push(column);
    }
    return columns;
}

function readNames(from) {
    const names = [""];
    for (let n = from.count(); n > 0; n--) names.push(from.text());
    return names;
}

/* What a picture says of a frame. */
function readFrames(from) {
    const n = from.count();
    const column = () => new Uint32Array(n),
        frames = { n, name: column(), file: column(), module: column(), line: column() };
    frames.kind = new Uint8Array(n);
    frames.marked = new Uint8Array(n); // by a suffix of its name, "_[k]"
    for (let i = 0; i < n; i++) {
        frames.name[i] = from.varint();
        from.varint();
        frames.file[i] = from.varint();
        frames.module[i] = from.varint();
        frames.line[i] = from.varint();
        from.varint();
        const kind = from.varint();
        frames.kind[i] = kind & 127;
        frames.marked[i] = kind >> 7;
        from.varint();
    }
    return frames;
}

function* readStacks(from, pack) {
    const n = from.count();
    pack.parent = new Uint32Array(n);
    pack.frame = new Uint32Array(n);
    yield* each(1, n, (i) => {
        pack.parent[i] = i - from.varint();
        pack.frame[i] = from.varint();
        if (pack.parent[i] >= i || pack.frame[i] >= pack.frames.n)
            throw new RangeError("damaged stacks");
    });
}

function* readValues(from, column, n) {
    const Values = valuesFor(column.reference);
    column.values = new Values(n);
    column.squares = column.counts ? new Float64Array(n) : null;
    yield* each(0, n, (i) => {
        const sum = from.varint();
        column.values[i] = valueIn(Values, sum);
        if (!column.counts || !sum) return;
        from.varint();
        column.squares[i] = from.double();
    });
}

function* readPack(from, more) {
    const pack = { columns: readColumns(from), names: readNames(from) };
    pack.frames = readFrames(from);
    yield* readStacks(from, pack);
    for (const column of pack.columns) yield* readValues(from, column, pack.parent.length);
    return more ? yield* more(from, pack) : pack;
}

/** The profile in a container; `more` reads what follows (pack_labels.js). Throws where it does not add up. */
export async function decodePack(bytes, more) {
    return inSlices(readPack(await openContainer(bytes, "FRPK"), more));
}
