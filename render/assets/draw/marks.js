/*
 * marks.js - the marks on boxes, as render/marks.c draws them: bars, dots, hatching. All marks of one kind
 * are one path, so thousands of boxes need a few elements.
 */
import { px, svgElement } from "./dom.js";
import { GONE, GREW, NEW, OWN_GREW, OWN_SHRANK, SHRANK } from "../profile/mark_bits.js";

const BAR = 20;
const OWN_BAR = 30;
const OWN_FROM = 80;
const DOT_ROWS = 50;
const DOTS_FROM = 40;
const DOT = 18;
const DOT_STEP = 60;
const HATCH = 24;
const HATCH_STEP = 60;

function rect(x, y, w, h) {
    return `M${px(x)} ${px(y)}h${px(w)}v${px(h)}h${px(-w)}z`;
}

function stroke(x, y, length) {
    return `M${px(x)} ${px(y)}h${px(length)}`;
}

function barOf({ x, y, w, h }, marks) {
    const high = Math.min(BAR, Math.trunc(h / 2));
    return marks & (GREW | SHRANK) ? rect(x, marks & GREW ? y : y + h - high, w, high) : "";
}

function ownOf({ x, y, w, h }, marks) {
    const high = Math.trunc(h / 2);
    if (!(marks & (OWN_GREW | OWN_SHRANK)) || w < OWN_FROM) return "";
    return rect(x + w - OWN_BAR, marks & OWN_GREW ? y : y + h - high, OWN_BAR, high);
}

function dotsOf({ x, y, w, h }) {
    const n = Math.trunc(h / DOT_ROWS),
        edge = Math.trunc((h - (n - 1) * DOT_ROWS) / 2),
        lines = [];
    for (let i = 0; i < n && w >= DOTS_FROM; i++) {
        const from = x + 20 + (i % 2 ? DOT_STEP / 2 : 0);
        if (from + DOT < x + w)
            lines.push(stroke(from, y + edge + i * DOT_ROWS, x + w - DOT - from));
    }
    return lines.join("");
}

/** Marks of many boxes, collected by what a path can hold. */
export class Marks {
    constructor(colours) {
        this.colours = colours;
        this.pieces = new Map();
    }

    add(key, attributes, piece) {
        if (!piece) return;
        const known = this.pieces.get(key);
        if (known) known.pieces.push(piece);
        else this.pieces.set(key, { attributes, pieces: [piece] });
    }

    /** `room` is {x, y, w, h} as painted; `name` is a class. */
    mark(room, marks, fill, name = "") {
        const ink = this.colours.ink(fill, { class: name, "fill-opacity": ".7" });
        if (marks & GONE) this.hatch(room, name);
        if (marks & NEW) this.dot(room, name);
        this.add("bar " + ink.class + ink.fill, ink, barOf(room, marks) + ownOf(room, marks));
    }

    dot(room, name) {
        const attributes = this.colours.stroke({
            class: name,
            "stroke-opacity": ".8",
            "stroke-width": px(DOT),
            "stroke-linecap": "round",
            "stroke-dasharray": "0 " + px(DOT_STEP),
        });
        this.add("dots " + name, attributes, dotsOf(room));
    }

    /* Skewing moves x by -y: what leans is moved back by the y of its middle. */
    hatch({ x, y, w, h }, name) {
        const lean = w * 2 >= h * 3,
            pad = lean ? Math.trunc(h / 2) : 10,
            middle = y + Math.trunc(h / 2);
        if (w < 20 + HATCH) return;
        const attributes = this.colours.stroke({
            class: name,
            "stroke-opacity": ".6",
            "stroke-width": px(h),
            "stroke-dasharray": px(HATCH) + " " + px(HATCH_STEP - HATCH),
        });
        if (lean) attributes.transform = `translate(${px(middle)} 0) skewX(-45)`;
        const key = ["hatch", name, h, lean ? middle : ""].join(" ");
        this.add(key, attributes, stroke(x + pad, middle, w - 2 * pad));
    }

    elements() {
        return Array.from(this.pieces.values(), ({ attributes, pieces }) =>
            svgElement("path", { ...attributes, d: pieces.join("") }),
        );
    }
}
