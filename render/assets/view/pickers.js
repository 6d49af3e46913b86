/*
 * pickers.js - lists above the picture: which of several value columns it shows, and which process alone.
 *
 *     [alloc_space v]  [All 3 processes v]
 */
import { htmlElement } from "../draw/dom.js";
import { formatShare } from "../profile/format.js";
import { exactly } from "../profile/steps.js";
import { kindOf } from "../profile/tree.js";

const MOST_PROCESSES = 200; // listed, the largest first

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
    const { title, subtitle, ...words } = view.columns[column],
        first = view.columns[own.column];
    Object.assign(view, words, { column });
    delete view.name;
    view.title = own.title === first.title ? title : own.title; // an author's stays
    if (!own.subtitle.startsWith(first.subtitle)) view.subtitle = own.subtitle;
    else view.subtitle = subtitle + own.subtitle.slice(first.subtitle.length); // what is said of all columns
}

/* Frames on the root that are processes. */
function processesOf(tree, view) {
    const nodes = [];
    for (let node = 1; node < tree.n; node = tree.end[node])
        if (kindOf(tree, node, view) === "process") nodes.push(node);
    const larger = (a, b) => (tree.total[a] < tree.total[b] ? 1 : tree.total[a] > tree.total[b] ? -1 : a - b);
    return nodes.sort(larger);
}

export class Pickers {
    /** `page` has now, change() and changeSteps(). */
    constructor(page) {
        this.page = page;
        const { view, tree } = page.picture,
            columns = columnsOf(view),
            processes = processesOf(tree, view);
        this.columns = pickList(
            "Values",
            columns.map((name, k) => [name, view.columns[k].name + ", " + view.columns[k].unit]),
            (column) => page.change({ column }, true),
        );
        this.columns.hidden = columns.length < 2;
        this.processes = pickList("Process", processRows(processes, tree, view), (name) => this.pick(name));
        this.processes.hidden = processes.length < 2;
        this.elements = [this.columns, this.processes];
    }

    /* Stacks of a process alone, in place of those of another one; "" is all. */
    pick(name) {
        const { page } = this,
            others = page.steps.filter((step) => !this.isPick(step));
        page.changeSteps(name ? [{ step: "focus", pattern: exactly(name) }, ...others] : others);
        this.show();
    }

    isPick({ step, pattern }) {
        return step === "focus" && this.names.some((name) => pattern === exactly(name));
    }

    get names() {
        return Array.from(this.processes.options, ({ value }) => value).filter(Boolean);
    }

    show() {
        const { page } = this,
            picked = page.steps.find((step) => this.isPick(step));
        this.columns.value = page.now.column;
        this.processes.value =
            picked ? this.names.find((name) => exactly(name) === picked.pattern) : "";
    }
}

function processRows(nodes, tree, view) {
    const rows = nodes.slice(0, MOST_PROCESSES).map((node) => {
        const name = tree.nameOf(node);
        return [name, name + "  " + formatShare(tree.total[node], view.whole, 1)];
    });
    return [["", `All ${nodes.length} processes`], ...rows];
}
