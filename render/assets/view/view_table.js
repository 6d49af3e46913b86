/*
 * view_table.js - the page's table where its script runs: all functions of the profile, sorted by a click on
 * a heading, those that the search finds alone. A click on a function shows its callers and callees.
 */
import { htmlElement, pressButton, svgElement } from "../draw/dom.js";
import { PX } from "../draw/layout.js";
import { textWidth } from "../draw/measure.js";
import { shortForms } from "../draw/short_name.js";
import { swatchOf } from "../frame/search_field.js";
import { formatExact, formatGrouped, formatMultiple, formatShare } from "../profile/format.js";
import { csvOfFunctions } from "./table_csv.js";
import { functionsOf, sortFunctions } from "../profile/functions.js";

const ROWS = 100; // that are shown at once
const BESIDE = 32; // px before a name, and before its file
const TEXT = 120; // tenths of a px
const NOT_SEEN = 420; // px of a name, where the table was not shown yet: it may be printed
const BAR_PX = 40; // px of a share of all

const HEADS = [
    ["name", "function"],
    ["self", "self"],
    ["total", "total"],
];

/** A text for a value, which whoever reads the page by a program finds behind it. */
export function exactData({ decimals }, value, text) {
    return htmlElement("data", { value: formatGrouped(value, decimals).replace(/\s/g, "") }, text);
}

export class FunctionTable {
    /** `place` holds the table that the program wrote. */
    constructor(viewer, place) {
        this.viewer = viewer;
        this.picture = viewer.picture;
        this.by = this.usualOrder;
        this.turned = false;
        this.rows = ROWS;
        this.wide = 0; // of the column of names
        const table = place.querySelector("table");
        this.caption = table.querySelector("caption");
        this.body = table.querySelector("tbody");
        this.more = pressButton({}, "", () => this.showMore());
        this.heads = this.makeHeads(table.querySelector("thead tr"));
        table.after(this.more);
        this.take(this.picture.tree);
    }

    /** The functions are those of this tree. */
    take(tree) {
        this.functions = sortFunctions(functionsOf(tree), this.by, this.turned);
        for (const row of this.functions) row.fill = tree.fill[row.node];
        this.matches = undefined; // what the rows were shown for
    }

    /* [what to sort by, text] */
    get columns() {
        return HEADS;
    }

    /* It is sorted by this as it opens. */
    get usualOrder() {
        return "self";
    }

    /** Returns what it is sorted by, for the address: "total", "-total" the other way round; "" as it opens. */
    get sorted() {
        const text = (this.turned ? "-" : "") + this.by;
        return text === this.usualOrder ? "" : text;
    }

    /** The same from an address. */
    sortAs(text) {
        if (text === this.sorted) return;
        const by = text.replace("-", ""),
            isKnown = this.columns.some(([one]) => one === by);
        this.by = isKnown ? by : this.usualOrder;
        this.turned = isKnown && by !== text;
        this.take(this.picture.calls);
    }

    sort() {
        sortFunctions(this.functions, this.by, this.turned);
    }

    makeHeads(row) {
        const buttons = this.columns.map(([by]) => pressButton({}, "", () => this.sortBy(by))),
            heads = buttons.map((press) => htmlElement("th", { scope: "col" }, press));
        row.replaceChildren(...heads);
        return heads;
    }

    sortBy(by) {
        this.turned = by === this.by && !this.turned;
        this.by = by;
        this.sort();
        this.draw();
        this.viewer.address.replace();
    }

    showMore() {
        this.rows += 10 * ROWS;
        this.draw();
    }

    /** Shows what the search of the picture finds, or all, with names as long as the column is wide. Where the table is
     * not `seen`, it has no width, and to ask for one lays out the page at each step of a resize. */
    show(seen) {
        const isSame = this.matches === this.picture.matches,
            wide = seen ? this.heads[0].clientWidth : this.wide;
        if (isSame && this.wide === wide) return;
        if (!isSame) this.rows = ROWS;
        this.matches = this.picture.matches;
        this.wide = wide;
        this.draw();
    }

    /* Functions that the search found, or all. */
    get found() {
        const { matches, tree } = this.picture;
        if (!matches) return this.functions;
        const ids = new Set(matches.nodes.map((node) => tree.name[node]));
        return this.functions.filter(({ id }) => ids.has(id));
    }

    /** All that the search finds, in the order of the table. */
    get csv() {
        return csvOfFunctions(this.found, this.picture.ownView);
    }

    draw() {
        const { found, columns } = this,
            rows = found.slice(0, this.rows),
            left = found.length - rows.length;
        this.heads.forEach((head, i) => this.markHead(head, ...columns[i]));
        this.body.replaceChildren(...rows.map((row) => this.makeRow(row)));
        this.more.hidden = left === 0;
        this.more.textContent = `Show more of ${formatGrouped(left, 0)}`;
        this.caption.textContent = this.captionText(found.length);
    }

    /* Another comparison has sides of other names. */
    markHead(head, by, text) {
        const isUp = (by === "name") !== this.turned;
        if (by !== this.by) head.removeAttribute("aria-sort");
        else head.setAttribute("aria-sort", isUp ? "ascending" : "descending");
        head.firstChild.dataset.arrow = isUp ? "\u25b4" : "\u25be";
        head.firstChild.textContent = head.dataset.head = text; // paper repeats it on each page, but no buttons
    }

    captionText(n) {
        const all = this.functions.length,
            number = (count) => formatGrouped(count, 0),
            of = this.picture.matches ? `${number(n)} of ${number(all)}` : number(all),
            which = this.picture.matches ? " that the search finds" : "",
            { ownView: view } = this.picture,
            unit = this.hasMultiples ? "" : `, in ${view.unit}`;
        return `${of} ${all === 1 ? "function" : "functions"}${which}${unit}. Total counts a recursive function once in a stack.`;
    }

    get hasMultiples() {
        return formatMultiple(10n ** 18n, 0, this.picture.ownView.unit) !== "";
    }

    amount(value) {
        const { ownView: view } = this.picture,
            short = formatMultiple(value, view.decimals, view.unit),
            plain = this.hasMultiples ? formatExact(view, value) : formatGrouped(value, view.decimals),
            data = exactData(view, value, short || (value ? plain : "0"));
        return [htmlElement("td", {}, data), htmlElement("td", {}, formatShare(value, view.whole, 2))];
    }

    /* A share with a bar in the colour of the function. */
    share(value, fill) {
        const { ownView: view, colours } = this.picture,
            data = exactData(view, value, formatShare(value, view.whole, 1)),
            size = { width: BAR_PX, height: 9, viewBox: `0 0 ${BAR_PX} 9`, "aria-hidden": "true" },
            part = Number(view.whole) ? (BAR_PX * Number(value)) / Number(view.whole) : 0,
            width = value ? Math.max(1, part) : 0,
            bar = svgElement("rect", { x: BAR_PX - width, width, height: 9, rx: 1, ...colours.fill(fill) });
        return htmlElement("td", { title: formatExact(view, value) }, svgElement("svg", size, bar), data);
    }

    /* On one line: the whole is in the title, in copies and in files. */
    shortNameOf(name) {
        const fits = (form) => textWidth(form, TEXT) <= ((this.wide || NOT_SEEN) - BESIDE) * PX;
        if (this.picture.ownView.names === "full" || fits(name)) return name;
        const forms = shortForms(name);
        return forms.find(fits) || forms.at(-1) || name;
    }

    /* The file or the module of a function, where its name does not say. */
    placeOf({ node }) {
        const { calls } = this.picture;
        if (!node || !calls.frames) return "";
        const { file, module } = calls.frames,
            frame = calls.frame[node],
            path = calls.names[file[frame]] || calls.names[module[frame]] || "";
        return path.split("/").pop();
    }

    /* A press shows callers and callees; what is searched for stays. */
    makeRow(row) {
        const { id, name, fill } = row,
            find = pressButton({ title: name }, this.shortNameOf(name), () => this.viewer.page.views.choose(id)),
            where = this.placeOf(row),
            small = !name.includes(where) && htmlElement("small", {}, where),
            about = htmlElement("span", { class: "fr-function" }, swatchOf(this.picture.colours, fill), find, small);
        const head = htmlElement("th", { scope: "row" }, about);
        return htmlElement("tr", { "data-function": id }, head, ...this.makeCells(row));
    }

    makeCells({ self, total, fill }) {
        return [this.share(self, fill), this.share(total, fill)];
    }

    /** The columns of a call tree: [text, whether phones have room for it]; and their cells in a row. */
    get callColumns() {
        return [["total"], ["total, share", true], ["self"], ["self, share", true]];
    }

    makeCallCells({ self, total }) {
        return [...this.amount(total), ...this.amount(self)];
    }
}
