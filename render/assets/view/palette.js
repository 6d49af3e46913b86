/*
 * palette.js - the commands of a page in a dialog with a filter: ":" or Ctrl+K opens it, Enter runs the
 * command that is marked. It lists what applies now (commands.js).
 */
import { htmlElement, setAttributes } from "../draw/dom.js";

/* True where all words of a filter stand in a title, in any order and case. */
function holdsWords(title, filter) {
    return filter
        .toLowerCase()
        .split(/\s+/)
        .every((word) => title.toLowerCase().includes(word));
}

export class Palette {
    constructor(viewer) {
        this.viewer = viewer;
        this.rows = []; // that the filter keeps
        this.at = 0; // the one that is marked
        this.field = htmlElement("input", {
            type: "text",
            role: "combobox",
            "aria-label": "Command",
            "aria-expanded": "true",
            "aria-controls": "fr-commands",
            "aria-autocomplete": "list",
            placeholder: "Command",
            autocomplete: "off",
            spellcheck: "false",
        });
        this.list = htmlElement("ul", { id: "fr-commands", role: "listbox", "aria-label": "Commands" });
        this.dialog = htmlElement("dialog", { class: "fr-palette", "aria-label": "Commands" }, this.field, this.list);
    }

    /** Stands in `above`; Ctrl+K opens it anywhere in the page. */
    listen(above) {
        above.append(this.dialog);
        this.field.addEventListener("input", () => this.filter());
        this.field.addEventListener("keydown", (event) => this.onKey(event));
        this.list.addEventListener("click", ({ target }) => this.onClick(target.closest("li")));
        this.dialog.addEventListener("click", ({ target }) => target === this.dialog && this.dialog.close());
        window.addEventListener("keydown", (event) => {
            if (event.key !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
            event.preventDefault();
            if (this.dialog.isConnected && !this.dialog.open) this.open();
        });
    }

    open() {
        this.viewer.hideTip();
        this.field.value = "";
        this.dialog.showModal();
        this.filter();
    }

    filter() {
        const { commands } = this.viewer;
        this.rows = commands.rows.filter(
            ([, title, act, when]) =>
                act && (!when || when(this.viewer)) && holdsWords(title, this.field.value.trim()),
        );
        this.list.replaceChildren(...this.rows.map((row, i) => makeOption(row, i)));
        this.mark(0);
    }

    mark(at) {
        const options = this.list.children;
        this.at = options.length ? (at + options.length) % options.length : 0;
        Array.from(options, (option, i) => option.setAttribute("aria-selected", String(i === this.at)));
        const option = options[this.at];
        setAttributes(this.field, { "aria-activedescendant": option ? option.id : "" });
        if (option) option.scrollIntoView({ block: "nearest" });
    }

    onKey(event) {
        const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (by) this.mark(this.at + by);
        else if (event.key === "Enter") this.run(this.rows[this.at]);
        else return;
        event.preventDefault();
    }

    onClick(option) {
        if (option) this.run(this.rows[Array.from(this.list.children).indexOf(option)]);
    }

    /* The focus goes back to where it was before the command takes it elsewhere. */
    run(row) {
        if (!row) return;
        this.dialog.close();
        this.viewer.commands.run(row);
    }
}

function makeOption([key, title, , , shown], i) {
    const keys = shown || key,
        parts = [htmlElement("span", {}, title), keys && htmlElement("kbd", {}, keys)];
    return htmlElement("li", { id: "fr-command-" + i, role: "option" }, ...parts);
}
