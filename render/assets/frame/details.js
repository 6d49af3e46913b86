/*
 * details.js - the bar at the foot of a page: what the box under the pointer is, else the chosen one, else the whole.
 *
 *     [] sort                           self      total             of its caller   in all places
 *        managed · w1.js:4 · node       0 %       20.2 % 649 ...    35.5 % main     20.2 % 1 place     [Copy name]
 * [Zoom]
 *
 * Phones have it as a sheet, which the first tap opens.
 */
import { htmlElement, setStyle } from "../draw/dom.js";
import { numbersOf, codePlace, restNumbers } from "../profile/box_numbers.js";
import { SEPARATOR } from "../profile/format.js";
import { nameOfBox } from "../profile/link.js";
import { swatchOf } from "./search_field.js";

/* {what, share, more, title, part}: a number with its bar. */
function makeNumber({ what, share, more = "", title = "", part, sign = "" }) {
    const value = htmlElement("dd", {}, htmlElement("b", { class: sign }, share), " ", htmlElement("span", {}, more)),
        number = htmlElement("div", { class: "fr-number", title: title || more }, htmlElement("dt", {}, what), value);
    if (part !== undefined) {
        const filled = htmlElement("i");
        setStyle(filled, { width: 100 * Math.max(0, Math.min(1, part)) + "%" });
        number.append(htmlElement("dd", { class: "fr-part", "aria-hidden": "true" }, filled));
    }
    return number;
}

export class Details {
    /** The page has `chosen`, the box that is told of while none is under the pointer, and controls.actionsOf(told). */
    constructor(frame, viewer) {
        Object.assign(this, { frame, viewer, told: null, tapped: -1 });
        this.square = htmlElement("span", { class: "fr-square" });
        this.name = htmlElement("h2");
        this.line = htmlElement("p");
        this.numbers = htmlElement("dl");
        this.actions = htmlElement("div", { class: "fr-actions" });
        const who = htmlElement("div", { class: "fr-who" }, this.square, this.name, this.line),
            about = { class: "fr-details", "aria-label": "Details" };
        frame.foot.prepend(
            htmlElement("div", { class: "fr-handle", "aria-hidden": "true" }),
            htmlElement("section", about, who, this.numbers, this.actions),
        );
    }

    /** Shows the box at a place of the window, as a tooltip of a picture does. */
    showBox({ node, rest }, at, pinned) {
        const { tree, view, zoom } = this.viewer.picture;
        if (pinned) this.tapped = node;
        this.tell(tree, node, view, zoom, rest);
    }

    /** Ancestors that stand behind a number. */
    showMore(text, [, words]) {
        this.fill({ name: text, line: words, numbers: [], told: null });
    }

    /** A box of any tree of the page. */
    tell(tree, node, view, zoom = 0, rest = null) {
        const { page, picture } = this.viewer,
            { functions } = page;
        this.fill({
            name: nameOfBox(tree, node, rest, view),
            line: rest ? "a click zooms to " + tree.titleOf(node) : this.lineOf(tree, node, view),
            numbers: rest ? restNumbers(tree, rest, zoom, view) : numbersOf(tree, node, zoom, view, functions),
            square: swatchOf(picture.colours, rest ? view.rest : tree.fill[node], 14),
            told: { tree, node, view },
        });
    }

    lineOf(tree, node, view) {
        const parts = [codePlace(tree, node, view), ...this.viewer.page.facts(node, tree)];
        return parts.filter(Boolean).join(SEPARATOR);
    }

    fill({ name, line, numbers, square = "", told }) {
        const { zoom } = this.viewer.picture,
            amounts = numbers.map(({ what, share, title }) => [what, share, title]),
            key = JSON.stringify([name, line, amounts, told && [told.node, told.row && told.row.id, zoom]]);
        this.told = told;
        this.square.replaceChildren(square); // whose colour may be another
        if (key === this.filled) return;
        this.filled = key;
        this.name.textContent = this.name.title = name;
        this.line.textContent = this.line.title = line;
        this.numbers.replaceChildren(...numbers.map(makeNumber));
        this.actions.replaceChildren(...(told ? this.viewer.page.controls.actionsOf(told) : []));
        this.frame.foot.classList.toggle("fr-peeks", !told);
    }

    /** The pointer is over no box. */
    hide() {
        const { page } = this.viewer;
        this.tapped = -1;
        if (page.chosen) this.showChosen();
    }

    showChosen() {
        const { tree, node, view, zoom, whole, row, numbers } = this.viewer.page.chosen,
            { colours } = this.viewer.picture;
        if (whole) this.fill({ ...whole, told: null });
        else if (row)
            this.fill({
                ...{ name: row.name, line: "", numbers, told: { tree, row } },
                square: swatchOf(colours, row.fill, 14),
            });
        else this.tell(tree, node, view, zoom);
    }

    /** True where a finger has chosen the selected box. */
    get shown() {
        return this.tapped >= 0;
    }
}
