/*
 * legend.js - which boxes an entry of the legend stands for: those of its kind or module, or, in a
 * differential, those with its mark. A ramp, and a colour of a ramp, stand for no boxes of their own.
 *
 *     [fill, title, marks]                   an entry
 *     [[[fill, marks], ...], title, before]  a ramp
 */
import { OWN_GREW, OWN_SHRANK } from "../profile/mark_bits.js";

const OWN = OWN_GREW | OWN_SHRANK;

/** Returns what tells whether a node is of an entry, or null. */
export function isOfEntry(tree, view, [fill, , marks]) {
    const wanted = marks & OWN ? OWN : marks,
        ramps = view.legend.filter((entry) => Array.isArray(entry[0]));
    if (Array.isArray(fill)) return null;
    if (view.entries)
        return (node) => view.entries[tree.fill[node]] === view.entries[fill];
    if (wanted) return (node) => tree.sides.changeOf(tree, view, node).marks & wanted;
    const isOfRamp = ramps.some(([steps]) => steps.some(([step]) => step === fill));
    return isOfRamp ? null : (node) => tree.fill[node] === fill;
}

/** A mark for each node of an entry, as a search has them (search.js); null where none is marked. */
export function markEntry(tree, view, entry) {
    const test = entry && isOfEntry(tree, view, entry);
    return test ? Uint8Array.from({ length: tree.n }, (_, node) => (test(node) ? 1 : 0)) : null;
}
