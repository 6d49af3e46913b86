/*
 * pack.js - reads the container of a profile (model/pack.c) into plain columns:
 *
 *     { columns: [{name, unit, decimals, values, squares}], names, frames: {name, kind}, parent, frame }
 *
 * Stack 0 is the empty one; parents stand before children; frames are in the order of their names'
 * bytes. Values are Numbers where the whole is below 2^53, else BigInts: arrays of one kind.
 */
import { openContainer } from "./bytes.js";
import { LARGEST } from "./decimal.js";
import { each, inSlices } from "./slices.js";

const MOST_LINE = 2 ** 32 - 1,
    N_KINDS = 7; // fr_kind of flamerender.h

/** An array for values up to `largest`: numbers while they are exact. */
export function valuesFor(largest) {
    return BigInt(largest) <= BigInt(Number.MAX_SAFE_INTEGER) ? Float64Array : BigInt64Array;
}

/** `value` as the arrays of `Values` hold it. */
export function valueIn(Values, value) {
    return Values === Float64Array ? Number(value) : BigInt(value);
}

function readColumns(from) {
    return from.list(() => {
        const column = { name: from.text(), unit: from.text(), decimals: from.upTo(9) };
        return { ...column, counted: from.upTo(1), counts: from.upTo(1), reference: from.upTo(LARGEST) };
    });
}

/* Returns what a picture says of a frame. */
function readFrames(from, nNames) {
    const n = from.count(),
        name = () => from.upTo(nNames - 1);
    const column = () => new Uint32Array(n),
        frames = { n, name: column(), file: column(), module: column(), line: column() };
    frames.kind = new Uint8Array(n);
    frames.marked = new Uint8Array(n); // by a suffix of its name, "_[k]"
    for (let i = 0; i < n; i++) {
        frames.name[i] = name();
        name();
        frames.file[i] = name();
        frames.module[i] = name();
        frames.line[i] = from.upTo(MOST_LINE);
        from.upTo(MOST_LINE);
        const kind = from.upTo(255);
        frames.kind[i] = kind & 127;
        if (!frames.name[i] || frames.kind[i] >= N_KINDS) throw new RangeError("damaged frames");
        frames.marked[i] = kind >> 7;
        from.varint();
    }
    return frames;
}

function* readStacks(from, pack) {
    const n = from.upTo(from.bytes.length + 1);
    if (!n) throw new RangeError("damaged stacks");
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
    let whole = valueIn(Values, 0);
    column.values = new Values(n);
    column.squares = column.counts ? new Float64Array(n) : null;
    yield* each(0, n, (i) => {
        const sum = from.upTo(column.reference);
        column.values[i] = valueIn(Values, sum);
        whole += column.values[i];
        if (!column.counts || !sum) return;
        from.varint();
        column.squares[i] = from.double();
        if (!(column.squares[i] >= 0 && column.squares[i] < 1e300)) throw new RangeError("damaged values");
    });
    if (whole > column.reference) throw new RangeError("the values do not add up");
}

/* Tells whether a name or a label chose the stacks, and which share of each column it left out. */
function readMeta(from, pack) {
    for (let i = 0; i < 2; i++) from.varint();
    pack.isPart = (from.upTo(3) & 2) > 0;
    for (let i = 0; i < 2; i++) from.varint();
    for (const column of pack.isPart ? pack.columns : []) {
        const left = Number(from.varint()),
            kept = column.values.reduce((sum, value) => sum + Number(value), 0);
        column.leftOut = left ? left / (left + kept) : 0;
    }
}

function* readPack(from, more) {
    const pack = { columns: readColumns(from), names: ["", ...from.texts()] };
    pack.frames = readFrames(from, pack.names.length);
    yield* readStacks(from, pack);
    for (const column of pack.columns) yield* readValues(from, column, pack.parent.length);
    readMeta(from, pack);
    return more ? yield* more(from, pack) : pack;
}

/** The profile in a container, of at most so many bytes; `more` reads what follows (pack_labels.js). Throws where it
 * does not add up. */
export async function decodePack(bytes, more, most) {
    return inSlices(readPack(await openContainer(bytes, "FRPK", most), more));
}
