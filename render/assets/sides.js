/*
 * sides.js - a differential's two choices: which side the widths show, and which change the colours show.
 */
import { setColour } from "./change.js";
import { nextWidth, setWidth, subtitleOf, WIDTHS } from "./diff_width.js";

const COLOURS = ["total", "own"];

export class Sides {
    constructor(viewer) {
        this.viewer = viewer;
        this.picture = viewer.picture;
        const { diff } = viewer.picture.view;
        this.first = diff ? { width: diff.width, own: diff.self } : null; // as it was written
    }

    /** What of the choices is not as the picture was written, for the address. */
    get state() {
        const { diff } = this.picture.view,
            { first } = this;
        return {
            width: first && diff.width !== first.width ? diff.width : "",
            colour: first && diff.self !== first.own ? COLOURS[diff.self] : "",
        };
    }

    /** Takes choices from an address; what it does not name, or wrongly, is as the picture was written. */
    set({ width, colour }) {
        const { tree, view } = this.picture,
            { first } = this,
            own = COLOURS.indexOf(colour);
        if (!first) return;
        setWidth(tree, view, WIDTHS.includes(width) ? width : first.width);
        if (!view.diff.callers) setColour(tree, view, own < 0 ? first.own : own);
        this.picture.wholeRows = 0;
    }

    /** Shows the next width. */
    changeWidth() {
        const { picture } = this,
            { tree, view } = picture;
        setWidth(tree, view, nextWidth(view));
        picture.wholeRows = 0;
        this.redraw();
    }

    /** Colours the change of a node's total, or of its own code. In a tree of callers there is no choice: a
     * function's own code is its box on the root. */
    changeColour() {
        const { tree, view } = this.picture;
        if (view.diff.callers) return;
        setColour(tree, view, !view.diff.self);
        this.redraw();
    }

    redraw() {
        this.show();
        this.viewer.address.replace();
    }

    /** Draws with the words of the current choice. A zoomed node without a width gives way to its nearest
     * ancestor that has one. */
    show() {
        const { picture } = this,
            { tree, view } = picture,
            { diff } = view,
            widths = { mean: "mean of both", new: diff.new, base: diff.base },
            width = widths[diff.width] || diff.width,
            colour = diff.self ? "own code" : "total"; // as on the button
        while (picture.zoom && !tree.total[picture.zoom]) picture.zoom = tree.parent[picture.zoom];
        view.subtitle = subtitleOf(view);
        view.legend[0].splice(1, 2, diff.ramps[2 * diff.self + 1], diff.ramps[2 * diff.self]);
        this.viewer.tip.hide();
        this.viewer.bar.showChoice(width, colour, !diff.callers);
        this.viewer.draw();
        this.viewer.say(`width: ${width}, colour: ${colour}`);
    }
}
