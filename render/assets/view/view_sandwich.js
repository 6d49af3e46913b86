/*
 * view_sandwich.js - beside the table of functions: one of them with its callers and callees (sandwich.js). It is
 * the one that the address names, view=table&function=NAME, or else the first of the table.
 */
import { button } from "./bar.js";
import { htmlElement } from "../draw/dom.js";
import { formatCount, formatPlainShare, formatShare, formatExact, SEPARATOR } from "../profile/format.js";
import { MOST_ROWS, Sandwich } from "./sandwich.js";
import { amountLine } from "./view_changes.js";

const ONE = "fr-one"; // of the columns of a phone, which shows the function in place of the table

export class SandwichView {
    /** `functions` are rows of functions.js; the view stands in `column`. */
    constructor(viewer, functions, column) {
        Object.assign(this, { viewer, functions, column });
        this.picture = viewer.picture;
        this.row = null; // the function in the middle
        this.drawn = ""; // for what the picture was drawn
        const tip = {
            show: (tree, node) => viewer.tip.tell(tree, node, this.picture.ownView),
            hide: () => viewer.tip.hide(),
        };
        this.sandwich = new Sandwich(this.picture, (id) => viewer.page.views.choose(id), tip);
        this.heading = htmlElement("h2", { tabindex: "-1" });
        this.amounts = htmlElement("p");
        this.above = htmlElement("div", { class: "fr-caption" });
        this.below = htmlElement("div", { class: "fr-caption" });
        this.drawing = htmlElement("div", { class: "fr-drawing" }, this.sandwich.element);
        const end = () => viewer.page.change({ function: "" }, true),
            close = button("fr-act fr-phone", "All functions", "\u2039 All functions", end),
            head = htmlElement("div", { class: "fr-around-head" }, close, this.heading, this.amounts),
            about = { class: "fr-sandwich fr-view fr-" + this.picture.number, "aria-label": "Callers and callees" };
        this.section = htmlElement("section", about, head, this.above, this.drawing, this.below);
        column.append(this.section);
        new ResizeObserver(() => this.reveal()).observe(this.drawing);
    }

    /** Other functions: the one in the middle has other numbers, or is not there. */
    take(functions) {
        this.functions = functions;
        this.row = null;
        this.drawn = "";
    }

    /** The function that the state names; of one that is not there, and without a name, the first. */
    show({ view, function: name }) {
        const { picture, column } = this,
            { width, self } = picture.ownView.diff || {},
            row = this.functions.find((one) => one.name === name) || this.viewer.page.table.found[0] || null;
        column.parentNode.classList.toggle(ONE, Boolean(name));
        if (view !== "table") return;
        const wanted = row ? [row.id, picture.width, column.clientWidth, width, self, picture.colours.scheme].join() : "";
        if (wanted === this.drawn && row === this.row) return;
        this.row = row;
        this.drawn = wanted;
        this.section.hidden = !row;
        if (row) this.draw(row);
    }

    /** The list of callees has the keys. */
    focus() {
        if (!this.section.contains(document.activeElement)) this.heading.focus({ preventScroll: true });
    }

    draw(row) {
        const { ownView: view } = this.picture,
            exact = (value) => formatShare(value, view.whole, 2) + ", " + formatExact(view, value),
            amount = (value) => (view.diff ? amountLine(view, value) : exact(value));
        this.heading.textContent = this.heading.title = row.name;
        this.amounts.textContent = `self ${amount(row.self)}${SEPARATOR}total ${amount(row.total)}`;
        this.sandwich.draw(row);
        this.describe(row);
        for (const half of this.sandwich.undrawn)
            this.amounts.append(`${SEPARATOR}${half}: only the ${MOST_ROWS} rows next to it are drawn`);
        this.amounts.title = this.amounts.textContent;
        this.isNew = true;
        this.viewer.say(row.name + ": " + this.amounts.textContent);
    }

    /* Which side is which. */
    describe(row) {
        const counted = (n, verb) => `${verb} ${formatCount(n, "function")}`,
            [callers, callees] = this.sandwich.neighbours,
            { ownView: view } = this.picture;
        this.above.textContent = callers ? counted(callers, "Called by") + ", the nearest at the bar" : "Called by nothing";
        const own = view.diff || !row.total ? "" : SEPARATOR + formatPlainShare(row.self, row.total) + " is its own";
        this.below.textContent = (callees ? counted(callees, "Calls") : "Calls nothing") + own;
    }

    /** When all around has its size. */
    settle() {
        if (this.isNew) this.reveal();
        this.isNew = false;
    }

    /* The function, with what is next to it on both sides; a side without rows gives its room away. */
    reveal() {
        if (!this.row) return;
        const { drawing, sandwich } = this,
            { row } = this.picture.ownView,
            room = drawing.clientHeight,
            top = sandwich.middle * row,
            below = sandwich.element.clientHeight - top;
        drawing.scrollTop = Math.max(0, top - Math.max(room / 2, room - below));
    }
}
