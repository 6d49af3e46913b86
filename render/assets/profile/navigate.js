/*
 * navigate.js - writes zoom and search as the fragment of an address, which also fits a picture drawn anew;
 * and steps from box to box.
 *
 *     #zoom=main;server%3A%3Arun;handle&search=%2Fmalloc%7Cfree%2F&width=new&colour=own
 *     #zoom=java%204711;main&at=1200000                                          of a chart also when, in ns
 *
 * A path is the names from below the root, joined by ";"; a ";" in a name is \x3b, a backslash that
 * would read so is \x5c.
 */

import { PX } from "../draw/layout.js";

const SLIVER = 2 * PX; // narrower boxes are stepped over
const MAX_FRAGMENT = 8000; // characters; longer links break in chats and logs

/** A name in a list that ";" divides. */
export function escapeName(name) {
    return name.replace(/\\(?=x3b|x5c)/g, "\\x5c").replace(/;/g, "\\x3b");
}

export function unescapeName(text) {
    return text.replace(/\\x(3b|5c)/g, (_, code) => (code === "3b" ? ";" : "\\"));
}

/** The names from below the root to `node`. */
export function pathOf(tree, node) {
    return node ? [...tree.ancestorsOf(node).slice(1), node].map((i) => tree.nameOf(i)) : [];
}

/** The node at the end of a path, or the last one that is there; `whole` tells which. A chart has a path many times:
 * `at` tells when, the first time where that is not there. */
export function findPath(tree, names, at = "") {
    const { begin, total } = tree,
        isThen = (child) => !begin || at === "" || (at >= begin[child] && at < Number(begin[child]) + Number(total[child]));
    let node = 0;
    for (const name of names) {
        let child = node + 1;
        while (child < tree.end[node] && (tree.nameOf(child) !== name || !isThen(child))) child = tree.end[child];
        if (child >= tree.end[node] && at !== "") return findPath(tree, names);
        if (child >= tree.end[node]) return { node, whole: false };
        node = child;
    }
    return { node, whole: true };
}

/** The fragment for a state, "" for the initial one: the node zoomed to, and other words where they are not
 * as the picture opens: the search, of a differential width and colour, of a page its view. */
export function writeFragment(tree, { zoom, ...words }) {
    const parts = [],
        encode = (text) => encodeURIComponent(text).replace(/%3B/g, ";");
    if (zoom) parts.push("zoom=" + encode(pathOf(tree, zoom).map(escapeName).join(";")));
    if (zoom && tree.begin) parts.push("at=" + tree.begin[zoom]);
    for (const [key, text] of Object.entries(words)) if (text) parts.push(key + "=" + encode(text));
    const text = parts.length ? "#" + parts.join("&") : "";
    return text.length <= MAX_FRAGMENT ? text : "";
}

function decode(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return ""; // "%" that is no escape
    }
}

/** The words of an address besides the path; a page adds to them. */
export const WORDS = [
    ...["search", "width", "colour", "view", "function", "shape", "order", "from"],
    ...["steps", "column", "chains", "theme", "compared", "sort", "open", "at"],
];

/** "zoom=main" and "search=x" of "#zoom=main&search=x". */
export function partsOf(fragment) {
    return fragment.slice(1).split("&").filter(Boolean);
}

/** The path and the words of a fragment, "" for one that is not there; what is not ours is ignored. */
export function readFragment(fragment) {
    const state = { path: [], ...Object.fromEntries(WORDS.map((word) => [word, ""])) };
    for (const part of partsOf(fragment)) {
        const [key, text] = [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)];
        if (key === "zoom" && text) state.path = decode(text).split(";").map(unescapeName);
        else if (WORDS.includes(key)) state[key] = decode(text);
    }
    return state;
}

/* The widest drawn child of a box, or -1. */
function widestChild(layout, box) {
    const { tree, node } = layout;
    let best = -1;
    for (const child of layout.rows[layout.row[box] + 1] || [])
        if (
            layout.boxOf.get(tree.parent[node[child]]) === box &&
            (best < 0 || tree.total[node[child]] > tree.total[node[best]])
        )
            best = child;
    return best;
}

/* The next box of the row that is wide enough to be seen; only where there is none, the next one. */
function neighbour(layout, box, by) {
    const row = layout.rows[layout.row[box]],
        next = row.indexOf(box) + by;
    let at = next;
    while (at >= 0 && at < row.length && layout.x1[row[at]] - layout.x0[row[at]] < SLIVER) at += by;
    return row[at] ?? row[next] ?? -1;
}

function parentBox(layout, box) {
    const parent = layout.boxOf.get(layout.tree.parent[layout.node[box]]);
    return box > 0 && parent !== undefined ? parent : -1;
}

const steps = new Map([
    ["out", widestChild],
    ["in", parentBox],
    ["left", (layout, box) => neighbour(layout, box, -1)],
    ["right", (layout, box) => neighbour(layout, box, 1)],
    ["first", () => 0],
    ["last", (layout, box) => layout.rows[layout.row[box]].at(-1)],
]);

/** The box one step away, or -1: "out" to the widest child, "in" to the parent, "left", "right". */
export function stepFrom(layout, box, direction) {
    return steps.get(direction)(layout, box);
}
