/*
 * heat_panel.js - the cells of a page with their selections, the command that draws them, and a button for
 * what keys do:
 *
 *     flamerender diff INPUT --base-range rest --new-range 3.4-3.62
 *     [Compare with the rest]  [Swap]  [Band]  [Clear]   Shift and drag: a second selection
 */
import { button } from "../view/bar.js";
import { htmlElement } from "../draw/dom.js";
import { PageCells } from "./heat_bands.js";
import { copyCommand } from "./heat_draw.js";
import { HeatFit } from "./heat_fit.js";
import { FoundCells } from "./heat_found.js";
import { HeatMap } from "./heat_map.js";
import { adoptRamp, Painting } from "./heat_paint.js";
import { textOfPage } from "../data/embedded_data.js";

const isTouched = matchMedia("(pointer: coarse)").matches,
    HINT = isTouched ? "Tap two cells to select a time." : "Drag over cells to select a time.",
    NONE = "No command draws just this: the page is of a part of the recording, or of several.",
    MORE = isTouched ? "" : "Shift and drag: a second selection. Drag the offsets at the left: a band.";

const COARSE = " Of so many samples the page has the cells, not the exact times.";
const CROWDED = " Of so many samples the page does not have who ran: it has no lanes.";

export class HeatPanel {
    constructor() {
        this.svg = document.querySelector("#flamerender-picture svg");
        this.cells = new PageCells(JSON.parse(textOfPage("heat")));
        this.words = document.getElementById("flamerender-selection");
        adoptRamp(this.cells.view);
        this.painting = new Painting(this.svg, this.cells);
        this.fit = new HeatFit(this.svg, this.cells, this.painting);
        this.makeTools();
        this.found = new FoundCells(this.svg, this.cells);
        this.onShow = () => {}; // who else hears of selections
        this.onFit = () => {}; // of other places of the cells
        this.onLanes = () => {}; // of other lanes
    }

    /** Lays the cells out in a width, with `room` px of height. */
    fitTo(width, room) {
        const { fit, map, found } = this,
            { shown } = fit;
        fit.show(width, fit.rowFor(room));
        if (fit.shown === shown) return;
        map.showRings();
        found.draw();
        if (!shown || shown.split(" ")[0] !== String(width)) this.onFit();
    }

    /** Marks the cells in which a search finds something. */
    showFound(pack, samples, text) {
        const said = this.found.show(pack, samples, text);
        if (said === null) return;
        this.said = said;
        this.more.textContent = said || this.usual;
    }

    /* Returns what is said where no search says more. */
    get usual() {
        const { coarse, crowded } = this.cells.view;
        return (this.map && this.map.a ? MORE : "") + (coarse ? COARSE : "") + (crowded ? CROWDED : "");
    }

    makeTools() {
        const make = (text, label, act) => button("fr-act", label, text, () => {
                this.map.picking = false;
                act(this.map);
            });
        this.rest = make("Compare with the rest", "Compare with the rest (r)", (map) => map.compareWithRest());
        this.band = make("Band", "A band of every column, or a range (p)", (map) => map.turnBand());
        this.swap = make("Swap", "Swap both selections (x)", (map) => map.swap());
        this.clear = make("Clear", "Clear the selections (Escape)", (map) => map.clear());
        this.line = htmlElement("div", { class: "fr-selections", role: "group", "aria-label": "Selections" });
        this.lanesPlace = htmlElement("div", { class: "fr-lanes" });
        this.more = htmlElement("span", { role: "status" }, this.usual);
        this.line.append(this.words, this.more, this.rest, this.band, this.swap, this.clear);
    }

    /** `show` hears of each change of the selections, from now on. */
    begin(show) {
        const on = {
            change: (map) => {
                this.show(map);
                this.onShow(map);
                show(map);
            },
            copy: () => this.copy(),
            say: (text) => {
                this.words.textContent = text;
            },
        };
        this.map = new HeatMap(this.svg, this.cells, on, true);
        this.map.moreOf = (cell) => this.found.wordsOf(cell);
        this.words.addEventListener("click", on.copy);
        this.show(this.map);
        this.map.follow();
    }

    show({ a, b, ...map }) {
        const command = this.map.command();
        this.words.textContent = command === null ? NONE : command || HINT;
        this.more.textContent = this.said || this.usual;
        const current = a && map.now === "b" && b && b !== "rest" ? b : a;
        this.rest.setAttribute("aria-pressed", String(b === "rest"));
        this.band.setAttribute("aria-pressed", String(Boolean(current && (current.band || current.phase))));
        this.rest.disabled = this.band.disabled = !a;
        this.clear.disabled = !a && !this.cells.chosen;
        this.swap.disabled = !b || b === "rest";
    }

    copy() {
        copyCommand(this.map.command(), this.words, this.words);
    }
}
