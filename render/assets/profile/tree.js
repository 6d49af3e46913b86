/*
 * tree.js - a profile merged into a tree, in pre-order columns, as model/tree/tree.c builds it:
 *
 *     node   depth  end  total  self
 *     0      0      4    100    0      (root)
 *     1      1      4    100    0      main
 *     2      2      3    90     90     foo
 *     3      2      4    10     10     foo.cold
 *
 * Frames of one name are one node; a node's kind is that of most of its value.
 */
import { valuesFor, valueIn } from "../data/pack.js";
import { each, SLICE } from "../data/slices.js";

/** Adds to each value those below it. */
export function sumUp(values, parent) {
    for (let i = values.length - 1; i > 0; i--) values[parent[i]] += values[i];
    return values;
}

class Tree {
    constructor(n, names, Values) {
        this.n = n;
        this.names = names;
        this.Values = Values;
        this.zero = valueIn(Values, 0);
        this.complete = true; // nothing is missing
        this.parent = new Uint32Array(n);
        this.end = new Uint32Array(n);
        this.depth = new Uint32Array(n);
        this.name = new Uint32Array(n);
        this.fill = new Uint16Array(n);
        this.kind = null; // place in the view's kinds, where fill is not that
        this.self = new Values(n);
        this.total = new Values(n);
        this.hidden = null; // children omitted of a node
        this.lost = null; // value of those
        this.frames = null; // of a whole profile (pack.js); tree.frame says which is a node's
        this.pack = null; // the profile that it was made of
        this.offset = null; // of a chart: where a node begins on its parent,
        this.begin = null; // on the root,
        this.lane = null; // and how many rows its lane stands higher
        this.rests = null; // Map: what stands for some of them (narrow_frames.js)
    }

    nameOf(node) {
        return this.names[this.name[node]];
    }

    /** Returns what people call a node. */
    titleOf(node) {
        return this.nameOf(node) || "all";
    }

    closeEnds() {
        for (let i = 0; i < this.n; i++) this.end[i] = i + 1;
        for (let i = this.n - 1; i > 0; i--)
            if (this.end[this.parent[i]] < this.end[i]) this.end[this.parent[i]] = this.end[i];
    }

    sumTotals() {
        this.total = sumUp(this.self.slice(), this.parent);
    }

    /** Finds what a node's children in the data leave of it, besides its own value. */
    findLost() {
        this.lost = new this.Values(this.n);
        for (let i = 0; i < this.n; i++) {
            this.lost[i] += this.total[i] - this.self[i];
            if (i > 0) this.lost[this.parent[i]] -= this.total[i];
        }
    }

    /** Nodes from the root to the parent of `node`. */
    ancestorsOf(node) {
        const path = [];
        while (node > 0) {
            node = this.parent[node];
            path.push(node);
        }
        return path.reverse();
    }

    holds(ancestor, node) {
        return node >= ancestor && node < this.end[ancestor];
    }
}

/** The totals of a tree, of which a part can be told: in a chart in time a lane has what stands in it, and the root
 * what all lanes have, though both are as wide as the recording is long. */
export function amountsOf(tree, { chart }) {
    if (chart !== 2) return tree.total;
    const amounts = tree.total.slice();
    amounts[0] = tree.lost ? tree.lost[0] : tree.zero;
    for (let lane = 1; lane < tree.n; lane = tree.end[lane]) {
        amounts[lane] = tree.lost ? tree.lost[lane] : tree.zero;
        for (let i = lane + 1; i < tree.end[lane]; i = tree.end[i]) amounts[lane] += amounts[i];
        amounts[0] += amounts[lane];
    }
    return amounts;
}

/** "native", "kernel", ...; "" where that is not known, and for the root. */
export function kindOf(tree, node, view) {
    const fill = view.kindFills && tree.frame ? view.kindFills[tree.frame[node]] : (tree.kind || tree.fill)[node];
    return (node && view.kinds && view.kinds[fill]) || "";
}

/** The kinds of frames on the root that are what ran. */
export const RUNNER = /^(process|thread)$/;

/** An empty tree for values up to `largest`. */
export function newTree(n, names, largest) {
    return new Tree(n, names, valuesFor(largest));
}

/** Stacks with the same parent and name become one node; parents before children. A table of slots finds the
 * node of both. */
export function* mergeStacks({ parent: below, frame, frames }) {
    const n = below.length,
        column = () => new Uint32Array(n),
        merged = { of: column(), parent: column(), name: column(), frame: column() },
        { of, parent, name } = merged,
        slots = new Uint32Array(2 << Math.ceil(Math.log2(n + 1))),
        mask = slots.length - 1;
    let count = 1;
    yield* each(1, n, (i) => {
        const on = of[below[i]],
            wanted = frames.name[frame[i]];
        let at = (Math.imul(on, 0x9e3779b1) ^ Math.imul(wanted, 0x85ebca77)) >>> 7 & mask;
        while (slots[at] && (parent[slots[at]] !== on || name[slots[at]] !== wanted)) at = (at + 1) & mask;
        if (!slots[at]) {
            slots[at] = count;
            parent[count] = on;
            name[count] = wanted;
            merged.frame[count++] = frame[i];
        }
        of[i] = slots[at];
    });
    for (const key of ["parent", "name", "frame"]) merged[key] = merged[key].subarray(0, count);
    return merged;
}

/* Names of frames of several kinds, or whatever is voted on. */
function findMixed(frames, choices, nNames) {
    const first = new Uint32Array(nNames), // choices, from 1
        mixed = new Uint8Array(nNames);
    for (let f = 0; f < frames.n; f++) {
        const name = frames.name[f],
            choice = choices[f] + 1;
        mixed[name] |= first[name] > 0 && first[name] !== choice;
        first[name] = choice;
    }
    return mixed.includes(1) ? mixed : null;
}

/** The own values of stacks, all columns together. */
export function weighOwn({ columns, parent: { length } }) {
    const weight = new (valuesFor(columns.reduce((sum, { reference }) => sum + BigInt(reference), 0n)))(length);
    for (const { values } of columns)
        for (let i = 0; i < length; i++) weight[i] += valueIn(weight.constructor, values[i]);
    return weight;
}

/** The frame of the choice with the most value. */
export function winnerOf(votes) {
    return votes.reduce((best, vote) => (vote.value > best.value ? vote : best)).frame;
}

/** Returns the frames of merged nodes: where frames of a name differ in their choice (kind, or fill), that with the
 * most value decides, the lower one on a tie. */
export function voteFrames(pack, merged, choices) {
    const mixed = findMixed(pack.frames, choices, pack.names.length),
        frames = merged.frame.slice();
    if (!mixed) return frames;
    const weight = (merged.weight ??= sumUp(weighOwn(pack), pack.parent)),
        votes = new Map();
    for (let i = 1; i < pack.parent.length; i++) {
        const node = merged.of[i],
            frame = pack.frame[i],
            choice = choices[frame];
        if (!mixed[merged.name[node]]) continue;
        const row = votes.get(node) || [];
        votes.set(node, row);
        row[choice] = { value: row[choice] ? row[choice].value + weight[i] : weight[i], frame };
    }
    for (const [node, row] of votes) frames[node] = winnerOf(row);
    return frames;
}

/** Names in the order of their bytes: frames stand in it. */
export function rankNames(pack) {
    const rank = new Uint32Array(pack.names.length);
    for (let f = 0, n = 0; f < pack.frames.n; f++)
        rank[pack.frames.name[f]] ||= ++n;
    return rank;
}

/** Own values of the merged nodes, and with what is below. */
export function sumMerged(pack, merged, values) {
    const self = new values.constructor(merged.parent.length);
    for (let i = 0; i < pack.parent.length; i++) self[merged.of[i]] += values[i];
    return { self, total: sumUp(self.slice(), merged.parent) };
}

/** Nodes in pre-order, siblings by `before`, without recursion, in slices. */
export function* orderSlices(parent, before) {
    const n = parent.length,
        start = new Uint32Array(n + 2), // of a node's children among all
        children = new Uint32Array(n),
        order = new Uint32Array(n);
    for (let i = 1; i < n; i++) start[parent[i] + 2]++;
    for (let i = 1; i < n; i++) start[i + 1] += start[i];
    for (let i = 1; i < n; i++) children[start[parent[i] + 1]++] = i;
    for (let at = 0, todo = [0]; todo.length; at++) {
        if (at % SLICE === 0) yield;
        const node = (order[at] = todo.pop()),
            from = start[node],
            to = start[node + 1];
        if (to > from + 1) children.subarray(from, to).sort(before);
        for (let i = to; i > from; i--) todo.push(children[i - 1]);
    }
    return order;
}

/** Returns what the frames of a view vote by. */
export function choicesOf(pack, view) {
    return view.byFill ? view.frameFills : pack.frames.kind;
}

/** Gives nodes the fills of their frames. */
export function fillNodes(tree, { frameFills, root }) {
    for (let i = 1; i < tree.n; i++) tree.fill[i] = frameFills[tree.frame[i]];
    tree.fill[0] = root;
}

/* A tree takes the colours of a view in place: its boxes stay where they are. */
function addColours(tree, pack, merged, order) {
    tree.recolour = (view) => {
        const frames = voteFrames(pack, merged, choicesOf(pack, view));
        order.forEach((node, i) => {
            tree.frame[i] = frames[node];
        });
        fillNodes(tree, view);
    };
}

function* freeze(pack, merged, sums, order, view) {
    const tree = newTree(order.length, pack.names, view.whole),
        place = new Uint32Array(order.length);
    tree.frame = new Uint32Array(order.length);
    yield* each(0, order.length, (i) => {
        const node = order[i];
        place[node] = i;
        tree.parent[i] = place[merged.parent[node]];
        tree.depth[i] = i ? tree.depth[tree.parent[i]] + 1 : 0;
        tree.name[i] = merged.name[node];
        tree.self[i] = valueIn(tree.Values, sums.self[node]);
    });
    addColours(tree, pack, merged, order);
    tree.recolour(view);
    tree.frames = pack.frames;
    tree.pack = pack;
    tree.closeEnds();
    tree.sumTotals();
    return tree;
}

/** The tree of a packed profile (pack.js), ordered and coloured as `view` says, in slices. */
export function* treeSlices(pack, view) {
    const merged = yield* mergeStacks(pack),
        rank = rankNames(pack),
        name = merged.name;
    yield;
    const sums = sumMerged(pack, merged, pack.columns[view.column].values),
        total = sums.total;
    const byName = (a, b) => rank[name[a]] - rank[name[b]];
    const byValue = (a, b) => (total[a] === total[b] ? byName(a, b) : total[a] > total[b] ? -1 : 1);
    const order = yield* orderSlices(merged.parent, view.sort === "value" ? byValue : byName);
    return yield* freeze(pack, merged, sums, order, view);
}
