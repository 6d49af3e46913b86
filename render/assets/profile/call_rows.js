/*
 * call_rows.js - the rows of a call tree, whose nodes open and close; callees with the most value first, those of a
 * differential with the largest change first.
 *
 *     v main      100.00 %
 *       v parse    60.00 %
 *           lex    40.00 %
 *       > write    40.00 %
 */
const MOST_CHILDREN = 100; // that a node lists, until more are asked for
const MOST_OPENED = 1000; // by one gesture
const FIRST_LEVELS = 40; // that may be open at first

const by = (a, b) => (a < b ? 1 : a > b ? -1 : 0);

function weightOf(tree, node) {
    return tree.sides ? Math.abs(tree.sides.total.points[node]) : tree.total[node];
}

function childrenOf(tree, node) {
    const found = [];
    for (let child = node + 1; child < tree.end[node]; child = tree.end[child]) found.push(child);
    return found.sort((a, b) => by(weightOf(tree, a), weightOf(tree, b)) || by(tree.total[a], tree.total[b]));
}

const LONGEST = 2000; // letters of all open rows in an address

export class CallRows {
    /** Open as `before`, rows of another tree, where that has the same names; else to where the value, or the change,
     * parts. */
    constructor(tree, before) {
        this.tree = tree;
        this.open = new Set();
        this.listed = new Map(); // node: how many of its children, where that are more than usual
        this.openLargest();
        this.first = this.open;
        if (before) this.openLike(before);
        if (!before || this.open.size < 2) this.open = new Set(this.first);
    }

    /** The nodes that are open but were not at first, or the other way round: "12.1a", in base 36. "" where an address
     * could not hold them. */
    get toggled() {
        const { first, open } = this,
            either = [...first, ...open].filter((node) => !first.has(node) || !open.has(node)),
            text = either.map((node) => node.toString(36)).join(".");
        return text.length > LONGEST ? "" : text;
    }

    /** Toggles these. */
    toggleAll(text) {
        for (const node of text.split(".").map((one) => parseInt(one, 36))) if (this.tree.end[node]) this.toggle(node);
    }

    openLike(before) {
        const pairs = [[0, 0]];
        this.open = new Set();
        for (const [node, old] of pairs) {
            if (!before.open.has(old)) continue;
            this.open.add(node);
            const names = new Map(childrenOf(before.tree, old).map((child) => [before.tree.nameOf(child), child]));
            for (const child of childrenOf(this.tree, node)) {
                const like = names.get(this.tree.nameOf(child));
                if (like !== undefined) pairs.push([child, like]);
            }
        }
    }

    /* Each callee that has at least half of its caller. */
    openLargest() {
        const { tree } = this;
        for (let node = 0, level = 0; level < FIRST_LEVELS; level++) {
            const [largest] = childrenOf(tree, node);
            if (largest === undefined) return;
            this.open.add(node);
            const size = weightOf(tree, largest);
            if (node && size + size < weightOf(tree, node)) return;
            node = largest;
        }
    }

    isLeaf(node) {
        return this.tree.end[node] === node + 1;
    }

    toggle(node) {
        if (!this.isLeaf(node) && !this.open.delete(node)) this.open.add(node);
    }

    /** Opens all below a node, as far as that are 1 000. */
    openAll(node) {
        const { tree } = this;
        let left = MOST_OPENED;
        for (let at = node; at < tree.end[node] && left > 0; at++)
            if (!this.isLeaf(at)) {
                this.open.add(at);
                left--;
            }
    }

    /** Opens what stands between the root and a node, and lists the node. */
    reveal(node) {
        const { tree } = this,
            path = [...tree.ancestorsOf(node), node];
        path.slice(1).forEach((child, i) => {
            const place = childrenOf(tree, path[i]).indexOf(child);
            this.open.add(path[i]);
            if (place >= this.most(path[i])) this.listed.set(path[i], place + 1);
        });
    }

    most(node) {
        return this.listed.get(node) || MOST_CHILDREN;
    }

    listMore(node) {
        this.listed.set(node, this.most(node) + 10 * MOST_CHILDREN);
    }

    /** [{node, level, place, of}], and {node, level, more} for children of a node that are not listed. */
    list() {
        const rows = [],
            waiting = [{ node: 0, level: 1, place: 1, of: 1 }];
        while (waiting.length) {
            const row = waiting.pop(),
                { node, level } = row;
            rows.push(row);
            if (row.more || !this.open.has(node)) continue;
            const children = childrenOf(this.tree, node),
                of = children.length,
                most = this.most(node),
                on = level + 1,
                below = children.slice(0, most).map((child, i) => ({ node: child, level: on, place: i + 1, of }));
            if (of > most) below.push({ node, level: on, more: of - most });
            waiting.push(...below.reverse());
        }
        return rows;
    }
}
