/*
 * chart.js - the tree of a flame chart: boxes stand where their time is, a lane for each thread, as model/tree/chart.c
 * builds it.
 *
 *     samples of a lane     a;b  a;b  a;c        b   c
 *                                                a
 *                                                java 4711
 *
 * The frames that a sample shares with the one before it go on, where no time lies between them.
 */
import { MARGIN, smallestTotal } from "../draw/layout.js";
import { fillNodes, newTree } from "./tree.js";

/* Nodes while they are made. A node's frame is -1 for a lane, whose place among the lanes is its name. */
class Nodes {
    constructor(pack) {
        this.pack = pack;
        for (const column of ["parent", "frame", "begin", "total", "self"]) this[column] = [];
        this.path = []; // open nodes: the root, the lane, and frames on it
        this.add(0, -1, 0);
    }

    add(parent, frame, begin) {
        this.parent.push(parent);
        this.frame.push(frame);
        this.begin.push(begin);
        this.total.push(0);
        return this.self.push(0) - 1;
    }

    framesOf(stack) {
        const { parent, frame } = this.pack,
            frames = [];
        for (let at = stack; at; at = parent[at]) frames.push(frame[at]);
        return frames.reverse();
    }

    goesOn(node, frame) {
        const { name, kind } = this.pack.frames,
            own = node === undefined ? -1 : this.frame[node];
        return own >= 0 && name[own] === name[frame] && kind[own] === kind[frame];
    }

    addSample(frames, begin, value) {
        const { path } = this;
        let depth = 0;
        while (depth < frames.length && this.goesOn(path[2 + depth], frames[depth])) depth++;
        path.length = 2 + depth;
        for (; depth < frames.length; depth++) path.push(this.add(path.at(-1), frames[depth], begin));
        for (const node of path.slice(2)) this.total[node] += value;
        this.self[path.at(-1)] += value;
    }

    addLane({ start, duration, stack }) {
        let end = -1;
        this.path = [0, this.add(0, -1, 0)];
        for (let i = 0; i < start.length; i++) {
            if (start[i] !== end) this.path.length = 2;
            if (duration[i] <= 0) continue;
            this.addSample(this.framesOf(stack[i]), start[i], duration[i]);
            end = start[i] + duration[i];
        }
    }

    /* The root and the lanes are as long as all of it. */
    widen() {
        const end = this.total.reduce((last, total, i) => Math.max(last, this.begin[i] + total), 1);
        this.parent.forEach((parent, i) => {
            if (!parent && this.frame[i] < 0) this.total[i] = end;
        });
    }
}

/* Finds how many rows each lane stands higher: a node that is too narrow to draw has none. */
function placeLanes(tree, view, width) {
    const least = smallestTotal(view, tree.total[0], width - 2 * MARGIN);
    let deepest = 0;
    for (let lane = 1; lane < tree.n; lane = tree.end[lane]) {
        const lift = deepest;
        for (let node = lane; node < tree.end[lane]; node++) {
            tree.lane[node] = lift;
            if (tree.total[node] >= least && tree.depth[node] < view.rows)
                deepest = Math.max(deepest, tree.depth[node] + lift);
        }
    }
}

/* With one frame more, of a lane: it has no place in the source. */
function framesAndOne(frames) {
    const longer = (column) => {
        const copy = new column.constructor(frames.n + 1);
        copy.set(column);
        return copy;
    };
    const { file, module, line } = frames;
    return { ...frames, file: longer(file), module: longer(module), line: longer(line) };
}

/** The tree of lanes (chart_samples.js) of a profile. */
export function buildChart(pack, lanes, view) {
    const nodes = new Nodes(pack),
        { frames } = pack,
        n0 = pack.names.length;
    for (const lane of lanes) nodes.addLane(lane);
    nodes.widen();
    const n = nodes.parent.length,
        tree = newTree(n, [...pack.names, ...lanes.map(({ name }) => name)], nodes.total[0]);
    tree.offset = new tree.Values(n);
    tree.begin = Float64Array.from(nodes.begin);
    tree.lane = new Uint32Array(n);
    tree.frame = new Uint32Array(n);
    tree.frames = framesAndOne(frames);
    for (let i = 0, lane = 0; i < n; i++) {
        const parent = nodes.parent[i],
            frame = nodes.frame[i];
        tree.parent[i] = parent;
        tree.depth[i] = i ? tree.depth[parent] + 1 : 0;
        tree.total[i] = nodes.total[i];
        tree.self[i] = nodes.self[i];
        tree.offset[i] = nodes.begin[i] - nodes.begin[parent];
        tree.frame[i] = frame < 0 ? frames.n : frame;
        tree.name[i] = frame >= 0 ? frames.name[frame] : i ? n0 + lane : 0;
        lane += i && frame < 0 ? 1 : 0;
    }
    tree.closeEnds();
    tree.recolour = (now) => {
        fillNodes(tree, now);
        if (now.byFill) return;
        for (let at = 1, lane = 0; at < n; at = tree.end[at]) tree.fill[at] = lanes[lane++].fill;
    };
    tree.recolour(view);
    tree.placeLanes = (seen, width) => placeLanes(tree, seen, width);
    return tree;
}
