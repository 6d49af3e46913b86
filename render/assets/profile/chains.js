/*
 * chains.js - frames that each call one other and have no value of their own, which a page can draw as one box:
 *
 *     main;a;b;c 5      one box "main +3"
 *
 *     main;a;b;c 5      two boxes: "main +2" for main, a and b; c stands on it
 *     main;a;b 1
 */

/* The last node of the chain that begins at `node`; `node` itself where it is none. */
function chainEnd({ end, total }, node) {
    while (node + 1 < end[node] && end[node + 1] === end[node] && total[node + 1] === total[node]) node++;
    return node;
}

/** The same of a box of a layout, whose lowest one stands alone: view.chainEnd, where chains are folded. */
export function endInLayout({ tree, root }, node) {
    return node === root ? node : chainEnd(tree, node);
}
