/*
 * lanes.js - who ran when (render/pack/heat_samples.c): the lanes that samples make, and the samples of one.
 *
 *     { threads: [{comm, pid, tid}], thread, cpu, idle }      by sample; cpu 0: unknown, else the CPU + 1
 *
 * A lane is { where: "tid=12", name: "query 12", value, holds } with holds[thread or cpu] 1 where a sample is in it.
 */
import { openContainer } from "./bytes.js";
import { readPlanes } from "./samples.js";

/* Numbers of as few bytes as they need. */
function readColumn(from, n) {
    const width = from.bytes[from.at],
        Numbers = width < 2 ? Uint8Array : width < 3 ? Uint16Array : Uint32Array;
    return readPlanes(from, new Numbers(n));
}

/** Who ran, of as many samples as there are. Throws where it does not add up. */
export async function decodeLanes(bytes, samples) {
    const from = await openContainer(bytes, "FRLN"),
        n = from.count();
    if (n !== samples.n) throw new Error("lanes of other samples");
    const threads = from.list(() => ({ comm: from.text(), pid: from.signed(), tid: from.signed() }));
    const [thread, cpu, idle] = [0, 1, 2].map(() => readColumn(from, n));
    return { threads, thread, cpu, idle, anyIdle: idle.includes(1) };
}

/** The keys that lanes are made by: the column of a sample, and what a number in it stands for. */
export const LANE_KEYS = new Map([
    ["tid", { name: "thread", column: "thread", numberOf: (who, i) => who.threads[i].tid, nameOf: (who, i) => who.threads[i].comm }],
    ["pid", { name: "process", column: "thread", numberOf: (who, i) => who.threads[i].pid, nameOf: (who, i) => who.threads[i].comm }],
    ["cpu", { name: "CPU", column: "cpu", numberOf: (who, i) => i - 1, nameOf: () => "CPU" }],
]);

/* Returns what the samples of each thread, or of each CPU, add up to; -1: it has none. */
function sumsByNumber(samples, column) {
    const sums = [];
    for (let i = 0; i < samples.n; i++) sums[column[i]] = (sums[column[i]] || 0) + samples.value[i];
    return sums;
}

/** The lanes of a key, the busiest first. Those that are not known by a number have no `where`. */
export function lanesOf(samples, who, key) {
    const { column, numberOf, nameOf } = LANE_KEYS.get(key),
        lanes = new Map(),
        sums = sumsByNumber(samples, who[column]);
    sums.forEach((value, i) => {
        const number = numberOf(who, i),
            lane = lanes.get(number) || { key, where: number < 0 ? "" : `${key}=${number}`, value: 0, most: 0, holds: [] };
        lanes.set(number, lane);
        lane.value += value;
        lane.holds[i] = 1;
        if (value < lane.most) return;
        lane.most = value; // a thread may change its name: the one that it had longest
        lane.name = [nameOf(who, i), number < 0 ? "unknown" : number].join(" ").trim();
    });
    return [...lanes.values()].sort((a, b) => b.value - a.value || (a.name < b.name ? -1 : 1));
}

/** The busiest lanes, `most` in all: what is beyond them is one, "55 more". */
export function busiest(lanes, most) {
    if (lanes.length <= most) return lanes;
    const rest = lanes.slice(most - 1),
        holds = [];
    for (const lane of rest) Object.assign(holds, lane.holds);
    const value = rest.reduce((sum, lane) => sum + lane.value, 0);
    return [...lanes.slice(0, most - 1), { key: lanes[0].key, where: "", value, holds, name: `${rest.length} more` }];
}

/** The samples for which `keeps(i)`, in their order. */
function keepSamples({ n, time, stack, value }, keeps) {
    const at = new Uint32Array(n);
    let kept = 0;
    for (let i = 0; i < n; i++) if (keeps(i)) at[kept++] = i;
    const part = { n: kept };
    for (const [name, column] of Object.entries({ time, stack, value })) {
        part[name] = new column.constructor(kept);
        for (let i = 0; i < kept; i++) part[name][i] = column[at[i]];
    }
    return part;
}

/** The samples of a lane (null: of all), without those of idle CPUs if asked. */
export function samplesOf(samples, who, lane, withoutIdle) {
    if (!lane && !withoutIdle) return samples;
    const { idle } = who,
        column = lane && who[LANE_KEYS.get(lane.key).column],
        holds = lane && lane.holds;
    return keepSamples(samples, (i) => (!lane || holds[column[i]]) && !(withoutIdle && idle[i]));
}

/** `add(cell, part)` for a sample: 1, or where cells weigh samples its value, in one cell; where it lasts as well, the
 * time that it shares with each of its cells. */
export function eachPart(cells, { time, value }, i, add) {
    const { weighs, lasts } = cells.view,
        end = time[i] + value[i];
    let from = time[i],
        cell = cells.cellAt(from);
    if (!weighs || !lasts) add(cell, weighs ? value[i] : 1);
    else
        for (; from < end && cell <= cells.last; cell++) {
            const to = Math.min(end, Number(cells.startOf(cell + 1)));
            add(cell, to - from);
            from = to;
        }
}

/* Adds a sample to the sums of cells. */
function addSample(sums, cells, samples, i) {
    eachPart(cells, samples, i, (cell, part) => {
        sums[cell] += part;
    });
}

function cellsWith(sums) {
    const values = new Map();
    for (let cell = 0; cell < sums.length; cell++) if (sums[cell]) values.set(cell, sums[cell]);
    return values;
}

/** By cell: how many samples, or what they add up to where cells weigh them. Of samples that last it is the time that
 * they share with the cell. */
export function sumCells(cells, samples) {
    const sums = new Float64Array(cells.last + 1);
    for (let i = 0; i < samples.n; i++) addSample(sums, cells, samples, i);
    return cellsWith(sums);
}

/** The same of each of some lanes of one key. */
export function sumLanes(cells, samples, who, lanes, withoutIdle) {
    const sums = lanes.map(() => new Float64Array(cells.last + 1)),
        column = lanes.length ? who[LANE_KEYS.get(lanes[0].key).column] : [],
        sumOf = []; // by thread or CPU
    lanes.forEach(({ holds }, k) =>
        holds.forEach((_, i) => {
            sumOf[i] = sums[k];
        }),
    );
    for (let i = 0; i < column.length; i++) {
        const to = sumOf[column[i]];
        if (to && !(withoutIdle && who.idle[i])) addSample(to, cells, samples, i);
    }
    return sums.map(cellsWith);
}
