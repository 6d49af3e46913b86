/*
 * tree_at_once.js - what tree.js makes in slices, at once: for what a reader asks for in a page that is open.
 */
import { atOnce } from "../data/slices.js";
import { orderSlices, treeSlices } from "./tree.js";

/** Nodes in pre-order, siblings by `before`. */
export function walkInOrder(parent, before) {
    return atOnce(orderSlices(parent, before));
}

/** The tree of a packed profile (pack.js), ordered and coloured as `view` says. */
export function buildTree(pack, view) {
    return atOnce(treeSlices(pack, view));
}
