/*
 * pack_changes.js - reads the container of a differential (render/pack/pack_boxes.c) into a tree (tree.js)
 * with both sides (both_sides.js).
 */
import { readNode } from "./boxes.js";
import { openContainer } from "./bytes.js";
import { BothSides } from "../profile/both_sides.js";
import { readRests } from "./narrow_frames.js";
import { newTree } from "../profile/tree.js";
import { valueIn } from "./pack.js";
import { setColour } from "../profile/change.js";
import { setWidth } from "../profile/diff_width.js";

const SEEN = 16; // added to a verdict where the change is to be shown

/** Points, share points, error and verdict of an amount into entry `i` of its columns. */
export function readJudged(from, amounts, i) {
    amounts.points[i] = from.signed();
    amounts.share[i] = amounts.points[i] + from.signed();
    amounts.error[i] = from.varint();
    const verdict = from.varint();
    amounts.verdict[i] = verdict % SEEN;
    amounts.seen[i] = verdict >= SEEN ? 1 : 0;
}

function readSide(from, sides, side, i) {
    const value = () => valueIn(sides.total[side].constructor, from.varint());
    sides.total[side][i] = value();
    sides.self[side][i] = value();
}

function readRestTotal(from, sides) {
    const value = () => valueIn(sides.total.base.constructor, from.varint());
    const sum = { base: value(), new: value(), total: 0 };
    return { ...sum, width: sides.widths ? Number(from.varint()) : 0 };
}

function readBothSides(from, tree, i, path) {
    const { sides } = tree;
    readNode(from, tree, i, path, "the changes do not add up");
    tree.kind[i] = from.varint();
    tree.hidden[i] = from.varint();
    readSide(from, sides, "base", i);
    readSide(from, sides, "new", i);
    sides.fills.total[i] = from.varint();
    sides.fills.self[i] = from.varint();
    readJudged(from, sides.total, i);
    readJudged(from, sides.self, i);
    if (sides.widths) sides.widths[i] = Number(from.varint());
    const rests = readRests(from, () => readRestTotal(from, sides));
    if (rests.length) tree.rests.set(i, rests);
}

/** The tree of both sides, in the width and colour that `view` says. */
export async function decodeChanges(bytes, view) {
    const from = await openContainer(bytes, "FRCH"),
        names = from.texts(),
        given = from.varint(),
        n = from.count(),
        tree = newTree(n, names, 0);
    tree.rests = new Map();
    tree.hidden = new Uint32Array(n);
    tree.kind = new Uint8Array(n);
    tree.sides = new BothSides(n, view, given);
    for (let i = 0, path = []; i < n; i++) readBothSides(from, tree, i, path);
    tree.closeEnds();
    tree.complete = tree.hidden.every((hidden) => hidden === 0);
    Object.assign(view.diff, { first: view.diff.width, subtitle: view.subtitle });
    setWidth(tree, view, view.diff.width);
    setColour(tree, view, Boolean(view.diff.self));
    return tree;
}
