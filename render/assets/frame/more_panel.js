/*
 * more_panel.js - the menu behind "...": what a page can do that needs no control of its own, and the menus that the
 * controls have no room for.
 *
 *     [["Save picture, SVG", act], null, ["Fold chains", act, true], ...]     rows; null is a line; true: it holds now
 */
import { button } from "../view/bar.js";
import { Popup } from "../view/menu.js";
import { htmlElement } from "../draw/dom.js";
import { icon } from "./icons.js";

export class MorePanel extends Popup {
    /** `rowsNow` makes the rows whenever the panel opens; `leave` gets the focus back. */
    constructor(frame, rowsNow, leave) {
        const press = button("fr-round", "More (e)", icon("more"), () => (this.shown ? this.close() : this.open())),
            spare = htmlElement("div", { class: "fr-spare", role: "group", "aria-label": "How it is shown" }),
            list = htmlElement("div");
        super(htmlElement("div", { class: "fr-more", role: "group", "aria-label": "More" }, spare, list), leave, press);
        Object.assign(this, { rowsNow, spare, list, button: press });
        this.turn(false);
        frame.answers.append(press);
        frame.above.append(this.element);
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
        const [, act, holds] = row;
        if (typeof act !== "function") return act; // an element of its own
        return this.makeButton(row, holds === undefined ? {} : { "aria-pressed": holds });
    }

    get buttons() {
        return [...this.element.querySelectorAll("button, select")];
    }

    onKey(event) {
        const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        event.stopPropagation(); // the picture has the same keys
        if (event.key === "Escape") {
            this.close();
            if (this.opener === this.button) this.button.focus();
            else this.leave();
        } else if (by && event.target.localName === "button") this.step(event, by);
        else return;
        event.preventDefault();
    }
}
