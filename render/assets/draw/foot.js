/*
 * foot.js - what stands under a picture: its legend, what is not drawn, the author's notes. As in
 * render/layout/furniture.c.
 */
import { NARROW_SPACE, SEPARATOR, formatCount, formatGrouped, formatPlainShare } from "../profile/format.js";
import { cutLabel } from "./measure.js";
import { GONE, NEW } from "../profile/mark_bits.js";
import { amountsOf } from "../profile/tree.js";
import { MARGIN, PX } from "./layout.js";
import { addLines, sizeOf, widthOf } from "./furniture_text.js";

const FOOT_STEP = 18 * PX;
const SWATCH = 11 * PX;
const WIDE_SWATCH = 20 * PX;
const SWATCH_GAP = 5 * PX;
const RAMP_STEP = 4 * PX;
const ENTRY_GAP = 17 * PX;

function thresholdOf({ minwidth, percent }) {
    const unit = percent ? NARROW_SPACE + "%" : " px";
    return minwidth > 0 ? `narrower than ${formatGrouped(minwidth, 6)}${unit}` : "of value 0";
}

/** "3 262 boxes drawn · 28.6 % of the samples are in 1 982 frames narrower than 0.1 px" */
export function statementOf(layout, view) {
    const { narrow, deep, lost } = layout,
        whole = view.chart === 2 ? amountsOf(layout.tree, view)[0] : view.whole,
        share = (value) => formatPlainShare(value, whole),
        all = !narrow.n && !deep.n && !lost;
    const parts = [
        view.diff?.changed,
        formatCount(layout.n, "box", "boxes") + (all ? ", all drawn" : " drawn"),
        narrow.n && `${share(narrow.value)}${view.of} in ${formatCount(narrow.n, "frame")} ${thresholdOf(view)}`,
        deep.n && `rows past ${formatGrouped(view.rows, 0)} hold ${share(deep.value)}`,
        lost && `${share(lost)}${view.of} not in this file`,
    ];
    return parts.filter(Boolean).join(SEPARATOR);
}

function addLegendText(f, x, y, text) {
    if (widthOf("legend", text) > f.right - x)
        text = cutLabel(text, sizeOf("legend"), f.right - x, "end");
    f.add("legend", "start", x, y, text);
    return x + widthOf("legend", text);
}

/* Returns how wide each colour of a ramp is: as much as the words beside it leave. */
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
export function addFoot(f, y, view, statement) {
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
