/*
 * chart_samples.js - the samples of a recording lane by lane (render/pack/chart_samples.c):
 *
 *     [{ name: "java 4711", fill, start, duration, stack, value }]     times in ns from the first sample
 */
import { openContainer } from "./bytes.js";

function readLane(from, tick, weights) {
    const name = from.text(),
        fill = from.varint(),
        n = from.count(),
        lane = { name, fill, start: new Float64Array(n), duration: new Float64Array(n), stack: new Uint32Array(n) },
        { start, duration, stack } = lane;
    for (let i = 0, at = 0; i < n; i++) start[i] = at += from.varint() * tick;
    for (let i = 0; i < n; i++) duration[i] = (i + 1 < n ? start[i + 1] - start[i] : 0) + from.signed() * tick;
    for (let i = 0; i < n; i++) stack[i] = from.varint();
    lane.value = duration.map((ns) => (weights ? from.signed() + (weights > 1 ? ns : 0) : 1));
    return lane;
}

/** The lanes in a container. Throws where it does not add up. */
export async function decodeChart(bytes) {
    const from = await openContainer(bytes, "FRTM"),
        tick = from.varint(),
        weights = from.varint();
    return from.list(() => readLane(from, tick, weights));
}
