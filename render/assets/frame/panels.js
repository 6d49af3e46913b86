/*
 * panels.js - what a viewer has around a picture, as a page has it: the search field, the details in place of the
 * tooltip, the list of keys as a dialog, words for screen readers.
 */
import { htmlElement } from "../draw/dom.js";
import { keysList } from "../view/panel.js";
import { Details } from "./details.js";
import { SearchField } from "./search_field.js";

/* The list of keys. */
class KeysDialog {
    constructor(frame, close, commands) {
        this.body = htmlElement("dialog", { class: "fr-dialog", "aria-label": "Keys" }, ...keysList(commands, close));
        this.body.addEventListener("cancel", (event) => {
            event.preventDefault();
            close();
        });
        frame.above.append(this.body);
    }

    show() {
        this.body.showModal();
    }

    hide() {
        this.body.close();
    }

    get shown() {
        return this.body.open;
    }
}

/** {bar, tip, help, live} of a viewer in a frame. */
export function makePanels(viewer, frame) {
    const live = htmlElement("div", { class: "fr-live", role: "status", "aria-live": "polite" }),
        on = { search: (text) => viewer.find.search(text), leave: () => viewer.focus() };
    frame.above.append(live);
    return {
        bar: new SearchField(frame, on, (by) => viewer.find.walk(by)),
        tip: new Details(frame, viewer),
        help: new KeysDialog(frame, () => viewer.closeHelp(), viewer.commands),
        live: { body: live },
    };
}
