/*
 * tree_cache.js - keeps what is made of a tree: a page makes it in slices (slices.js) while it loads, and whoever asks
 * for it later finds it.
 */
import { atOnce, inSlices } from "./slices.js";

/** `make` is a generator of slices of a tree. The outcome is kept as long as the tree; `ahead` makes it in slices. */
export function cachedByTree(make) {
    const kept = new WeakMap();
    const keep = (tree, value) => kept.set(tree, value) && value;
    const of = (tree) => kept.get(tree) ?? keep(tree, atOnce(make(tree)));
    of.ahead = async (tree) => keep(tree, await inSlices(make(tree)));
    return of;
}
