/*
 * hands.js - how a page is moved by hand: Ctrl and wheel or two fingers zoom step by step towards the box under
 * them, a drag scrolls and goes to the neighbour at the same depth, as the keys w a s d do.
 *
 * A step in goes to the next frame on the way that is a tenth narrower; so chains of frames of one width are
 * one step.
 */
import { isControl } from "./panel.js";

const NARROWER = 0.9; // of the width: a step
const NOTCH = 60; // of a wheel, in px: a step
const APART = 1.3; // fingers that are so much further apart: a step
const DRAGGED = 5; // px; less is a click
const ASIDE = 150; // px of a drag: a neighbour
const SNAP = [1, -1, 2, -2, 3, -3]; // px beside the pointer where a box is found too

/** Rows for commands.js. In a differential w and s have other commands. */
export const PAN_COMMANDS = [
    ["a", "To the left at the same depth", ({ page }) => page.hands.pan(-1), isZoomed],
    ["d", "To the right at the same depth", ({ page }) => page.hands.pan(1), isZoomed],
];
export const ZOOM_COMMANDS = [
    ["w", "Zoom in by a step, to the box under the pointer", ({ page }) => page.hands.zoomIn()],
    ["s", "Zoom out by a step", ({ page }) => page.hands.zoomOut(), isZoomed],
];

function isZoomed({ picture }) {
    return picture.zoom > 0;
}

export class Hands {
    constructor(viewer) {
        this.viewer = viewer;
        this.picture = viewer.picture;
        this.turned = 0; // of the wheel since the last step
        this.apart = 0; // the distance of two fingers at the last step
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
        window.addEventListener("pointerup", () => this.onUp());
        svg.addEventListener("click", (event) => this.onClick(event), true);
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

    /* A step towards a node: the first one on the way that is narrower. */
    stepTo(node) {
        const { tree, zoom } = this.picture,
            way = [...tree.ancestorsOf(node), node].filter((at) => at > zoom && tree.holds(zoom, at)),
            width = NARROWER * Number(tree.total[zoom]);
        const next = way.find((at) => Number(tree.total[at]) < width) ?? way.at(-1);
        if (next) this.go(next);
    }

    /** Towards the box under the pointer, the selected one, or the widest one. */
    zoomIn() {
        const { hovered, selected, zoom } = this.picture;
        if (hovered > 0) this.stepTo(hovered);
        else this.stepTo(selected === zoom ? this.widest() : selected);
    }

    /* The widest frame on the zoomed one that is narrower than it. */
    widest() {
        const { tree, zoom } = this.picture;
        let node = zoom;
        while (tree.total[node] === tree.total[zoom] && tree.end[node] > node + 1) {
            let best = node + 1;
            for (let child = best; child < tree.end[node]; child = tree.end[child])
                if (tree.total[child] > tree.total[best]) best = child;
            node = best;
        }
        return node;
    }

    zoomOut() {
        const { tree, zoom } = this.picture,
            width = Number(tree.total[zoom]),
            wider = (at) => width < NARROWER * Number(tree.total[at]);
        this.go(tree.ancestorsOf(zoom).findLast(wider) ?? 0);
    }

    /** To the next node at the depth of the zoomed one (1), or the one before (-1). */
    pan(by) {
        const { tree, zoom } = this.picture,
            depth = tree.depth[zoom];
        let node = zoom + by;
        while (node > 0 && node < tree.n && tree.depth[node] !== depth) node += by;
        if (zoom && node > 0 && node < tree.n) this.go(node);
    }

    zoomAt(event, inwards) {
        const found = this.picture.hit(event);
        if (!inwards) this.zoomOut();
        else if (found) this.stepTo(found.node);
    }

    onWheel(event) {
        if (!event.ctrlKey || isControl(event.target)) return;
        event.preventDefault();
        this.turned += event.deltaY * (event.deltaMode ? NOTCH / 3 : 1);
        if (Math.abs(this.turned) < NOTCH) return;
        this.zoomAt(event, this.turned < 0);
        this.turned = 0;
    }

    onTouch(event, begins) {
        if (event.touches.length !== 2) return;
        event.preventDefault();
        const [one, other] = event.touches,
            apart = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
            ratio = apart / this.apart;
        if (begins) this.apart = apart;
        if (begins || (ratio < APART && ratio > 1 / APART)) return;
        this.apart = apart;
        const middle = (name) => (one[name] + other[name]) / 2;
        this.zoomAt({ clientX: middle("clientX"), clientY: middle("clientY") }, ratio > 1);
    }

    onDown({ pointerType, button, target, clientX, clientY }) {
        this.drag = null;
        if (pointerType !== "touch" && button === 0 && !isControl(target))
            this.drag = { x: clientX, y: clientY, fromX: clientX, fromY: clientY, moves: false, ends: false };
    }

    onMove({ clientX, clientY }) {
        const { drag } = this;
        if (!drag || drag.ends) return;
        drag.moves ||= Math.hypot(clientX - drag.fromX, clientY - drag.fromY) > DRAGGED;
        if (!drag.moves) return;
        this.viewer.hideTip();
        this.viewer.sight.scrollBy(drag.y - clientY);
        drag.y = clientY;
        if (Math.abs(clientX - drag.x) < ASIDE) return;
        this.pan(clientX < drag.x ? 1 : -1);
        drag.x = clientX;
    }

    onUp() {
        if (this.drag) this.drag.ends = true;
    }

    /* The end of a drag is no click. */
    onClick(event) {
        if (this.drag && this.drag.moves) event.stopImmediatePropagation();
        this.drag = null;
    }
}
