/*
 * pickers.js - lists above the picture: which of several value columns it shows, which process alone, and which samples
 * by their labels and threads.
 *
 *     [alloc_space v]  [All 3 thread names v]  [tid: all 12 v]  [handler: all 3 v]
 */
import { htmlElement } from "../draw/dom.js";
import { formatShare } from "../profile/format.js";
import { exactly } from "../profile/steps.js";
import { commOf, labelsOf } from "../profile/label_filter.js";
import { RUNNER, kindOf } from "../profile/tree.js";

const MOST_LISTED = 200; // of a list, the largest first

/** A list of [value, text]; `act` gets the value that is chosen. */
export function pickList(label, rows, act) {
    const options = rows.map(([value, text]) => htmlElement("option", { value }, text)),
        select = htmlElement("select", { "aria-label": label }, ...options);
    select.addEventListener("change", () => act(select.value));
    return select;
}

/** The value columns of a view, by what an address and --sample-index call them; [] where there is one. */
export function columnsOf({ columns = [] }) {
    const names = columns.map(({ name }) => name);
    return names.map((name, k) => (names.indexOf(name) === names.lastIndexOf(name) ? name : String(k)));
}

/** A view tells of another column from now on. */
export function showColumn(view, column, own) {
    const { subtitle, measures, ...words } = view.columns[column],
        first = view.columns[own.column];
    Object.assign(view, words, { column });
    delete view.name;
    if (view.measures) view.measures = measures; // an author's title stays
    if (!own.subtitle.startsWith(first.subtitle)) view.subtitle = own.subtitle;
    else view.subtitle = subtitle + own.subtitle.slice(first.subtitle.length); // what is said of all columns
}

/* Returns what stacks with each name on the root add up to in a column. */
function sumsOnRoot({ parent, frame, frames, names, columns }, column) {
    const { values } = columns[column],
        onRoot = new Uint32Array(parent.length), // by stack
        sums = new values.constructor(names.length);
    for (let stack = 1; stack < parent.length; stack++) {
        onRoot[stack] = parent[stack] ? onRoot[parent[stack]] : frames.name[frame[stack]];
        sums[onRoot[stack]] += values[stack];
    }
    return sums;
}

/* Frames on the root that are processes or threads, and their values: [node, value]. */
function runnersOf(tree, view) {
    const sums = sumsOnRoot(tree.pack, view.column),
        runners = [];
    for (let node = 1; node < tree.n; node = tree.end[node])
        if (RUNNER.test(kindOf(tree, node, view)) && sums[tree.name[node]]) runners.push([node, sums[tree.name[node]]]);
    return runners.sort(([a, x], [b, y]) => (x < y ? 1 : x > y ? -1 : a - b));
}

/* A list of which one name may be picked; a step takes it alone. */
class Pick {
    /** `rows` are [name, text, value], the largest first; `stepOf` makes the step of a name. */
    constructor(label, all, rows, whole, stepOf) {
        const listed = rows.slice(0, MOST_LISTED),
            share = (value) => "  " + formatShare(value, whole, 1);
        this.names = listed.map(([name]) => name);
        this.steps = this.names.map(stepOf);
        this.list = [["", all], ...listed.map(([name, text, value]) => [name, text + share(value)])];
        this.label = label;
    }

    /* The place of the name that a step takes alone; -1: it is another step. */
    find({ step, pattern }) {
        return this.steps.findIndex((own) => own.step === step && own.pattern === pattern);
    }

    /** Makes the list; `act` gets the steps that are to hold. */
    makeList(stepsNow, act) {
        this.element = pickList(this.label, this.list, (name) => {
            const others = stepsNow().filter((step) => this.find(step) < 0);
            act(name ? [this.steps[this.names.indexOf(name)], ...others] : others);
        });
    }

    /** A part of the time has labels where `hasLabels` says so. */
    show(steps, hasLabels) {
        this.element.hidden = steps[0]?.step === "range" && this.steps[0].step === "where" && !hasLabels;
        const found = steps.map((step) => this.find(step)).find((place) => place >= 0);
        this.element.value = found === undefined ? "" : this.names[found];
    }
}

/* Several processes or threads may have one name. */
function runnerPick(tree, view, whole) {
    const runners = runnersOf(tree, view),
        rows = runners.map(([node, value]) => [tree.nameOf(node), tree.nameOf(node), value]);
    if (runners.length < 2) return [];
    const kind = kindOf(tree, runners[0][0], view);
    return [
        new Pick(kind + " name", `All ${runners.length} ${kind} names`, rows, whole, (name) => ({
            step: "focus",
            pattern: exactly(name),
        })),
    ];
}

/* Keys of labels; comm is omitted where the list of names has the same. */
function labelPicks(pack, column, whole, runners) {
    const isListed = ({ key, values }) =>
        key === "comm" && runners && values.every(([value]) => runners.names.includes(value));
    const textOf = (key, value) => [key, value, key === "tid" && commOf(pack, value)].filter(Boolean).join(" ");
    return labelsOf(pack, column)
        .filter((label) => !isListed(label))
        .map(({ key, values }) => {
            const rows = values.map(([value, sum]) => [value, textOf(key, value), sum]);
            return new Pick(key, `${key}: all ${values.length}`, rows, whole, (value) => ({
                step: "where",
                pattern: key + "=" + value,
            }));
        });
}

export class Pickers {
    /** `page` has now, change() and changeSteps(). */
    constructor(page) {
        this.page = page;
        const { view } = page.picture,
            columns = columnsOf(view);
        this.columns = pickList(
            "Values",
            columns.map((name, k) => [name, view.columns[k].name + ", " + view.columns[k].unit]),
            (column) => page.change({ column }, true),
        );
        this.fixed = columns.length > 1 ? [this.columns] : [];
        this.picks = [];
        this.make();
    }

    get elements() {
        return [...this.fixed, ...this.picks.map(({ element }) => element)];
    }

    /* Lists of the profile without steps, in the column that is shown; false where they are of that. */
    make() {
        const { page } = this,
            { shown, picture } = page,
            { ownView: view } = picture,
            { column, columns } = view,
            tree = shown.derived.whole;
        if (tree === this.tree && column === this.column) return false;
        Object.assign(this, { tree, column });
        for (const { element } of this.picks) element.remove();
        const whole = columns ? columns[column].whole : shown.own.whole,
            runners = runnerPick(tree, view, whole);
        this.picks = [...runners, ...labelPicks(tree.pack, column, whole, runners[0])];
        for (const pick of this.picks)
            pick.makeList(
                () => page.steps,
                (steps) => {
                    page.changeSteps(steps);
                    this.show();
                },
            );
        return true;
    }

    /** True where the lists are others. */
    show() {
        const isNew = this.make();
        this.columns.value = this.page.now.column;
        for (const pick of this.picks) pick.show(this.page.steps, this.tree.pack.cutHasLabels);
        return isNew;
    }
}
