/*
 * search_field.js - the search of a page, in a field of a fixed width that has its answer too:
 *
 *     (o  sort            35.6 % · 9 boxes  [<] [>])
 */
import { button, SearchInput } from "../view/bar.js";
import { htmlElement, svgElement } from "../draw/dom.js";
import { icon } from "./icons.js";

const TRY = "try "; // what a hint begins with that is another search (search.js)

export class SearchField extends SearchInput {
    /** `walk` goes to the next (1) or the previous match (-1). */
    constructor(frame, on, walk) {
        super(on, "Function, or /regex/");
        this.frame = frame;
        this.found = htmlElement("span", { class: "fr-found" });
        this.hint = button("fr-try", "", "", () => this.follow());
        this.previous = button("fr-step", "Previous match (N)", icon("up"), () => walk(-1));
        this.next = button("fr-step", "Next match (n)", icon("down"), () => walk(1));
        this.open = button("fr-open fr-round", "Search (/)", icon("glass"), () => this.startSearch());
        this.key = htmlElement("kbd", { "aria-hidden": "true" }, "/");
        const about = { class: "fr-search", role: "search", "aria-label": "Search" },
            parts = [icon("glass"), this.field, this.found, this.hint, this.previous, this.next, this.key];
        this.element = htmlElement("div", about, ...parts);
        frame.answers.append(this.open, this.element);
        this.field.addEventListener("blur", () => this.fold());
        this.show({ found: "", hint: "", searching: false });
    }

    /** Phones show the field in place of the headline. */
    startSearch() {
        this.frame.headline.classList.add("fr-searching");
        super.startSearch();
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
    const square = svgElement("rect", { width: size, height: size, rx: 2, ...colours.fill(fill) });
    return svgElement("svg", { width: size, height: size, "aria-hidden": "true", class: "fr-swatch" }, square);
}
