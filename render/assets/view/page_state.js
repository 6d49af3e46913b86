/*
 * page_state.js - what a page shows, as its address has it: {shape, order, from, steps, column, chains, colour} of the
 * picture, and {view, function}, which panel lies over it. It makes the tree of that (derived.js) and gives it to the
 * picture.
 */
import { endInLayout } from "../profile/chains.js";
import { findPath, pathOf } from "../profile/navigate.js";
import { Derived } from "../profile/derived.js";
import { highlightsOf, sentenceOf, titleOf } from "../profile/highlights.js";
import { readSteps, writeSteps } from "../profile/steps.js";
import { IN_TIME, ORDER_OF, ORDER_WORDS, chartOf, optionsOf, ordersOf, possibleOrder } from "./sibling_orders.js";
import { subtitleAfter } from "../profile/subtitle.js";
import { columnsOf, showColumn } from "./pickers.js";
import { colouringsOf, withWords } from "./colourings.js";

export const SHAPES = ["flame", "icicle"];
const VIEWS = ["table", "calls"];

/* "libc.so.6 12.1 %" in the legend is of the profile that was drawn. */
function withoutShare([fill, title, ...more]) {
    return [fill, title.replace(/ [<>]?[\d.]+\u202f%$/, ""), ...more];
}

export class PageState {
    /** `changes` tells whether the page carries the whole profile of one run, which steps may change. */
    constructor(viewer, changes) {
        Object.assign(this, { viewer, changes, picture: viewer.picture });
        const { view, tree } = this.picture,
            opened = view.subtitle;
        this.ways = colouringsOf(view);
        this.order = ORDER_OF[view.sort];
        this.takeWritten();
        view.subtitle = opened;
        this.columns = columnsOf(view);
        this.first = { shape: SHAPES[view.icicle], order: this.order, from: "roots", steps: "" };
        Object.assign(this.first, { column: this.columns[view.column] || "", chains: "", view: "", function: "" });
        this.first.colour = view.colours ? view.colours.by : "";
        this.way = this.ways.get(this.first.colour);
        this.orders = ordersOf(this.order, tree);
        this.now = { ...this.first };
        this.views = [];
    }

    /* The profile as it was drawn. */
    takeWritten() {
        const { ownView: view, tree } = this.picture,
            { own, title, subtitle, column, legend, whole } = view;
        this.own = { own, title, subtitle, column, legend, whole };
        this.written = subtitle; // of the whole profile, in the column that is shown
        this.derived = new Derived(view, tree, this.order);
    }

    /** The picture has another profile; what can be shown of it in the same way is. */
    renew() {
        const { now } = this;
        this.way = null;
        this.takeWritten();
        this.now = { ...this.first };
        this.take(now);
    }

    /** The panels that the page has besides the picture. */
    offer(views) {
        this.views = VIEWS.filter((name) => views.includes(name));
    }

    get steps() {
        return readSteps(this.now.steps);
    }

    /** True where samples are shown as time goes. */
    get inTime() {
        return this.now.order === IN_TIME;
    }

    /** Returns what else than steps a command needs to draw the same. */
    get options() {
        return optionsOf(this.now, this.picture.ownView);
    }

    /** Returns what is not as the page opened. */
    get words() {
        const { now, first } = this,
            changed = ([what]) => now[what] !== first[what];
        return Object.fromEntries(Object.entries(now).filter(changed));
    }

    /** Opens with another shape and order than the picture was drawn in. */
    openAs(shape, order) {
        this.first = { ...this.first, shape, order };
        this.orders.sort((a, b) => (b === order) - (a === order)); // time stays the last
        this.take({ shape: "", order: "" });
    }

    /** Takes what an address says. Returns what that changed: {picture, view}. */
    take(state) {
        const { shape, from, steps, column, chains, view, colour } = state,
            { changes } = this,
            before = this.now;
        this.now = {
            shape: SHAPES.includes(shape) ? shape : this.first.shape,
            order: possibleOrder(state, this.orders, this.first.order),
            from: from === "leaves" && changes ? from : this.first.from,
            column: changes ? this.possibleColumn(column) : "",
            chains: chains === "folded" && changes ? chains : "",
            colour: this.ways.has(colour) ? colour : this.first.colour,
            view: this.views.includes(view) ? view : "",
        };
        this.now.function = this.now.view === "table" ? state.function || "" : "";
        this.now.steps = changes ? this.possibleSteps(steps || "") : "";
        const isNew = (what) => this.now[what] !== before[what],
            panel = ["view", "function"],
            ofPicture = Object.keys(this.now).filter((what) => !panel.includes(what)),
            changed = { picture: ofPicture.some(isNew), view: panel.some(isNew) };
        if (changed.picture) this.apply();
        return changed;
    }

    /* A column without values is not shown. */
    possibleColumn(name) {
        const { ownView: view } = this.picture,
            column = this.columns.indexOf(name);
        const shown = column >= 0 && this.derived.hasColumn(column) ? column : this.own.column;
        if (!view.columns || shown === view.column) return this.columns[shown] || "";
        view.subtitle = this.own.subtitle;
        showColumn(view, shown, this.own);
        this.written = view.subtitle;
        return this.columns[shown] || "";
    }

    possibleSteps(text) {
        const steps = readSteps(text),
            possible = this.derived.possible(steps);
        if (possible.length < steps.length)
            setTimeout(() => this.viewer.sayNotice("some steps of the address leave nothing here"));
        return writeSteps(possible);
    }

    /** "icicle, Largest first, callers" */
    get spoken() {
        const { shape, order, from, chains, colour } = this.now;
        const more = [from === "leaves" && "callers", chains && "chains folded", colour !== this.first.colour && "colour: " + colour];
        return [shape, ORDER_WORDS[order], ...more.filter(Boolean)].join(", ");
    }

    /* Colour means something else. */
    recolour() {
        const way = this.ways.get(this.now.colour);
        if (way === this.way) return;
        this.way = way;
        Object.assign(this.picture.ownView, way);
        this.own.legend = way.legend;
        this.derived.recolour();
        this.applyProfile();
    }

    apply() {
        const { picture, now, viewer, inTime } = this,
            { ownView } = picture;
        if (this.ways.size) this.recolour();
        ownView.icicle = SHAPES.indexOf(now.shape);
        ownView.chainEnd = now.chains && !inTime ? endInLayout : null;
        if (this.changes) this.describe();
        const old = picture.tree,
            tree = inTime ? chartOf(this.derived) : this.derived.treeOf({ ...now, steps: this.steps });
        if (this.changes && tree !== old) this.applyProfile();
        picture.view = picture.colours.view = inTime ? this.viewInTime : ownView;
        if (tree === old) return;
        const same = (node) => findPath(tree, pathOf(old, node)).node;
        picture.tree = tree;
        viewer.page.spans.set("");
        viewer.sides.set(viewer.sides.state); // the other tree may have another width
        picture.zoom = same(picture.zoom);
        picture.selected = same(picture.selected);
        picture.matches = null;
        picture.wholeRows = 0;
    }

    get viewInTime() {
        const { time } = this.picture.ownView;
        return { ...this.picture.ownView, ...time, subtitle: this.withWords(time.subtitle) };
    }

    withWords(facts) {
        return this.way ? withWords(facts, this.way) : facts;
    }

    /* Returns what shares refer to. */
    wholeNow() {
        const { columns, column } = this.picture.ownView;
        return this.derived.chosen(this.steps) ?? (columns ? columns[column].whole : this.own.whole);
    }

    /* The facts are those of the program for the same steps. */
    describe() {
        const { picture, now, steps, derived } = this,
            { ownView } = picture,
            { columns, column } = ownView,
            tree = derived.treeOf({ steps, order: derived.order, from: "roots" }),
            { total, pack } = tree,
            place = now.shape === "icicle" ? "below" : "above";
        ownView.whole = this.wholeNow();
        if (ownView.measures) ownView.title = titleOf(tree, ownView, now.from === "leaves");
        const facts = subtitleAfter(pack.facts?.(this.written) ?? this.written, ownView, steps, {
            whole: columns ? columns[column].whole : this.own.whole,
            chosen: ownView.whole,
            left: total[0],
            callers: now.from === "leaves" ? place : "",
        });
        ownView.subtitle = this.withWords(facts);
    }

    /** The title in parts (highlights.js), of which some lead on; null where an author wrote it, and of a chart that
     * says which thread runs most. */
    get answer() {
        const { ownView, calls } = this.picture,
            { measures, whole } = ownView;
        if (!this.changes || !measures || (this.inTime && ownView.time.title)) return null;
        return sentenceOf(highlightsOf(calls), measures, whole, this.now.from === "leaves");
    }

    /* True where it is the profile, and the column, that was drawn: no part of a recording. */
    get isWhole() {
        return !this.viewer.page.part && !this.now.steps && this.now.column === this.first.column;
    }

    /* Takes the profile that the table and the call tree show. */
    applyProfile() {
        const { picture, now } = this;
        picture.calls = this.derived.treeOf({ steps: this.steps, order: this.derived.order, from: "roots" });
        picture.ownView.own = now.from === "leaves" ? "outermost" : this.own.own;
        picture.ownView.legend = this.isWhole ? this.own.legend : this.own.legend.map(withoutShare);
        this.viewer.page.views.take(picture.calls);
    }
}
