/*
 * page_parts.js - what a page has beyond a picture: the row above it, with the shape of the graph and the
 * order of siblings.
 *
 *     [Flame|Icicle]  [Largest first]
 */
import { button } from "./bar.js";
import { CanvasBoxes } from "../draw/canvas.js";
import { endInLayout } from "../profile/chains.js";
import { htmlElement } from "../draw/dom.js";
import { boxEnd, PX } from "../draw/layout.js";
import { findPath, pathOf } from "../profile/navigate.js";
import { Hands, PAN_COMMANDS, ZOOM_COMMANDS } from "./hands.js";
import { Minimap } from "../draw/minimap.js";
import { Palette } from "./palette.js";
import { keepWhole } from "../draw/whole.js";
import { keepTheme, themeNow, turnTheme } from "../draw/theme.js";
import { Derived } from "../profile/derived.js";
import { IN_TIME, ORDER_OF, ORDER_WORDS, chartOf, optionsOf, ordersOf, possibleOrder } from "./orders.js";
import { Pickers, columnsOf, showColumn } from "./pickers.js";
import { inOrder, readSteps, writeSteps } from "../profile/steps.js";
import { STEP_COMMANDS, StepsView } from "./view_steps.js";
import { EXPORT_COMMANDS, Exports } from "./view_export.js";
import { SandwichView } from "./view_sandwich.js";
import { placeTools } from "./spare_tools.js";
import { Spans } from "./spans.js";
import { CALL_COMMANDS, CallTree } from "./view_calls.js";
import { ChangeTable } from "./view_changes.js";
import { FunctionTable } from "./view_table.js";

const MOST_NAMED = 30; // frames of a chain in its tooltip
const SHAPES = ["flame", "icicle"];

/** Rows for commands.js. */
const PAGE_COMMANDS = [
    ["i", "Turn over: flame or icicle", ({ page }) => page.change({ shape: page.other("shape", SHAPES) })],
    [
        "o",
        "Order of siblings: by name, largest first, or as time goes",
        ({ page }) => page.change({ order: page.other("order", page.orders) }),
        ({ page }) => page.orders.length > 1,
    ],
    [
        "t",
        "Theme: light, dark, or as the screen is",
        ({ page }) => page.nextTheme(),
        ({ picture }) => picture.view.scheme === "auto",
    ],
    [":", "Search all commands", ({ page }) => page.palette.open(), null, ": or Ctrl+K"],
];

/* "libc.so.6 12.1 %" in the legend is of the profile that was drawn. */
function withoutShare([fill, title, ...more]) {
    return [fill, title.replace(/ [<>]?[\d.]+\u202f%$/, ""), ...more];
}

/* Only where there is a table of functions. */
const SANDWICH = ["f", "Callers and callees of the function of a box", ({ page }) => page.sandwich.chooseBox()];

export class PageParts {
    constructor(viewer) {
        this.viewer = viewer;
        this.picture = viewer.picture;
        const { view, tree } = this.picture;
        this.picture.ownView = view; // of the profile; a chart has one of its own
        const order = ORDER_OF[view.sort];
        this.columns = columnsOf(view);
        this.first = { shape: SHAPES[view.icicle], order, from: "roots", steps: "" };
        Object.assign(this.first, { column: this.columns[view.column] || "", chains: "" });
        this.derived = new Derived(view, tree, order);
        this.orders = ordersOf(order, tree);
        this.now = { ...this.first };
        this.palette = new Palette(viewer);
        this.hands = new Hands(viewer);
        keepWhole(this.picture);
        this.spans = new Spans(viewer);
        this.minimap = new Minimap(viewer);
        this.tools = this.makeTools();
        const details = document.getElementById("flamerender-table"),
            whole = tree.pack && !view.chart; // the functions are those of the profile
        this.table = details && whole ? new FunctionTable(viewer, details) : null;
        if (details && tree.functions) this.table = new ChangeTable(viewer, details);
        this.sandwich = this.table && new SandwichView(viewer, this.table.functions, details);
        this.picture.calls = tree;
        this.calls = this.table && tree.complete ? new CallTree(viewer, details, this.table) : null;
        this.below = [this.sandwich, this.calls].filter(Boolean); // what an address holds, too
        this.exports = new Exports(viewer, this);
        this.themed = button("", "Theme: change it (t)", "", () => this.nextTheme());
        this.themed.hidden = view.scheme !== "auto";
        this.tools.append(this.exports.button, this.themed);
        this.commands = [...PAGE_COMMANDS, ...PAN_COMMANDS, ...EXPORT_COMMANDS];
        if (this.sandwich) this.commands.push(SANDWICH);
        if (this.calls) this.commands.push(...CALL_COMMANDS);
        if (!view.diff) this.commands.push(...ZOOM_COMMANDS);
        if (this.sandwich && !tree.sides) this.addSteps();
    }

    /* What needs the whole profile, and one alone. */
    addSteps() {
        const { own, title, subtitle, column, legend, whole } = this.picture.view;
        this.own = { own, title, subtitle, column, legend, whole };
        this.stepsView = new StepsView(this.viewer, this);
        this.pickers = new Pickers(this);
        this.tools.firstChild.after(this.makeTurn());
        const { runtimes, only, without } = this.stepsView;
        this.chains = button("", "Fold chains of single callees into one box (x)", "Fold chains", () =>
            this.foldChains(),
        );
        this.tools.append(this.chains, ...this.pickers.elements, runtimes, only, without);
        this.commands = [...this.commands, ...STEP_COMMANDS];
    }

    makeTurn() {
        this.turned = button("", "Callers: hot functions first, their callers on them (b)", "Callers", () =>
            this.turn(),
        );
        return this.turned;
    }

    /* From the leaves the largest stands first. */
    turn() {
        const leaves = this.now.from === "roots";
        this.change({
            from: leaves ? "leaves" : "roots",
            order: leaves ? "largest" : this.first.order,
        });
    }

    foldChains() {
        this.change({ chains: this.now.chains ? "" : "folded" });
    }

    /** What else the tooltip of a node says: the frames that stand behind "+2". */
    facts(node) {
        const { layout, tree, view } = this.picture,
            last = boxEnd(layout, node, view),
            names = Array.from({ length: last - node }, (_, i) => tree.nameOf(node + 1 + i)),
            shown = names.length > MOST_NAMED ? [...names.slice(0, MOST_NAMED), "..."] : names;
        return names.length ? [["+" + names.length, shown.join("; ")]] : [];
    }

    get steps() {
        return readSteps(this.now.steps);
    }

    /** Other steps, which Back takes back. */
    changeSteps(steps) {
        steps = inOrder(steps);
        const possible = this.derived.possible(steps);
        if (possible.length < steps.length) this.viewer.notice("nothing would be left: not done");
        else if (this.derived.areSame(steps, this.steps))
            this.viewer.notice("that changes nothing here");
        else this.change({ steps: writeSteps(steps) }, true);
    }

    /** What else than steps a command needs to draw the same. */
    get shown() {
        return optionsOf(this.now, this.picture.ownView);
    }

    makeTools() {
        this.shapes = SHAPES.map((shape) => {
            const title = shape[0].toUpperCase() + shape.slice(1);
            return button("", title, title, () => this.change({ shape }));
        });
        this.order = button("", "", "", () => this.change({ order: this.other("order", this.orders) }));
        const tabs = htmlElement("div", { class: "fr-tabs" });
        tabs.append(...this.shapes);
        const tools = htmlElement("div", { class: "fr-tools", role: "group", "aria-label": "View" });
        tools.append(tabs, this.order);
        return tools;
    }

    other(what, words) {
        return words[(words.indexOf(this.now[what]) + 1) % words.length];
    }

    /** Takes its place above the picture. What does not fit the window as a flame graph opens as an icicle,
     * the largest first unless the order is that of the input. */
    open(figure) {
        const { picture, first } = this;
        const { canvasFrom } = figure.dataset; // a test has it, to see a small picture on a canvas
        picture.canvas = new CanvasBoxes(picture, canvasFrom && Number(canvasFrom));
        placeTools(this.tools, figure);
        this.palette.listen(figure);
        this.minimap.listen(figure);
        this.hands.listen();
        this.spans.listen();
        this.exports.listen(figure);
        if (this.stepsView) {
            this.tools.after(this.stepsView.element);
            figure.after(this.stepsView.menu.element);
            this.stepsView.show();
        }
        picture.layOut();
        if (picture.furniture.height / PX <= picture.room || first.shape === "icicle") return;
        this.first = { ...first, shape: "icicle", order: first.order === "met" ? "met" : "largest" };
        this.orders.sort((a, b) => (b === this.first.order) - (a === this.first.order)); // time stays the last
        this.set({ shape: "", order: "" });
    }

    /** What is not as the page opened, for the address. */
    get state() {
        const { now, first } = this,
            changed = ([what]) => now[what] !== first[what];
        const words = Object.fromEntries(Object.entries(now).filter(changed));
        words.span = this.spans.text;
        return Object.assign(words, ...this.below.map((part) => part.state));
    }

    /** Takes what an address says; true where that changed something. */
    set(state) {
        const { shape, from, steps, column, chains } = state;
        const before = JSON.stringify(this.now);
        this.now = {
            shape: SHAPES.includes(shape) ? shape : this.first.shape,
            order: possibleOrder(state, this.orders, this.first.order),
            from: from === "leaves" && this.stepsView ? from : this.first.from,
            column: this.stepsView ? this.possibleColumn(column) : "",
            chains: chains === "folded" && this.stepsView ? chains : "",
        };
        this.now.steps = this.stepsView ? this.possibleSteps(steps || "") : "";
        const changed = JSON.stringify(this.now) !== before;
        if (changed) this.apply();
        if (state.span) this.spans.set(state.span);
        if ("function" in state) for (const part of this.below) part.set(state);
        return changed;
    }

    /* What has no values is not shown. */
    possibleColumn(name) {
        const { ownView: view } = this.picture,
            column = this.columns.indexOf(name);
        const shown = column >= 0 && this.derived.hasColumn(column) ? column : this.own.column;
        if (view.columns && shown !== view.column) showColumn(view, shown, this.own);
        return this.columns[shown] || "";
    }

    possibleSteps(text) {
        const steps = readSteps(text),
            possible = this.derived.possible(steps);
        if (possible.length < steps.length)
            setTimeout(() => this.viewer.notice("some steps of the address leave nothing here"));
        return writeSteps(possible);
    }

    /** The same by hand; `push` makes an entry of the browser's history. */
    change(what, push = false) {
        if (!this.set({ ...this.now, ...what })) return;
        const { viewer } = this;
        viewer.hideTip();
        viewer.find.search(viewer.find.text, false);
        viewer.draw();
        viewer.sight.showRoot();
        if (push) viewer.address.push();
        else viewer.address.replace();
        viewer.say(this.words);
    }

    /* "icicle, Largest first, callers" */
    get words() {
        const { shape, order, from } = this.now;
        const more = [from === "leaves" && "callers", this.now.chains && "chains folded"];
        return [shape, ORDER_WORDS[order], ...more.filter(Boolean)].join(", ");
    }

    apply() {
        const { picture, now, viewer } = this;
        const { ownView } = picture,
            inTime = now.order === IN_TIME;
        ownView.icicle = SHAPES.indexOf(now.shape);
        ownView.chainEnd = now.chains && !inTime ? endInLayout : null;
        if (this.stepsView) ownView.whole = this.wholeNow();
        picture.view = picture.colours.view = inTime ? { ...ownView, ...ownView.time } : ownView;
        const old = picture.tree,
            tree = inTime ? chartOf(this.derived) : this.derived.treeOf({ ...now, steps: this.steps });
        if (tree === old) return;
        if (this.stepsView) this.applyProfile();
        const same = (node) => findPath(tree, pathOf(old, node)).node;
        picture.tree = tree;
        this.spans.set("");
        viewer.sides.set(viewer.sides.state); // the other tree may have another width
        picture.zoom = same(picture.zoom);
        picture.selected = same(picture.selected);
        picture.matches = null;
        picture.wholeRows = 0;
    }

    /* What shares refer to. */
    wholeNow() {
        const { columns, column } = this.picture.ownView;
        return this.derived.chosen(this.steps) ?? (columns ? columns[column].whole : this.own.whole);
    }

    /* Whether it is the profile, and the column, that was drawn. */
    get isWhole() {
        return !this.now.steps && this.now.column === this.first.column;
    }

    /* What the table and the sandwich are of. */
    applyProfile() {
        const { picture, now } = this;
        picture.calls = this.derived.treeOf({ steps: this.steps, order: this.derived.order, from: "roots" });
        picture.ownView.own = now.from === "leaves" ? "outermost" : this.own.own;
        picture.ownView.legend = this.isWhole ? this.own.legend : this.own.legend.map(withoutShare);
        this.table.take(picture.calls);
        this.sandwich.take(this.table.functions);
        this.stepsView.show(); // its height is known before the picture is laid out
    }

    /** Ends callers and callees, or else shows the whole width; true where one of them was there. */
    escape() {
        const shown = this.sandwich && this.sandwich.row;
        if (shown) this.sandwich.choose(null);
        else if (this.picture.span && !this.picture.zoom) this.spans.end();
        else return false;
        return true;
    }

    nextTheme() {
        turnTheme();
        this.show();
        this.picture.paintBoxes();
        this.picture.showSelected();
        this.viewer.say(`theme: ${themeNow()}`);
    }

    /** Shows what is chosen. */
    show() {
        const { now } = this;
        keepTheme(this.picture.svg.getRootNode());
        this.themed.textContent = `Theme: ${themeNow()}`;
        this.themed.setAttribute("aria-label", `Theme: ${themeNow()}, change it`);
        this.minimap.show();
        if (this.table) this.table.show();
        if (this.calls) this.calls.show();
        if (this.sandwich) this.sandwich.show();
        if (this.stepsView) {
            this.stepsView.show();
            this.pickers.show();
            this.turned.setAttribute("aria-pressed", String(now.from === "leaves"));
            this.chains.setAttribute("aria-pressed", String(now.chains !== ""));
        }
        this.shapes.forEach((tab, i) => tab.setAttribute("aria-pressed", String(SHAPES[i] === now.shape)));
        this.order.hidden = this.orders.length < 2;
        this.order.textContent = ORDER_WORDS[now.order];
        this.order.setAttribute("aria-label", `Order: ${ORDER_WORDS[now.order]}, change it`);
        this.order.title = `Order: ${ORDER_WORDS[now.order]}, change it (o)`;
    }
}
