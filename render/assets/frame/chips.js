/*
 * chips.js - what was done to the profile, each with a cross that takes it back, and what could be done.
 *
 *     [zoomed to sort x] [only samples with tid=7 x]   36 rows repeat: [fold recursion]
 */
import { button } from "../view/bar.js";
import { htmlElement } from "../draw/dom.js";
import { icon } from "./icons.js";

export class Chips {
    constructor(frame) {
        this.element = frame.chips;
        this.shown = "";
    }

    /** `chips` are {text, does, title, act, holds, what}: what holds has a cross, what would help says what it `does`;
     * `what` is "step" of a step. */
    show(chips) {
        const key = JSON.stringify(chips);
        if (key === this.shown) return;
        this.shown = key;
        this.element.replaceChildren(...chips.map((chip) => this.make(chip)));
        this.element.hidden = !chips.length;
    }

    make({ text, does = "", title, act, holds, what = "" }) {
        const words = htmlElement("span", {}, text),
            chip = button("fr-chip" + (holds ? " fr-holds" : ""), `${text}${does}: ${title}`, words, act);
        chip.dataset.what = what;
        chip.title = title;
        if (does) chip.append(htmlElement("u", {}, does));
        if (holds) chip.append(icon("cross"));
        return chip;
    }
}
