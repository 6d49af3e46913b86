/*
 * minimap.js - the whole picture of a page in a low region above it, where the rows are more than the stage shows,
 * and where less than half of the width is shown. A frame shows what is in the stage; a drag moves it.
 */
import { htmlElement, setStyle } from "./dom.js";
import { MARGIN, PX } from "./layout.js";
import { isDarkNow } from "./theme.js";
import { layoutUnzoomed } from "./unzoomed_layout.js";

const UNFOUND = 0.25; // what a search does not find
const LEAST_FRAME = 6; // px of the frame
const RESTS_MS = 150; // after a window was resized

export class Minimap {
    constructor(viewer) {
        this.viewer = viewer;
        this.picture = viewer.picture;
        this.layout = null; // of the whole picture
        this.drawn = ""; // for what it was drawn
        this.canvas = htmlElement("canvas");
        this.frame = htmlElement("div", { class: "fr-window" });
    }

    /** Takes its place in the region of a port (frame/frame.js). */
    listen({ map: element }) {
        this.element = element;
        element.setAttribute("aria-hidden", "true");
        element.append(this.canvas, this.frame);
        window.addEventListener("resize", () => {
            clearTimeout(this.resizeRest);
            this.resizeRest = setTimeout(() => {
                this.resizeRest = 0;
                this.show();
            }, RESTS_MS);
        });
        document.addEventListener("scroll", () => this.place(), { capture: true, passive: true });
        element.addEventListener("pointerdown", (event) => {
            event.preventDefault();
            element.setPointerCapture(event.pointerId);
            this.move(event);
        });
        element.addEventListener("pointermove", (event) => {
            if (element.hasPointerCapture(event.pointerId)) this.move(event);
        });
    }

    /* True where the whole picture is higher than the stage and the map are together. */
    get isHigh() {
        const { picture, element } = this,
            room = picture.room + (element.classList.contains("fr-low") ? 0 : element.offsetHeight);
        return picture.wholeRows * picture.view.row > room;
    }

    /* True where less than half of the width is shown. Of a low picture the map then lies in the empty part of the
     * stage. */
    get isNarrow() {
        const { tree, zoom } = this.picture,
            { from, to } = this.viewer.page.spans.now;
        return Number(tree.total[zoom]) * (to - from) * 2 < Number(tree.total[0]);
    }

    get height() {
        return this.element.clientHeight;
    }

    /** Shows what the picture is now. */
    show() {
        const { element, isHigh, picture } = this,
            wanted = isHigh || this.isNarrow;
        element.hidden = !wanted;
        element.classList.toggle("fr-low", !isHigh);
        if (!wanted) return;
        if (this.resizeRest && this.layout) {
            setStyle(this.canvas, { width: picture.width / PX }); // drawn anew once the window rests
            return;
        }
        const layout = layoutUnzoomed(picture.tree, picture.view, picture.width);
        if (layout !== this.layout) this.drawn = "";
        this.layout = layout;
        this.draw();
        this.place();
    }

    /* The top of a row in px, in a map of `n` rows. */
    rowY(row, height = this.height) {
        const n = this.layout.rows.length;
        return ((this.picture.view.icicle ? row : n - 1 - row) * height) / n;
    }

    draw() {
        const { canvas, layout, picture, height } = this,
            { tree, view, matches, width } = picture,
            dark = isDarkNow(view),
            { icicle, words, diff } = view,
            wanted = [width, height, dark, icicle, words, diff?.self, this.viewer.find.text, devicePixelRatio].join();
        if (this.drawn === wanted && this.marks === matches) return;
        Object.assign(this, { drawn: wanted, marks: matches });
        canvas.width = Math.ceil((width / PX) * devicePixelRatio);
        canvas.height = height * devicePixelRatio;
        setStyle(canvas, { width: width / PX, height });
        const context = canvas.getContext("2d"),
            high = Math.max(1, height / layout.rows.length - 0.25);
        context.scale(devicePixelRatio, devicePixelRatio);
        for (let box = 0; box < layout.n; box++) {
            const node = layout.node[box],
                x = layout.x0[box] / PX;
            context.globalAlpha = matches && !matches.marks[node] ? UNFOUND : 1;
            context.fillStyle = view.fills[tree.fill[node]][0][dark ? 1 : 0];
            context.fillRect(x, this.rowY(layout.row[box], height), layout.x1[box] / PX - x, high);
        }
    }

    /* The rows in the window, as rows of the map: {first, last}. */
    get rowsSeen() {
        const { furniture, layout, tree, zoom, svg, port } = this.picture,
            { top } = svg.getBoundingClientRect(),
            seen = port.scroller.getBoundingClientRect(),
            lift = tree.depth[zoom] - layout.firstRow,
            most = this.layout.rows.length - 1;
        const row = (y) => Math.max(0, Math.min(most, furniture.rowAt((y - top) * PX) + lift));
        const ends = [row(seen.top), row(seen.bottom - 1)];
        return { first: Math.min(...ends), last: Math.max(...ends) };
    }

    /* The frame around what is in the window. */
    place() {
        const { picture, frame, layout, element } = this;
        if (element.hidden || !layout) return;
        const box = this.boxOf(picture.zoom),
            { first, last } = this.rowsSeen,
            ends = [this.rowY(first), this.rowY(last)],
            y = Math.min(...ends),
            wide = layout.x1[box] - layout.x0[box],
            { from, to } = this.viewer.page.spans.now;
        setStyle(frame, {
            left: (layout.x0[box] + from * wide) / PX,
            width: Math.max(LEAST_FRAME, ((to - from) * wide) / PX),
            top: y,
            height: Math.max(LEAST_FRAME, Math.abs(ends[0] - ends[1]) + this.height / layout.rows.length),
        });
    }

    /* To the part of the zoomed box around `x`. */
    pan(x) {
        const { layout } = this,
            box = this.boxOf(this.picture.zoom),
            at = (x - layout.x0[box]) / (layout.x1[box] - layout.x0[box]),
            { spans } = this.viewer.page,
            half = (spans.now.to - spans.now.from) / 2;
        spans.show(at - half, at + half);
    }

    /* The box of a node, or of its nearest ancestor that has one. */
    boxOf(node) {
        while (!this.layout.boxOf.has(node)) node = this.picture.tree.parent[node];
        return this.layout.boxOf.get(node);
    }

    /* To what lies at a place of the map. */
    move({ clientX, clientY }) {
        const { picture, viewer, layout } = this,
            { tree, zoom, svg, port } = picture,
            { left, top } = this.canvas.getBoundingClientRect(),
            x = Math.max(MARGIN, (clientX - left) * PX),
            part = Math.max(0, Math.min(0.999, (clientY - top) / this.height)),
            at = Math.floor(part * layout.rows.length),
            row = picture.view.icicle ? at : layout.rows.length - 1 - at;
        const box = zoom && !picture.span ? layout.find(tree.depth[zoom], x) : -1;
        if (picture.span) this.pan(x);
        if (box >= 0) viewer.page.gestures.go(layout.node[box]);
        const seen = row - tree.depth[picture.zoom] + picture.layout.firstRow,
            y = svg.getBoundingClientRect().top + picture.furniture.rowY(Math.max(0, seen)) / PX;
        const middle = port.scroller.getBoundingClientRect();
        viewer.visibleArea.slideBy(y - (middle.top + middle.bottom) / 2);
        this.place();
    }
}
