/*
 * bar.js - the row of controls over the picture:
 *
 *     [Reset zoom]  3 boxes · 60.0 %  [<] [>]  [Search  /]  [?]
 */
import { htmlElement, framed, pressButton, setAttributes } from "../draw/dom.js";

const WIDTH = 580;
const DIFF_WIDTH = 730;
const HEIGHT = 30;

/** `content` is a text or an element. */
export function button(className, label, content, act) {
    return pressButton({ class: className, "aria-label": label, title: label }, content, act);
}

/** The field that names are searched in, with its keys, which press the buttons `previous` and `next`. Its events go to
 * `on`: search(text), leave. */
export class SearchInput {
    constructor(on, placeholder) {
        this.on = on;
        this.field = htmlElement("input", {
            ...{ type: "text", "aria-label": "Search names", placeholder },
            ...{ autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: "2000" },
        });
        this.field.addEventListener("input", () => on.search(this.field.value));
        this.field.addEventListener("keydown", (event) => this.onKey(event));
    }

    onKey(event) {
        event.stopPropagation();
        if (event.key === "Enter") {
            event.preventDefault();
            (event.shiftKey ? this.previous : this.next).click();
        } else if (event.key === "Escape") {
            if (this.field.value) this.on.search("");
            this.on.leave();
        }
    }

    startSearch() {
        this.field.focus({ preventScroll: true });
        this.field.select();
    }
}

/** Buttons run `commands` (commands.js); `more` are buttons that only this picture has. Several pictures of a page have
 * numbers, from 0. */
export class Bar extends SearchInput {
    constructor(commands, on, more, number) {
        super(on, "Search  /");
        const label = number ? `Picture ${number + 1}` : "Picture",
            about = { class: "fr-bar", role: "search", "aria-label": label };
        Object.assign(this, framed(htmlElement("div", about)));
        const make = (key, text, name = "fr-round", label = commands.find(key)[1]) =>
            button(name, label, text, () => commands.run(commands.find(key)));
        this.reset = make("Escape", "Reset zoom", "", "Reset zoom");
        this.found = htmlElement("span", { class: "fr-found" });
        this.previous = make("N", "\u2039");
        this.next = make("n", "\u203a");
        this.help = make("?", "?");
        this.widest = more.length ? DIFF_WIDTH : WIDTH;
        this.body.append(this.reset, this.found, this.previous, this.next, ...more, this.field, this.help);
        this.show({ zoomed: false, found: "", hint: "", searching: false });
    }

    show({ zoomed, found, hint, searching }) {
        this.reset.hidden = !zoomed;
        this.found.textContent = hint ? found + " \u00b7 " + hint : found;
        this.found.title = this.found.textContent;
        this.previous.hidden = this.next.hidden = !searching;
    }

    /** In one row or two, from the right. */
    place(right, y, rows) {
        const width = Math.min(this.widest, right - 4);
        this.body.classList.toggle("fr-rows-2", rows === 2);
        setAttributes(this.frame, { x: right - width, y, width, height: HEIGHT * rows });
    }
}
