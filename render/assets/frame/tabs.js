/*
 * tabs.js - the views of a page, as tabs: a click, the arrows, or the digits of their places choose one.
 *
 *     [Flame] Table  Callers  Time  Calls
 */
import { htmlElement, pressButton, setAttributes } from "../draw/dom.js";

export class Tabs {
    /** `views` are [name, title, what a tip says]; `choose` gets a name. */
    constructor(frame, views, choose) {
        this.views = views;
        this.choose = choose;
        this.buttons = views.map(([name, title, tip]) => {
            const about = { role: "tab", id: "fr-tab-" + name, title: tip, "data-word": title, "aria-controls": "fr-stage" };
            return pressButton(about, title, () => choose(name));
        });
        const list = htmlElement("div", { class: "fr-tabs", role: "tablist", "aria-label": "Views" }, ...this.buttons);
        list.addEventListener("keydown", (event) => this.onKey(event));
        setAttributes(frame.stage, { id: "fr-stage", role: "tabpanel" });
        frame.controls.prepend(list);
    }

    show(name) {
        this.shown = name;
        this.views.forEach(([own], i) => {
            this.buttons[i].setAttribute("aria-selected", String(own === name));
            this.buttons[i].tabIndex = own === name ? 0 : -1;
        });
        document.getElementById("fr-stage").setAttribute("aria-labelledby", "fr-tab-" + name);
    }

    /** The name of the tab at a place, from 1; undefined where there is none. */
    nameAt(place) {
        return this.views[place - 1]?.[0];
    }

    onKey(event) {
        const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key],
            n = this.views.length,
            at = this.views.findIndex(([name]) => name === this.shown);
        if (!by) return;
        event.preventDefault();
        event.stopPropagation();
        const next = (at + by + n) % n;
        this.choose(this.views[next][0]);
        this.buttons[next].focus();
    }
}
