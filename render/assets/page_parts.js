/*
 * page_parts.js - what a page has beyond a picture: the row above it, with the shape of the graph and the
 * order of siblings.
 *
 *     [Flame|Icicle]  [Largest first]
 */
import { button } from "./bar.js";
import { htmlElement } from "./dom.js";
import { PX } from "./layout.js";
import { findPath, pathOf } from "./navigate.js";
import { Palette } from "./palette.js";
import { largestFirst } from "./reorder.js";
import { SandwichView } from "./view_sandwich.js";
import { FunctionTable } from "./view_table.js";

const SHAPES = ["flame", "icicle"];
const ORDER_OF = { name: "name", value: "largest", input: "met" }; // by view.sort
const ORDER_WORDS = { name: "By name", largest: "Largest first", met: "As met" };

/** Rows for commands.js. */
const PAGE_COMMANDS = [
    ["i", "Turn over: flame or icicle", ({ page }) => page.change({ shape: page.other("shape", SHAPES) })],
    [
        "o",
        "Order of siblings: by name or largest first",
        ({ page }) => page.change({ order: page.other("order", page.orders) }),
        ({ page }) => page.orders.length > 1,
    ],
    [":", "Search all commands", ({ page }) => page.palette.open(), null, ": or Ctrl+K"],
];

/* Only where there is a table of functions. */
const SANDWICH_COMMANDS = [
    ["f", "Callers and callees of the function of a box", ({ page }) => page.sandwich.chooseBox()],
];

export class PageParts {
    constructor(viewer) {
        this.viewer = viewer;
        this.picture = viewer.picture;
        const { view, tree } = this.picture;
        this.first = { shape: SHAPES[view.icicle], order: ORDER_OF[view.sort] };
        this.trees = new Map([[this.first.order, tree]]); // by order
        this.orders = [...new Set([this.first.order, "largest"])];
        this.now = { ...this.first };
        this.palette = new Palette(viewer);
        this.tools = this.makeTools();
        const details = document.getElementById("flamerender-table"),
            whole = tree.frames && view.what === "flame"; // the functions are those of the profile
        this.table = details && whole ? new FunctionTable(viewer, details) : null;
        this.sandwich = this.table && new SandwichView(viewer, this.table.functions, details);
        this.commands = [...PAGE_COMMANDS, ...(this.sandwich ? SANDWICH_COMMANDS : [])];
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
        figure.before(this.tools);
        this.palette.listen(figure);
        picture.layOut();
        if (picture.furniture.height / PX <= picture.room || first.shape === "icicle") return;
        this.first = { shape: "icicle", order: first.order === "met" ? "met" : "largest" };
        this.set({ shape: "", order: "" });
    }

    /** What is not as the page opened, for the address. */
    get state() {
        const { now, first } = this,
            changed = ([what]) => now[what] !== first[what];
        const words = Object.fromEntries(Object.entries(now).filter(changed));
        return { ...words, ...(this.sandwich ? this.sandwich.state : {}) };
    }

    /** Takes what an address says; true where that changed something. */
    set(state) {
        const { shape, order } = state;
        if (this.sandwich && "function" in state) this.sandwich.set(state);
        const before = JSON.stringify(this.now);
        this.now = {
            shape: SHAPES.includes(shape) ? shape : this.first.shape,
            order: this.orders.includes(order) ? order : this.first.order,
        };
        const changed = JSON.stringify(this.now) !== before;
        if (changed) this.apply();
        return changed;
    }

    /** The same by hand. */
    change(what) {
        if (!this.set({ ...this.now, ...what })) return;
        const { viewer } = this;
        viewer.hideTip();
        viewer.find.search(viewer.find.text, false);
        viewer.draw();
        viewer.sight.showRoot();
        viewer.address.replace();
        viewer.say(`${this.now.shape}, ${ORDER_WORDS[this.now.order]}`);
    }

    apply() {
        const { picture, now, viewer } = this;
        picture.view.icicle = SHAPES.indexOf(now.shape);
        const old = picture.tree,
            tree = this.treeIn(now.order);
        if (tree === old) return;
        const same = (node) => findPath(tree, pathOf(old, node)).node;
        picture.tree = tree;
        viewer.sides.set(viewer.sides.state); // the other tree may have another width
        picture.zoom = same(picture.zoom);
        picture.selected = same(picture.selected);
        picture.matches = null;
    }

    /* The tree as it was read has one order; the other one is made when it is asked for. */
    treeIn(order) {
        const { orders, trees } = this;
        if (!trees.has(order)) trees.set(order, largestFirst(trees.get(orders[0])));
        return trees.get(order);
    }

    /** Shows what is chosen. */
    show() {
        const { now } = this;
        if (this.table) this.table.show();
        if (this.sandwich) this.sandwich.show();
        this.shapes.forEach((tab, i) => tab.setAttribute("aria-pressed", String(SHAPES[i] === now.shape)));
        this.order.hidden = this.orders.length < 2;
        this.order.textContent = ORDER_WORDS[now.order];
        this.order.setAttribute("aria-label", `Order: ${ORDER_WORDS[now.order]}, change it`);
        this.order.title = `Order: ${ORDER_WORDS[now.order]}, change it (o)`;
    }
}
