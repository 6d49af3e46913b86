/*
 * kept.js - work in slices (slices.js) that is done at once, and what is made of a tree only once: a page makes it in
 * slices while it loads, and whoever asks for it later finds it.
 */
import { inSlices } from "./slices.js";

/** Does the work at once. */
export function atOnce(work) {
    let step = work.next();
    while (!step.done) step = work.next();
    return step.value;
}

/** `make` is a generator of slices of a tree. The outcome is kept as long as the tree; `ahead` makes it in slices. */
export function keptOf(make) {
    const kept = new WeakMap();
    const keep = (tree, value) => kept.set(tree, value) && value;
    const of = (tree) => kept.get(tree) ?? keep(tree, atOnce(make(tree)));
    of.ahead = async (tree) => keep(tree, await inSlices(make(tree)));
    return of;
}
