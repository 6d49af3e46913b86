/*
 * canvas.js - paints the boxes of a page that has many on a canvas as high as the window and half a window
 * above and below it:
 *
 *     +- canvas ----------+
 *     |  half a window    |
 *     | +- window ------+ |
 *     | |               | |     scrolling within the canvas paints nothing
 *     | +---------------+ |
 *     |  half a window    |
 *     +-------------------+
 *
 * Layout, paths and labels are those of paint.js. The canvas takes the place of the paths of the rows that it
 * shows. Labels stay elements, with what a screen reader is told: outlines, keys and tooltips are the same.
 */
import { framed, htmlElement, setAttributes, setStyle } from "./dom.js";
import { PX } from "./layout.js";
import { Colours, paintBoxes, ROUND_FROM } from "./paint.js";
import { onScreen, schemeOf } from "./theme.js";

const FROM = 40000; // boxes, or nodes
/** The opacity of what a search does not find, as viewer.css has it. */
export const DIMMED = 0.25;

/* The rectangles of one colour in a row, as paint.js has them. Those that touch are one, where that has no round
 * corners: the pixels are the same, and cost the browser less. */
function drawBoxes(context, [key, list], colours, radius) {
    const [fill, name] = key.split(" ");
    context.globalAlpha = name === "fr-dim" ? DIMMED : 1;
    context.fillStyle = colours.fill(fill).fill;
    context.beginPath();
    for (let i = 0; i < list.length; i += 4) {
        const x = list[i],
            y = list[i + 1],
            h = list[i + 3];
        let w = list[i + 2];
        for (; list[i + 4] === x + w && list[i + 7] === h && w + list[i + 6] < ROUND_FROM; i += 4) w += list[i + 6];
        if (Math.min(w, h) >= ROUND_FROM) context.roundRect(x / PX, y / PX, w / PX, h / PX, radius / PX);
        else context.rect(x / PX, y / PX, w / PX, h / PX);
    }
    context.fill();
}

/* One path of marks.js, which is in no document. */
function drawMark(context, element) {
    const of = (name) => element.getAttribute(name),
        dimmed = element.classList.contains("fr-dim") ? DIMMED : 1,
        path = new Path2D(of("d"));
    if (of("fill")) {
        context.globalAlpha = dimmed * (of("fill-opacity") || 1);
        context.fillStyle = of("fill");
        context.fill(path);
        return;
    }
    context.globalAlpha = dimmed * (of("stroke-opacity") || 1);
    context.strokeStyle = of("stroke");
    context.lineWidth = Number(of("stroke-width"));
    context.lineCap = of("stroke-linecap") || "butt";
    context.setLineDash(of("stroke-dasharray").split(" ").map(Number));
    context.save();
    const lean = /^translate\((\S+) 0\)/.exec(of("transform") || "");
    if (lean) context.transform(1, 0, -1, 1, Number(lean[1]), 0); // skewX(-45)
    context.stroke(path);
    context.restore();
}

/* Returns what of a layout is painted in the rows `from` <= row < `to`. */
function rowsOf(layout, from, to) {
    const boxes = [];
    for (let box = 0; box < layout.n; box++)
        if (layout.row[box] >= from && layout.row[box] < to) boxes.push(box);
    const pick = (column) => boxes.map((box) => column[box]);
    return {
        tree: layout.tree,
        n: boxes.length,
        node: pick(layout.node),
        row: pick(layout.row),
        x0: pick(layout.x0),
        x1: pick(layout.x1),
        rests: layout.rests.filter(({ row, rows }) => row + rows > from && row < to),
    };
}

export class CanvasBoxes {
    /** `from` is how many boxes or nodes a picture has that gets a canvas; the usual number where it is not
     * given. */
    constructor(picture, from = FROM) {
        Object.assign(this, { picture, from });
        this.painted = null; // {top, bottom} of the canvas in px of the picture
        Object.assign(this, framed(htmlElement("canvas")));
        setStyle(this.frame, { "pointer-events": "none" });
        document.addEventListener("scroll", () => this.follow(), { capture: true, passive: true });
        onScreen(() => this.painted && picture.paintBoxes());
    }

    get wanted() {
        const { layout, tree } = this.picture;
        return Math.max(layout.n + layout.rests.length, tree.n) >= this.from;
    }

    /* Returns what of the picture is in the window, in px of the picture. */
    get seen() {
        const { top } = this.picture.svg.getBoundingClientRect();
        return { top: -top, bottom: innerHeight - top };
    }

    /* The canvas begins where a pixel of the screen does. */
    place() {
        const { left, top } = this.picture.svg.getBoundingClientRect(),
            { width, height } = this.picture,
            sharp = (at) => Math.floor(at * devicePixelRatio) / devicePixelRatio,
            y0 = Math.max(-innerHeight / 2, top),
            y1 = Math.min(1.5 * innerHeight, top + height),
            x = sharp(left) - left,
            y = sharp(y0) - top;
        const high = Math.max(1, Math.ceil(y1 - y - top));
        return { x, y, width: Math.ceil(width / PX - x), height: high };
    }

    /* The rows that a part of the picture touches. */
    layoutIn({ y, height }) {
        const { furniture, layout } = this.picture,
            ends = [furniture.rowAt(y * PX), furniture.rowAt((y + height) * PX)];
        return rowsOf(layout, Math.min(...ends), Math.max(...ends) + 1);
    }

    /** Paints what is in the window, `found` as paintBoxes has it; false where the picture is to have paths. */
    paint(found) {
        const { picture } = this,
            { boxes, marks, labels, current } = picture.stage;
        this.painted = null;
        if (!this.wanted) return false;
        const place = this.place(),
            colours = new Colours(Object.assign(Object.create(picture.view), { scheme: schemeOf(picture.view) })),
            painted = paintBoxes(this.layoutIn(place), picture.furniture, colours, found);
        this.draw(painted, place, colours);
        if (!this.frame.isConnected) boxes.replaceChildren(this.frame);
        marks.replaceChildren();
        labels.replaceChildren(...painted.labels, current);
        this.painted = { top: place.y, bottom: place.y + place.height };
        return true;
    }

    draw({ paths, marks }, { x, y, width, height }, colours) {
        const { body, frame } = this,
            scale = devicePixelRatio,
            context = body.getContext("2d");
        setAttributes(frame, { x, y, width, height });
        setAttributes(body, { width: Math.ceil(width * scale), height: Math.ceil(height * scale) });
        setStyle(body, { display: "block", width: body.width / scale, height: body.height / scale });
        context.setTransform(scale, 0, 0, scale, -x * scale, -y * scale);
        for (const boxes of paths.places) drawBoxes(context, boxes, colours, paths.radius);
        for (const mark of marks) drawMark(context, mark);
    }

    /* Paints anew where the window has left what is painted. */
    follow() {
        const { picture, painted, seen } = this;
        if (!painted) return;
        const top = Math.max(0, seen.top),
            bottom = Math.min(picture.height, seen.bottom);
        if (top >= painted.top && bottom <= painted.bottom) return;
        picture.paintBoxes();
        picture.showSelected();
    }
}
