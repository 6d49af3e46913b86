/*
 * view_table.js - the page's table where its script runs: all functions of the profile, sorted by a click on
 * a heading, those that the search finds alone. A click on a function shows its callers and callees.
 */
import { htmlElement, setAttributes, svgElement } from "../draw/dom.js";
import { formatExact, formatGrouped, formatMultiple, formatShare } from "../profile/format.js";
import { csvOfFunctions } from "./table_csv.js";
import { functionsOf, sortFunctions } from "../profile/functions.js";

const ROWS = 100; // that are shown at once

const HEADS = [
    ["name", "function"],
    ["self", "self"],
    ["", "self, share"],
    ["total", "total"],
    ["", "total, share"],
];

export class FunctionTable {
    constructor(viewer, details) {
        this.viewer = viewer;
        this.picture = viewer.picture;
        this.by = "self";
        this.turned = false;
        this.rows = ROWS;
        const table = details.querySelector("table");
        this.caption = table.querySelector("caption");
        this.body = table.querySelector("tbody");
        this.more = this.makeButton("", () => this.showMore());
        this.heads = this.makeHeads(table.querySelector("thead tr"));
        table.after(this.more);
        this.take(this.picture.tree);
    }

    /** The functions are those of this tree. */
    take(tree) {
        this.functions = sortFunctions(functionsOf(tree), this.by, this.turned);
        this.matches = undefined; // what the rows were shown for
    }

    /* [what to sort by, text] */
    get columns() {
        return HEADS;
    }

    sort() {
        sortFunctions(this.functions, this.by, this.turned);
    }

    makeButton(text, act) {
        const button = htmlElement("button", { type: "button" }, text);
        button.addEventListener("click", act);
        return button;
    }

    makeHeads(row) {
        const heads = this.columns.map(([by, text]) => {
            const head = htmlElement("th", { scope: "col" }, by ? "" : text);
            if (by) head.append(this.makeButton(text, () => this.sortBy(by)));
            if (by) head.dataset.head = text; // paper repeats text on each page, but no buttons
            return head;
        });
        row.replaceChildren(...heads);
        return heads;
    }

    sortBy(by) {
        this.turned = by === this.by && !this.turned;
        this.by = by;
        this.sort();
        this.draw();
    }

    showMore() {
        this.rows += 10 * ROWS;
        this.draw();
    }

    /** Shows what the search of the picture finds; without one, all. */
    show() {
        if (this.matches === this.picture.matches) return;
        this.matches = this.picture.matches;
        this.rows = ROWS;
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
        return csvOfFunctions(this.found, this.picture.view);
    }

    draw() {
        const { found } = this,
            rows = found.slice(0, this.rows),
            left = found.length - rows.length;
        this.heads.forEach((head, i) => this.markHead(head, this.columns[i][0]));
        this.body.replaceChildren(...rows.map((row) => this.makeRow(row)));
        this.more.hidden = left === 0;
        this.more.textContent = `Show more of ${formatGrouped(left, 0)}`;
        this.caption.textContent = this.captionText(found.length);
    }

    markHead(head, by) {
        if (!by || by !== this.by) head.removeAttribute("aria-sort");
        else head.setAttribute("aria-sort", (by === "name") !== this.turned ? "ascending" : "descending");
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
            exact = formatGrouped(value, view.decimals),
            short = formatMultiple(value, view.decimals, view.unit),
            plain = this.hasMultiples ? formatExact(view, value) : exact,
            shown = short || (value ? plain : "0"),
            data = htmlElement("data", { value: exact.replace(/\s/g, "") }, shown),
            cell = htmlElement("td");
        cell.append(data);
        return [cell, htmlElement("td", {}, formatShare(value, view.whole, 2))];
    }

    /* Shows the callers and callees of a function; what is searched for stays. */
    choose(row) {
        this.viewer.page.sandwich.choose(row);
    }

    makeRow(row) {
        const { name, fill } = row,
            { picture } = this,
            head = htmlElement("th", { scope: "row" }),
            swatch = svgElement("svg", { width: 11, height: 11, "aria-hidden": "true" }),
            find = this.makeButton(name, () => this.choose(row)),
            line = htmlElement("tr");
        const square = svgElement("rect", { width: 11, height: 11, rx: 2 });
        swatch.append(setAttributes(square, picture.colours.fill(fill)));
        head.append(swatch, find);
        line.append(head, ...this.makeCells(row));
        return line;
    }

    makeCells({ self, total }) {
        return [...this.amount(self), ...this.amount(total)];
    }

    /** The columns of a call tree: [text, whether phones have room for it]; and their cells in a row. */
    get callColumns() {
        return [["total"], ["total, share", true], ["self"], ["self, share", true]];
    }

    makeCallCells({ self, total }) {
        return [...this.amount(total), ...this.amount(self)];
    }
}
