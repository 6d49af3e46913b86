/*
 * sides.js - a differential's two choices: which side the widths show, and which change the colours show.
 */
import { setColour } from "./change.js";
import { nextWidth, setWidth, subtitleOf } from "./diff_width.js";

export class Sides {
    constructor(viewer) {
        this.viewer = viewer;
        this.picture = viewer.picture;
    }

    /** Shows the next width. A zoomed node that has none there gives way to its nearest ancestor that has. */
    changeWidth() {
        const { picture } = this,
            { tree, view } = picture;
        setWidth(tree, view, nextWidth(view));
        while (picture.zoom && !tree.total[picture.zoom])
            picture.zoom = tree.parent[picture.zoom];
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

    /** Draws with the words of the current choice. */
    redraw() {
        const { view } = this.picture,
            { diff } = view,
            widths = { mean: "mean of both", new: diff.new, base: diff.base },
            width = widths[diff.width] || diff.width,
            colour = diff.self ? "own code" : "total";
        view.subtitle = subtitleOf(view);
        view.legend[0].splice(1, 2, diff.ramps[2 * diff.self + 1], diff.ramps[2 * diff.self]);
        this.viewer.tip.hide();
        this.viewer.bar.showChoice(width, colour, !diff.callers);
        this.viewer.draw();
        this.viewer.say(`width: ${width}, colour: ${colour}`);
    }
}
