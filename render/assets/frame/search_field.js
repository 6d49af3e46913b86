/*
 * search_field.js - the search of a page, in a field of a fixed width that has its answer too:
 *
 *     (o  sort            35.6 % · 9 boxes  [<] [>])
 */
import { button } from "../view/bar.js";
import { htmlElement, svgElement } from "../draw/dom.js";
import { icon } from "./icons.js";

const TRY = "try "; // what a hint begins with that is another search (search.js)

export class SearchField {
    /** `on` has search(text) and leave(); `walk` goes to the next (1) or the previous match (-1). */
    constructor(frame, on, walk) {
        this.on = on;
        this.frame = frame;
        this.element = htmlElement("div", { class: "fr-search", role: "search", "aria-label": "Search" });
        this.field = htmlElement("input", {
            ...{ type: "text", "aria-label": "Search names", placeholder: "Function, or /regex/" },
            ...{ autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: "2000" },
        });
        this.found = htmlElement("span", { class: "fr-found" });
        this.hint = button("fr-try", "", "", () => this.follow());
        this.previous = button("fr-step", "Previous match (N)", "", () => walk(-1));
        this.next = button("fr-step", "Next match (n)", "", () => walk(1));
        this.previous.append(icon("up"));
        this.next.append(icon("down"));
        this.open = button("fr-open fr-round", "Search (/)", "", () => this.startSearch());
        this.open.append(icon("glass"));
        this.key = htmlElement("kbd", { "aria-hidden": "true" }, "/");
        this.element.append(icon("glass"), this.field, this.found, this.hint, this.previous, this.next, this.key);
        frame.answers.append(this.open, this.element);
        this.field.addEventListener("input", () => on.search(this.field.value));
        this.field.addEventListener("keydown", (event) => this.onKey(event));
        this.field.addEventListener("blur", () => this.fold());
        this.show({ found: "", hint: "", searching: false });
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

    /** Phones show the field in place of the headline. */
    startSearch() {
        this.frame.headline.classList.add("fr-searching");
        this.field.focus({ preventScroll: true });
        this.field.select();
    }

    fold() {
        if (!this.field.value) this.frame.headline.classList.remove("fr-searching");
    }

    /* Searches for what the hint proposes. */
    follow() {
        this.on.search(this.hint.textContent.slice(TRY.length));
    }

    show({ found, hint, searching }) {
        const proposed = hint.startsWith(TRY) ? hint : "",
            said = [found, proposed ? "" : hint].filter(Boolean).join(" \u00b7 ");
        this.found.textContent = this.found.title = said;
        this.hint.textContent = this.hint.title = proposed;
        this.hint.setAttribute("aria-label", proposed);
        this.hint.hidden = !proposed;
        this.element.classList.toggle("fr-answered", Boolean(said));
        this.previous.hidden = this.next.hidden = !searching;
        this.key.hidden = Boolean(said);
    }
}

/** An entry of a legend or a row of a table: a square in a colour of the picture. */
export function swatchOf(colours, fill, size = 11) {
    const svg = svgElement("svg", { width: size, height: size, "aria-hidden": "true", class: "fr-swatch" }),
        square = svgElement("rect", { width: size, height: size, rx: 2, ...colours.fill(fill) });
    svg.append(square);
    return svg;
}
