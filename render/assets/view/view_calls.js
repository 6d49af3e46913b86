/*
 * view_calls.js - the call tree of a page: the tree of the picture, whose rows open and close.
 */
import { htmlElement, setAttributes, svgElement } from "../draw/dom.js";
import { firstPlace } from "../profile/bounds.js";
import { formatGrouped } from "../profile/format.js";
import { findPath, pathOf } from "../profile/navigate.js";
import { CallRows } from "../profile/call_rows.js";

const MOST_INDENT = 16; // levels; a screen reader hears all

/** Rows for commands.js. */
export const CALL_COMMANDS = [
    ["T", "Call tree, or the picture", ({ page }) => page.change({ view: page.now.view === "calls" ? "" : "calls" }, true)],
];

export class CallTree {
    /** `table` is the table of functions, which knows the columns of this page. */
    constructor(viewer, place, table) {
        Object.assign(this, { viewer, table, at: 0, wanted: "" });
        this.picture = viewer.picture;
        this.caption = htmlElement("caption");
        this.body = htmlElement("tbody");
        const { columns } = this,
            about = { role: "treegrid", "aria-label": "Call tree" };
        this.heads = htmlElement("tr", {}, ...columns.map(() => htmlElement("th", { scope: "col" })));
        this.wide = columns.map(([, always]) => !always);
        this.mark(this.heads);
        place.append(htmlElement("table", about, this.caption, htmlElement("thead", {}, this.heads), this.body));
        this.body.addEventListener("click", (event) => this.onClick(event));
        this.body.addEventListener("focusin", (event) => this.onFocus(event));
        this.body.addEventListener("keydown", (event) => this.onKey(event));
        this.body.addEventListener("contextmenu", (event) => this.onMenu(event, { x: event.clientX, y: event.clientY }));
    }

    get columns() {
        return [["function", true], ...this.table.callColumns];
    }

    /* Phones have no room for some columns. */
    mark(line) {
        [...line.cells].forEach((cell, i) => cell.classList.toggle("fr-wide", this.wide[i]));
    }

    /* A chart has the samples; what calls what is in the tree of their sums. */
    get tree() {
        const { tree, calls } = this.picture;
        return tree.offset ? calls : tree;
    }

    /** Shows the tree of the picture; what the reader zooms to is opened. */
    show() {
        const { picture, tree } = this,
            on = this.viewer.page.now.view === "calls",
            zoom = tree === picture.tree ? picture.zoom : 0,
            { whole, diff, legend } = picture.ownView,
            drawn = [tree, zoom, picture.matches, whole, legend, diff && diff.self];
        if (!on || (this.drawn && drawn.every((what, i) => what === this.drawn[i]))) return;
        if (!this.rows || this.rows.tree !== tree) this.take(tree);
        if (zoom !== this.zoom) {
            this.rows.reveal(zoom);
            this.at = this.zoom = zoom;
        }
        this.drawn = drawn;
        this.draw();
    }

    /** The rows that are open where they were not at first, or the other way round, for the address. */
    get opened() {
        return this.rows ? this.rows.toggled : this.wanted;
    }

    /** The same from an address. */
    openAs(text) {
        if (text === this.opened) return;
        this.wanted = text;
        this.rows = this.drawn = null;
    }

    /* Another tree: what is open stays so, where it is there. */
    take(tree) {
        const { rows: before, at } = this;
        this.rows = new CallRows(tree, before);
        this.rows.toggleAll(this.wanted);
        this.wanted = "";
        this.at = before ? findPath(tree, pathOf(before.tree, at)).node : 0;
        this.zoom = 0;
    }

    draw() {
        const { rows, columns } = this,
            focused = this.body.contains(document.activeElement),
            listed = rows.list();
        if (!listed.some(({ node, more }) => node === this.at && !more)) this.at = 0;
        this.body.replaceChildren(...listed.map((row) => this.makeRow(row)));
        columns.forEach(([text], i) => {
            this.heads.cells[i].textContent = text;
        });
        const n = listed.filter(({ more }) => !more).length,
            sort = rows.tree.sides ? "change" : "total";
        this.caption.textContent = `${formatGrouped(n, 0)} of ${formatGrouped(rows.tree.n, 0)} calls; the largest ${sort} first. `
            + "Arrows walk, open and close; * opens all below; Enter zooms the picture.";
        if (focused) this.focus(this.at, { preventScroll: true });
    }

    makeRow(row) {
        const { node, level, place, of, more } = row,
            tabindex = node === this.at && !more ? 0 : -1,
            line = htmlElement("tr", { "aria-level": level, tabindex }),
            head = line.appendChild(htmlElement("th", { scope: "row" }));
        head.style.setProperty("--level", Math.min(level - 1, MOST_INDENT));
        Object.assign(line.dataset, { node, more: more || "" });
        if (more) {
            line.classList.add("fr-rest");
            head.append(`Show more of ${formatGrouped(more, 0)}`);
            head.colSpan = this.wide.length;
            return line;
        }
        setAttributes(line, { "aria-posinset": place, "aria-setsize": of });
        if (!this.rows.isLeaf(node)) line.setAttribute("aria-expanded", String(this.rows.open.has(node)));
        if (this.pale(node)) line.classList.add("fr-pale");
        head.append(htmlElement("i"), this.makeSwatch(node), this.rows.tree.titleOf(node));
        line.append(...this.table.makeCallCells(this.amountsOf(node)));
        this.mark(line);
        return line;
    }

    makeSwatch(node) {
        const size = { width: 11, height: 11 },
            fill = this.picture.colours.fill(this.rows.tree.fill[node]);
        return svgElement("svg", { ...size, "aria-hidden": "true" }, svgElement("rect", { ...size, rx: 2, ...fill }));
    }

    /* Self and total as the table's rows have them. */
    amountsOf(node) {
        const { tree } = this.rows,
            at = (columns) => Object.fromEntries(Object.entries(columns).map(([key, values]) => [key, values[node]]));
        if (tree.sides) return { self: at(tree.sides.self), total: at(tree.sides.total) };
        return { self: tree.self[node], total: tree.total[node] };
    }

    /* Neither it nor what it calls is what the search finds. */
    pale(node) {
        const { tree, matches } = this.picture;
        if (!matches || this.rows.tree !== tree) return false;
        const { nodes } = matches, // sorted
            next = nodes[firstPlace(0, nodes.length, (i) => nodes[i] < node)];
        return next === undefined || !tree.holds(node, next);
    }

    lineOf(node) {
        return this.body.querySelector(`tr[data-node="${node}"][data-more=""]`);
    }

    focus(node, options) {
        this.lineOf(node).focus(options);
    }

    /* One row is a tab stop; what keys of the picture do, they do to its box. */
    onFocus({ target }) {
        const line = target.closest("tr"),
            { picture } = this,
            before = this.lineOf(this.at);
        if (before) before.tabIndex = -1;
        line.tabIndex = 0;
        if (line.dataset.more) return;
        this.at = Number(line.dataset.node);
        if (this.rows.tree !== picture.tree) return;
        picture.selected = this.at;
        picture.showSelected();
    }

    onClick({ target }) {
        const line = target.closest("tr");
        line.focus({ preventScroll: true });
        if (String(getSelection())) return; // the reader copies
        this.act(line);
    }

    act(line) {
        const node = Number(line.dataset.node),
            place = [...this.body.rows].indexOf(line);
        if (line.dataset.more) this.rows.listMore(node);
        else this.rows.toggle(node);
        this.draw();
        this.body.rows[place].focus({ preventScroll: true });
        this.viewer.address.replace();
    }

    onMenu(event, at) {
        const { stepsView } = this.viewer.page,
            line = event.target.closest("tr"),
            node = Number(line.dataset.node);
        if (!stepsView || !node || line.dataset.more || this.rows.tree !== this.picture.tree) return;
        event.preventDefault();
        event.stopPropagation();
        stepsView.open(node, at);
    }

    onKey(event) {
        const line = event.target.closest("tr"),
            { left, bottom } = line.getBoundingClientRect(),
            go = (to) => to && to.focus();
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const keys = {
            ArrowUp: () => go(line.previousSibling),
            ArrowDown: () => go(line.nextSibling),
            ArrowRight: () => this.goIn(line),
            ArrowLeft: () => this.goOut(line),
            Home: () => go(this.body.firstChild),
            End: () => go(this.body.lastChild),
            "*": () => this.openAll(line),
            m: () => this.onMenu(event, { x: left + 40, y: bottom }),
        };
        if (line.dataset.more) keys.Enter = () => this.act(line);
        if (!keys[event.key]) return;
        event.preventDefault();
        event.stopPropagation();
        keys[event.key]();
    }

    /* Opens a row; of an open one, its first callee. */
    goIn(line) {
        const open = line.getAttribute("aria-expanded");
        if (open === "false" || line.dataset.more) this.act(line);
        else if (open === "true") line.nextSibling.focus();
    }

    /* Closes a row; of a closed one, its caller. */
    goOut(line) {
        const node = Number(line.dataset.node);
        if (line.getAttribute("aria-expanded") === "true") this.act(line);
        else if (line.dataset.more) this.focus(node);
        else if (node) this.focus(this.rows.tree.parent[node]);
    }

    openAll(line) {
        this.rows.openAll(Number(line.dataset.node));
        this.draw();
        this.viewer.address.replace();
    }
}
