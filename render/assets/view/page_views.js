/*
 * page_views.js - the views of a page as tabs: the picture from the roots, from the leaves and as time goes, the
 * table of functions with the callers and callees of one beside it, the call tree.
 */
import { Tabs } from "../frame/tabs.js";
import { htmlElement } from "../draw/dom.js";
import { functionNumbers } from "../profile/box_numbers.js";
import { CallTree } from "./view_calls.js";
import { ChangeTable } from "./view_changes.js";
import { FunctionTable } from "./view_table.js";
import { IN_TIME } from "./sibling_orders.js";
import { SandwichView } from "./view_sandwich.js";

const TABS = [
    ["flame", "Flame", "What calls what, from the roots (1)"],
    ["table", "Table", "All functions, with callers and callees"],
    ["callers", "Callers", "From the leaves: hot functions first, their callers on them (b)"],
    ["time", "Time", "The samples as time goes"],
    ["calls", "Calls", "The call tree as rows that open (T)"],
];

export class PageViews {
    /** `written` are parts of the page as it was written: {figure, table}, a <table> or null. */
    constructor(viewer, frame, written) {
        Object.assign(this, { viewer, frame, written, picture: viewer.picture });
        const { view, tree } = this.picture,
            isWhole = tree.pack && !view.chart; // the functions are those of the profile
        if (written.table && (isWhole || tree.functions)) this.addTable(written.table, tree);
        this.calls = this.table && tree.complete ? new CallTree(viewer, frame.addPanel("calls"), this.table) : null;
        const offers = { table: this.table, callers: isWhole && written.table, time: tree.lanes, calls: this.calls };
        const tabs = TABS.filter(([name]) => name === "flame" || offers[name]);
        this.tabs = new Tabs(frame, tabs, (name) => this.go(name));
        this.commands = tabs.map(([, title], i) => [
            String(i + 1),
            "View: " + title,
            ({ page }) => page.views.go(page.views.tabs.nameAt(i + 1)),
            () => tabs.length > 1,
        ]);
        frame.showPanel("picture");
    }

    addTable(table, tree) {
        const { viewer, frame } = this,
            left = htmlElement("div", { class: "fr-functions", id: "flamerender-table" }, table),
            right = htmlElement("div", { class: "fr-around" }),
            columns = frame.addPanel("table", htmlElement("div", { class: "fr-columns" }, left, right));
        columns.classList.toggle("fr-both", Boolean(tree.functions));
        this.table = tree.functions ? new ChangeTable(viewer, left) : new FunctionTable(viewer, left);
        this.around = new SandwichView(viewer, this.table.functions, right);
    }

    /** The names of the panels that lie over the picture. */
    get names() {
        return [this.table && "table", this.calls && "calls"].filter(Boolean);
    }

    /** The order of the table and the open rows of the call tree, for the address. */
    get words() {
        const { view } = this.viewer.page.now;
        return { sort: view === "table" ? this.table.sorted : "", open: view === "calls" ? this.calls.opened : "" };
    }

    /** The same from an address. */
    set({ view, sort, open }) {
        if (view === "table" && this.table) this.table.sortAs(sort);
        if (view === "calls" && this.calls) this.calls.openAs(open);
    }

    /* The tab of a state. */
    tabOf({ view, order, from }) {
        return view || (order === IN_TIME ? "time" : from === "leaves" ? "callers" : "flame");
    }

    /** To a view, as a click on its tab does. Time has all samples: it shows the part of the time that was chosen. */
    go(name) {
        const { page } = this.viewer,
            { now, shown, chosenTime } = page,
            order = now.order === IN_TIME || now.from === "leaves" ? shown.orders[0] : now.order;
        const wanted = {
            flame: { view: "", from: "roots", order },
            callers: { view: "", from: "leaves", order: "largest" },
            time: { view: "", from: "roots", order: IN_TIME, steps: "" },
        };
        if (name === "time" && now.steps) this.viewer.sayNotice("time has no steps: Back brings them again");
        page.change(wanted[name] || { view: name }, true);
        if (name === "time" && now.steps && chosenTime) page.showTime(chosenTime);
    }

    /** Shows the panel of a state. The focus goes along from another panel; where it is in the controls it stays. */
    turnTo(now) {
        const { activeElement } = document,
            goesAlong = this.frame.stage.contains(activeElement) || activeElement === document.body;
        this.frame.showPanel(now.view || "picture");
        this.viewer.page.show();
        if (goesAlong) this.viewer.focus();
    }

    /** The panel that lies over the picture has the keys; false where there is none. */
    focus() {
        const { view } = this.viewer.page.now;
        if (view === "calls") this.calls.focus(this.calls.at);
        else if (view) this.around.focus();
        return view !== "";
    }

    /** Other functions. */
    take(tree) {
        if (!this.table) return;
        this.table.take(tree);
        this.around.take(this.table.functions);
    }

    /* ---- functions ---- */

    get row() {
        return this.around && this.around.row;
    }

    isChosen(id) {
        return this.viewer.page.now.view === "table" && this.row && this.row.id === id;
    }

    /** Shows the callers and callees of a function (of tree.name). */
    choose(id) {
        const { page } = this.viewer,
            row = this.table && this.table.functions.find((one) => one.id === id);
        if (row) page.change({ view: "table", function: row.name }, true);
        else this.viewer.sayNotice("no function: it has no callers"); // the root, or a lane
    }

    /** That of the box under the pointer, or of the selected one. */
    chooseBox() {
        const { tree, hovered, selected } = this.picture;
        this.choose(tree.name[hovered >= 0 ? hovered : selected]);
    }

    /** The widest box of a function in the picture. */
    showInPicture(id) {
        const { viewer, picture } = this,
            { tree } = picture;
        let best = 0;
        for (let node = 1; node < tree.n; node++)
            if (tree.name[node] === id && (!best || tree.total[node] > tree.total[best])) best = node;
        viewer.page.change({ view: "" }, true);
        if (!best) return;
        if (picture.zoom && !tree.holds(picture.zoom, best)) viewer.zoom.go(0);
        if (!picture.layout.boxOf.has(best)) viewer.zoom.go(best);
        viewer.select(best);
        viewer.focus();
    }

    /** Returns what the details tell of in the table: its function. */
    get chosen() {
        const { row } = this,
            { ownView: view, calls, tree } = this.picture;
        if (!row) return { whole: { name: "No function", line: "", numbers: [] } };
        return { row, numbers: functionNumbers(row, view), tree: tree.sides ? tree : calls };
    }

    show() {
        const { now } = this.viewer.page;
        this.tabs.show(this.tabOf(now));
        if (this.table) this.table.show(now.view === "table");
        if (this.around) this.around.show(now);
        if (this.calls) this.calls.show();
    }
}
