/*
 * time_strip.js - the samples of a page over time, in a row above the picture, where a part of the time is chosen:
 *
 *     0.2 s  ..|:::|.::[||:.]|.:  8.2 s
 *
 *     drag                 chooses a part; a click outside of it, or Escape, ends that
 *     arrows, Home, End    move it by a slice of time, to the start and the end; with Shift they move its end alone
 *
 * A part is a step (steps.js) of the picture, the table and the calls. In the view of time it is what the window shows.
 */
import { htmlElement, listenAs, svgElement } from "../draw/dom.js";
import { within } from "../profile/bounds.js";
import { NARROW_SPACE } from "../profile/format.js";
import { rangeIn, secondsText, TimedSamples } from "../profile/range.js";

const SLICE = 4, // px of a slice of time, at least
    HIGH = 14, // px of the highest bar
    STEP = "range",
    NONE = -1;
const KEYS = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, Home: -Infinity, End: Infinity };

/* The least 1, 2 or 5 times a power of ten that is not below a number of ns. */
function roundStep(ns) {
    const power = 10 ** Math.floor(Math.log10(Math.max(1, ns)));
    return power * [1, 2, 5, 10].find((times) => times * power >= ns);
}

/* The slices of time of a strip that is `width` px wide: how many, and where they begin. */
function slicesOf([start, end], width) {
    const step = roundStep(((end - start) * SLICE) / width),
        first = Math.floor(start / step),
        sliceAt = (ns) => Math.floor(ns / step) - first;
    return { n: sliceAt(end - 1) + 1, sliceAt, startOf: (slice) => (first + slice) * step };
}

/* Adds up the samples of each slice. */
function sumSlices(samples, { n, sliceAt, startOf }) {
    const sums = new Float64Array(n);
    for (const sample of samples.all) {
        const end = sample.start + (samples.time.lasts ? sample.value : 0);
        for (let slice = sliceAt(sample.start); slice <= sliceAt(end) && slice < n; slice++)
            sums[slice] += samples.partOf(sample, [slice, slice + 1].map(startOf));
    }
    return sums;
}

class TimeStrip {
    constructor(page, strip, samples) {
        Object.assign(this, { page, strip, samples });
        this.triedRange = null; // while it is chosen
        this.pressedAt = NONE; // the slice
        this.slider = htmlElement("div", {
            class: "fr-slices",
            role: "slider",
            tabindex: 0,
            "aria-label": "Time: drag or arrows choose a part",
        });
        this.paths = ["bars", "inside", "brush"].map((name) => svgElement("path", { class: "fr-" + name }));
        this.slider.append(svgElement("svg", {}, ...this.paths));
        strip.append(this.slider);
        strip.hidden = false;
        listenAs(this, this.slider, ["pointerdown", "pointermove", "pointerup", "keydown", "blur"]);
    }

    /* From the first sample to the end of the last. */
    get allTime() {
        const { start, whole } = this.samples.time;
        return [start, start + Number(whole)];
    }

    /* [from, to] of what is chosen, in ns; null: all. */
    get shownRange() {
        const { page, triedRange } = this,
            { tree, span, zoom } = page.picture,
            [first] = page.steps;
        if (triedRange) return triedRange;
        if (!page.shown.inTime) return first?.step === STEP ? rangeIn(first.pattern) : null;
        if (!zoom && !span) return null;
        return Object.values(page.spans.now).map((share) =>
            Math.round(this.allTime[0] + tree.begin[zoom] + Number(tree.total[zoom]) * share),
        );
    }

    /* The first slice of what is shown, and the one past its last; null: all. */
    get shownSlices() {
        return this.shownRange?.map((ns, i) => this.timeSlices.sliceAt(ns - i) + i);
    }

    /* ---- what is shown ---- */

    show() {
        const { slider, paths } = this,
            width = slider.clientWidth || 1;
        if (width !== this.shownWidth) this.layOut(width);
        const { n, startOf } = this.timeSlices,
            [start, end] = [0, n].map(startOf),
            range = this.shownRange,
            [left, right] = (range || [start, end]).map((ns) => (within(ns, start, end) - start) / (end - start));
        paths[1].setAttribute("d", this.barsIn(this.shownSlices || [0, 0]));
        paths[2].setAttribute("d", range ? `M${left * width} -2V${HIGH + 2}H${right * width}V-2z` : "");
        slider.ariaValueNow = Math.round(100 * left);
        slider.ariaValueText = range ? range.map(secondsText).join(" to ") + " s" : "all";
    }

    layOut(width) {
        this.shownWidth = width;
        this.timeSlices = slicesOf(this.allTime, width);
        this.sliceSums = sumSlices(this.samples, this.timeSlices);
        const { n, startOf } = this.timeSlices;
        this.paths[0].setAttribute("d", this.barsIn([0, n]));
        const [from, to] = [0, n].map((slice) => secondsText(startOf(slice)) + NARROW_SPACE + "s");
        Object.assign(this.strip.dataset, { from, to });
    }

    barsIn([first, end]) {
        const { shownWidth, sliceSums } = this,
            { n } = this.timeSlices,
            most = Math.max(...sliceSums),
            edge = (slice) => Math.round((slice * shownWidth) / n);
        let d = "";
        for (let slice = first; slice < end && slice < n; slice++)
            if (sliceSums[slice])
                d += `M${edge(slice)} ${HIGH}v-${Math.ceil((HIGH * sliceSums[slice]) / most)}H${edge(slice + 1) - 1}V${HIGH}z`;
        return d;
    }

    /* ---- what is chosen ---- */

    /* The picture stays if nothing was sampled in the range. */
    chooseRange(range) {
        const { page } = this;
        if (page.shown.inTime) this.showTime(range);
        else page.changeSteps([...this.otherSteps, { step: STEP, pattern: this.onPage(range).map(secondsText).join("-") }]);
        this.triedRange = range;
        this.show();
    }

    /* Returns what a page of a part of the recording has of a range, for the command draws all of it. */
    onPage([from, to]) {
        const { time, all } = this.samples,
            last = all.reduce((latest, { start }) => Math.max(latest, start), 0);
        if (!time.ofTimes) return [from, to];
        return [Math.max(from, time.recorded[0]), Math.min(to, Math.max(time.recorded[1], last + 1))];
    }

    get otherSteps() {
        return this.page.steps.filter(({ step }) => step !== STEP);
    }

    showTime(range) {
        const { page } = this,
            [start, end] = this.allTime,
            shares = range.map((ns) => within((ns - start) / (end - start), 0, 1));
        if (page.picture.zoom) page.viewer.zoom.go(0);
        page.spans.show(...shares);
    }

    /** All of the time again; false where all of it is shown. */
    clearRange() {
        const { page } = this;
        if (!this.shownRange) return false;
        if (!page.shown.inTime) page.changeSteps(this.otherSteps);
        else page.viewer.zoom.go(0);
        this.blur();
        return true;
    }

    /* ---- by pointer and keys ---- */

    sliceUnder({ clientX }) {
        const { n } = this.timeSlices,
            { left, width } = this.slider.getBoundingClientRect();
        return within(Math.floor(((clientX - left) * n) / width), 0, n - 1);
    }

    pointerdown(event) {
        if (event.button) return;
        this.slider.setPointerCapture(event.pointerId);
        this.triedRange = null;
        this.pressedAt = this.sliceUnder(event);
    }

    pointermove(event) {
        const { pressedAt } = this,
            at = this.sliceUnder(event);
        if (pressedAt === NONE || (at === pressedAt && !this.triedRange)) return;
        this.triedRange = [Math.min(pressedAt, at), Math.max(pressedAt, at) + 1].map(this.timeSlices.startOf);
        this.show();
    }

    pointerup() {
        const { pressedAt, triedRange } = this,
            [first, end] = this.shownSlices || [0, Infinity];
        if (pressedAt === NONE) return;
        if (triedRange) this.chooseRange(triedRange);
        else if (pressedAt < first || pressedAt >= end) this.clearRange();
        this.pressedAt = NONE;
    }

    blur() {
        this.triedRange = null;
        this.show();
    }

    keydown(event) {
        const by = KEYS[event.key];
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (by) this.stepBy(by, event.shiftKey);
        else if (event.key !== "Escape" || !this.clearRange()) return;
        event.preventDefault();
        event.stopPropagation();
    }

    /* Without a part the first slice is one, or the last. */
    stepBy(by, isLonger) {
        const { n, startOf } = this.timeSlices,
            slices = this.shownSlices,
            [first, end] = slices || (by > 0 ? [-1, 0] : [n, n + 1]),
            moved = within(by, -first, n - end),
            to = isLonger && slices ? [first, within(end + by, first + 1, n)] : [first + moved, end + moved];
        this.chooseRange(to.map(startOf));
    }
}

/** Puts the strip into the frame of a page whose samples have times, where a part of them is a part of the profile. */
export function addTimeStrip(page, { strip }) {
    const { tree, view } = page.picture;
    if (!tree.lanes || !view.time.parts) return;
    const samples = new TimedSamples(tree.pack, tree.lanes, view.time),
        own = new TimeStrip(page, strip, samples),
        show = page.show.bind(page),
        { dataset } = document.documentElement,
        { file } = dataset;
    Object.assign(tree.pack, { cut: (pattern) => samples.cut(pattern), cutHasLabels: Boolean(samples.sets) });
    /* A page that is read back has no times: commands with a range are of the recording, as the page was drawn. */
    page.show = () => {
        const isPart = page.now.steps.startsWith(STEP);
        dataset.file = file || (isPart ? "INPUT" : "");
        page.part = !file && isPart && view.time.reading ? "flamerender INPUT" + view.time.reading : "";
        show();
        own.blur();
    };
    page.leave = () => own.clearRange();
    /* One step back leads out of it. */
    page.showTime = (range) => {
        own.showTime(range);
        page.spans.before = page.spans.text;
    };
    Object.defineProperty(page, "chosenTime", { get: () => own.shownRange });
}
