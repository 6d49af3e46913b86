/*
 * facts.js - what is known of a box, in words: rows of [what, how much] for the tooltip, one line for a
 * screen reader. What the picture does not carry has no row.
 */
import { RUNNER, kindOf } from "./tree.js";
import { formatCount, formatExact, formatGrouped, formatPlain, formatShare } from "./format.js";

/** "56.78 %"; of both sides of a differential "56.78 % -> 60.12 %". */
export function shareOf(tree, node, whole) {
    const share = (values) => formatShare(values[node], values[whole], 2),
        { sides } = tree;
    return sides ? share(sides.total.base) + " \u2192 " + share(sides.total.new) : share(tree.total);
}

function parentShare(tree, node) {
    return shareOf(tree, node, tree.parent[node]);
}

function amountFacts(tree, node, view) {
    const total = tree.total[node];
    return [
        ["total", formatExact(view, total)],
        [view.own, formatExact(view, tree.self[node])],
        ["of all", formatShare(total, view.whole, 2)],
    ];
}

/* Returns where the code of a frame is. */
function placeFacts({ frames, frame, names }, node) {
    if (!frames || !node) return [];
    const { module, file, line } = frames,
        at = frame[node],
        path = names[file[at]],
        rows = module[at] ? [["module", names[module[at]]]] : [];
    return path ? [...rows, ["file", line[at] ? path + ":" + line[at] : path]] : rows;
}

/* Processes, and threads in them, are frames near the root. */
function processFacts(tree, node, view) {
    const path = [...tree.ancestorsOf(node), node],
        found = path.filter((at) => RUNNER.test(kindOf(tree, at, view))).slice(0, 2);
    return found.map((at, i) => [i ? "thread" : kindOf(tree, at, view), tree.nameOf(at)]);
}

/* Returns what kind of frame a node is, and where it runs. */
function frameFacts(tree, node, view) {
    const kind = kindOf(tree, node, view),
        rows = [...placeFacts(tree, node), ...processFacts(tree, node, view)];
    return kind ? [["kind", kind], ...rows] : rows;
}

/** Rows about a node. */
export function factsOf(tree, node, zoom, view) {
    const rows = tree.sides ? tree.sides.facts(tree, node, view) : amountFacts(tree, node, view),
        hidden = tree.hidden ? tree.hidden[node] : 0;
    if (node) rows.push(["of parent", parentShare(tree, node)]);
    if (zoom && tree.holds(zoom, node)) rows.push(["of zoom", shareOf(tree, node, zoom)]);
    rows.push(...frameFacts(tree, node, view));
    if (hidden) rows.push(["not drawn", formatCount(hidden, "child", "children")]);
    return rows;
}

/** The same of a box that stands for narrow frames. */
export function restFacts(tree, rest, zoom, view) {
    const { total, parent } = rest,
        shares = [
            ["total", formatExact(view, total)],
            ["of all", formatShare(total, view.whole, 2)],
        ];
    const rows = tree.sides ? tree.sides.restFacts(view, rest) : shares;
    if (zoom && !tree.sides) rows.push(["of zoom", formatShare(total, tree.total[zoom], 2)]);
    return [...rows, ["click", "zooms to " + tree.titleOf(parent)]];
}

function countChildren(tree, node) {
    let n = tree.hidden ? tree.hidden[node] : 0;
    for (let child = node + 1; child < tree.end[node]; child = tree.end[child]) n++;
    return n;
}

function amountsOf(tree, node, view) {
    const total = tree.total[node];
    if (tree.sides) return tree.sides.line(tree, node, view).split(" \u00b7 ");
    return [
        formatShare(total, view.whole, 2),
        formatPlain(view, total),
        view.own + " " + formatGrouped(tree.self[node], view.decimals),
    ];
}

/** "foo, native, 31.20 %, 120 samples, self 2, 50.00 % of parent, file a.c:7, depth 7, 3 children" */
export function describeNode(tree, node, view) {
    const kind = kindOf(tree, node, view);
    return [
        tree.titleOf(node),
        ...(kind ? [kind] : []),
        ...amountsOf(tree, node, view),
        ...(tree.parent[node] ? [parentShare(tree, node) + " of parent"] : []),
        ...placeFacts(tree, node).map((row) => row.join(" ")),
        ...processFacts(tree, node, view).map((row) => row.join(" ")),
        "depth " + tree.depth[node],
        formatCount(countChildren(tree, node), "child", "children"),
    ].join(", ");
}
