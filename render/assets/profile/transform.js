/*
 * transform.js - one step (steps.js) on a profile (pack.js): what every stack becomes, from the root down,
 * by the rules of model/transform/stack_map.c. *
 *     focus b       a;b;c   ->  a;b;c, a;c is dropped
 *     hide b        a;b;c   ->  a;c
 *     show-from b   a;b;c   ->  b;c
 *     cycles        a;b;a;b;c -> a;b;c
 */
import { IDLE_INTERRUPTS, IDLE_WAITS, RUNTIMES } from "../runtimes.js"; // made from model/transform/*.def
import { IDLE_RUNTIME, matcherOf } from "./steps.js";
import { chooseSamples } from "./label_filter.js";

const DROPPED = -1;
const INLINED = 3; // of fr_kind (flamerender.h)
const LONGEST_CYCLE = 64; // frames

/* A stack table that grows; stack 0 is the empty one. */
class Stacks {
    constructor(frames) {
        this.names = frames.name;
        this.parent = [0];
        this.frame = [0];
        this.known = new Map();
        this.nFrames = frames.n;
    }

    push(parent, frame) {
        const key = parent * this.nFrames + frame;
        let stack = this.known.get(key);
        if (stack === undefined) {
            stack = this.parent.length;
            this.known.set(key, stack);
            this.parent.push(parent);
            this.frame.push(frame);
        }
        return stack;
    }

    nameOf(stack) {
        return this.names[this.frame[stack]];
    }

    /* True where the last `period` frames of a stack equal the ones before them; `before` ends there. */
    repeats(stack, before, period) {
        for (let i = 0; i < period; i++) {
            if (!stack || !before || this.nameOf(stack) !== this.nameOf(before)) return false;
            stack = this.parent[stack];
            before = this.parent[before];
        }
        return true;
    }

    /* The stack without its last cycle, for the shortest period that repeats. */
    fold(stack, longest) {
        let before = this.parent[stack];
        for (let period = 1; period <= longest && before; period++) {
            if (this.repeats(stack, before, period)) return before;
            before = this.parent[before];
        }
        return stack;
    }
}

/* By frame: whether its name, file or module matches. */
function hitsOf({ names, frames }, pattern) {
    const test = matcherOf(pattern),
        known = new Int8Array(names.length).fill(-1),
        hits = (id) => {
            if (known[id] < 0) known[id] = id && test(names[id]) ? 1 : 0;
            return known[id];
        };
    const { name, file, module } = frames;
    const bit = (_, f) => hits(name[f]) | hits(file[f]) | hits(module[f]);
    return Uint8Array.from({ length: frames.n }, bit);
}

/* Stacks stay, or are dropped. */
function choose(pack, pattern, kept) {
    const hits = hitsOf(pack, pattern),
        { parent, frame } = pack,
        seen = new Uint8Array(parent.length);
    for (let s = 1; s < seen.length; s++) seen[s] = seen[parent[s]] | hits[frame[s]];
    return { parent, frame, to: Int32Array.from(seen, (bit, s) => (bit === kept ? s : DROPPED)) };
}

function hide(pack, pattern) {
    const hits = hitsOf(pack, pattern),
        made = new Stacks(pack.frames),
        to = new Int32Array(pack.parent.length);
    for (let s = 1; s < to.length; s++) {
        const above = to[pack.parent[s]];
        to[s] = hits[pack.frame[s]] ? above : made.push(above, pack.frame[s]);
    }
    for (let s = 1; s < to.length; s++) if (!to[s]) to[s] = DROPPED;
    return { ...made, to };
}

/* A location is a frame and the inlined ones that follow it: what of it stands above the match goes. */
function showFrom(pack, pattern) {
    const hits = hitsOf(pack, pattern),
        made = new Stacks(pack.frames),
        n = pack.parent.length,
        to = new Int32Array(n),
        base = new Int32Array(n), // what the stack was before the location
        here = new Uint8Array(n), // the location has a match
        seen = new Uint8Array(n);
    for (let s = 1; s < n; s++) {
        const above = pack.parent[s],
            frame = pack.frame[s],
            goesOn = above > 0 && pack.frames.kind[frame] === INLINED;
        base[s] = goesOn ? base[above] : to[above];
        here[s] = goesOn ? here[above] : 0;
        to[s] = to[above];
        seen[s] = seen[above];
        if (hits[frame] && !here[s]) {
            seen[s] = here[s] = 1;
            to[s] = base[s];
        }
        if (seen[s]) to[s] = made.push(to[s], frame);
    }
    return { ...made, to: to.map((stack, s) => (seen[s] ? stack : DROPPED)) };
}

function fold(pack, how) {
    const made = new Stacks(pack.frames),
        to = new Int32Array(pack.parent.length),
        longest = how === "direct" ? 1 : LONGEST_CYCLE;
    for (let s = 1; s < to.length; s++)
        to[s] = made.fold(made.push(to[pack.parent[s]], pack.frame[s]), longest);
    return { ...made, to };
}

/* By stack: whether it is of an idle task and ends in an idle loop; what an interrupt does there is work. V8 says
 * "(idle)" where its event loop waits. */
function findIdle({ names, frames, parent, frame }) {
    const [BUSY, WAITING, INTERRUPTED] = [0, 1, 2],
        nameOf = (s) => names[frames.name[frame[s]]],
        state = new Uint8Array(parent.length),
        task = new Uint8Array(parent.length);
    for (let s = 1; s < parent.length; s++) {
        const above = state[parent[s]],
            name = nameOf(s);
        if (above === BUSY) state[s] = IDLE_WAITS.test(name) ? WAITING : BUSY;
        else state[s] = above === WAITING && IDLE_INTERRUPTS.test(name) ? INTERRUPTED : above;
        task[s] = parent[s] ? task[parent[s]] : Number(name.startsWith("swapper"));
    }
    return task.map((bit, s) => Number((bit && state[s] === WAITING) || (s && nameOf(s) === "(idle)")));
}

function hideRuntime(pack, name) {
    const { parent, frame } = pack;
    if (name !== IDLE_RUNTIME) return hide(pack, RUNTIMES.find(([called]) => called === name)[2]);
    return { parent, frame, to: Int32Array.from(findIdle(pack), (bit, s) => (bit ? DROPPED : s)) };
}

const WAYS = {
    "hide-runtime": hideRuntime,
    focus: (pack, pattern) => choose(pack, pattern, 1),
    ignore: (pack, pattern) => choose(pack, pattern, 0),
    hide,
    "show-from": showFrom,
    "fold-recursion": fold,
};

function moveValues(values, to, n) {
    const moved = new values.constructor(n);
    for (let s = 0; s < values.length; s++) if (to[s] >= 0) moved[to[s]] += values[s];
    return moved;
}

/** Stacks with a value of some column in or above them, renumbered by `number`: parents stay before children. */
export function keepUsed(pack, columns) {
    const n = pack.parent.length,
        used = new Uint8Array(n),
        number = new Uint32Array(n);
    used[0] = 1;
    for (const values of columns) for (let s = 0; s < n; s++) if (values[s]) used[s] = 1;
    for (let s = n - 1; s > 0; s--) if (used[s]) used[pack.parent[s]] = 1;
    let kept = 0;
    for (let s = 0; s < n; s++) if (used[s]) number[s] = kept++;
    const keep = (column) => {
        const part = new column.constructor(kept);
        for (let s = 0; s < n; s++) if (used[s]) part[number[s]] = column[s];
        return part;
    };
    const parent = keep(pack.parent).map((stack) => number[stack]);
    return { number, parent, frame: keep(pack.frame), columns: columns.map(keep) };
}

function compact(pack) {
    const { number, parent, frame, columns: kept } = keepUsed(pack, pack.columns.map(({ values }) => values)),
        columns = pack.columns.map((column, k) => ({ ...column, values: kept[k] })),
        { labels } = pack,
        moved = labels && { ...labels, stack: labels.stack.map((stack) => number[stack]) };
    return { ...pack, columns, parent, frame, labels: moved };
}

/** The profile after a step; frames and names stay, labels until stacks change. Throws where the pattern is not
 * understood. */
export function transformPack(pack, { step, pattern }) {
    if (step === "where") return compact(chooseSamples(pack, pattern));
    if (step === "range") return compact(pack.cut(pattern));
    const { parent, frame, to } = WAYS[step](pack, pattern),
        columns = pack.columns.map((column) => ({
            ...column,
            values: moveValues(column.values, to, parent.length),
        }));
    const whole = { parent: Uint32Array.from(parent), frame: Uint32Array.from(frame) };
    return compact({ ...pack, ...whole, columns, labels: null });
}

/** True where a column has a value. */
export function hasValue(pack, column) {
    return pack.columns[column].values.some((value) => value > 0);
}
