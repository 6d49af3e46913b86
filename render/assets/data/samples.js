/*
 * samples.js - the samples of a recording (render/pack/heat_samples.c), and the profile of those that a
 * selection of times takes.
 *
 *     { n, time: ns from the second in which the recording starts, stack, value }
 *
 * They stand in the order of their times.
 */
import { openContainer } from "./bytes.js";
import { firstPlace, within } from "../profile/bounds.js";
import { keepUsed } from "../profile/transform.js";
import { valuesFor, valueIn } from "./pack.js";

/** A column: how many bytes its numbers have, then the lowest of each number, then the next of each. */
export function readPlanes(from, numbers) {
    const width = from.byte();
    for (let k = 0, scale = 1; k < width; k++, scale *= 256)
        for (let i = 0; i < numbers.length; i++) numbers[i] += from.byte() * scale;
    return numbers;
}

/** The samples in a container. Throws where it does not add up. */
export async function decodeSamples(bytes) {
    const from = await openContainer(bytes, "FRSM"),
        n = from.count(),
        tick = from.varint();
    let at = from.signed();
    const time = readPlanes(from, new Float64Array(n)),
        stack = readPlanes(from, new Uint32Array(n)),
        value = readPlanes(from, new Float64Array(n));
    for (let i = 0; i < n; i++) {
        at += time[i];
        time[i] = at * tick;
    }
    return { n, time, stack, value };
}

/* The samples that times select, as runs of indices: {from, to}, of a band also the period; `outside`: all
 * others. */
function runsOf(samples, { from, to, period, outside }) {
    if (period) {
        const runs = [];
        let start = -1;
        for (let i = 0; i <= samples.n; i++) {
            const offset = ((samples.time[i] % period) + period) % period,
                inside = i < samples.n && (offset >= from && offset < to) !== Boolean(outside);
            if (inside && start < 0) start = i;
            if (!inside && start >= 0) {
                runs.push([start, i]);
                start = -1;
            }
        }
        return runs;
    }
    const [first, end] = [from, to].map((at) => firstPlace(0, samples.n, (i) => samples.time[i] < at));
    return outside ? [[0, first], [end, samples.n]] : [[first, end]];
}

/** Returns how many samples begin at selected times. */
export function countAt(samples, times) {
    return runsOf(samples, times).reduce((sum, [start, end]) => sum + end - start, 0);
}

/** Returns how much of what was recorded (from first to last, in ns) times select. */
export function coveredBy({ from, to, period, outside }, [first, last]) {
    const until = (at) => {
        if (!period) return within(at, from, to) - from;
        const whole = Math.floor(at / period);
        return whole * (to - from) + within(at - whole * period, from, to) - from;
    };
    const inside = until(last) - until(first);
    return outside ? last - first - inside : inside;
}

/* Returns what selected samples add up to by stack, with sums of squares where weights differ from 1. Of samples that
 * last for their value it is the time that is selected. */
function sumSamples(pack, column, samples, times, lasts) {
    const { reference, counted, counts } = pack.columns[column],
        Values = valuesFor(reference),
        values = new Values(pack.parent.length),
        squares = new Float64Array(pack.parent.length);
    let whole = valueIn(Values, 0),
        plain = true; // of weights, all are 1
    const cut = lasts && Number.isFinite(times.to),
        valueOf = (i) => coveredBy(times, [samples.time[i], samples.time[i] + samples.value[i]]);
    for (const [start, end] of cut ? [[0, samples.n]] : runsOf(samples, times))
        for (let i = start; i < end; i++) {
            const number = cut ? valueOf(i) : samples.value[i],
                value = valueIn(Values, number);
            values[samples.stack[i]] += value;
            squares[samples.stack[i]] += number * number;
            whole += value;
            plain = plain && number === 1;
        }
    return { values, whole, squares: plain || (counted && !counts) ? null : squares }; // counts have none
}

/** The profile of the samples at `times`: {pack, whole}. */
export function profileAt(pack, column, samples, times, lasts) {
    const { values, whole, squares } = sumSamples(pack, column, samples, times, lasts),
        { parent, frame, columns: kept } = keepUsed(pack, squares ? [values, squares] : [values]),
        [own, ownSquares = null] = kept,
        sums = { values: own, squares: ownSquares, reference: whole },
        columns = pack.columns.map((c, k) => (k === column ? { ...c, ...sums } : c));
    return { pack: { ...pack, parent, frame, columns }, whole };
}
