/*
 * point_strip.js - the points of a trend in a row above a flame graph, of which one is chosen:
 *
 *     v2.1   v2.2   v2.3   v2.4  [v2.5]  v2.6        a line under a point at which something stepped
 *
 *     click, drag, touch       chooses the point under it
 *     arrows, Home, End        go from point to point
 */
import { htmlElement, listenAs } from "../draw/dom.js";

const KEYS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, Home: -Infinity, End: Infinity },
    LETTER = 10.5, // px of a name, about, and half as much: those of both ends stand aside of their points
    GAP = 16; // px between names

export class PointStrip {
    /** `points` are {name, isStep, isEmpty}; `choose` gets the place of one. */
    constructor(strip, points, choose) {
        Object.assign(this, { points, choose, chosenPoint: 0 });
        this.slider = htmlElement("div", {
            ...{ class: "fr-slices", role: "slider", tabindex: 0, "aria-label": "Point: drag or arrows choose one" },
            ...{ "aria-valuemin": 1, "aria-valuemax": points.length },
        });
        this.pointCells = points.map(({ isStep }) => htmlElement("span", { class: isStep ? "fr-stepped" : "" }));
        this.slider.append(...this.pointCells);
        strip.append(this.slider);
        strip.classList.add("fr-scrub");
        strip.hidden = false;
        listenAs(this, this.slider, ["pointerdown", "pointermove", "keydown"]);
        new ResizeObserver(() => this.nameCells()).observe(this.slider);
    }

    /** Shows which point is chosen. */
    show(at) {
        const { points, slider } = this,
            { name, isStep } = points[at];
        this.chosenPoint = at;
        slider.ariaValueNow = at + 1;
        slider.ariaValueText = `${name}, ${at + 1} of ${points.length}${isStep ? ", a step" : ""}`;
        this.nameCells();
    }

    /* As many names as there is room for, that of the chosen point always. */
    nameCells() {
        const { points, pointCells, chosenPoint } = this,
            room = this.slider.clientWidth / points.length,
            longest = Math.max(...points.map(({ name }) => name.length)),
            every = Math.max(1, Math.ceil((longest * LETTER + GAP) / (room || 1)));
        points.forEach(({ name }, i) => {
            const isChosen = i === chosenPoint,
                isNamed = isChosen || (i % every === 0 && Math.abs(i - chosenPoint) >= every);
            pointCells[i].textContent = isNamed ? name : "";
            pointCells[i].classList.toggle("fr-chosen", isChosen);
        });
    }

    /** Goes some points on, past those of which there is nothing to draw. */
    goBy(by) {
        const { points, chosenPoint } = this,
            step = Math.sign(by),
            ahead = [...points.keys()].filter((k) => !points[k].isEmpty && Math.sign(k - chosenPoint) === step);
        if (step < 0) ahead.reverse();
        const at = ahead.find((k) => (k - chosenPoint) * step >= by * step) ?? ahead.at(-1);
        if (at !== undefined) this.choose(at);
    }

    pointerdown(event) {
        if (event.button !== 0) return;
        this.slider.setPointerCapture(event.pointerId);
        this.pointermove(event);
    }

    pointermove({ clientX, buttons }) {
        const { left, width } = this.slider.getBoundingClientRect();
        if (!buttons) return;
        const { points, chosenPoint } = this,
            at = Math.floor(((clientX - left) / width) * points.length);
        if (at < 0) this.goBy(-Infinity);
        else if (at >= points.length) this.goBy(Infinity);
        else if (at !== chosenPoint) this.choose(at);
    }

    keydown(event) {
        const by = KEYS[event.key];
        if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        event.stopPropagation(); // the picture has the same keys
        this.goBy(by);
    }
}
