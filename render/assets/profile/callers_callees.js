/*
 * callers_callees.js - the tree of a function's callees, and that of its callers, which has the nearest caller on the
 * root. Both have the function at the root, from its outermost frame in each stack; so the root's total is the
 * function's.
 *
 *     a;f;g 3      callees of f: f 5 (g 3)       callers of f: f 5 (a 3, c 2)
 *     c;f 2
 */
import { sumSides, takeSides } from "./callers_callees_sides.js";
import { newTree, sumUp } from "./tree.js";
import { walkInOrder } from "./tree_at_once.js";

/* The outermost nodes of a name: none of them stands on another one. */
function outermostOf(tree, name) {
    const nodes = [];
    for (let node = 1; node < tree.n;) {
        if (tree.name[node] === name) nodes.push(node);
        node = tree.name[node] === name ? tree.end[node] : node + 1;
    }
    return nodes;
}

/* A tree that grows; node 0 is the function. */
class Growing {
    constructor(tree, source) {
        this.tree = tree;
        this.parent = [0];
        this.source = [source]; // the first node that it was made of
        this.self = [tree.zero];
        this.known = new Map();
        this.sides = tree.sides ? sumSides() : null;
    }

    /* Adds the own value of a node, or all of it, to what grows at `at`. */
    add(at, node, which) {
        this.self[at] += this.tree[which][node];
        if (this.sides) this.sides.add(at, this.tree.sides[which], node);
    }

    childOf(parent, source) {
        const { tree } = this,
            key = parent * tree.names.length + tree.name[source];
        let child = this.known.get(key);
        if (child === undefined) {
            child = this.parent.length;
            this.known.set(key, child);
            this.parent.push(parent);
            this.source.push(source);
            this.self.push(tree.zero);
        }
        return child;
    }

    /* In pre-order, the largest sibling first. */
    finish(view, callers = null) {
        const { tree, parent, source } = this,
            total = sumUp(this.self.slice(), parent),
            grown = newTree(parent.length, tree.names, view.whole),
            place = new Uint32Array(parent.length);
        const order = walkInOrder(parent, (a, b) =>
            total[a] === total[b] ? a - b : total[a] > total[b] ? -1 : 1,
        );
        grown.frames = tree.frames;
        grown.frame = tree.frame && new Uint32Array(order.length);
        grown.kind = tree.kind && new Uint8Array(order.length);
        order.forEach((node, i) => {
            place[node] = i;
            grown.parent[i] = place[parent[node]];
            grown.depth[i] = i ? grown.depth[grown.parent[i]] + 1 : 0;
            grown.name[i] = tree.name[source[node]];
            grown.fill[i] = tree.fill[source[node]];
            if (tree.frame) grown.frame[i] = tree.frame[source[node]];
            if (tree.kind) grown.kind[i] = tree.kind[source[node]];
            grown.self[i] = this.self[node];
        });
        grown.closeEnds();
        grown.sumTotals();
        if (this.sides) takeSides(grown, this.sides, order, view, callers);
        return grown;
    }
}

/** The tree of what a function calls; `name` is one of tree.name. */
export function calleesOf(tree, name, view) {
    const roots = outermostOf(tree, name),
        growing = new Growing(tree, roots[0]),
        path = [0];
    for (const root of roots) {
        growing.add(0, root, "self");
        for (let node = root + 1; node < tree.end[root]; node++) {
            const level = tree.depth[node] - tree.depth[root],
                at = growing.childOf(path[level - 1], node);
            path[level] = at;
            growing.add(at, node, "self");
        }
    }
    return growing.finish(view);
}

/** The tree of what calls a function. */
export function callersOf(tree, name, view) {
    const roots = outermostOf(tree, name),
        growing = new Growing(tree, roots[0]);
    for (const root of roots) {
        let at = 0;
        for (let node = tree.parent[root]; node; node = tree.parent[node])
            at = growing.childOf(at, node);
        growing.add(at, root, "total");
    }
    return growing.finish(view, tree.functions || null);
}
