/*
 * refusal.js - says, in a box that stays until it is closed, why a file that was given to the page cannot be read, and
 * the command that does it.
 */
import { htmlElement, pressButton } from "../draw/dom.js";

const READ =
    "A saved page compares what its own script can read: pages and pictures of flamerender that carry their profile, and " +
    "folded stacks, gzipped or not. The program reads all profiles:";

export class Refusal {
    constructor(frame) {
        this.element = htmlElement("dialog", { class: "fr-dialog fr-refusal", "aria-labelledby": "fr-refusal-title" });
        frame.above.append(this.element);
    }

    /** `command` is a line for a shell. */
    show(title, why, command) {
        this.element.replaceChildren(
            htmlElement("h2", { id: "fr-refusal-title" }, title),
            htmlElement("p", {}, why),
            htmlElement("p", {}, READ),
            htmlElement("code", { tabindex: "0" }, command),
            pressButton({}, "Close", () => this.element.close()),
        );
        if (!this.element.open) this.element.showModal();
    }
}
