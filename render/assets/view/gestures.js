/*
 * gestures.js - the gestures that move a page: Ctrl and wheel, two fingers, `w` and `s` show a narrower or wider part
 * of the width (spans.js), around what is under them; a drag, a finger, `a` and `d` move it; Shift and a drag mark one.
 * If all of the width is shown there is nothing wider: a step out goes to an ancestor, a step aside to the neighbour
 * at the same depth.
 */
import { PX } from "../draw/layout.js";
import { placeOutline } from "../draw/paint.js";
import { isControl } from "./panel.js";

const NARROWER = 0.9; // of the width: a step to an ancestor
const NOTCH = 60; // of a wheel, in px: a step
const WHEEL = 0.01; // what a px of the wheel adds to the logarithm of the width
const MOST_WHEEL = 0.5; // that one turn adds
const KEY_STEP = 2; // times as wide
const KEY_PAN = 0.2; // of the plot
const APART = 1.3; // fingers that are so much nearer: a step to an ancestor
const DRAGGED = 5; // px; less is a click
const ASIDE = 150; // px of a drag: a neighbour
const SNAP = [1, -1, 2, -2, 3, -3]; // px beside the pointer where a box is found too

/** Rows for commands.js. In a differential w and s have other commands. */
export const PAN_COMMANDS = [
    ["a", "To the left; the neighbour at the same depth", ({ page }) => page.gestures.aside(-1), canMove],
    ["d", "To the right; the neighbour at the same depth", ({ page }) => page.gestures.aside(1), canMove],
];
export const ZOOM_COMMANDS = [
    ["w", "Half the width, around the box under the pointer", ({ page }) => page.gestures.zoomKey(1 / KEY_STEP)],
    ["s", "Twice the width, then an ancestor", ({ page }) => page.gestures.zoomKey(KEY_STEP), canMove],
];

function canMove({ picture }) {
    return picture.zoom > 0 || picture.span;
}

function middleOf([one, other]) {
    const middle = (name) => (one[name] + other[name]) / 2;
    return { x: middle("clientX"), apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) };
}

export class Gestures {
    constructor(viewer) {
        this.viewer = viewer;
        this.picture = viewer.picture;
        this.turned = 0; // of the wheel outwards, where there is nothing wider
        this.fingers = null; // where they were: {x, apart}, of one {x}
        this.drag = null;
        this.snap();
    }

    listen() {
        const { svg } = this.picture,
            ours = { passive: false };
        svg.addEventListener("wheel", (event) => this.onWheel(event), ours);
        svg.addEventListener("touchstart", (event) => this.onTouch(event, true), ours);
        svg.addEventListener("touchmove", (event) => this.onTouch(event, false), ours);
        svg.addEventListener("pointerdown", (event) => this.onDown(event));
        window.addEventListener("pointermove", (event) => this.onMove(event));
        window.addEventListener("pointerup", (event) => this.onUp(event));
        svg.addEventListener("click", (event) => this.onClick(event), true);
    }

    get spans() {
        return this.viewer.page.spans;
    }

    /* A box is found from 3 px beside it, where nothing else is. */
    snap() {
        const { picture } = this,
            hit = picture.hit.bind(picture);
        picture.hit = ({ clientX, clientY }) => {
            let found = hit({ clientX, clientY });
            for (let i = 0; !found && i < SNAP.length; i++)
                found = hit({ clientX: clientX + SNAP[i], clientY });
            return found;
        };
    }

    go(node) {
        if (node === this.picture.zoom) return;
        this.viewer.zoom.go(node, false);
        this.viewer.address.replace();
    }

    /** To the nearest ancestor that is a tenth wider. */
    zoomOut() {
        const { tree, zoom } = this.picture,
            width = Number(tree.total[zoom]),
            wider = (at) => width < NARROWER * Number(tree.total[at]);
        this.go(tree.ancestorsOf(zoom).findLast(wider) ?? 0);
    }

    /** Around the box under the pointer, the selected one, or the middle. */
    zoomKey(factor) {
        const { hovered, selected, layout, zoom, svg } = this.picture,
            node = hovered > 0 ? hovered : selected,
            box = node === zoom ? undefined : layout.boxOf.get(node),
            { left, width } = this.spans.plot;
        const middle = () => svg.getBoundingClientRect().left + (layout.x0[box] + layout.x1[box]) / 2 / PX;
        if (this.viewer.page.now.view) return; // the table lies over the picture
        if (factor > 1 && !this.picture.span) this.zoomOut();
        else this.spans.zoomBy(factor, box === undefined ? left + width / 2 : middle());
    }

    /** To the right (1) or to the left (-1). */
    aside(by) {
        if (this.picture.span) this.spans.panBy(by * KEY_PAN * this.spans.plot.width);
        else this.pan(by);
    }

    /** To the next node at the depth of the zoomed one (1), or the one before (-1). */
    pan(by) {
        const { tree, zoom } = this.picture,
            depth = tree.depth[zoom];
        let node = zoom + by;
        while (node > 0 && node < tree.n && tree.depth[node] !== depth) node += by;
        if (zoom && node > 0 && node < tree.n) this.go(node);
    }

    onWheel(event) {
        if (isControl(event.target)) return;
        const px = event.deltaMode ? NOTCH / 3 : 1,
            aside = (event.shiftKey && !event.deltaX ? event.deltaY : event.deltaX) * px;
        if (event.ctrlKey) this.zoomWheel(event.deltaY * px, event.clientX);
        else if (this.picture.span && aside) this.spans.panBy(aside);
        else return;
        event.preventDefault();
    }

    zoomWheel(by, x) {
        if (by < 0 || this.picture.span) {
            this.turned = 0;
            this.spans.zoomBy(Math.exp(Math.max(-MOST_WHEEL, Math.min(MOST_WHEEL, by * WHEEL))), x);
            return;
        }
        this.turned += by;
        if (this.turned < NOTCH) return;
        this.zoomOut();
        this.turned = 0;
    }

    /* Two fingers zoom, and move what is between them; one moves a part of the width. */
    onTouch(event, begins) {
        const { touches } = event,
            before = this.fingers;
        if (touches.length === 2) {
            event.preventDefault();
            this.fingers = middleOf(touches);
            if (begins || !before?.apart) this.fingers.began = this.fingers.apart;
            else this.pinch(before);
        } else if (touches.length === 1 && this.picture.span) {
            this.fingers = { x: touches[0].clientX };
            if (!begins && before) this.spans.panBy(before.x - this.fingers.x);
        }
    }

    pinch(before) {
        const { fingers } = this;
        fingers.began = before.began;
        if (this.picture.span || fingers.apart > before.apart) {
            this.spans.zoomBy(before.apart / fingers.apart, fingers.x);
            this.spans.panBy(before.x - fingers.x);
        } else if (fingers.apart * APART < fingers.began) {
            fingers.began = fingers.apart;
            this.zoomOut();
        }
    }

    onDown({ pointerType, button, target, shiftKey, clientX, clientY }) {
        this.drag = null;
        if (pointerType !== "touch" && button === 0 && !isControl(target))
            this.drag = { x: clientX, y: clientY, fromX: clientX, fromY: clientY, marks: shiftKey };
    }

    onMove({ clientX, clientY }) {
        const { drag } = this;
        if (!drag || drag.ends) return;
        drag.moves ||= Math.hypot(clientX - drag.fromX, clientY - drag.fromY) > DRAGGED;
        if (!drag.moves) return;
        this.viewer.hideTip();
        if (drag.marks) this.mark(drag.fromX, clientX);
        else this.dragTo(clientX, clientY);
    }

    dragTo(x, y) {
        const { drag, picture } = this;
        this.viewer.visibleArea.slideBy(drag.y - y);
        drag.y = y;
        if (picture.span) this.spans.panBy(drag.x - x);
        else if (Math.abs(x - drag.x) < ASIDE) return;
        else this.pan(x < drag.x ? 1 : -1);
        drag.x = x;
    }

    /* Outlines what is between two places of the window. */
    mark(from, to) {
        const { picture } = this,
            { left } = picture.svg.getBoundingClientRect(),
            x = (Math.min(from, to) - left) * PX;
        placeOutline(picture.stage.hover, { x, y: PX, w: Math.abs(to - from) * PX, h: (picture.height - 2) * PX });
    }

    onUp({ clientX }) {
        const { drag } = this;
        if (!drag) return;
        if (drag.marks && drag.moves && !drag.ends) {
            placeOutline(this.picture.stage.hover, null);
            this.spans.zoomBetween(drag.fromX, clientX);
        }
        drag.ends = true;
    }

    /* The end of a drag is no click. */
    onClick(event) {
        if (this.drag && this.drag.moves) event.stopImmediatePropagation();
        this.drag = null;
    }
}
