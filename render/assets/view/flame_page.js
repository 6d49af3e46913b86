/*
 * flame_page.js - the page of a flame graph or a differential: its state (page_state.js), its views (page_views.js) and
 * its controls (page_controls.js) in the frame (frame/frame.js), around the viewer of the picture.
 */
import { CanvasBoxes } from "../draw/canvas.js";
import { htmlElement, px } from "../draw/dom.js";
import { boxEnd, PX } from "../draw/layout.js";
import { statementOf } from "../draw/foot.js";
import { Minimap } from "../draw/minimap.js";
import { keepTheme, takeTheme, themeNow, themeWord, turnTheme } from "../draw/theme.js";
import { cacheUnzoomed } from "../draw/unzoomed_layout.js";
import { makePanels } from "../frame/panels.js";
import { formatExact, SEPARATOR } from "../profile/format.js";
import { functionsOf } from "../profile/functions.js";
import { findPath, pathOf } from "../profile/navigate.js";
import { argumentsOf, commandOf, exactly, inOrder, pageFile, writeSteps } from "../profile/steps.js";
import { Gestures, PAN_COMMANDS, ZOOM_COMMANDS } from "./gestures.js";
import { PageControls } from "./page_controls.js";
import { PageState, SHAPES } from "./page_state.js";
import { PageViews } from "./page_views.js";
import { Palette } from "./palette.js";
import { Spans } from "./spans.js";
import { STEP_COMMANDS, StepsView } from "./view_steps.js";
import { EXPORT_COMMANDS, Exports } from "./view_export.js";
import { ChangeList } from "./change_list.js";
import { ChangesWalk } from "./walk_changes.js";
import { CALL_COMMANDS } from "./view_calls.js";
import { differential } from "./differential.js";
import { Viewer } from "../main.js";

const MOST_NAMED = 30; // frames of a chain in the details
const PHONES = "(max-width: 699px)",
    PHONE_ROWS = { row: 28, label: 130 };
const LARGE = 1100; // px: narrower windows have less in the details

/** Rows for commands.js. */
const PAGE_COMMANDS = [
    ["i", "Turn over: flame or icicle", ({ page }) => page.change({ shape: page.other("shape", SHAPES) })],
    [
        "o",
        "Order of siblings: by name, largest first, or as time goes",
        ({ page }) => page.change({ order: page.other("order", page.shown.orders) }),
        ({ page }) => page.shown.orders.length > 1,
    ],
    [
        "t",
        "Theme: light, dark, or as the screen is",
        ({ page }) => page.nextTheme(),
        ({ picture }) => picture.view.scheme === "auto",
    ],
    [":", "Search all commands", ({ page }) => page.palette.open(), null, ": or Ctrl+K"],
];

/* Only of a differential that knows its functions. */
/** In place of a command where none draws what is shown. */
export const NO_COMMAND = "#";

const CHANGE_COMMANDS = [
    ["j", "Next change", ({ page }) => page.walk.go(1)],
    ["k", "Previous change", ({ page }) => page.walk.go(-1)],
];

/* Only where there is a table of functions. */
const AROUND = ["f", "Callers and callees of the function of a box", ({ page }) => page.views.chooseBox()];

export class FlamePage {
    /** `frame` is that of the page, `written` its parts as they were written (page_views.js). */
    constructor(viewer, frame, written) {
        Object.assign(this, { viewer, frame, picture: viewer.picture });
        this.part = ""; // "flamerender INPUT --range 3.4-3.6": draws what is shown where that is not what the file has
        const { view, tree } = this.picture,
            carriesProfile = Boolean(written.table && tree.pack && !view.chart);
        this.picture.ownView = view; // of the profile; a chart has one of its own
        this.picture.calls = tree;
        this.palette = new Palette(viewer);
        this.gestures = new Gestures(viewer);
        cacheUnzoomed(this.picture);
        this.picture.writtenRows = { row: view.row, label: view.label };
        this.fitRows();
        window.addEventListener("resize", () => this.fitRows());
        this.spans = new Spans(viewer);
        this.minimap = new Minimap(viewer);
        this.shown = new PageState(viewer, carriesProfile);
        this.views = new PageViews(viewer, frame, written);
        this.shown.offer(this.views.names);
        this.exports = new Exports(viewer, this);
        this.stepsView = carriesProfile ? new StepsView(viewer, this) : null;
        this.commands = [...this.views.commands, ...PAGE_COMMANDS, ...PAN_COMMANDS, ...EXPORT_COMMANDS];
        if (this.views.around) this.commands.push(AROUND);
        if (this.views.calls) this.commands.push(...CALL_COMMANDS);
        this.walk = view.diff && tree.functions ? new ChangesWalk(viewer) : null;
        if (this.walk) {
            this.commands.push(...CHANGE_COMMANDS);
            this.changes = new ChangeList(viewer, this.walk, written.figure);
        }
        if (!view.diff) this.commands.push(...ZOOM_COMMANDS);
        if (this.stepsView) this.commands.push(...STEP_COMMANDS);
    }

    /** Takes its place around the picture. What does not fit the stage as a flame graph opens as an icicle, the largest
     * first unless the order is that of the input. */
    open(more) {
        const { picture, shown } = this,
            { first } = shown,
            { canvasFrom } = this.views.written.figure.dataset; // a test has it, to see a small picture on a canvas
        picture.canvas = new CanvasBoxes(picture, canvasFrom && Number(canvasFrom));
        this.controls = new PageControls(this.viewer, this, more);
        this.palette.listen(this.frame.above);
        this.minimap.listen(picture.port);
        this.gestures.listen();
        this.spans.listen();
        this.exports.listen(this.frame.above);
        if (this.stepsView) this.frame.above.append(this.stepsView.menu.element);
        picture.layOut();
        if (picture.furniture.height / PX > picture.room && first.shape !== "icicle")
            shown.openAs("icicle", first.order === "met" ? "met" : "largest");
    }

    /** The first change is in the window as the page opens, with some rows around it. */
    showChange() {
        const { picture, viewer, walk } = this,
            row = !picture.zoom && walk?.changed[0];
        if (!row) return;
        let node = walk.nodeOf(row);
        while (!picture.layout.boxOf.has(node)) node = picture.tree.parent[node];
        viewer.visibleArea.reveal(picture.layout.boxOf.get(node), 3 * picture.view.row);
    }

    get now() {
        return this.shown.now;
    }

    get steps() {
        return this.shown.steps;
    }

    get table() {
        return this.views.table;
    }

    /* Fingers need higher rows, and eyes larger labels, on a phone. */
    fitRows() {
        const { picture } = this,
            { stage, view, ownView, writtenRows } = picture,
            rows = matchMedia(PHONES).matches ? PHONE_ROWS : writtenRows;
        Object.assign(view, rows);
        Object.assign(ownView, rows);
        for (const group of [stage.labels, stage.crumbs]) group.setAttribute("font-size", px(rows.label));
    }

    /** Returns what is not as the page opened, for the address. */
    get state() {
        const compared = this.comparison?.words; // of view_compare.js
        return { ...this.shown.words, span: this.spans.text, theme: themeWord(), ...compared, ...this.views.words };
    }

    /** Takes what an address says; true where that changed the picture. */
    set(state) {
        const { picture, view } = this.shown.take(state),
            isTurned = this.picture.view.scheme === "auto" && takeTheme(state.theme);
        if (picture) this.minimap.drawn = ""; // the same boxes may have other colours
        if (state.span) this.spans.set(state.span);
        this.views.set(state);
        if (view) this.views.turnTo(this.now);
        return picture || isTurned;
    }

    other(what, words) {
        return words[(words.indexOf(this.now[what]) + 1) % words.length];
    }

    /** The same by hand; `push` makes an entry of the browser's history. */
    change(what, push = false) {
        const { viewer, shown } = this,
            { picture, view } = shown.take({ ...this.now, ...what });
        if (!picture && !view) return;
        viewer.hideTip();
        if (what.colour) this.repaint();
        else if (picture) {
            viewer.find.search(viewer.find.text, false);
            viewer.draw();
            viewer.visibleArea.showRoot();
        }
        if (view) this.views.turnTo(this.now);
        if (push) viewer.address.push();
        else viewer.address.replace();
        if (picture) viewer.say(shown.spoken);
    }

    /** Other steps, which Back takes back. */
    changeSteps(steps) {
        const { derived } = this.shown,
            isLabelled = !derived.whole.pack.cutHasLabels && steps.some(({ step }) => step === "where");
        steps = inOrder(steps);
        if (steps[0]?.step === "range" && isLabelled) this.viewer.sayNotice("samples of a range have no labels: not done");
        else if (derived.possible(steps).length < steps.length) this.viewer.sayNotice("nothing would be left: not done");
        else if (derived.areSame(steps, this.steps)) this.viewer.sayNotice("that changes nothing here");
        else this.change({ steps: writeSteps(steps) }, true);
    }

    /** From the leaves the largest stands first. */
    turn() {
        const leaves = this.now.from === "roots";
        this.change({ view: "", from: leaves ? "leaves" : "roots", order: leaves ? "largest" : this.shown.first.order }, true);
    }

    foldChains() {
        this.change({ chains: this.now.chains ? "" : "folded" });
    }

    /** Another profile of the same kind in the same frame; search, view and shape stay. */
    take(view, tree) {
        const { picture, viewer } = this;
        Object.assign(picture.ownView, view);
        this.fitRows();
        viewer.hideTip();
        picture.take(tree);
        picture.calls = tree;
        this.shown.renew(); // which may take steps
        this.views.take(picture.calls);
        if (this.walk) {
            this.walk.take();
            this.changes.make();
        }
        if (view.diff) viewer.sides.show();
        else viewer.draw();
        viewer.find.search(viewer.find.text, false);
        viewer.visibleArea.showRoot();
    }

    /** Ends a panel that lies over the picture, or else shows the whole width; true where one of them was there. */
    escape() {
        const { help, find, picture, page } = this.viewer;
        if (this.controls.more.shown) this.controls.more.close();
        else if (this.now.view) this.change({ view: "" }, true);
        else if (this.picture.span && !this.picture.zoom) this.spans.end();
        else if (!help.shown && !find.query && !picture.zoom && page.leave) return page.leave() !== false;
        else return false;
        return true;
    }

    nextTheme() {
        this.turnTheme();
        this.viewer.say(`theme: ${themeNow()}`);
    }

    turnTheme(theme) {
        turnTheme(theme);
        this.viewer.address.replace();
        this.repaint();
    }

    /* The same boxes in other colours. */
    repaint() {
        this.minimap.drawn = "";
        this.show();
        this.picture.repaint();
    }

    /* ---- details ---- */

    /** The functions of the profile by their names' numbers, for their places; null in a differential, and in a chart,
     * whose values are times. */
    get functions() {
        const { calls, tree } = this.picture;
        if (tree.sides || !calls.pack || tree.offset) return null;
        const rows = functionsOf(calls);
        if (rows !== this.functionRows) {
            this.functionRows = rows;
            this.functionsById = new Map(rows.map((row) => [row.id, row]));
        }
        return this.functionsById;
    }

    /** Returns what else is said of a node: the frames that stand behind "+2". */
    facts(node, tree = this.picture.tree) {
        const { layout, view } = this.picture;
        if (tree !== this.picture.tree) return [];
        const last = boxEnd(layout, node, view),
            names = Array.from({ length: last - node }, (_, i) => tree.nameOf(node + 1 + i)),
            shown = names.length > MOST_NAMED ? [...names.slice(0, MOST_NAMED), "..."] : names;
        return names.length ? [`+${names.length}: ${shown.join("; ")}`] : [];
    }

    /** Returns what the details tell of while no box is under the pointer. */
    get chosen() {
        const { tree, view, zoom, selected, stage } = this.picture,
            node = stage.root.classList.contains("fr-selected") ? selected : zoom;
        if (this.now.view === "table") return this.views.chosen;
        return node ? { tree, node, view, zoom } : { whole: this.whole };
    }

    /* The root, and what is not drawn. */
    get whole() {
        const { tree, view, layout } = this.picture,
            drawn = layout ? statementOf(layout, view) : "",
            total = view.diff ? "Both sides" : "All " + formatExact(view, tree.total[0]);
        const line = innerWidth < LARGE && innerWidth < innerHeight ? "Tap a box: its numbers stand here" : [drawn, view.said, !this.changes && view.notes].filter(Boolean).join(SEPARATOR);
        return { name: total, line, numbers: [] };
    }

    /** The function that the details tell of while the table is shown. */
    get chosenRow() {
        return this.now.view === "table" ? this.views.row : null;
    }

    /** The command with these words that draws what is shown; "" where none does. */
    commandOf(words) {
        if (this.part === NO_COMMAND) return "";
        return [this.part || commandOf(["flamerender", pageFile()]), words].join(" ");
    }

    /* The parts of the title, each with what a click does and the command that does the same. */
    get answers() {
        const { shown, views, steps } = this,
            { calls } = this.picture,
            after = (step, name) => argumentsOf([...steps, { step, pattern: exactly(name) }]),
            command = (step, name) => this.commandOf(commandOf(after(step, name)));
        const lead = ({ text, after, id, node }) => {
            if (id) return { text, after, title: command("focus", calls.names[id]), act: () => views.choose(id) };
            if (!node) return { text };
            return { text, title: command("show-from", calls.nameOf(node)), act: () => this.zoomTo(calls, node) };
        };
        return shown.answer && shown.answer.map(lead);
    }

    /* Zooms the picture, from the roots, to a node of another tree of the same stacks. */
    zoomTo(calls, node) {
        this.views.go("flame");
        const { tree } = this.picture;
        this.viewer.zoom.go(findPath(tree, pathOf(calls, node)).node);
    }

    /** Shows what is chosen. */
    show() {
        const { picture } = this,
            { view } = picture;
        if (!this.controls) return;
        keepTheme(picture.svg.getRootNode());
        this.frame.say(view.title, view.subtitle, this.answers);
        this.minimap.show();
        this.views.show();
        this.controls.show();
        if (this.changes) this.changes.show();
        if (picture.layout) this.viewer.tip.showChosen();
        if (this.views.around) this.views.around.settle();
    }
}

/* A table of functions as the program writes it, without a row, which page_views.js fills. */
function newTable() {
    const head = htmlElement("thead", {}, htmlElement("tr"));
    return htmlElement("table", {}, htmlElement("caption"), head, htmlElement("tbody"));
}

/** The viewer of a page of a flame graph or a differential in a frame, with the picture of a <figure>. `table` is the
 * one that was written, null where there is none; pages whose profile is chosen in them get a new one. `commands` are
 * rows of commands.js; `ownWords`: those that the page has in the address. */
export function openFlamePage({ frame, figure, view, tree, table = newTable(), commands = [], ownWords }) {
    return new Viewer(figure.querySelector("svg[role]"), view, tree, differential, {
        port: frame.addPicture("picture", figure),
        ownWords,
        makePage: (viewer) => {
            const page = new FlamePage(viewer, frame, { figure, table });
            page.commands.push(...commands);
            return page;
        },
        makePanels: (viewer) => makePanels(viewer, frame),
        sayNotice: (text) => frame.sayNotice(text),
    });
}
