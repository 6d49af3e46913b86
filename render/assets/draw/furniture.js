/*
 * furniture.js - places header, axis and foot as render/layout/furniture.c does, with room for the controls:
 * beside the title if they fit, else in a strip under the foot. So nothing moves when the script takes over.
 *
 * Texts are {role, anchor, x, y, text}, lines {x, y0, y1}, swatches {x, y, fill}, entries of the legend
 * {x0, x1, y0, y1, entry}; tenths of a px.
 */
import { NARROW_SPACE, SEPARATOR, formatGrouped, formatPlainShare, formatShare } from "../profile/format.js";
import { textWidth, cutLabel } from "./measure.js";
import { GONE, NEW } from "../profile/mark_bits.js";
import { MARGIN, PX } from "./layout.js";

const WIDE_SPACE = 10 * PX;
const FOOT_STEP = 18 * PX;
const TITLE_STEP = 23 * PX;
const SWATCH = 11 * PX;
const WIDE_SWATCH = 20 * PX;
const SWATCH_GAP = 5 * PX;
const RAMP_STEP = 4 * PX;
const ENTRY_GAP = 17 * PX;
const WHOLE_PPM = 1000000n;
const CONTROLS_WIDTH = 590 * PX;
const DIFF_CONTROLS_WIDTH = 740 * PX;
const MOST_BROKEN = 4; // lines of a text that break at a space; later ones are cut
const CONTROLS_Y = 14 * PX;
const MOST_HEAD = 4; // a header of more than a quarter of the window scrolls away
const CONTROLS_LOWEST = 52 * PX; // texts with a baseline above this stand beside the controls

/** Roles of text: size in tenths of a px. */
export const TEXT_STYLES = new Map([
    ["title", { size: 190, bold: true, muted: false }],
    ["subtitle", { size: 120, muted: true }],
    ["axis", { size: 105, muted: true }],
    ["legend", { size: 110, muted: true }],
    ["statement", { size: 110, muted: true }],
    ["note", { size: 110, muted: true }],
]);

/** The picture around the boxes, while it is made. */
class Furniture {
    constructor(width) {
        this.width = width;
        this.room = width - 2 * MARGIN;
        this.right = width - MARGIN;
        this.texts = [];
        this.lines = [];
        this.swatches = [];
        this.entries = []; // of the legend: {x0, x1, y0, y1, entry}
    }

    add(role, anchor, x, y, text) {
        this.texts.push({ role, anchor, x, y, text });
    }

    /* A line from the left margin, cut where it is too wide; bold text is a tenth wider. */
    addLine(role, y, text) {
        this.add(role, "start", MARGIN, y, cutLabel(text, sizeOf(role), this.room, "end"));
    }
}

function sizeOf(role) {
    const { size, bold } = TEXT_STYLES.get(role);
    return bold ? Math.trunc((size * 11) / 10) : size;
}

function widthOf(role, text) {
    return textWidth(text, sizeOf(role));
}

/* ---- header ---- */

/** Room that the controls take, in tenths of a px. */
export function controlsWidth(view) {
    return view.diff ? DIFF_CONTROLS_WIDTH : CONTROLS_WIDTH;
}

/* The first pieces of a text, divided by `separator`, that fit together, at least one. */
function piecesThatFit(role, text, room, separator) {
    const pieces = text.split(separator);
    let fits = pieces[0];
    for (const piece of pieces.slice(1)) {
        const longer = fits + separator + piece;
        if (widthOf(role, longer) > room) break;
        fits = longer;
    }
    return fits;
}

/* A text in lines that break at its dots, and at spaces where a part is wider than the room. */
function linesOf(role, text, room) {
    const lines = [];
    for (let rest = text; rest;) {
        let line = piecesThatFit(role, rest, room, SEPARATOR),
            skip = SEPARATOR.length;
        if (lines.length < MOST_BROKEN && widthOf(role, line) > room) {
            const words = piecesThatFit(role, line, room, " ");
            if (words !== line && widthOf(role, words) <= room) [line, skip] = [words, 1];
        }
        lines.push(line);
        rest = rest.slice(line.length + skip);
    }
    return lines;
}

/* A text that breaks at its dots, from the baseline y on; returns the baseline of its last line. */
function addLines(f, role, y, step, text) {
    linesOf(role, text, f.room).forEach((line, i) => {
        y += i ? step : 0;
        f.addLine(role, y, line);
    });
    return y;
}

/* Returns where what follows may begin. The header stays in the window, unless it takes too much of it. */
function addHeader(f, view, windowHeight) {
    let y = view.title ? 33 * PX : 13 * PX;
    if (view.title)
        y = addLines(f, "title", y, TITLE_STEP, view.title);
    if (view.subtitle) {
        y = addLines(f, "subtitle", y + 20 * PX, 16 * PX, view.subtitle);
    }
    const lines = f.texts.filter((text) => text.y < CONTROLS_LOWEST);
    const widest = Math.max(0, ...lines.map((text) => widthOf(text.role, text.text)));
    const end = y + 21 * PX;
    f.head = view.icicle ? y + 14 * PX : end; // the words of the axis begin there
    f.pinned = f.head * MOST_HEAD <= windowHeight * PX;
    const beside = f.pinned && widest + controlsWidth(view) <= f.room;
    f.controlsY = CONTROLS_Y;
    f.controlsRows = view.diff && f.room < DIFF_CONTROLS_WIDTH ? 2 : 1;
    f.strip = beside ? 0 : (10 + 32 * f.controlsRows) * PX;
    return end;
}

/* ---- axis ---- */

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

/* From 0 to part / whole, along the edge `y` of the root. */
function addAxis(f, y, above, part, whole) {
    const end = Number((BigInt(part) * WHOLE_PPM) / BigInt(whole));
    const step = TICK_STEPS.find((size) => size * 3 <= end) || 1,
        zero = tickText(0);
    const last =
        BigInt(part) === BigInt(whole)
            ? tickText(1000000)
            : formatShare(part, whole, tickPlaces(step));
    const place = above
        ? { y0: y - 8 * PX, y1: y - 3 * PX, baseline: y - 11 * PX }
        : { y0: y + 3 * PX, y1: y + 8 * PX, baseline: y + 19 * PX };
    let from = MARGIN + widthOf("axis", zero);
    const to = f.right - widthOf("axis", last);
    addTick(f, place, MARGIN, "start", zero);
    for (let at = step; at < end && from < to; at += step) {
        const x =
            MARGIN +
            Number((BigInt(at) * BigInt(whole) * BigInt(f.room)) / (BigInt(part) * WHOLE_PPM));
        const half = Math.floor(widthOf("axis", tickText(at)) / 2) + WIDE_SPACE;
        if (x - half < from || x + half > to) continue;
        addTick(f, place, x, "middle", tickText(at));
        from = x + half - WIDE_SPACE;
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
function addTimeAxis(f, y, above, begin, span) {
    const step = timeStep(span),
        text = (at) => formatGrouped(BigInt(at), 9) + NARROW_SPACE + "s";
    const place = above
        ? { y0: y - 8 * PX, y1: y - 3 * PX, baseline: y - 11 * PX }
        : { y0: y + 3 * PX, y1: y + 8 * PX, baseline: y + 19 * PX };
    let from = MARGIN;
    if (begin === 0) {
        addTick(f, place, MARGIN, "start", text(0));
        from += widthOf("axis", text(0));
    }
    for (let at = Math.max(1, Math.ceil(begin / step)) * step; at <= begin + span; at += step) {
        const x = MARGIN + Math.floor(((at - begin) * f.room) / span),
            half = Math.floor(widthOf("axis", text(at)) / 2) + WIDE_SPACE;
        if (x - half < from || x + half > f.right + MARGIN) continue;
        addTick(f, place, x, "middle", text(at));
        from = x + half - WIDE_SPACE;
    }
}

/* What stands there where widths are no shares. */
function addAxisText(f, y, above, part, whole) {
    const tenths = (BigInt(part) * 1000n) / BigInt(whole);
    const text = `widths sum to ${formatGrouped(tenths, 1)}${NARROW_SPACE}% of one profile`;
    f.add("axis", "start", MARGIN, above ? y - 5 * PX : y + 15 * PX, text);
}

/* ---- foot ---- */

function count(n, one, many) {
    return formatGrouped(n, 0) + (n === 1 ? one : many);
}

function thresholdOf(view) {
    return view.minwidth > 0
        ? " narrower than " +
              formatGrouped(view.minwidth, 6) +
              (view.percent ? NARROW_SPACE + "%" : " px")
        : " of value 0";
}

/** "3 262 boxes drawn · 28.6 % of the samples are in 1 982 frames narrower than 0.1 px" */
export function statementOf(layout, view) {
    const { narrow, deep, lost } = layout,
        parts = view.diff && view.diff.changed ? [view.diff.changed] : [];
    const all = !narrow.n && !deep.n && !lost;
    parts.push(count(layout.n, " box", " boxes") + (all ? ", all drawn" : " drawn"));
    if (narrow.n)
        parts.push(
            formatPlainShare(narrow.value, view.whole) +
                view.of +
                " in " +
                count(narrow.n, " frame", " frames") +
                thresholdOf(view),
        );
    if (deep.n)
        parts.push(
            "rows past " +
                formatGrouped(view.rows, 0) +
                " hold " +
                formatPlainShare(deep.value, view.whole),
        );
    if (lost) parts.push(formatPlainShare(lost, view.whole) + view.of + " not in this file");
    return parts.join(SEPARATOR);
}

function addLegendText(f, x, y, text) {
    if (widthOf("legend", text) > f.right - x)
        text = cutLabel(text, sizeOf("legend"), f.right - x, "end");
    f.add("legend", "start", x, y, text);
    return x + widthOf("legend", text);
}

/* How wide each colour of a ramp is: as much as the words beside it leave. */
function rampStep(f, [fills, title, before]) {
    const words = widthOf("legend", before) + widthOf("legend", title),
        step = Math.floor((f.room - words - 3 * SWATCH_GAP) / fills.length / PX) * PX;
    return Math.max(PX, Math.min(RAMP_STEP, step));
}

/* before [||||||||] title */
function addRamp(f, x, y, [fills, title, before]) {
    const step = rampStep(f, [fills, title, before]);
    x = Math.floor((addLegendText(f, x, y, before) + SWATCH_GAP) / PX) * PX;
    for (const [fill, marks] of fills) {
        f.swatches.push({ x, y: y - 9 * PX, w: step, h: SWATCH, fill, marks, joined: true });
        x += step;
    }
    return addLegendText(f, x + SWATCH_GAP, y, title);
}

/* Wider where a pattern is to be seen. */
function swatchWidth(marks) {
    return marks & (NEW | GONE) ? WIDE_SWATCH : SWATCH;
}

function addColour(f, x, y, [fill, title, marks = 0]) {
    const w = swatchWidth(marks);
    f.swatches.push({ x, y: y - 9 * PX, w, h: SWATCH, fill, marks });
    return addLegendText(f, x + w + SWATCH_GAP, y, title);
}

function entryWidth([fill, title, more = 0]) {
    const text = SWATCH_GAP + widthOf("legend", title);
    return Array.isArray(fill)
        ? text + SWATCH_GAP + fill.length * RAMP_STEP + widthOf("legend", more)
        : text + swatchWidth(more);
}

function addLegend(f, y, legend) {
    let x = MARGIN;
    for (const entry of legend) {
        if (x > MARGIN && x + entryWidth(entry) > f.right) {
            x = MARGIN;
            y += FOOT_STEP;
        }
        const end = (Array.isArray(entry[0]) ? addRamp : addColour)(f, x, y, entry);
        f.entries.push({ x0: x, x1: end, y0: y - 13 * PX, y1: y + 5 * PX, entry });
        x = end + ENTRY_GAP;
    }
    return { y, end: x > MARGIN ? x - ENTRY_GAP : x };
}

/* Returns the height of the picture. */
function addFoot(f, y, view, statement) {
    const legend = addLegend(f, y + 20 * PX, view.legend);
    y = legend.y;
    if (legend.end + 24 * PX + widthOf("statement", statement) <= f.right) {
        f.add("statement", "end", f.right, y, statement);
    } else {
        y += view.legend.length ? FOOT_STEP : 0;
        y = addLines(f, "statement", y, 16 * PX, statement);
    }
    if (view.notes) {
        y = addLines(f, "note", y + FOOT_STEP, 15 * PX, view.notes);
    }
    return y + 24 * PX;
}

/* ---- the whole ---- */

/** All but the boxes, for `nRows` rows; says where row 0 stands and how rows follow each other. The window
 * is of `windowHeight` px. */
export function furnish(layout, view, width, nRows, windowHeight) {
    const f = new Furniture(width),
        pitch = view.row * PX,
        icicle = Boolean(view.icicle);
    const top = addHeader(f, view, windowHeight) + (icicle ? 14 * PX : 0),
        bottom = top + nRows * pitch;
    const total = layout.tree.total[layout.root],
        ground = icicle ? top : bottom;
    if (view.sums) addAxisText(f, ground, icicle, total, view.sums);
    else if (view.chart === 2)
        addTimeAxis(f, ground, icicle, Number(layout.tree.begin[layout.root]), Number(total));
    else addAxis(f, ground, icicle, total, view.whole);
    const foot = bottom + (icicle ? 4 : 23) * PX;
    f.height = addFoot(f, foot, view, statementOf(layout, view)) + f.strip;
    f.boxHeight = pitch > 2 * PX ? pitch - PX : pitch;
    f.rowY = (row) => (icicle ? top + row * pitch : bottom - row * pitch - f.boxHeight);
    f.placeOfRest = ({ x0, x1, row, rows }) => ({
        x: x0,
        y: f.rowY(icicle ? row : row + rows - 1),
        w: x1 - x0,
        h: rows * pitch - (pitch - f.boxHeight),
    });
    f.rowAt = (y) => Math.floor((icicle ? y - top : bottom - y) / pitch);
    return f;
}
