/*
 * export_folded.js - what is shown as folded stacks, as formats/folded/folded_writer.c writes them: sorted by frame
 * names from the root, a line for each stack with a value; of a differential two values, base and new.
 */
import { withPoint } from "../profile/format.js";
import { compareText } from "../profile/union.js";

const SUFFIXES = ["", "_[k]", "_[j]", "_[i]", "_[0]"]; // by kind (flamerender.h), of frames that came with one

/* "12.5" of 125 with one decimal. */
export function scaledText(value, decimals) {
    const text = withPoint(value, decimals);
    return decimals ? text.replace(/\.?0+$/, "") : text;
}

function lineOf(path, values, decimals) {
    const names = path.map((name) => name.replaceAll(";", "\\x3b")),
        blank = /^#( |$)/.test(names[0]) ? " " : "", // else it would be a comment
        numbers = values.map((value) => scaledText(value, decimals));
    return blank + [names.join(";"), ...numbers].join(" ");
}

/* Lines of many paths with values, each path once. */
class Lines {
    constructor(decimals) {
        this.decimals = decimals;
        this.rows = new Map();
    }

    add(path, values) {
        if (!path.length || !values.some((value) => value)) return;
        const key = path.join("\0"),
            row = this.rows.get(key);
        if (row) row.values = row.values.map((value, i) => value + values[i]);
        else this.rows.set(key, { key, path, values });
    }

    get text() {
        const rows = [...this.rows.values()].sort((a, b) => compareText(a.key, b.key));
        return rows.map(({ path, values }) => lineOf(path, values, this.decimals) + "\n").join("");
    }
}

function spelled({ frames, names }, frame) {
    const suffix = frames.marked && frames.marked[frame] ? SUFFIXES[frames.kind[frame]] || "" : "";
    return names[frames.name[frame]] + suffix;
}

/** Stacks of a pack (pack.js) whose names, from the root, `keeps`. */
export function foldedOfPack(pack, column, keeps) {
    const { values, decimals } = pack.columns[column],
        lines = new Lines(decimals);
    for (let i = 1; i < values.length; i++) {
        if (!values[i]) continue;
        const frames = [];
        for (let at = i; at; at = pack.parent[at]) frames.push(pack.frame[at]);
        frames.reverse();
        if (keeps(frames.map((frame) => pack.names[pack.frames.name[frame]])))
            lines.add(frames.map((frame) => spelled(pack, frame)), [values[i]]);
    }
    return lines.text;
}

/** Stacks of both sides of a differential's tree, at and above a node. */
export function foldedOfSides(tree, decimals, root) {
    const lines = new Lines(decimals),
        { base, new: added } = tree.sides.self;
    for (let node = root; node < tree.end[root]; node++) {
        const path = [...tree.ancestorsOf(node), node].filter((at) => at);
        lines.add(path.map((at) => tree.nameOf(at)), [base[node], added[node]]);
    }
    return lines.text;
}
