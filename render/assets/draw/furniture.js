/*
 * furniture.js - places header, axis and foot as render/layout/furniture.c does, with room for the controls:
 * beside the title if they fit, else in a strip under the foot. So nothing moves when the script takes over.
 */
import { PX } from "./layout.js";
import { addAxis, addAxisText, addTimeAxis } from "./axis.js";
import { addFoot, statementOf } from "./foot.js";
import { Furniture, addLines, widthOf } from "./furniture_text.js";

const TITLE_STEP = 23 * PX;
const CONTROLS_WIDTH = 590 * PX;
const DIFF_CONTROLS_WIDTH = 740 * PX;
const CONTROLS_Y = 14 * PX;
const MOST_HEAD = 4; // a header of more than a quarter of the window scrolls away
const CONTROLS_LOWEST = 52 * PX; // texts with a baseline above this stand beside the controls

/* ---- header ---- */

/* Room that the controls take, in tenths of a px. */
function controlsWidth(view) {
    return view.diff ? DIFF_CONTROLS_WIDTH : CONTROLS_WIDTH;
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
