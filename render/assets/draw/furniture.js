/*
 * furniture.js - places header, axis and foot as render/layout/furniture.c does, with room for the controls: beside the
 * title or the subtitle if they fit, else in a strip under the foot. So nothing moves when the script takes over.
 */
import { PX } from "./layout.js";
import { addAxis, addAxisText, addTimeAxis } from "./axis.js";
import { addFoot, statementOf } from "./foot.js";
import { Furniture, addLines, widthOf } from "./furniture_text.js";

const TITLE_STEP = 23 * PX;
const CONTROLS_WIDTH = 590 * PX; // that the controls take
const DIFF_CONTROLS_WIDTH = 740 * PX;
const CONTROLS_Y = 14 * PX;
const MOST_HEAD = 4; // a header of more than a quarter of the window scrolls away
const CONTROLS_REACH = 38 * PX; // texts with a baseline less than this under their top stand beside the controls

/* ---- header ---- */

/* True where controls at a height have room beside the texts there. */
function haveRoom(f, view, top) {
    const texts = f.texts.filter(({ y }) => y > top && y < top + CONTROLS_REACH),
        widest = Math.max(0, ...texts.map(({ role, text }) => widthOf(role, text)));
    return widest + (view.diff ? DIFF_CONTROLS_WIDTH : CONTROLS_WIDTH) <= f.room;
}

/* Returns where what follows may begin. The header stays in the window, unless it takes too much of it. */
function addHeader(f, view, windowHeight) {
    const tops = [CONTROLS_Y];
    let y = view.title ? 33 * PX : 13 * PX;
    if (view.title) y = addLines(f, "title", y, TITLE_STEP, view.title);
    if (view.title && view.subtitle) tops.push(y + 10 * PX);
    if (view.subtitle) y = addLines(f, "subtitle", y + 20 * PX, 16 * PX, view.subtitle);
    const end = y + 21 * PX;
    f.head = view.icicle ? y + 14 * PX : end; // the words of the axis begin there
    f.pinned = f.head * MOST_HEAD <= windowHeight * PX;
    const top = tops.find((one) => f.pinned && haveRoom(f, view, one));
    f.controlsY = top ?? CONTROLS_Y;
    f.controlsRows = view.diff && f.room < DIFF_CONTROLS_WIDTH ? 2 : 1;
    f.strip = top ? 0 : (10 + 32 * f.controlsRows) * PX;
    return end;
}

/* ---- rows ---- */

/* Says where rows stand between `top` and `bottom`, and which row is at a height. */
function placeRows(f, view, top, bottom) {
    const pitch = view.row * PX,
        icicle = Boolean(view.icicle);
    f.boxHeight = pitch > 2 * PX ? pitch - PX : pitch;
    f.rowY = (row) => (icicle ? top + row * pitch : bottom - row * pitch - f.boxHeight);
    f.placeOfRest = ({ x0, x1, row, rows }) => ({
        x: x0,
        y: f.rowY(icicle ? row : row + rows - 1),
        w: x1 - x0,
        h: rows * pitch - (pitch - f.boxHeight),
    });
    f.rowAt = (y) => Math.floor((icicle ? y - top : bottom - y) / pitch);
}

/* The ticks along the edge `y` of the root. */
function addTicks(f, layout, view, y, above) {
    const total = layout.tree.total[layout.root];
    if (view.sums) addAxisText(f, y, above, total, view.sums);
    else if (view.chart === 2) addTimeAxis(f, y, above, Number(layout.tree.begin[layout.root]), Number(total));
    else addAxis(f, y, above, total, view.whole);
}

/* ---- the whole ---- */

const AXIS_EDGE = 21 * PX; // that the ticks of a page stand on

/** The rows of a page, which has title, legend and statement as elements of its own; `axis` is what its axis has. */
export function furnishStage(layout, view, width, nRows) {
    const f = new Furniture(width),
        bottom = nRows * view.row * PX;
    f.axis = new Furniture(width);
    addTicks(f.axis, layout, view, AXIS_EDGE, true);
    Object.assign(f, { head: 0, strip: 0, pinned: false, controlsY: 0, controlsRows: 0, height: bottom });
    placeRows(f, view, 0, bottom);
    return f;
}

/** All but the boxes, for `nRows` rows; says where row 0 stands and how rows follow each other. The window
 * is of `windowHeight` px. */
export function furnish(layout, view, width, nRows, windowHeight) {
    const f = new Furniture(width),
        icicle = Boolean(view.icicle);
    const top = addHeader(f, view, windowHeight) + (icicle ? 14 * PX : 0),
        bottom = top + nRows * view.row * PX;
    f.axis = f;
    addTicks(f, layout, view, icicle ? top : bottom, icicle);
    const foot = bottom + (icicle ? 4 : 23) * PX;
    f.height = addFoot(f, foot, view, statementOf(layout, view)) + f.strip;
    placeRows(f, view, top, bottom);
    return f;
}
