/*
 * sides.js - a differential's two choices, with their buttons and keys: which side the widths show, and
 * which change the colours show.
 */
import { button } from "./bar.js";
import { setAttributes } from "../draw/dom.js";
import { setColour } from "../profile/change.js";
import { hasWidth, nextWidth, setWidth, subtitleOf, widthNames } from "../profile/diff_width.js";

export const COLOURS = ["total", "own"];

/** Rows for commands.js. */
const SIDE_COMMANDS = [
    ["w", "Width: the mean of both shares, the new one, the base's", ({ sides }) => sides.changeWidth()],
    ["s", "Colour: the change of all of a frame, or of its own code", ({ sides }) => sides.changeColour()],
];

function showChoice(element, text) {
    element.textContent = text;
    setAttributes(element, { "aria-label": text + ", change it", title: text + ", change it" });
}

export class Sides {
    constructor(viewer) {
        this.viewer = viewer;
        this.picture = viewer.picture;
        const { diff } = viewer.picture.view;
        this.first = { width: diff.width, own: diff.self }; // as it was written
        this.width = button("", "Next width", "", () => this.changeWidth());
        this.colour = button("", "Next colour", "", () => this.changeColour());
        this.buttons = [this.width, this.colour];
        this.commands = SIDE_COMMANDS;
    }

    /** Returns what of the choices is not as the picture was written, for the address. */
    get state() {
        const { diff } = this.picture.view,
            { first } = this;
        return {
            width: diff.width !== first.width ? diff.width : "",
            colour: diff.self !== first.own ? COLOURS[diff.self] : "",
        };
    }

    /** Takes choices from an address; what it does not name, or wrongly, is as the picture was written. */
    set({ width, colour }) {
        const { tree, view } = this.picture,
            { first } = this,
            own = COLOURS.indexOf(colour);
        setWidth(tree, view, hasWidth(tree, view, width) ? width : first.width);
        if (!view.diff.callers) setColour(tree, view, own < 0 ? first.own : own);
        this.picture.wholeRows = 0;
    }

    /** Shows the next width. */
    changeWidth() {
        const { picture } = this,
            { tree, view } = picture;
        setWidth(tree, view, nextWidth(tree, view));
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

    /** Takes one of the choices, {width} or {colour}. */
    choose(choice) {
        const { diff } = this.picture.view;
        this.set({ width: diff.width, colour: COLOURS[diff.self ? 1 : 0], ...choice });
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
            width = widthNames(view)[diff.width],
            colour = diff.self ? "own code" : "total"; // as on the button
        while (picture.zoom && !tree.total[picture.zoom]) picture.zoom = tree.parent[picture.zoom];
        view.subtitle = subtitleOf(view);
        view.legend[0].splice(1, 2, diff.ramps[2 * diff.self + 1], diff.ramps[2 * diff.self]);
        view.legend = [...view.legend]; // another one, which is shown anew
        this.viewer.tip.hide();
        showChoice(this.width, "Width: " + width);
        showChoice(this.colour, "Colour: " + colour);
        this.colour.hidden = Boolean(diff.callers);
        this.viewer.draw();
        this.viewer.say(`width: ${width}, colour: ${colour}`);
    }
}
