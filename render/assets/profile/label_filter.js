/*
 * label_filter.js - chooses samples by their labels (pack_labels.js), as --where does:
 *
 *     tid=7        samples of which a label of this key has this value
 */

import { formatCount } from "./format.js";

/** {key, value} of a condition key=value, or null. */
export function conditionOf(pattern) {
    const found = /^([^=!<>~]+)=(.*)$/s.exec(pattern);
    return found && { key: found[1], value: found[2] };
}

/* By set: whether it has the label. */
function likesOf({ sets }, wanted) {
    const likes = ({ key, value }) => key === wanted.key && value === wanted.value;
    return sets.map((labels) => labels.some(likes));
}

/* Returns how many samples were chosen: of a range a row is one, else the first column may count them. 0: not known. */
function countOf({ columns: [{ counted, squares }], rowsAreSamples }, [first]) {
    if (rowsAreSamples) return first.length;
    return counted && !squares ? Number(first.reduce((sum, value) => sum + value)) : 0;
}

/** The facts of all samples, made those of some of them; without their number where that is not known. */
export function withCount(line, n) {
    const count = n ? "\u00b7 " + formatCount(n, "sample") : "";
    return line.replace(/(?: ?)\u00b7 [\d\u202f]+ samples?(?= \u00b7|$)/, count && " " + count);
}

/** The profile of the samples that meet a condition: its stacks are those of before. Throws where there is none. */
export function chooseSamples(pack, pattern) {
    const wanted = conditionOf(pattern),
        { labels } = pack;
    if (!labels || !wanted) throw new SyntaxError("no such label: " + pattern);
    const likes = likesOf(labels, wanted),
        isKept = (_, row) => likes[labels.set[row]],
        stack = labels.stack.filter(isKept),
        set = labels.set.filter(isKept),
        values = labels.values.map((column) => column.filter(isKept));
    const columns = pack.columns.map((column, k) => {
        const sums = new column.values.constructor(column.values.length);
        for (let row = 0; row < stack.length; row++) sums[stack[row]] += values[k][row];
        return { ...column, values: sums };
    });
    const facts = (line) => withCount(pack.facts?.(line) ?? line, countOf(pack, values));
    return { ...pack, columns, facts, labels: { ...labels, stack, set, values } };
}

/* Returns what samples with each value of each key add up to. */
function sumLabels({ labels, columns }, column) {
    const bySet = new columns[column].values.constructor(labels.sets.length),
        keys = new Map();
    labels.set.forEach((set, row) => {
        bySet[set] += labels.values[column][row];
    });
    labels.sets.forEach((set, number) => {
        const seen = new Set();
        for (const { key, value } of set) {
            if (!bySet[number] || seen.has(key + "=" + value)) continue;
            seen.add(key + "=" + value);
            if (!keys.has(key)) keys.set(key, new Map());
            const values = keys.get(key),
                sum = values.get(value);
            values.set(value, sum === undefined ? bySet[number] : sum + bySet[number]);
        }
    });
    return keys;
}

/** [{key, values: [[value, sum], ...]}], the largest value first; keys with nothing to choose are omitted. */
export function labelsOf(pack, column) {
    if (!pack.labels) return [];
    const whole = pack.columns[column].values.reduce((sum, value) => sum + value),
        larger = ([a, x], [b, y]) => (x < y ? 1 : x > y ? -1 : a < b ? -1 : 1);
    return Array.from(sumLabels(pack, column), ([key, values]) => ({
        key,
        values: [...values].sort(larger),
    })).filter(({ values }) => values.length > 1 || values[0][1] < whole);
}

/** The names of a thread: "worker" for tid 7, where all of its samples have that comm; else "". */
export function commOf({ labels }, tid) {
    const names = new Set();
    for (const set of labels.sets)
        if (set.some(({ key, value }) => key === "tid" && value === tid))
            names.add((set.find(({ key }) => key === "comm") || { value: "" }).value);
    return names.size === 1 ? [...names][0] : "";
}
