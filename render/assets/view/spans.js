/*
 * spans.js - a page shows any part of the width of the zoomed box: picture.span, {from, to} as shares of that width, or
 * null for all of it. gestures.js and the map at the foot choose the part; the address has it as "span=0.25-0.5".
 *
 * The picture and the viewer do with a part of a zoomed box what they do with all of it: listen() wraps them.
 */
import { layoutFlame, MARGIN, PX } from "../draw/layout.js";
import { formatGrouped, formatShare, NARROW_SPACE } from "../profile/format.js";
import { readFragment, WORDS } from "../profile/navigate.js";

const SHARE_DIGITS = 9; // of a share in an address
const NEAR_ALL = 0.9999; // of the width
const FINE = 10000; // parts of a value, for its share
const SETTLED_MS = 150; // after the last step the address follows

WORDS.push("span");

function spanText(span) {
    return span ? [span.from, span.to].map((share) => share.toFixed(SHARE_DIGITS).replace(/\.?0+$/, "")).join("-") : "";
}

/* {from, to} of "0.25-0.5", or null. */
function readSpan(text) {
    const [from, to] = text.split("-").map(Number);
    return from >= 0 && to > from && to <= 1 && to - from < NEAR_ALL ? { from, to } : null;
}

export class Spans {
    constructor(viewer) {
        Object.assign(this, { viewer, picture: viewer.picture });
        this.picture.span = null;
        this.rows = { key: "" }; // of the picture that shows all
        this.waits = false; // for a frame
        this.before = ""; // of the address
    }

    listen() {
        const { picture, viewer } = this,
            { zoom, bar, address } = viewer,
            layoutOf = picture.layoutOf,
            furnish = picture.furnish.bind(picture),
            go = zoom.go.bind(zoom),
            goOut = zoom.goOut.bind(zoom),
            show = bar.show.bind(bar),
            followAgain = address.followAgain.bind(address);
        picture.layoutOf = (node) => (picture.span && node === picture.zoom ? this.layOut(layoutOf) : layoutOf(node));
        picture.furnish = (nRows) => this.label(furnish(nRows));
        zoom.go = (node, remember = true) => {
            if (picture.span && node === picture.zoom) this.end(remember);
            this.set("");
            go(node, remember);
        };
        zoom.goOut = () => (picture.span ? this.end() : goOut());
        bar.show = (shown) => show({ ...shown, zoomed: shown.zoomed || Boolean(picture.span) });
        address.followAgain = () => {
            followAgain();
            this.take(readFragment(location.hash).span);
        };
    }

    /** As an address has it. */
    get text() {
        return spanText(this.picture.span);
    }

    /** Before the picture is drawn. */
    set(text) {
        clearTimeout(this.settles);
        this.picture.span = readSpan(text);
        this.before = this.text;
        this.markTouch();
    }

    take(text) {
        if (spanText(readSpan(text)) === this.text) return;
        this.set(text);
        this.draw();
    }

    /* The part in as many rows as all has. */
    layOut(layoutOf) {
        const { tree, view, zoom, width, span } = this.picture,
            key = [zoom, width, Boolean(view.chainEnd)].join();
        if (this.rows.key !== key || this.rows.tree !== tree)
            this.rows = { key, tree, n: layoutOf(zoom).rows.length };
        const layout = layoutFlame(tree, view, zoom, width, span);
        layout.openRow(this.rows.n - 1);
        return layout;
    }

    /* The axis says where the part begins and ends. */
    label(furniture) {
        const { view, span } = this.picture,
            { axis } = furniture;
        if (!span || !axis.texts.length || view.sums) return furniture;
        const [{ y }] = axis.texts;
        axis.texts = [];
        axis.lines = [];
        axis.add("axis", "start", MARGIN, y, this.placeText(span.from));
        axis.add("axis", "end", furniture.right, y, this.placeText(span.to));
        return furniture;
    }

    /* "12.50 %", of a chart "1.2 s". */
    placeText(share) {
        const { tree, view, zoom } = this.picture,
            value = Number(tree.total[zoom]) * share,
            part = (of) => BigInt(Math.round(value * of));
        if (view.chart === 2) return formatGrouped(BigInt(tree.begin[zoom]) + part(1), 9) + NARROW_SPACE + "s";
        return formatShare(part(FINE), BigInt(view.whole) * BigInt(FINE), 2);
    }

    get now() {
        return this.picture.span || { from: 0, to: 1 };
    }

    /* In px of the window. */
    get plot() {
        const { svg, width } = this.picture,
            { left } = svg.getBoundingClientRect();
        return { left: left + MARGIN / PX, width: (width - 2 * MARGIN) / PX };
    }

    /** Shows what is between two shares of the zoomed box, or as near to that as there is. */
    show(from, to) {
        const { picture } = this,
            least = Math.max(1e-8, 1 / Number(picture.tree.total[picture.zoom])),
            wide = Math.min(1, Math.max(to - from, least)),
            start = Math.max(0, Math.min(from, 1 - wide));
        picture.span = wide < NEAR_ALL ? { from: start, to: start + wide } : null;
        this.markTouch();
        if (this.waits) return;
        this.waits = true;
        requestAnimationFrame(() => {
            this.waits = false;
            this.draw();
            clearTimeout(this.settles);
            this.settles = setTimeout(() => this.settle(), SETTLED_MS);
        });
    }

    /* A finger then moves the part; up and down it scrolls. */
    markTouch() {
        this.picture.svg.style.setProperty("touch-action", this.picture.span ? "pan-y" : "auto");
    }

    draw() {
        const { viewer } = this;
        viewer.tip.hide();
        viewer.visibleArea.keep(() => viewer.draw());
    }

    /* Back returns to what was shown before the first step. */
    settle() {
        const { viewer, before, text } = this,
            { from, to } = this.now;
        if (before && text) viewer.address.replace();
        else if (before !== text) viewer.address.push();
        this.before = text;
        viewer.say(`shows ${this.placeText(from)} to ${this.placeText(to)}`);
    }

    /** Shows all of the zoomed box. */
    end(remember = true) {
        this.set("");
        this.draw();
        if (remember) this.viewer.address.push();
    }

    /** To `factor` of what is shown; what is at `x` px of the window stays there. */
    zoomBy(factor, x) {
        const { from, to } = this.now,
            { left, width } = this.plot,
            at = Math.max(0, Math.min(1, (x - left) / width)),
            fixed = from + at * (to - from),
            wide = (to - from) * factor;
        this.show(fixed - at * wide, fixed + (1 - at) * wide);
    }

    /** To the right by `px`. */
    panBy(px) {
        const { from, to } = this.now,
            by = (px / this.plot.width) * (to - from);
        this.show(from + by, to + by);
    }

    /** To what is between two places of the window. */
    zoomBetween(x0, x1) {
        const { from, to } = this.now,
            { left, width } = this.plot,
            share = (x) => from + Math.max(0, Math.min(1, (x - left) / width)) * (to - from);
        this.show(share(Math.min(x0, x1)), share(Math.max(x0, x1)));
    }
}
