/*
 * visible_area.js - the part of the picture that is in the window. A picture is often higher than the window, and its
 * root is at its foot: the title and the controls stay in the window at any scroll, and what was asked for is scrolled
 * to.
 *
 *     title, subtitle   [controls]      stays at the top
 *     rows of boxes                     scroll
 *     axis, legend, statement           scroll
 *               [controls]              stays at the bottom, where there is no room beside the title
 *
 * A picture that stands in somebody's page does not scroll that page to its root.
 */
import { MARGIN, PX } from "./layout.js";
import { setAttributes } from "./dom.js";

const ROWS_AT_ONCE = 31; // in sight at the root, where the window has room for them
const AXIS = 26; // px under the root

function clamp(value, low, high) {
    return Math.max(low, Math.min(value, high));
}

/** Moves a group with a ground and an edge; the edge shows where something lies under it. */
function moveTo(group, y, covers) {
    group.setAttribute("transform", `translate(0 ${y})`);
    group.classList.toggle("fr-over", covers);
}

export class VisibleArea {
    constructor(picture, bar) {
        Object.assign(this, { picture, bar });
        this.before = 0; // the distance in the last frame
        if (picture.owns) history.scrollRestoration = "manual";
    }

    listen() {
        /* a part of a page may scroll too */
        document.addEventListener("scroll", () => this.pin(), { capture: true, passive: true });
    }

    get top() {
        return this.picture.svg.getBoundingClientRect().top;
    }

    /** The part of the window that the picture may be seen in, in px: {from, to}; an element that scrolls is less. */
    get frame() {
        const { port, svg } = this.picture,
            part = port ? port.scroller : svg.getRootNode().host,
            { top, bottom } = part ? part.getBoundingClientRect() : { top: 0, bottom: innerHeight };
        return { from: Math.max(0, top), to: Math.min(innerHeight, bottom) };
    }

    /** The part of the window that is not covered, in px: {from, to}. */
    get free() {
        const { furniture } = this.picture;
        return {
            from: furniture.pinned ? furniture.head / PX : 0,
            to: this.frame.to - furniture.strip / PX,
        };
    }

    /** Puts title and controls where the window is. */
    pin() {
        this.before = this.distance;
        if (!this.picture.port) this.pinGroups();
    }

    pinGroups() {
        const { furniture, stage, height, width } = this.picture,
            { top } = this,
            head = furniture.head / PX,
            strip = furniture.strip / PX;
        const { from, to } = this.frame,
            low = furniture.pinned ? clamp(from - top, 0, Math.max(0, height - head)) : 0,
            bottom = clamp(to - top, strip, height);
        moveTo(stage.head, low, low > 0);
        moveTo(stage.strip, bottom - strip, bottom < height);
        const y = strip ? bottom - strip + 6 : low + furniture.controlsY / PX;
        this.bar.place((width - MARGIN) / PX, y, furniture.controlsRows);
    }

    /** Scrolls as little as it takes to see a box of the layout, and `around` px above and below it. */
    reveal(box, around = 0) {
        const { picture } = this;
        if (!picture.owns) {
            picture.stage.current.scrollIntoView({ block: "nearest" });
            return;
        }
        const { y, h } = picture.placeOf(box),
            from = this.top + y / PX - around,
            to = from + h / PX + 2 * around,
            { free } = this;
        if (from < free.from) this.slideBy(from - free.from);
        else if (to > free.to) this.slideBy(to - free.to);
    }

    /** Scrolls to the root, or to the zoomed node, with as many rows as there is room for. */
    showRoot() {
        const { picture } = this,
            { furniture, layout, view, height } = picture;
        if (!picture.owns) {
            this.reveal(0);
            return;
        }
        if (view.icicle) {
            this.slideBy(this.top - this.frame.from);
            return;
        }
        const { free } = this,
            rootEnd = (furniture.rowY(0) + furniture.boxHeight) / PX,
            rows = Math.min(layout.rows.length, ROWS_AT_ONCE) * view.row;
        const foot = clamp(free.to - free.from - rows, picture.port ? 0 : AXIS, height - rootEnd);
        this.slideBy(this.top + rootEnd + foot - free.to);
    }

    /* Returns how far the window is from the end that has the root. */
    get distance() {
        const { view, height } = this.picture,
            { from, to } = this.frame;
        return this.top - from + (view.icicle ? 0 : height - (to - from));
    }

    /** Draws anew in a window of another size, as far from the root as before. */
    keep(draw) {
        const before = this.before;
        draw();
        if (this.picture.owns) this.slideBy(this.distance - before);
    }

    slideBy(y) {
        const { port } = this.picture;
        (port ? port.scroller : window).scrollBy({ top: y, behavior: "instant" });
        this.pin();
    }
}

/** Gives the ground of a pinned group its size. */
export function sizePinned({ ground, edge }, width, height, edgeY) {
    setAttributes(ground, { width: width / PX, height: height / PX });
    setAttributes(edge, { width: width / PX, y: edgeY / PX });
}
