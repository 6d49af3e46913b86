/*
 * menu.js - a menu beside a place of the window: a list of actions, one of which has the focus.
 *
 *     [["Only stacks with it", act], ...]     rows; null is a line between them
 */
import { htmlElement } from "../draw/dom.js";

const MENU_EDGE = 4; // px to the edge of the window

export class Menu {
    /** `leave` gets the focus back. */
    constructor(leave) {
        this.leave = leave;
        this.element = htmlElement("div", { class: "fr-menu", role: "menu", hidden: "" });
        this.element.addEventListener("keydown", (event) => this.onKey(event));
        this.element.addEventListener("contextmenu", (event) => event.preventDefault());
        document.addEventListener("pointerdown", (event) => {
            if (this.shown && !event.composedPath().includes(this.element)) this.close();
        });
        window.addEventListener("blur", () => this.close());
    }

    get shown() {
        return !this.element.hidden;
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
        this.element.style.setProperty("left", within(at.x, width, innerWidth) + "px");
        this.element.style.setProperty("top", within(at.above ? at.y - height : at.y, height, innerHeight) + "px");
        this.buttons[0].focus();
    }

    makeRow(row) {
        if (!row) return htmlElement("hr", { role: "separator" });
        const [text, act] = row,
            about = { type: "button", role: "menuitem", tabindex: "-1" },
            button = htmlElement("button", about, text);
        button.addEventListener("click", () => {
            this.close();
            this.leave();
            act();
        });
        return button;
    }

    get buttons() {
        return Array.from(this.element.querySelectorAll("button"));
    }

    close() {
        this.element.hidden = true;
    }

    onKey(event) {
        const { buttons } = this,
            steps = { ArrowDown: 1, ArrowUp: -1 },
            at = buttons.indexOf(event.target),
            ends = { Home: 0, End: buttons.length - 1 };
        event.stopPropagation(); // the picture has the same keys
        if (event.key === "Escape" || event.key === "Tab") {
            this.close();
            this.leave();
        } else if (event.key in steps)
            buttons[(at + steps[event.key] + buttons.length) % buttons.length].focus();
        else if (event.key in ends) buttons[ends[event.key]].focus();
        else return;
        event.preventDefault();
    }
}
