/*
 * furniture_text.js - the picture around the boxes while it is made, its texts and how they break into lines.
 *
 * Texts are {role, anchor, x, y, text}, lines {x, y0, y1}, swatches {x, y, fill}, entries of the legend
 * {x0, x1, y0, y1, entry}; tenths of a px.
 */
import { SEPARATOR } from "../profile/format.js";
import { textWidth, cutLabel } from "./measure.js";
import { MARGIN } from "./layout.js";

const MOST_BROKEN = 4; // lines of a text that break at a space; later ones are cut

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
export class Furniture {
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

export function sizeOf(role) {
    const { size, bold } = TEXT_STYLES.get(role);
    return bold ? Math.trunc((size * 11) / 10) : size;
}

export function widthOf(role, text) {
    return textWidth(text, sizeOf(role));
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
export function addLines(f, role, y, step, text) {
    linesOf(role, text, f.room).forEach((line, i) => {
        y += i ? step : 0;
        f.addLine(role, y, line);
    });
    return y;
}
