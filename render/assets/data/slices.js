/*
 * slices.js - long work in slices: a generator that yields after each SLICE of what it goes through. A page that loads
 * rests at each yield, so it scrolls and answers meanwhile.
 */

/** Nodes, or whatever is gone through, between two rests: some milliseconds of work. */
export const SLICE = 1 << 15;

/** `act(i)` for `from` <= i < `to`. */
export function* each(from, to, act) {
    for (let i = from; i < to; i++) {
        if (i % SLICE === 0) yield;
        act(i);
    }
}

/** Until the browser has done what waits. Timers would wait for longer. */
export function rest() {
    const { port1, port2 } = new MessageChannel();
    return new Promise((ready) => {
        port1.onmessage = () => ready(port1.close());
        port2.postMessage(0);
    });
}

/** Does the work in slices. */
export async function inSlices(work) {
    for (;;) {
        const { done, value } = work.next();
        if (done) return value;
        await rest();
    }
}

/** Does the work at once. */
export function atOnce(work) {
    let step = work.next();
    while (!step.done) step = work.next();
    return step.value;
}
