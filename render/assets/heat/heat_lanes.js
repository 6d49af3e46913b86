/*
 * heat_lanes.js - lanes below the cells, one for each thread, process or CPU, and what chooses among the samples:
 *
 *     [Lanes by thread v]  [Without idle CPUs]     above the cells
 *     (query 4711 · 390 samples · 50.06 %)      a button: only these samples, in the cells and the flame graph
 *     # . # # . # # . #                         its cells; a drag selects a time of this lane
 *
 * The address keeps lanes, the one that is chosen, and idle CPUs: #lane=tid:12&idle=exclude, #lane=tid.
 */
import { button } from "../view/bar.js";
import { pickList } from "../view/pickers.js";
import { make, svgElement } from "../draw/dom.js";
import { busiest, LANE_KEYS, lanesOf, samplesOf, sumCells, sumLanes } from "../data/lanes.js";
import { Cells } from "./heat_cells.js";
import { Rings } from "./heat_draw.js";
import { paintCells } from "./heat_paint.js";

const MOST_LANES = 12, // shown, the busiest first, and the rest as one
    MOST_LANE_ROWS = 50, // of a lane
    LANE_HEIGHT = 50; // of a lane, px of the picture

/* The cells of a lane: under the columns of the picture, a px high each. */
function cellsOfLane(view) {
    const rows = Math.min(view.rows, MOST_LANE_ROWS),
        more = Math.ceil(view.rows / rows); // rows of the picture in one of the lane
    const place = { rows, row: LANE_HEIGHT / rows, bottom: LANE_HEIGHT };
    return new Cells({ ...view, ...place, most: view.most * more, cells: [] });
}

/* A lane on the page. */
class Lane {
    constructor(lane, values, panel, lanes) {
        Object.assign(this, { lane, panel, lanes });
        const { view } = panel.cells,
            [x, , width] = panel.svg.getAttribute("viewBox").split(" ");
        this.cells = cellsOfLane(view);
        this.cells.take(values, "");
        this.cells.whole = view.whole;
        const { whole } = this.cells,
            sum = [...this.cells.values.values()].reduce((a, b) => a + b, 0),
            facts = `${lane.name} \u00b7 ${this.cells.amount(sum)} \u00b7 ${this.cells.share(sum, whole)}`;
        this.svg = svgElement("svg", { viewBox: `${x} 0 ${width} ${LANE_HEIGHT + 1}`, width: "100%", "aria-hidden": "true" });
        make(this.svg, "path", { class: "fr-lane-ground", d: this.cells.outline(this.cells.recorded) });
        paintCells(make(this.svg, "g", {}), this.cells, this.cells.values);
        this.rings = new Rings(this.svg, this.cells);
        this.button = button("fr-lane", "", facts, () => lanes.toggle(lane));
        this.button.removeAttribute("aria-label");
        this.button.title = lane.where ? "Only these samples" : "No single option chooses these samples";
        this.button.disabled = !lane.where;
        this.listen();
    }

    listen() {
        const cellAt = (event) => this.cells.at(this.rings.pointOf(event));
        this.svg.addEventListener("pointerdown", (event) => {
            const cell = cellAt(event);
            if (cell < 0 || event.button !== 0 || !this.lane.where) return;
            event.preventDefault();
            if (!this.lanes.isChosen(this.lane)) this.lanes.toggle(this.lane);
            this.panel.map.press(this.inPicture(cell), false, event.shiftKey);
        });
        this.svg.addEventListener("pointermove", (event) => {
            const cell = cellAt(event);
            if (cell < 0) {
                this.rings.hideTip();
                return;
            }
            this.rings.showTip(cell, event, "");
            this.panel.map.drag(this.inPicture(cell));
        });
        this.svg.addEventListener("pointerleave", () => this.rings.hideTip());
    }

    /* The cell of the picture in which one of the lane begins. */
    inPicture(cell) {
        return this.panel.cells.cellAt(Number(this.cells.startOf(cell)));
    }

    /* Outlines what is selected in the picture. */
    outline(a, b) {
        const mine = (chosen) => chosen && chosen !== "rest" && this.cells.read(this.panel.cells.text(chosen));
        this.rings.show(mine(a), mine(b));
    }
}

export class Lanes {
    /** `show(samples, title)` hears of samples that are chosen; `who` is of lanes.js. */
    constructor(panel, samples, who, show) {
        Object.assign(this, { panel, samples, who, show });
        this.key = ""; // what lanes are made by; "": none are shown
        this.lane = null;
        this.withoutIdle = false;
        this.lanes = [];
        this.makeTools();
        this.list = panel.lanesPlace;
        panel.map.moreAddress = () => this.address();
        panel.map.followMore = (words) => this.follow(words);
        panel.map.clearMore = () => this.choose(null, false);
        panel.onShow = ({ a, b }) => this.lanes.forEach((lane) => lane.outline(a, b));
        panel.onFit = () => this.drawAgain();
        panel.map.follow();
    }

    /* The columns have other widths. */
    drawAgain() {
        if (!this.key) return;
        this.draw();
        this.mark();
    }

    makeTools() {
        const several = ([key]) => lanesOf(this.samples, this.who, key).length > 1,
            keys = [...LANE_KEYS].filter(several),
            rows = [["", "No lanes"], ...keys.map(([key, { name }]) => [key, "Lanes by " + name])];
        this.keys = pickList("Lanes", rows, (key) => this.showLanes(key));
        this.keys.hidden = !keys.length;
        this.idle = button("fr-act", "Without idle CPUs: omit their samples", "Without idle CPUs", () => this.choose(this.lane, !this.withoutIdle));
        this.idle.hidden = !this.who.anyIdle;
        this.panel.line.prepend(this.keys, this.idle);
    }

    /** Shows the lanes of a key; the lane that is chosen stays where it is one of them. */
    showLanes(key) {
        this.key = key;
        this.keys.value = key;
        this.draw();
        if (this.lane && this.lane.key !== key) this.choose(null, this.withoutIdle);
        else {
            this.mark();
            this.panel.map.keepInAddress();
        }
    }

    draw() {
        const { panel, samples, who, key } = this,
            all = key ? lanesOf(samples, who, key) : [],
            shown = busiest(all, MOST_LANES),
            sums = sumLanes(cellsOfLane(panel.cells.view), samples, who, shown, this.withoutIdle);
        this.lanes = shown.map((lane, k) => new Lane(lane, sums[k], panel, this));
        this.list.replaceChildren(...this.lanes.flatMap(({ button: press, svg }) => [press, svg]));
        panel.onLanes();
    }

    toggle(lane) {
        this.choose(this.isChosen(lane) ? null : lane, this.withoutIdle);
    }

    isChosen(lane) {
        return Boolean(this.lane) && this.lane.where === lane.where;
    }

    mark() {
        for (const one of this.lanes) one.button.setAttribute("aria-pressed", String(this.isChosen(one.lane)));
        this.idle.setAttribute("aria-pressed", String(this.withoutIdle));
        const { a, b } = this.panel.map;
        this.panel.onShow({ a, b });
    }

    /** Only the samples of a lane (null: of all), with or without those of idle CPUs. */
    choose(lane, withoutIdle, isAsked = true) {
        const { panel, who, samples } = this,
            { cells, map } = panel,
            redraws = withoutIdle !== this.withoutIdle;
        Object.assign(this, { lane, withoutIdle });
        const chosen = samplesOf(samples, who, lane, withoutIdle),
            where = lane ? " --where " + lane.where : "";
        cells.take(sumCells(cells, chosen), where + (withoutIdle ? " --idle=exclude" : ""));
        panel.painting.paint(cells.values);
        if (redraws) this.draw();
        this.mark();
        const words = [lane?.name, withoutIdle && "without idle CPUs"].filter(Boolean);
        this.show(chosen, words.map((word) => word + " \u00b7 ").join(""), withoutIdle ? samplesOf(samples, who, lane, false) : chosen);
        map.set({});
        if (isAsked) map.keepInAddress();
    }

    address() {
        const { key } = this,
            lane = this.lane ? ["lane=" + this.lane.where.replace("=", ":")] : key ? ["lane=" + key] : [];
        return this.withoutIdle ? [...lane, "idle=exclude"] : lane;
    }

    /* Chooses what an address says; all samples where it says nothing. */
    follow(words) {
        const [key, number] = (words.get("lane") || "").split(":"),
            known = LANE_KEYS.has(key) ? lanesOf(this.samples, this.who, key) : [],
            lane = known.find(({ where }) => where === `${key}=${number}`) || null,
            withoutIdle = words.get("idle") === "exclude" && this.who.anyIdle;
        if (known.length && this.key !== key) {
            this.key = this.keys.value = key;
            this.draw();
        }
        if (lane?.where !== this.lane?.where || withoutIdle !== this.withoutIdle) this.choose(lane, withoutIdle, false);
    }
}
