/*
 * more_panel.js - the menu behind "...": what a page can do that needs no control of its own, and the menus that the
 * controls have no room for.
 *
 *     [["Save picture, SVG", act], null, ["Fold chains", act, true], ...]     rows; null is a line; true: it holds now
 */
import { button } from "../view/bar.js";
import { htmlElement } from "../draw/dom.js";
import { icon } from "./icons.js";

export class MorePanel {
    /** `rowsNow` makes the rows whenever the panel opens; `leave` gets the focus back. */
    constructor(frame, rowsNow, leave) {
        Object.assign(this, { rowsNow, leave });
        this.button = button("fr-round", "More (e)", "", () => (this.shown ? this.close() : this.open()));
        this.button.append(icon("more"));
        this.element = htmlElement("div", { class: "fr-more", role: "group", "aria-label": "More" });
        this.spare = htmlElement("div", { class: "fr-spare", role: "group", "aria-label": "How it is shown" });
        this.list = htmlElement("div");
        this.element.append(this.spare, this.list);
        this.turn(false);
        frame.answers.append(this.button);
        frame.above.append(this.element);
        this.element.addEventListener("keydown", (event) => this.onKey(event));
        document.addEventListener("pointerdown", (event) => {
            const path = event.composedPath();
            if (this.shown && !path.includes(this.element) && !path.includes(this.button)) this.close();
        });
    }

    get shown() {
        return !this.element.hidden;
    }

    open() {
        this.opener = document.activeElement;
        this.list.replaceChildren(...this.rowsNow().map((row) => this.makeRow(row)));
        this.turn(true);
        this.buttons[0].focus();
    }

    close() {
        this.turn(false);
    }

    turn(isOpen) {
        this.element.hidden = !isOpen;
        this.button.setAttribute("aria-expanded", isOpen);
    }

    makeRow(row) {
        if (!row) return htmlElement("hr");
        const [text, act, holds] = row;
        if (typeof act !== "function") return act; // an element of its own
        const press = htmlElement("button", { type: "button" }, text);
        if (holds !== undefined) press.setAttribute("aria-pressed", holds);
        press.addEventListener("click", () => {
            this.close();
            this.leave();
            act();
        });
        return press;
    }

    get buttons() {
        return [...this.element.querySelectorAll("button, select")];
    }

    onKey(event) {
        const { buttons } = this,
            at = buttons.indexOf(event.target),
            by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        event.stopPropagation(); // the picture has the same keys
        if (event.key === "Escape") {
            this.close();
            if (this.opener === this.button) this.button.focus();
            else this.leave();
        } else if (by && event.target.localName === "button") buttons[(at + by + buttons.length) % buttons.length].focus();
        else return;
        event.preventDefault();
    }
}
