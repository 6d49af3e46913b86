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
    const select = htmlElement("select", { "aria-label": label });
    for (const [value, text] of rows) select.append(htmlElement("option", { value }, text));
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

/* Frames on the root that are processes or threads. */
function runnersOf(tree, view) {
    const nodes = [];
    for (let node = 1; node < tree.n; node = tree.end[node])
        if (RUNNER.test(kindOf(tree, node, view))) nodes.push(node);
    const larger = (a, b) => (tree.total[a] < tree.total[b] ? 1 : tree.total[a] > tree.total[b] ? -1 : a - b);
    return nodes.sort(larger);
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
    listen(stepsNow, act) {
        this.element = pickList(this.label, this.list, (name) => {
            const others = stepsNow().filter((step) => this.find(step) < 0);
            act(name ? [this.steps[this.names.indexOf(name)], ...others] : others);
        });
    }

    show(steps) {
        const found = steps.map((step) => this.find(step)).find((place) => place >= 0);
        this.element.value = found === undefined ? "" : this.names[found];
    }
}

/* Several processes or threads may have one name. */
function runnerPick(tree, view) {
    const nodes = runnersOf(tree, view),
        rows = nodes.map((node) => [tree.nameOf(node), tree.nameOf(node), tree.total[node]]);
    if (nodes.length < 2) return [];
    const kind = kindOf(tree, nodes[0], view);
    return [
        new Pick(kind + " name", `All ${nodes.length} ${kind} names`, rows, view.whole, (name) => ({
            step: "focus",
            pattern: exactly(name),
        })),
    ];
}

/* Keys of labels; comm is omitted where the list of names has the same. */
function labelPicks(pack, view, runners) {
    const isListed = ({ key, values }) =>
        key === "comm" && runners && values.every(([value]) => runners.names.includes(value));
    const textOf = (key, value) => [key, value, key === "tid" && commOf(pack, value)].filter(Boolean).join(" ");
    return labelsOf(pack, view.column)
        .filter((label) => !isListed(label))
        .map(({ key, values }) => {
            const rows = values.map(([value, sum]) => [value, textOf(key, value), sum]);
            return new Pick(key, `${key}: all ${values.length}`, rows, view.whole, (value) => ({
                step: "where",
                pattern: key + "=" + value,
            }));
        });
}

export class Pickers {
    /** `page` has now, change() and changeSteps(). */
    constructor(page) {
        this.page = page;
        const { view, tree } = page.picture,
            columns = columnsOf(view);
        this.columns = pickList(
            "Values",
            columns.map((name, k) => [name, view.columns[k].name + ", " + view.columns[k].unit]),
            (column) => page.change({ column }, true),
        );
        const runners = runnerPick(tree, view);
        this.picks = [...runners, ...labelPicks(tree.pack, view, runners[0])];
        for (const pick of this.picks)
            pick.listen(
                () => page.steps,
                (steps) => {
                    page.changeSteps(steps);
                    this.show();
                },
            );
        const lists = this.picks.map(({ element }) => element);
        this.elements = [...(columns.length > 1 ? [this.columns] : []), ...lists];
    }

    show() {
        this.columns.value = this.page.now.column;
        for (const pick of this.picks) pick.show(this.page.steps);
    }
}
