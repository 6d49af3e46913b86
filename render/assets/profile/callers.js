/*
 * callers.js - the tree merged from the leaves, by the rules of model/tree/callers.c: hot functions stand
 * on the root, and their callers on them. *
 *     main;a;x 3      all 5, on it x 5, on that a 3 and b 2, on each main
 *     main;b;x 2
 *
 * One entry per stack with a value of its own: the stack, and a cursor that climbs from its leaf to its
 * root. A node is a range of entries whose cursors passed the same names; its children are the runs of the
 * range, parted by the name under the cursor. */
import { choicesOf, fillNodes, newTree, rankNames, weighOwn, winnerOf } from "./tree.js";
import { valueIn } from "../data/pack.js";

/* The first frame with the choice (kind, or fill) of most of the value, the lower one on a tie. */
function voteFor(ballot, choices) {
    const votes = [];
    for (const [frame, value] of ballot) {
        const vote = votes[choices[frame]];
        if (vote) vote.value += value;
        else votes[choices[frame]] = { value, frame };
    }
    return winnerOf(votes);
}

class Grower {
    constructor(pack, view, order) {
        Object.assign(this, { pack, view, byValue: order === "largest" });
        this.rank = rankNames(pack);
        this.values = pack.columns[view.column].values;
        this.zero = valueIn(this.values.constructor, 0);
        this.weight = weighOwn(pack);
        this.ballots = new Map(); // by node: the frames that it may have, with their values
        const stacks = Array.from(this.values.keys()).filter((s) => this.weight[s]);
        this.origin = Uint32Array.from(stacks); // whose value it is
        this.cursor = this.origin.slice(); // whose frame comes next; 0: past the root
        this.nodes = { parent: [], name: [], frame: [], self: [], depth: [] };
    }

    /* The frame of a node that has these entries. Where they differ the colours tell which (voteFor). */
    frameOf(node, entries) {
        const frameUnder = (entry) => this.pack.frame[this.cursor[entry]],
            first = frameUnder(entries[0]),
            ballot = new Map();
        if (entries.every((entry) => frameUnder(entry) === first)) return first;
        for (const entry of entries) {
            const frame = frameUnder(entry),
                weight = this.weight[this.origin[entry]];
            ballot.set(frame, ballot.has(frame) ? ballot.get(frame) + weight : weight);
        }
        this.ballots.set(node, ballot);
        return first;
    }

    /* Nodes of one parent, the first to come last. */
    split(entries, parent) {
        const { frames, frame } = this.pack,
            runs = new Map();
        for (const entry of entries) {
            if (!this.cursor[entry]) continue;
            const name = frames.name[frame[this.cursor[entry]]];
            if (!runs.has(name)) runs.set(name, []);
            runs.get(name).push(entry);
        }
        const groupOf = ([name, of]) => ({ parent, name, entries: of, total: this.sum(of) }),
            byName = (a, b) => this.rank[b.name] - this.rank[a.name],
            byValue = (a, b) => (a.total === b.total ? byName(a, b) : a.total < b.total ? -1 : 1);
        return Array.from(runs, groupOf).sort(this.byValue ? byValue : byName);
    }

    sum(entries) {
        return entries.reduce((sum, e) => sum + this.values[this.origin[e]], this.zero);
    }

    /* A node of a group, whose cursors move one caller up; its self is what ends there. */
    append({ parent, name, entries }) {
        const { nodes, pack } = this,
            root = nodes.parent.length === 0;
        nodes.parent.push(parent);
        nodes.name.push(name);
        nodes.depth.push(root ? 0 : nodes.depth[parent] + 1);
        nodes.frame.push(root ? 0 : this.frameOf(nodes.frame.length, entries));
        for (const entry of root ? [] : entries)
            this.cursor[entry] = pack.parent[this.cursor[entry]];
        const ended = entries.filter((entry) => !this.cursor[entry]);
        nodes.self.push(this.sum(ended));
        return nodes.parent.length - 1;
    }

    /* A group of one entry: its callers, up to the root. */
    climb({ parent, entries: [entry] }) {
        const { nodes, pack, cursor } = this;
        for (let stack = cursor[entry]; stack; stack = pack.parent[stack]) {
            nodes.depth.push(nodes.depth[parent] + 1);
            nodes.parent.push(parent);
            nodes.name.push(pack.frames.name[pack.frame[stack]]);
            nodes.frame.push(pack.frame[stack]);
            nodes.self.push(pack.parent[stack] ? this.zero : this.values[this.origin[entry]]);
            parent = nodes.parent.length - 1;
        }
    }

    grow() {
        const all = Array.from(this.origin.keys()),
            todo = [{ parent: 0, name: 0, entries: all }];
        while (todo.length) {
            const group = todo.pop();
            if (group.name && group.entries.length === 1) {
                this.climb(group);
                continue;
            }
            const node = this.append(group);
            for (const child of this.split(group.entries, node)) todo.push(child);
        }
        return this.freeze();
    }

    freeze() {
        const { nodes, pack, view, ballots } = this,
            tree = newTree(nodes.parent.length, pack.names, view.whole);
        tree.frame = Uint32Array.from(nodes.frame);
        tree.frames = pack.frames;
        tree.parent.set(nodes.parent);
        tree.depth.set(nodes.depth);
        tree.name.set(nodes.name);
        tree.self = tree.Values.from(nodes.self, (value) => valueIn(tree.Values, value));
        tree.recolour = (now) => {
            const choices = choicesOf(pack, now);
            for (const [node, ballot] of ballots) tree.frame[node] = voteFor(ballot, choices);
            fillNodes(tree, now);
        };
        tree.recolour(view);
        tree.closeEnds();
        tree.sumTotals();
        return tree;
    }
}

/** The tree of callers of a profile (pack.js), siblings by name, or the "largest" first. */
export function callerTree(pack, view, order) {
    return new Grower(pack, view, order).grow();
}
