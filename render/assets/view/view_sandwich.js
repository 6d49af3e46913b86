/*
 * view_sandwich.js - the part of a page that shows one function with its callers and callees (sandwich.js),
 * between the picture and the table. The address holds it: view=sandwich&function=NAME.
 */
import { button } from "./bar.js";
import { htmlElement } from "../draw/dom.js";
import { factsOf } from "../profile/facts.js";
import { formatExact, formatShare, SEPARATOR } from "../profile/format.js";
import { MOST_ROWS, Sandwich } from "./sandwich.js";
import { amountLine } from "./view_changes.js";

export class SandwichView {
    /** `functions` are rows of functions.js; the view takes its place before `details`. */
    constructor(viewer, functions, details) {
        Object.assign(this, { viewer, functions });
        this.picture = viewer.picture;
        this.row = null; // the function in the middle
        this.drawn = ""; // for what the picture was drawn
        const tip = {
            show: (tree, node, at) => this.showTip(tree, node, at),
            hide: () => viewer.tip.hide(),
        };
        this.sandwich = new Sandwich(this.picture, (id) => this.chooseId(id), tip);
        this.heading = htmlElement("h2", { tabindex: "-1" });
        this.amounts = htmlElement("p");
        const drawing = htmlElement("div", { class: "fr-drawing" });
        drawing.append(this.sandwich.element);
        this.section = htmlElement("section", {
            class: "fr-sandwich fr-view fr-" + this.picture.number,
            "aria-label": "Callers and callees",
        });
        const close = button("", "Close callers and callees", "Close", () => this.choose(null));
        this.section.append(close, this.heading, this.amounts, drawing);
        this.section.hidden = true;
        details.before(this.section);
    }

    /** Other functions: the one in the middle has other numbers, or is not there. */
    take(functions) {
        const { row } = this;
        this.functions = functions;
        this.row = row && (functions.find(({ id }) => id === row.id) || null);
        this.drawn = "";
        if (!this.row) this.section.hidden = true;
    }

    get state() {
        return this.row ? { view: "sandwich", function: this.row.name } : {};
    }

    /** Takes what an address says. */
    set({ view, function: name }) {
        const row = this.functions.find((one) => one.name === name);
        this.row = (view === "sandwich" && row) || null;
    }

    chooseId(id) {
        const row = this.functions.find((one) => one.id === id);
        if (row) this.choose(row);
    }

    /** Puts a function into the middle; null ends the view. */
    choose(row) {
        this.row = row;
        this.viewer.address.push();
        this.show();
        if (row) this.heading.focus();
        else this.viewer.focus();
    }

    /** That of the box under the pointer, or of the selected one. */
    chooseBox() {
        const { tree, hovered, selected } = this.picture;
        this.chooseId(tree.name[hovered >= 0 ? hovered : selected]);
    }

    /** Shows the function, where it or the width is another one. */
    show() {
        const { row, picture } = this,
            { width, self } = picture.ownView.diff || {},
            wanted = row ? [row.id, picture.width, width, self].join() : "";
        if (wanted === this.drawn) return;
        this.drawn = wanted;
        this.section.hidden = !row;
        if (row) this.draw(row);
    }

    draw(row) {
        const { ownView: view } = this.picture,
            exact = (value) => formatShare(value, view.whole, 2) + ", " + formatExact(view, value),
            amount = (value) => (view.diff ? amountLine(view, value) : exact(value));
        this.heading.textContent = row.name;
        this.amounts.textContent = `self ${amount(row.self)}${SEPARATOR}total ${amount(row.total)}`;
        this.sandwich.draw(row);
        for (const half of this.sandwich.undrawn)
            this.amounts.append(`${SEPARATOR}${half}: only the ${MOST_ROWS} rows next to it are drawn`);
        this.viewer.say(row.name + ": " + this.amounts.textContent);
    }

    showTip(tree, node, { clientX, clientY }) {
        const { svg, ownView: view } = this.picture,
            at = { x: clientX, y: clientY };
        this.viewer.tip.show(svg, tree.titleOf(node), factsOf(tree, node, 0, view), at, false);
    }
}
