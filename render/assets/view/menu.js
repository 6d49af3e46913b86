/*
 * menu.js - a menu beside a place of the window: a list of actions, one of which has the focus.
 *
 *     [["Only stacks with it", act], ...]     rows; null is a line between them
 */
import { htmlElement, pressButton, setStyle } from "../draw/dom.js";

const MENU_EDGE = 4; // px to the edge of the window

/** An element that is open until an action of it was chosen, or a press is elsewhere. */
export class Popup {
    /** `leave` gets the focus back; a press on `beside` does not close it. */
    constructor(element, leave, beside = element) {
        Object.assign(this, { element, leave });
        element.addEventListener("keydown", (event) => this.onKey(event));
        document.addEventListener("pointerdown", (event) => {
            const path = event.composedPath();
            if (this.shown && !path.includes(element) && !path.includes(beside)) this.close();
        });
    }

    get shown() {
        return !this.element.hidden;
    }

    close() {
        this.element.hidden = true;
    }

    makeButton([text, act], about) {
        return pressButton(about, text, () => {
            this.close();
            this.leave();
            act();
        });
    }

    /* Gives the focus to the button `by` places behind that of an event, around the ends. */
    step({ target }, by) {
        const { buttons } = this;
        buttons[(buttons.indexOf(target) + by + buttons.length) % buttons.length].focus();
    }
}

export class Menu extends Popup {
    constructor(leave) {
        super(htmlElement("div", { class: "fr-menu", role: "menu", hidden: "" }), leave);
        this.element.addEventListener("contextmenu", (event) => event.preventDefault());
        window.addEventListener("blur", () => this.close());
    }

    /** `at` is {x, y} in px of the window; with {above} the menu ends there. */
    open(title, rows, at) {
        const name = htmlElement("div", { class: "fr-menu-title", "aria-hidden": "true" }, title);
        this.element.setAttribute("aria-label", title);
        this.element.replaceChildren(name, ...rows.map((row) => this.makeRow(row)));
        this.element.hidden = false;
        const { width, height } = this.element.getBoundingClientRect(),
            most = (size, room) => Math.max(MENU_EDGE, room - size - MENU_EDGE),
            within = (from, size, room) => Math.min(Math.max(from, MENU_EDGE), most(size, room));
        setStyle(this.element, {
            left: within(at.x, width, innerWidth),
            top: within(at.above ? at.y - height : at.y, height, innerHeight),
        });
        this.buttons[0].focus();
    }

    makeRow(row) {
        return row ? this.makeButton(row, { role: "menuitem", tabindex: "-1" }) : htmlElement("hr", { role: "separator" });
    }

    get buttons() {
        return Array.from(this.element.querySelectorAll("button"));
    }

    onKey(event) {
        const steps = { ArrowDown: 1, ArrowUp: -1 },
            ends = { Home: 0, End: -1 };
        event.stopPropagation(); // the picture has the same keys
        if (event.key === "Escape" || event.key === "Tab") {
            this.close();
            this.leave();
        } else if (event.key in steps) this.step(event, steps[event.key]);
        else if (event.key in ends) this.buttons.at(ends[event.key]).focus();
        else return;
        event.preventDefault();
    }
}
