/*
 * paint.js - draws a layout as SVG: one path for all boxes of a colour in a row, one text for each label. The
 * layout answers what lies under the pointer, so thousands of boxes stay cheap.
 */
import { px, svgElement, setAttributes } from "./dom.js";
import { TEXT_STYLES } from "./furniture_text.js";
import { boxEnd, PX, paintedWidth } from "./layout.js";
import { fitLabel, newLabels } from "./label.js";
import { textWidth } from "./measure.js";
import { GREW, OWN_GREW, OWN_SHRANK, SHRANK } from "../profile/mark_bits.js";
import { nameOfRest } from "../data/narrow_frames.js";
import { describeNode } from "../profile/facts.js";
import { formatGrouped, formatPlainShare } from "../profile/format.js";

const LABEL_PAD = 40;
const LABEL_RIGHT = 20;
const LABEL_BOX = 22 * PX; // narrower boxes hold no two characters and an ellipsis
const UNIT_FROM = 130 * PX; // boxes of this width and more have room for the unit of points
const OWN_ROOM = 40; // that the bar of the own value takes from a label
const LABEL_ROW = 12; // rows lower than 1.2 times the labels have none
export const ROUND_FROM = 80; // rounder ones cost the browser more than the eye gets

/** Colours of the picture as attributes; classes add the dark ones. */
export class Colours {
    constructor(view) {
        this.view = view;
        this.scheme = view.scheme === "dark" ? 1 : 0;
        this.classes = view.scheme === "auto";
        const first = new Map();
        this.inks = view.fills.map(([, ink], i) => {
            const key = ink.join();
            if (!first.has(key)) first.set(key, i);
            return first.get(key);
        });
    }

    with(attributes, name, property, colours) {
        attributes[property] = colours[this.scheme];
        if (this.classes)
            attributes.class = attributes.class ? attributes.class + " " + name : name;
        return attributes;
    }

    fill(index, attributes = {}) {
        return this.with(attributes, "a" + index, "fill", this.view.fills[index][0]);
    }

    ink(index, attributes = {}) {
        return this.with(attributes, "k" + this.inks[index], "fill", this.view.fills[index][1]);
    }

    /* Dots and hatching have the colour of the ground. */
    stroke(attributes) {
        return this.with(attributes, "s", "stroke", this.view.ground);
    }

    token(name, attributes = {}) {
        const token = { ground: "g", ink: "i", muted: "m" }[name];
        return this.with(attributes, token, "fill", this.view[name]);
    }
}

const NO_MARKS = { mark() {}, elements: () => [] };

/* Only boxes of a differential have marks. */
function marksFor({ sides }, colours) {
    return sides ? sides.newMarks(colours) : NO_MARKS;
}

const HEAD_ROLES = ["title", "subtitle"];

/* A text of a furniture as an element. */
function furnitureText({ role, anchor, x, y, text }, colours) {
    const { size, bold, muted } = TEXT_STYLES.get(role),
        attributes = { x: px(x), y: px(y), "font-size": px(size), "text-anchor": anchor },
        element = svgElement("text", colours.token(muted ? "muted" : "ink", attributes), text);
    if (bold) element.setAttribute("font-weight", "700");
    return element;
}

function furnitureLine({ x, y0, y1 }, colours) {
    const ends = { x1: px(x), y1: px(y0), x2: px(x), y2: px(y1) };
    return svgElement("line", colours.with(ends, "t", "stroke", colours.view.muted));
}

/** The axis of a page (furniture.js) into its group. */
export function paintAxis(group, { texts, lines }, colours) {
    const words = texts.map((text) => furnitureText(text, colours));
    group.replaceChildren(...words, ...lines.map((line) => furnitureLine(line, colours)));
}

/** Header, axis and foot into the groups of a stage. */
export function paintFurniture(stage, furniture, colours, tree) {
    const isHead = ({ role }) => HEAD_ROLES.includes(role),
        textsOf = (texts) => texts.map((text) => furnitureText(text, colours)),
        parts = textsOf(furniture.texts.filter((text) => !isHead(text)));
    parts.push(...furniture.lines.map((line) => furnitureLine(line, colours)));
    const marked = marksFor(tree, colours);
    for (const { x, y, w, h, fill, marks, joined } of furniture.swatches) {
        const place = { x: px(x), y: px(y), width: px(w), height: px(h), rx: joined ? 0 : 2 };
        parts.push(svgElement("rect", colours.fill(fill, place)));
        marked.mark({ x, y, w, h }, marks, fill);
    }
    stage.headTexts.replaceChildren(...textsOf(furniture.texts.filter(isHead)));
    stage.furniture.replaceChildren(...parts, ...marked.elements());
}

/* A box as a piece of a path, its corners rounded where that is seen. */
function boxPath(x, y, w, h, radius) {
    if (w < ROUND_FROM || h < ROUND_FROM || !radius)
        return `M${px(x)} ${px(y)}h${px(w)}v${px(h)}h${px(-w)}z`;
    const r = px(radius),
        arc = `a${r} ${r} 0 0 1 `,
        across = px(w - 2 * radius),
        down = px(h - 2 * radius);
    return (
        `M${px(x + radius)} ${px(y)}h${across}${arc}${r} ${r}v${down}${arc}-${r} ${r}` +
        `h-${across}${arc}-${r}-${r}v-${down}${arc}${r}-${r}z`
    );
}

/* Rectangles by colour, by whether they are dimmed and by row. */
class Paths {
    constructor(radius) {
        this.radius = radius;
        this.places = new Map(); // "fill class row": x, y, w, h, x, ...
    }

    add(key, x, y, w, h) {
        const list = this.places.get(key);
        if (list) list.push(x, y, w, h);
        else this.places.set(key, [x, y, w, h]);
    }

    elements(colours) {
        return Array.from(this.places, ([key, list]) => {
            const [fill, name] = key.split(" ");
            let d = "";
            for (let i = 0; i < list.length; i += 4) d += boxPath(...list.slice(i, i + 4), this.radius);
            return svgElement("path", colours.fill(fill, { d, class: name }));
        });
    }
}

/** Returns what stands in a box: its name; for the root "all", with its share where it is not the whole. */
export function labelTextOf(tree, node, view) {
    if (view.diff) return node ? tree.titleOf(node) : view.diff.root;
    if (node || tree.nameOf(0)) return tree.nameOf(node);
    if (BigInt(tree.total[0]) === BigInt(view.whole)) return tree.titleOf(node);
    return "all \u00b7 " + formatPlainShare(tree.total[0], view.whole) + " of the whole";
}

const isLow = (view) => view.row * 100 < view.label * LABEL_ROW;

/* Capitals (0.716 em) stand in the middle. */
const baselineIn = (place, view) => Math.floor((place.h + Math.floor((view.label * 5) / 7)) / 2);

/* Returns what of a text fits into a box behind `used`. */
function fittingText(text, width, used, view, labels) {
    if (width < LABEL_BOX || isLow(view)) return "";
    return fitLabel(labels, text, view.label, width - LABEL_PAD - LABEL_RIGHT - used, view);
}

/** "+6.9 pp foo", "+2.1" or "": a sign without its points says nothing. */
export function signedText(text, width, change, view, labels) {
    const { marks, points } = change;
    const own = marks & (OWN_GREW | OWN_SHRANK) ? OWN_ROOM : 0;
    if (!points) return fittingText(text, width, own, view, labels);
    const sign = change.signOf(view, change, width >= UNIT_FROM),
        room = textWidth(sign, view.label);
    if (width - LABEL_PAD - LABEL_RIGHT - own < room || isLow(view)) return "";
    const used = room + textWidth(" ", view.label) + own,
        rest = fittingText(text, width, used, view, labels);
    return rest ? sign + " " + rest : sign;
}

const UNMARKED = { marks: 0, points: 0 };

/* Returns where a label stands in its box. */
function makeLabel(text, place, fill, colours, taken, change = UNMARKED) {
    const width = paintedWidth(place.x0, place.x1),
        label = signedText(text, width, change, colours.view, taken);
    if (!label) return null;
    const y = place.y + baselineIn(place, colours.view);
    return svgElement("text", colours.ink(fill, { x: px(place.x0 + LABEL_PAD), y: px(y) }), label);
}

/** "26 frames, 3.1 %", or without the share, or "". */
export function restLabel(rest, view) {
    const room = paintedWidth(rest.x0, rest.x1) - LABEL_PAD - LABEL_RIGHT,
        name = nameOfRest(rest);
    if (paintedWidth(rest.x0, rest.x1) < LABEL_BOX || isLow(view)) return "";
    const texts = view.diff ? [name] : [name + ", " + formatPlainShare(rest.total, view.whole), name];
    return texts.find((text) => textWidth(text, view.label) <= room) || "";
}

/** Returns what stands for narrow frames; a search dims it. */
function paintRest(rest, furniture, colours, name, paths) {
    const { view } = colours,
        place = furniture.placeOfRest(rest),
        w = paintedWidth(rest.x0, rest.x1);
    paths.add([view.rest, name, rest.row].join(" "), rest.x0, place.y, w, place.h);
    const text = restLabel(rest, view);
    if (!text) return null;
    const y = place.y + baselineIn(place, view);
    const at = { class: name, x: px(rest.x0 + LABEL_PAD), y: px(y), "aria-hidden": "true" };
    return svgElement("text", colours.ink(view.rest, at), text);
}

/* True where one of the nodes of a box is marked. */
function holdsMark(marks, node, last) {
    while (node <= last) if (marks[node++]) return true;
    return false;
}

/* A screen reader says first what is seen. */
function spokenLabel(label, words) {
    return words.startsWith(label) ? words : `${label}, ${words}`;
}

/** Boxes and labels of a layout; `marks` dims what does not match, null dims nothing. */
export function paintBoxes(layout, furniture, colours, marks) {
    const { tree } = layout,
        view = colours.view,
        paths = new Paths(view.radius),
        labels = [],
        taken = newLabels(),
        marked = marksFor(tree, colours),
        h = furniture.boxHeight;
    for (let box = 0; box < layout.n; box++) {
        const node = layout.node[box],
            x0 = layout.x0[box],
            x1 = layout.x1[box],
            y = furniture.rowY(layout.row[box]);
        const last = boxEnd(layout, node, view),
            found = marks && holdsMark(marks, node, last),
            dim = found === false ? "fr-dim" : "fr-lit",
            fill = view.match && found ? view.match : tree.fill[node];
        paths.add(fill + " " + dim + " " + layout.row[box], x0, y, paintedWidth(x0, x1), h);
        const change = tree.sides ? tree.sides.changeOf(tree, view, node) : UNMARKED;
        const label =
            x1 - x0 < LABEL_BOX
                ? null
                : makeLabel(
                      labelTextOf(tree, node, view) + (last > node ? " +" + (last - node) : ""),
                      { x0, x1, y, h },
                      fill,
                      colours,
                      taken,
                      change,
                  );
        const told = label ? change.marks & ~(GREW | SHRANK) : change.marks;
        if (told) marked.mark({ x: x0, y, w: paintedWidth(x0, x1), h }, told, tree.fill[node], dim);
        if (!label) continue;
        if (dim === "fr-dim") label.classList.add(dim);
        setAttributes(label, {
            role: "treeitem",
            "aria-level": tree.depth[node] + 1,
            "aria-label": spokenLabel(label.textContent, describeNode(tree, node, view)),
        });
        labels.push(label);
    }
    for (const rest of layout.rests) {
        const label = paintRest(rest, furniture, colours, marks ? "fr-dim" : "fr-lit", paths);
        if (label) labels.push(label);
    }
    return { paths, marks: marked.elements(), labels };
}

/** The thin row of ancestors. */
export function paintCrumbs(group, crumbs, tree, furniture, colours) {
    const parts = [],
        y = furniture.rowY(0),
        h = furniture.boxHeight,
        paths = new Paths(colours.view.radius);
    for (const { node, x0, x1, more } of crumbs) {
        paths.add(tree.fill[node] + " fr-lit", x0, y, paintedWidth(x0, x1), h);
        const text = more ? "+" + formatGrouped(more, 0) : tree.titleOf(node);
        const label = makeLabel(text, { x0, x1, y, h }, tree.fill[node], colours, newLabels());
        if (label) parts.push(label);
    }
    group.replaceChildren(...paths.elements(colours), ...parts);
}

/** Moves an outline to a rectangle in tenths of a px, or hides it. */
export function placeOutline(rect, place) {
    if (!place) {
        rect.setAttribute("display", "none");
        return;
    }
    const { x, y, w, h } = place;
    rect.removeAttribute("display");
    setAttributes(rect, { x: px(x), y: px(y), width: px(w), height: px(h), rx: 1.5 });
}
