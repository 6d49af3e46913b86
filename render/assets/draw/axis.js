/*
 * axis.js - the ticks of a picture, along the edge of its root: shares of the whole, or seconds of a chart. As in
 * render/layout/furniture.c.
 */
import { NARROW_SPACE, formatGrouped, formatShare } from "../profile/format.js";
import { MARGIN, PX } from "./layout.js";
import { widthOf } from "./furniture_text.js";

const WIDE_SPACE = 10 * PX;
const WHOLE_PPM = 1000000n;

const TICK_STEPS = [
    250000, 200000, 100000, 50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2,
    1,
];

/* Decimals of the ticks in percent, at least one: 2 of a step of 0.05 %. */
function tickPlaces(step) {
    let places = 1;
    for (let tenth = 1000; tenth > step; tenth /= 10) places++;
    return places;
}

function tickText(ppm) {
    return formatGrouped(ppm, 4) + NARROW_SPACE + "%";
}

/* The line stands on half a px within the plot. */
function addTick(f, place, x, anchor, text) {
    const at = Math.floor((anchor === "end" ? x - PX : x) / PX) * PX + PX / 2;
    f.lines.push({ x: at, y0: place.y0, y1: place.y1 });
    f.add("axis", anchor, x, place.baseline, text);
}

/* The same in the middle of its text, if that has room; returns where the next may begin. */
function addTickBetween(f, place, x, text, from, to) {
    const half = Math.floor(widthOf("axis", text) / 2) + WIDE_SPACE;
    if (x - half < from || x + half > to) return from;
    addTick(f, place, x, "middle", text);
    return x + half - WIDE_SPACE;
}

function placeOfTicks(y, above) {
    return above
        ? { y0: y - 8 * PX, y1: y - 3 * PX, baseline: y - 11 * PX }
        : { y0: y + 3 * PX, y1: y + 8 * PX, baseline: y + 19 * PX };
}

/* From 0 to part / whole, along the edge `y` of the root. */
export function addAxis(f, y, above, part, whole) {
    const end = Number((BigInt(part) * WHOLE_PPM) / BigInt(whole));
    const step = TICK_STEPS.find((size) => size * 3 <= end) || 1,
        zero = tickText(0),
        isAll = BigInt(part) === BigInt(whole),
        last = isAll ? tickText(1000000) : formatShare(part, whole, tickPlaces(step)),
        place = placeOfTicks(y, above);
    let from = MARGIN + widthOf("axis", zero);
    const to = f.right - widthOf("axis", last);
    addTick(f, place, MARGIN, "start", zero);
    for (let at = step; at < end && from < to; at += step) {
        const x = Number((BigInt(at) * BigInt(whole) * BigInt(f.room)) / (BigInt(part) * WHOLE_PPM));
        from = addTickBetween(f, place, MARGIN + x, tickText(at), from, to);
    }
    addTick(f, place, f.right, "end", last);
}

/* 1, 2 or 5 times a power of ten ns, for at most eight ticks. */
function timeStep(span) {
    const next = [2, 5, 10];
    let power = 1,
        step = 1;
    for (let i = 0; step * 8 < span; i++) {
        step = power * next[i % 3];
        if (i % 3 === 2) power *= 10;
    }
    return step;
}

/* Seconds from the start of the chart; `begin` is where what is shown begins, both in ns. */
export function addTimeAxis(f, y, above, begin, span) {
    const step = timeStep(span),
        text = (at) => formatGrouped(BigInt(at), 9) + NARROW_SPACE + "s",
        place = placeOfTicks(y, above);
    let from = MARGIN;
    if (begin === 0) {
        addTick(f, place, MARGIN, "start", text(0));
        from += widthOf("axis", text(0));
    }
    for (let at = Math.max(1, Math.ceil(begin / step)) * step; at <= begin + span; at += step) {
        const x = MARGIN + Math.floor(((at - begin) * f.room) / span);
        from = addTickBetween(f, place, x, text(at), from, f.right + MARGIN);
    }
}

/* Puts the texts of an axis whose widths are no shares. */
export function addAxisText(f, y, above, part, whole) {
    const tenths = (BigInt(part) * 1000n) / BigInt(whole);
    const text = `widths sum to ${formatGrouped(tenths, 1)}${NARROW_SPACE}% of one profile`;
    f.add("axis", "start", MARGIN, above ? y - 5 * PX : y + 15 * PX, text);
}
