/*
 * picture.js - one picture on the page: its layout in the width of the window, the elements that show it,
 * and which box lies at a place.
 *
 *     zoom      the node that fills the width; 0 is the whole picture
 *     selected  the node that the keys act on; an outline shows it
 *     hovered   the node under the pointer, or -1
 *     matches   what the search found (search.js), or null; every other box is dimmed
 *     canvas    of a page, for many boxes (canvas.js)
 *     entry     the entry of the legend under the pointer, or null; every other box is dimmed
 *     port      of a page, the part that the picture scrolls in: {scroller, axis}; null: the window
 */
import { layoutFlame, layoutCrumbs, MARGIN, PX } from "./layout.js";
import { furnish, furnishStage } from "./furniture.js";
import { htmlElement, setAttributes } from "./dom.js";
import {
    Colours,
    paintBoxes,
    paintAxis,
    paintCrumbs,
    paintFurniture,
    placeOutline,
} from "./paint.js";
import { describeNode } from "../profile/facts.js";
import { markEntry } from "./legend.js";
import { installSheet, pictureNumber } from "./style_sheet.js";
import { hasOwnPage } from "../data/embedded_data.js";
import { makeStage } from "./stage.js";
import { sizePinned } from "./visible_area.js";

const LEAST_WIDTH = 320; // px; narrower windows scroll
const LEAST_BOX = 10; // tenths of a px; an outline is at least as wide
/* Phones then draw in their own width, not in that of a desktop page. */
const VIEWPORT = { name: "viewport", content: "width=device-width, initial-scale=1" };
const KEPT = ["title", "desc", "style", "metadata", "script"]; // of the static picture

export class Picture {
    constructor(svg, view, tree, port = null) {
        Object.assign(this, { svg, view, tree, port });
        Object.assign(this, { zoom: 0, selected: 0, hovered: -1, matches: null, entry: null, held: null });
        this.wholeRows = 0; // of the picture that is not zoomed
        this.alone = document.documentElement === svg; // no page around it
        this.owns = this.alone || Boolean(port) || hasOwnPage(svg); // the keys and the scrolling are ours
        this.colours = new Colours(view);
        this.number = pictureNumber(svg);
        this.stage = makeStage(this.colours, this.number);
        const { root, ground, furniture, crumbs, moving, hover, head, strip } = this.stage;
        root.append(ground, furniture, crumbs, moving, hover, head, strip);
    }

    /** Takes the place of the static picture. */
    replace() {
        const { svg } = this;
        installSheet(this.view, this.owns, this.number, svg);
        if (this.alone) svg.append(htmlElement("meta", VIEWPORT));
        else if (this.owns) document.documentElement.classList.add("fr-page");
        for (const child of Array.from(svg.children))
            if (!KEPT.includes(child.localName)) child.remove();
        setAttributes(svg, { role: "group", width: "100%" });
        svg.removeAttribute("viewBox");
        svg.style.setProperty("overflow", "visible"); // panels may reach beyond a low picture
        svg.append(this.stage.root);
        if (this.port) this.port.axis.append(this.stage.axis);
    }

    /** Another tree; what referred to nodes of the old one is gone. */
    take(tree) {
        Object.assign(this, { tree, zoom: 0, selected: 0, hovered: -1 });
        Object.assign(this, { matches: null, wholeRows: 0 });
    }

    /** Lays the picture out in the width of the window, and paints it. */
    draw() {
        this.layOut();
        this.paintGround();
        paintFurniture(this.stage, this.furniture, this.colours, this.tree);
        if (this.port) paintAxis(this.stage.axis, this.furniture.axis, this.colours);
        this.crumbPage = 0;
        this.drawCrumbs();
        this.paintBoxes();
        this.showHovered(-1);
        this.showSelected();
    }

    drawCrumbs() {
        const { tree, zoom, width, stage } = this;
        this.crumbPlaces = zoom ? layoutCrumbs(tree, zoom, width, this.crumbPage) : [];
        paintCrumbs(stage.crumbs, this.crumbPlaces, tree, this.furniture, this.colours);
    }

    /** Shows ancestors further from (1) or nearer to (-1) the zoomed node. */
    turnCrumbs(by) {
        this.crumbPage += by;
        this.drawCrumbs();
    }

    layOut() {
        const { svg, view } = this;
        const width = Math.max(LEAST_WIDTH, Math.floor(svg.getBoundingClientRect().width)) * PX;
        this.width = width;
        this.layout = this.layoutOf(this.zoom);
        const nRows = this.layout.rows.length;
        this.wholeRows = this.zoom ? this.wholeRows || this.layoutOf(0).rows.length : nRows;
        this.furniture = this.furnish(nRows);
        const free = Math.floor((this.room - this.furniture.height / PX) / view.row);
        const kept = Math.min(this.wholeRows, nRows + free);
        if (kept > nRows) this.furniture = this.furnish(kept);
    }

    /** The layout of a zoom; that of a page keeps some (unzoomed_layout.js). */
    layoutOf(node) {
        return layoutFlame(this.tree, this.view, node, this.width);
    }

    /** The height of the window, or of the part of a page that the picture scrolls in, in px. */
    get room() {
        if (this.port) return this.port.scroller.clientHeight;
        return innerHeight - (this.owns ? this.svg.getBoundingClientRect().top + scrollY : 0);
    }

    /** The view of the picture in a file of its own; a page on a phone has higher rows. */
    get ownFileView() {
        return { ...this.view, ...this.writtenRows };
    }

    /** Returns what stands around the boxes where the picture is a file of its own. */
    get ownFurniture() {
        const { layout, ownFileView: view, width } = this,
            furniture = furnish(layout, view, width, layout.rows.length, innerHeight);
        furniture.height -= furniture.strip;
        return furniture;
    }

    furnish(nRows) {
        if (this.port) return furnishStage(this.layout, this.view, this.width, nRows);
        return furnish(this.layout, this.view, this.width, nRows, innerHeight);
    }

    /* A low picture without a page around it is as high as the window, or its edge would cut the panels. */
    paintGround() {
        const { stage, width, furniture } = this,
            height = Math.max(furniture.height / PX, this.alone ? this.room : 0);
        this.height = height;
        setAttributes(stage.ground, { width: width / PX, height });
        this.svg.setAttribute("height", height);
        sizePinned(stage.headGround, width, furniture.head, furniture.head);
        sizePinned(stage.stripGround, width, furniture.strip, 0);
    }

    /** Paints the boxes in other colours. */
    repaint() {
        this.drawCrumbs();
        this.paintBoxes();
        this.showSelected();
    }

    paintBoxes() {
        const { boxes, marks, labels, current } = this.stage,
            kept = markEntry(this.tree, this.view, this.entry),
            found = kept || (this.matches && this.matches.marks);
        if (this.canvas?.paint(found)) return;
        const painted = paintBoxes(this.layout, this.furniture, this.colours, found);
        boxes.replaceChildren(...painted.paths.elements(this.colours));
        marks.replaceChildren(...painted.marks);
        labels.replaceChildren(...painted.labels, current);
    }

    /** The rectangle of a box of the layout, in tenths of a px. */
    placeOf(box) {
        const { x0, x1, row } = this.layout;
        return this.placeBetween(x0[box], Math.max(x1[box], x0[box] + LEAST_BOX), row[box]);
    }

    placeBetween(x0, x1, row) {
        return { x: x0, y: this.furniture.rowY(row), w: x1 - x0, h: this.furniture.boxHeight };
    }

    /** Outlines the selected node; one that is not drawn gives way to the zoomed one. */
    showSelected() {
        if (!this.layout.boxOf.has(this.selected)) this.selected = this.zoom;
        const { tree, selected } = this,
            box = this.layout.boxOf.get(selected) || 0;
        placeOutline(this.stage.current, this.placeOf(box));
        setAttributes(this.stage.current, {
            "aria-label": describeNode(tree, selected, this.view),
            "aria-level": tree.depth[selected] + 1,
            "aria-selected": "true",
        });
    }

    /** Outlines the node under the pointer; -1 is none. */
    showHovered(node, place = null) {
        this.hovered = node;
        placeOutline(this.stage.hover, place);
        this.svg.style.setProperty("cursor", node < 0 ? "default" : "pointer");
    }

    /** Returns what lies at a place of the window: {node, place}, or null. Of ancestors that stand behind a number
     * it has {more, turn} too, of a rest (narrow_frames.js) that, and its parent as the node. */
    hit({ clientX, clientY }) {
        const { left, top } = this.svg.getBoundingClientRect();
        const x = (clientX - left) * PX,
            row = this.furniture.rowAt((clientY - top) * PX);
        if (row < 0 || x < MARGIN || x >= this.width - MARGIN) return null;
        if (row === 0 && this.zoom) return this.hitCrumb(x);
        const box = this.layout.find(row, x);
        if (box >= 0) return { node: this.layout.node[box], place: this.placeOf(box) };
        const rest = this.layout.findRest(row, x);
        return rest ? { node: rest.parent, place: this.furniture.placeOfRest(rest), rest } : null;
    }

    /** The entry of the legend at a place of the window, or null. */
    hitLegend({ clientX, clientY }) {
        const { left, top } = this.svg.getBoundingClientRect(),
            x = (clientX - left) * PX,
            y = (clientY - top) * PX;
        const found = this.furniture.entries.find(
            ({ x0, x1, y0, y1 }) => x >= x0 && x < x1 && y >= y0 && y < y1,
        );
        return found ? found.entry : null;
    }

    /** Keeps the boxes of an entry until another is held, whatever the pointer is on; null ends that. */
    holdEntry(entry) {
        this.held = entry;
        this.keepEntry(entry);
    }

    /** Dims all but the boxes of an entry of the legend; null dims none but those that holdEntry() dims. */
    keepEntry(entry) {
        entry ||= this.held;
        if (entry === this.entry) return;
        this.entry = entry;
        this.paintBoxes();
        this.showSelected();
    }

    /* The row of ancestors. */
    hitCrumb(x) {
        const crumb = this.crumbPlaces.find(({ x0, x1 }) => x >= x0 && x < x1);
        return crumb ? { ...crumb, place: this.placeBetween(crumb.x0, crumb.x1, 0) } : null;
    }
}
