/*
 * view_compare.js - what a page shows: its own profile, or the differential of that and of a file that the reader
 * gives it, by a button or by dropping it anywhere.
 *
 *     own profile   [Compare with a file...]
 *     differential  [Swap sides] [One profile]
 *
 * Each time a viewer of its own takes the place of the one before, in the page as it was written.
 */
import { Frame } from "../frame/frame.js";
import { Refusal } from "../frame/refusal.js";
import { warmUp } from "./warm_up.js";
import { openFlamePage } from "./flame_page.js";
import { IN_TIME } from "./sibling_orders.js";
import { addTimeStrip } from "./time_strip.js";
import { decodeBase64 } from "../data/bytes.js";
import { differential } from "./differential.js";
import { htmlElement } from "../draw/dom.js";
import { readColours } from "../data/colours.js";
import { readTree, readView } from "../data/load.js";
import { kindsOf, labelOf, matchColumn, openFile } from "../data/open_file.js";
import { decodeChart } from "../data/chart_samples.js";
import { decodePack } from "../data/pack.js";
import { readLabels } from "../data/pack_labels.js";
import { addFunctions } from "../data/pack_functions.js";
import { textOfPage } from "../data/embedded_data.js";
import { markdownOfPage } from "./markdown.js";
import { compareProfiles } from "../profile/compare.js";
import { readFragment } from "../profile/navigate.js";
import { argumentOf, commandOf, pageFile } from "../profile/steps.js";
import { pairNames } from "../profile/paired_names.js";
import { columnsOf, showColumn } from "./pickers.js";
import { Suggestions } from "./suggestions.js";
import { darkSheet } from "../draw/style_sheet_changes.js";

const DROP = "fr-drop"; // of the document, while a file is over it
const MOST_KEPT = 4 << 20; // bytes of a file that the browser's history keeps
const FILES = ".html,.htm,.svg,.folded,.txt,.gz";

/* Rows for commands.js. */
const isPossible = ({ page }) => page.comparison.possible,
    isShown = ({ page }) => page.comparison.sides;
const COMPARE_COMMANDS = [
    ["", "Compare with another profile: choose a file", ({ page }) => page.comparison.choose(), isPossible],
    ["", "Copy as Markdown: the sentence, the first rows of the table, the command", ({ page }) => page.comparison.copyMarkdown()],
    ["", "Swap base and new", ({ page }) => page.comparison.swap(), isShown],
    ["", "One profile: the page's own", ({ page }) => page.comparison.end(), isShown],
];

/* The listeners of a viewer on the window and the document end with it. */
function listenUntil(signal, make) {
    for (const target of [window, document])
        target.addEventListener = (type, act, options) =>
            EventTarget.prototype.addEventListener.call(target, type, act, { ...options, signal });
    try {
        return make();
    } finally {
        for (const target of [window, document]) delete target.addEventListener;
    }
}

/* The other views are as they open elsewhere. */
function openInTime(shown) {
    shown.first.order = IN_TIME;
    shown.take({});
}

class Comparison {
    constructor(figure) {
        const main = figure.closest("main");
        this.main = main;
        this.written = main.cloneNode(true);
        this.title = document.title;
        this.file = document.documentElement.dataset.file; // that commands name, where there is one
        this.sides = null; // base and new, where two profiles are shown
        this.ended = new AbortController(); // of the viewer that is shown
        this.turn = Promise.resolve(); // the last that began; see inTurn()
        this.entry = this.began = 0; // how often the entry of the history was another; when the last act began
        this.field = htmlElement("input", { type: "file", accept: FILES, "aria-label": "Profile to compare with" });
        this.field.hidden = true;
        this.field.addEventListener("change", () => {
            const [file] = this.field.files;
            this.inTurn(() => this.take(file));
        });
    }

    /* An act that takes a while begins when the one before has ended: it reads what that shows. */
    inTurn(act) {
        const begin = () => {
            this.began = this.entry;
            return act();
        };
        this.turn = this.turn.then(begin, begin);
        return this.turn;
    }

    /** Shows the page's own profile, or what it is of. */
    async showOwn() {
        const svg = this.main.querySelector("svg[role]"),
            view = readView(svg),
            tree = await readTree(svg, view, differential, readLabels),
            functions = textOfPage("functions");
        if (functions) await addFunctions(tree, functions);
        await readColours(view);
        if (view.time) tree.lanes = await decodeChart(decodeBase64(textOfPage("chart")));
        await warmUp(view, tree);
        this.show(view, tree);
    }

    /* A new viewer in the page as it was written. */
    show(view, tree) {
        this.ended.abort();
        this.ended = new AbortController();
        this.nameFile();
        const fresh = this.written.cloneNode(true),
            { length } = document.adoptedStyleSheets;
        this.main.replaceWith(fresh);
        this.main = fresh;
        this.possible = Boolean(textOfPage("data") && view.changes && !this.sides);
        if (this.sides) document.title = view.title;
        this.viewer = listenUntil(this.ended.signal, () => this.open(fresh, view, tree));
        this.ended.signal.addEventListener("abort", () => {
            document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, length);
        });
        if (this.sides) darkSheet(view, fresh.querySelector("figure"));
    }

    /* Commands name the page again, where those of a range name the recording. */
    nameFile() {
        if (this.file === undefined) delete document.documentElement.dataset.file;
    }

    open(main, view, tree) {
        const figure = main.querySelector("figure"),
            details = main.querySelector("#flamerender-table"),
            table = details && details.querySelector("table");
        if (details) details.remove();
        const frame = new Frame(main),
            viewer = openFlamePage({ frame, figure, view, tree, table, commands: COMPARE_COMMANDS }),
            { page } = viewer;
        page.comparison = this;
        this.suggestions = new Suggestions(viewer);
        addTimeStrip(page, frame);
        page.open({ rows: () => this.rows(), chips: (own) => this.chips(own) });
        if (tree.lanes && view.time.opens) openInTime(page.shown);
        frame.above.append(this.field);
        this.refusal = new Refusal(frame);
        viewer.start();
        return viewer;
    }

    /** Returns what the address has of it. */
    get words() {
        const { sides, taken } = this;
        return sides ? { compared: taken.name, column: taken.column } : {};
    }

    /* Rows of the panel of more (more_panel.js). */
    rows() {
        const copy = ["Copy as Markdown", () => this.copyMarkdown()],
            choose = this.possible ? [null, ["Compare with a file\u2026", () => this.choose()]] : [];
        if (this.sides) return [copy, null, ["Swap sides", () => this.swap()], ["One profile", () => this.end()]];
        return [copy, ...choose, ...this.suggestions.rows];
    }

    /* Returns the chips: a comparison to be left, steps that hold, and those that would make the picture smaller. */
    chips(own) {
        const title = "The page's own profile again",
            left = this.sides ? [{ text: "compared with a file", title, act: () => this.end(), holds: true }] : [];
        return [...left, ...own, ...this.suggestions.chips];
    }

    /* Words of the command that compares the same; [] where the sides call the column by two names. */
    get commandWords() {
        const { sides, taken } = this,
            files = sides.map(({ file }) => file),
            [name, ...others] = sides.map(({ pack, column }) => columnsOf(pack)[column]);
        if (!taken.column && sides.every(({ column, drawn = column }) => drawn === column)) return files;
        return others.every((other) => other === name) ? ["--sample-index=" + name, ...files] : [];
    }

    copyMarkdown() {
        return this.viewer.copyText(markdownOfPage(this.viewer, this.sides && this.commandWords));
    }

    choose() {
        this.field.click();
    }

    /** Compares the page's own profile, in the column that is shown, with a file, which the browser's history keeps for
     * a reload. `key` tells files of one name apart. */
    async take(file, key = Date.now()) {
        const { own, sides, taken, view } = this; // that stay where the file is refused
        this.field.value = "";
        if (!file) return;
        try {
            Object.assign(this, await this.read(file, key));
            this.compare();
            this.viewer.focus();
        } catch (error) {
            Object.assign(this, { own, sides, taken, view });
            this.refuse(file.name, error.message);
        }
    }

    /* Returns what is compared: the page's own profile and a file. */
    async read(file, key) {
        const { own, view } = await this.readOwn(),
            other = await openFile(file),
            bytes = file.size <= MOST_KEPT ? await file.arrayBuffer() : null;
        other.file = argumentOf(file.name);
        if (other.label === own.label) [own.label, other.label] = ["this page", "the file"];
        const sides = [own, matchColumn(other, own.pack.columns[own.column])],
            taken = { name: file.name, key, column: own.chosen, bytes };
        return { own, sides, taken, view };
    }

    /* In whole sentences, with the command that reads any profile. */
    refuse(name, why) {
        const command = commandOf(["flamerender", "diff", pageFile(), argumentOf(name), "-o", "diff.html"]);
        this.refusal.show(`${name} cannot be compared`, why[0].toUpperCase() + why.slice(1) + ".", command);
        this.viewer.say(`${name} cannot be compared: ${why}`);
        this.viewer.page.show(); // commands name the recording again while a range holds
    }

    async readOwn() {
        const view = JSON.parse(textOfPage("view"));
        if (view.what === "diff") throw new Error("this page is a differential already");
        if (!view.changes) throw new Error("this page does not carry its profile");
        await readColours(view);
        this.nameFile();
        const pack = await decodePack(decodeBase64(textOfPage("data"))),
            label = labelOf(decodeURIComponent(location.pathname.split("/").pop()) || "this page"),
            { column } = this.sides ? this.own : this.viewer.picture.ownView;
        const chosen = column === view.column ? "" : columnsOf(view)[column]; // what the address has of it
        if (chosen) showColumn(view, column, { ...view });
        return { own: { pack, column, chosen, kinds: kindsOf(view), label, file: pageFile() }, view };
    }

    compare() {
        const { sides, notes } = pairNames(this.sides),
            { tree, view } = compareProfiles(...sides, this.view, notes);
        this.show(view, tree);
        this.remember();
        this.viewer.say(view.title);
    }

    /* The entry of the browser's history keeps what is compared, and in which order. Where Back has led to another one
     * meanwhile, that one has its own. */
    remember() {
        const { sides, own, taken } = this;
        if (this.entry !== this.began) return;
        try {
            history.replaceState(sides && { ...taken, swapped: sides[0] !== own }, "");
        } catch {
            // a reload then shows the page's own profile
        }
        this.viewer.address.replace();
    }

    /** The comparison that the page was left with. An address without the file says which one is missing. */
    async again() {
        const isViewer = document.documentElement.dataset.file, // viewer.html, which begins anew
            { name, key, bytes, swapped } = (!isViewer && history.state) || {},
            missing = readFragment(location.hash).compared;
        if (bytes) await this.take(new File([bytes], name), key);
        if (this.sides && swapped) this.swap();
        if (missing && !this.sides) this.viewer.sayNotice(`compared with ${missing}: choose that file`);
    }

    swap() {
        this.sides.reverse();
        this.compare();
    }

    async leave() {
        this.sides = null;
        document.title = this.title;
        await this.showOwn();
    }

    /* Back and Forward lead to what an entry of the history has. */
    async follow() {
        const { sides, own, taken } = this,
            { name = readFragment(location.hash).compared, key = taken?.key, swapped } = history.state || {};
        if (sides && (taken.name !== name || taken.key !== key)) await this.leave();
        if (!this.sides) return name && this.again();
        return swapped === (sides[0] === own) && this.swap();
    }

    end() {
        return this.inTurn(async () => {
            await this.leave();
            this.remember();
            this.viewer.focus();
        });
    }

    listen() {
        window.addEventListener("popstate", () => {
            this.entry++;
            this.inTurn(() => this.follow());
        });
        const mark = (on) => document.documentElement.classList.toggle(DROP, on),
            isFile = ({ dataTransfer }) => dataTransfer && dataTransfer.types.includes("Files");
        window.addEventListener("dragover", (event) => {
            if (!isFile(event)) return;
            event.preventDefault();
            mark(true);
        });
        window.addEventListener("dragleave", ({ relatedTarget }) => mark(Boolean(relatedTarget)));
        window.addEventListener("drop", (event) => {
            if (!isFile(event)) return;
            event.preventDefault();
            mark(false);
            const [file] = event.dataTransfer.files; // gone when the event is over
            this.inTurn(() => this.take(file));
        });
    }
}

/** Starts the viewer of a page. */
export async function openPage(figure) {
    const comparison = new Comparison(figure);
    await comparison.showOwn();
    comparison.listen();
    await comparison.inTurn(() => comparison.again());
}
