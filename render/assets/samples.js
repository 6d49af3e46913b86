/*
 * samples.js - the samples of a recording (render/layout/heat_samples.c), and the profile of those between
 * two times.
 *
 *     { n, time: ns from the second in which the recording starts, stack, value }
 *
 * They stand in the order of their times.
 */
import { openContainer } from "./bytes.js";
import { valuesFor, valueIn } from "./pack.js";

function unzigzag(number) {
    return number % 2 ? -(number + 1) / 2 : number / 2;
}

/** The samples in a container. Throws where it does not add up. */
export async function decodeSamples(bytes) {
    const from = await openContainer(bytes, "FRSM"),
        n = from.count(),
        tick = from.varint();
    const samples = { n, time: new Float64Array(n), stack: new Uint32Array(n) };
    samples.value = new Float64Array(n);
    let at = n ? unzigzag(from.varint()) : 0;
    for (let i = 0; i < n; i++) {
        if (i) at += from.varint();
        samples.time[i] = at * tick;
    }
    for (let i = 0; i < n; i++) samples.stack[i] = from.varint();
    for (let i = 0; i < n; i++) samples.value[i] = Number(from.varint());
    return samples;
}

/* The first sample at or after a time. */
function lowerBound({ n, time }, at) {
    let low = 0,
        high = n;
    while (low < high) {
        const middle = (low + high) >>> 1;
        if (time[middle] < at) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* Stacks with a value in or below them, renumbered: parents stay before children. */
function keepUsed(pack, column, values) {
    const n = pack.parent.length,
        used = new Uint8Array(n),
        number = new Uint32Array(n);
    used[0] = 1;
    for (let i = n - 1; i > 0; i--) {
        if (values[i]) used[i] = 1;
        if (used[i]) used[pack.parent[i]] = 1;
    }
    let kept = 0;
    for (let i = 0; i < n; i++) if (used[i]) number[i] = kept++;
    const part = { ...pack, parent: new Uint32Array(kept), frame: new Uint32Array(kept) },
        own = new values.constructor(kept);
    for (let i = 0; i < n; i++) {
        if (!used[i]) continue;
        part.parent[number[i]] = number[pack.parent[i]];
        part.frame[number[i]] = pack.frame[i];
        own[number[i]] = values[i];
    }
    part.columns = pack.columns.map((c, k) => (k === column ? { ...c, values: own } : c));
    return part;
}

/** The profile of the samples from `from` up to but not including `to`, in ns: {pack, whole}. */
export function profileBetween(pack, column, samples, from, to) {
    const Values = valuesFor(pack.columns[column].reference),
        values = new Values(pack.parent.length),
        end = lowerBound(samples, to);
    let whole = valueIn(Values, 0);
    for (let i = lowerBound(samples, from); i < end; i++) {
        const value = valueIn(Values, samples.value[i]);
        values[samples.stack[i]] += value;
        whole += value;
    }
    return { pack: keepUsed(pack, column, values), whole };
}
