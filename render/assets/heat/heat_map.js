/*
 * heat_map.js - the selections of a heatmap, by pointer, keys and address.
 *
 *     hover          "48.44-48.46 s · 4 samples · 0.05 %" beside the pointer, a ring round the cell
 *     drag, or click and click again      selects from cell to cell, in the order of time: A
 *     the same with Shift                 a second selection, B, to compare A with
 *     the same on the offsets at the left    a band of every column
 *     arrows, Shift + arrows              the same by keys; b: they move B, a: A again
 *     p  r  x  c  Escape                  a band or a range; B is the rest; swap; copy the command; clear
 *
 * `on.change(state)` hears of each change. The address keeps both: #range=33.28-34.14&base=27-32, a band as
 * range=0.25-0.31/1; base=rest.
 */
import { listenAs, setAttributes } from "../draw/dom.js";
import { within } from "../profile/bounds.js";
import { Rings } from "./heat_draw.js";

const LABEL =
    "Heatmap: arrows move, Shift and arrows select, b and a choose which of two selections they move, " +
    "p makes a band of it, r compares with the rest, x swaps both, c copies the command, Escape clears";

/** The words of the address that selections and lanes (heat_lanes.js) keep. */
export const OWN_WORDS = ["range", "base", "lane", "idle"];

/* Returns what else the address has. */
function othersThan(words) {
    return location.hash.slice(1).split("&").filter((part) => part && !words.includes(part.split("=")[0]));
}

export class HeatMap {
    constructor(svg, cells, on, owns) {
        Object.assign(this, { svg, cells, on, owns });
        this.rings = new Rings(svg, cells);
        this.a = this.b = null; // selections (heat_cells.js); b may be "rest"
        this.now = "a"; // the one that keys and pointer change
        this.cursor = 0;
        this.picking = this.pressed = this.moved = false;
        this.moreOf = () => ""; // what else is said of a cell
        this.moreAddress = () => []; // what else the address keeps: ["lane=tid:12"]
        this.followMore = () => {};
        this.clearMore = () => {};
        this.onKept = () => {}; // who else has words in the address
        this.keys = {
            Escape: () => this.clear(),
            Enter: () => on.copy(),
            a: () => this.turnTo("a"),
            b: () => this.turnTo("b"),
            c: () => on.copy(),
            p: () => this.turnBand(),
            r: () => this.compareWithRest(),
            x: () => this.swap(),
        };
        const { rows } = cells;
        this.steps = { ArrowUp: 1, ArrowDown: -1, ArrowLeft: -rows, ArrowRight: rows };
        this.listen();
    }

    listen() {
        const { svg } = this;
        setAttributes(svg, { tabindex: 0, role: "application", "aria-label": LABEL });
        listenAs(this, svg, ["pointerdown", "pointermove", "keydown"]);
        svg.addEventListener("pointerleave", () => this.rings.hideTip());
        addEventListener("pointerup", () => this.up());
        addEventListener("hashchange", () => this.follow());
    }

    /* Cells of a part of the recording: a command finds a range that lies within its one range, and no other times. */
    isFound(selection) {
        const { ofTimes, ofRange } = this.cells.view;
        if (!ofTimes) return true;
        if (!ofRange || !selection || selection === "rest" || selection.band || selection.phase) return false;
        const { from, to } = this.cells.times(selection);
        return from >= ofRange[0] && to <= ofRange[1];
    }

    /** "flamerender INPUT --range 3.4-3.62": what draws the same samples; "" where nothing is chosen, null where no
     * command does. */
    command() {
        const { a, b, cells } = this,
            options = cells.view.options + cells.chosen;
        if (b && cells.view.ofInputs) return null; // it would compare the recordings
        if (![a, ...(b ? [b] : [])].every((one) => this.isFound(one)) && (a || cells.chosen)) return null;
        if (!a) return cells.chosen && `flamerender INPUT${options}`;
        const text = cells.text(a),
            [ends, period] = text.split("/");
        if (!b) return `flamerender INPUT${options} ${period ? "--band" : "--range"} ${period === "1" ? ends : text}`;
        const base = b === "rest" ? "rest" : cells.text(b);
        return `flamerender diff INPUT${options} --exact-names --base-range ${base} --new-range ${text}`;
    }

    /** Shows a state: {a, b}, where what is missing stays. */
    set(state) {
        Object.assign(this, state);
        if (!this.a) this.b = null;
        this.showRings();
        this.on.change(this);
    }

    /** Outlines what is selected. */
    showRings() {
        this.rings.show(this.a, this.b === "rest" ? null : this.b);
    }

    select(from, to, band) {
        this.cursor = to;
        this.set({ [this.now]: { from, to, band } });
    }

    /** Nothing is selected; a second time what chooses among the samples goes, too. */
    clear() {
        this.picking = false;
        if (!this.a) this.clearMore();
        this.now = "a";
        this.set({ a: null, b: null });
        this.keepInAddress();
    }

    /** Keys and pointer then change that selection. */
    turnTo(which) {
        this.now = which === "b" && this.a ? "b" : "a";
        const chosen = this[this.now];
        if (chosen && chosen !== "rest") this.cursor = chosen.to;
        this.on.say(this.now === "b" ? "arrows move the second selection, B" : "arrows move the first selection, A");
    }

    turnBand() {
        const chosen = this[this.now];
        if (!chosen || chosen === "rest") return;
        const { from, to, band, phase } = chosen;
        this.set({ [this.now]: { from, to, band: !band && !phase } });
        this.keepInAddress();
    }

    /** B is all outside of A, or none again. */
    compareWithRest() {
        if (!this.a) return;
        this.set({ b: this.b === "rest" ? null : "rest" });
        this.now = "a";
        this.keepInAddress();
    }

    swap() {
        const { a, b } = this;
        if (!b || b === "rest") return;
        this.set({ a: b, b: a });
        this.keepInAddress();
    }

    keepInAddress() {
        if (!this.owns) return;
        const { a, b, cells } = this,
            range = a ? [`range=${cells.text(a)}`] : [],
            base = b ? [`base=${b === "rest" ? b : cells.text(b)}`] : [],
            parts = [...range, ...base, ...this.moreAddress(), ...othersThan(OWN_WORDS)];
        try {
            history.replaceState(null, "", parts.length ? "#" + parts.join("&") : location.pathname + location.search);
        } catch {
            /* a file may not have a history */
        }
        this.onKept();
    }

    /** Selects as a link does; the graph below is not zoomed then. */
    goTo(link) {
        location.hash = [link, ...othersThan([...OWN_WORDS, "zoom", "span"])].join("&");
    }

    follow() {
        if (!this.owns) return;
        const words = new Map(location.hash.slice(1).split("&").map((part) => part.split("="))),
            range = words.get("range") || "",
            a = this.cells.read(range),
            base = words.get("base") || "";
        this.now = "a";
        this.picking = false;
        this.followMore(words);
        if (!a && range && this.cells.view.coarse)
            this.on.say(`The page has cells in place of exact times; flamerender INPUT --band ${range} draws it.`);
        if (!a) {
            if (this.a && !range) this.set({ a });
            return;
        }
        this.cursor = a.to;
        this.set({ a, b: base === "rest" ? base : this.cells.read(base) });
    }

    /* ---- events ---- */

    pointerdown(event) {
        const point = this.rings.pointOf(event),
            cell = this.cells.at(point);
        if (cell < 0 || event.button !== 0) return;
        event.preventDefault();
        this.svg.focus();
        this.press(cell, this.cells.isLabel(point), event.shiftKey);
    }

    /** A selection begins, or one that a click began ends. */
    press(cell, band, second) {
        this.moved = false;
        this.pressed = true;
        if (this.picking) {
            this.extend(cell);
            return;
        }
        this.now = second && this.a ? "b" : "a";
        this.select(cell, cell, band);
    }

    /** The pointer is over a cell. */
    drag(cell) {
        if (!this.pressed && !this.picking) return;
        this.moved = this.moved || cell !== this[this.now].from;
        this.extend(cell);
    }

    extend(cell) {
        const { from, band } = this[this.now];
        this.select(from, cell, band);
    }

    pointermove(event) {
        const point = this.rings.pointOf(event),
            cell = this.cells.at(point);
        if (cell < 0) {
            this.rings.hideTip();
            return;
        }
        if (this.cells.isLabel(point)) this.rings.hideTip();
        else this.rings.showTip(cell, event, this.moreOf(cell));
        this.drag(cell);
    }

    /* A click without a drag begins a selection that the next click ends. */
    up() {
        if (!this.pressed) return;
        this.pressed = false;
        this.picking = !this.moved && !this.picking;
        this.keepInAddress();
    }

    keydown(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const act = this.keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
        if (act) {
            event.stopPropagation();
            this.picking = false;
            act();
        } else if (event.key in this.steps) this.step(event);
    }

    step(event) {
        const to = within(this.cursor + this.steps[event.key], 0, this.cells.last),
            old = this[this.now];
        event.preventDefault();
        this.picking = false;
        const kept = old && old !== "rest" ? old : null,
            band = kept ? kept.band : false;
        this.select(event.shiftKey && kept ? kept.from : to, to, band);
        this.keepInAddress();
    }
}
