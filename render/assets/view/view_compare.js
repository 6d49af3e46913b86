/*
 * view_compare.js - what a page shows: its own profile, or the differential of that and of a file that the reader
 * gives it, by a button or by dropping it anywhere.
 *
 *     own profile   [Compare with a file]
 *     differential  [Previous change] [Next change] [Swap sides] [Own profile again]
 *
 * Each time a viewer of its own takes the place of the one before, in the page as it was written.
 */
import { makeAhead } from "./ahead.js";
import { button } from "./bar.js";
import { decodeBase64 } from "../data/bytes.js";
import { differential } from "./differential.js";
import { htmlElement } from "../draw/dom.js";
import { readTree, readView } from "../data/load.js";
import { Viewer } from "../main.js";
import { kindsOf, labelOf, matchColumn, openFile } from "../data/open_file.js";
import { decodeChart } from "../data/chart_samples.js";
import { decodePack } from "../data/pack.js";
import { readLabels } from "../data/pack_labels.js";
import { decodeFunctions } from "../data/pack_functions.js";
import { PageParts } from "./page_parts.js";
import { textOfPage } from "../data/parts.js";
import { compareProfiles } from "../profile/compare.js";
import { pairNames } from "../profile/paired_names.js";
import { darkSheet } from "../draw/sheet_changes.js";
import { ChangesWalk } from "./walk_changes.js";

const PAGE = "fr-page"; // of the document, where the script runs: page.css
const DROP = "fr-drop"; // of the document, while a file is over it
const FILES = ".html,.htm,.svg,.folded,.txt,.gz";

/* Rows for commands.js. */
const CHANGE_COMMANDS = [
    ["j", "Next change", ({ page }) => page.walk.go(1)],
    ["k", "Previous change", ({ page }) => page.walk.go(-1)],
];
const isPossible = ({ page }) => page.comparison.possible,
    isShown = ({ page }) => page.comparison.sides;
const COMPARE_COMMANDS = [
    ["", "Compare with another profile: choose a file", ({ page }) => page.comparison.choose(), isPossible],
    ["", "Swap base and new", ({ page }) => page.comparison.swap(), isShown],
    ["", "One profile: the page's own", ({ page }) => page.comparison.end(), isShown],
];

/* What a viewer listens to on the window and the document ends with it. */
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

function toolButton(text, title, act) {
    const element = button("", title, text, act);
    element.title = title;
    return element;
}

/* What a screen reader finds of the page as it was written is of one profile. */
function describeAnew(main, { title, subtitle }) {
    document.title = main.querySelector("h1").textContent = title;
    for (const element of main.querySelectorAll("h1~p, figcaption")) element.remove();
    main.querySelector("h1").after(htmlElement("p", {}, subtitle));
}

/* The parts of a page (page_parts.js) with what a comparison adds. */
class Parts extends PageParts {
    constructor(viewer) {
        super(viewer);
        const { view } = this.picture;
        this.commands = [...this.commands, ...COMPARE_COMMANDS];
        this.walk = view.diff && this.picture.tree.functions ? new ChangesWalk(viewer) : null;
        if (!this.walk) return;
        this.commands = [...this.commands, ...CHANGE_COMMANDS];
        this.tools.append(
            toolButton("\u2039 Change", "Previous change (k)", () => this.walk.go(-1)),
            toolButton("Change \u203a", "Next change (j)", () => this.walk.go(1)),
        );
    }
}

class Comparison {
    constructor(figure) {
        const main = figure.closest("main");
        this.main = main;
        this.written = main.cloneNode(true);
        this.title = document.title;
        this.sides = null; // base and new, where two profiles are shown
        this.ended = new AbortController(); // of the viewer that is shown
        this.field = htmlElement("input", { type: "file", accept: FILES, "aria-label": "Profile to compare with" });
        this.field.hidden = true;
        this.field.addEventListener("change", () => this.take(this.field.files[0]));
    }

    /** Shows the page's own profile, or what it is of. */
    async showOwn() {
        const svg = this.main.querySelector("svg[role]"),
            view = readView(svg),
            tree = await readTree(svg, view, differential, readLabels),
            functions = textOfPage("functions");
        if (functions) {
            const read = await decodeFunctions(decodeBase64(functions), tree);
            Object.assign(tree, { functions: read.functions, allFunctions: read.all });
        }
        if (view.time) tree.lanes = await decodeChart(decodeBase64(textOfPage("chart")));
        await makeAhead(view, tree);
        this.show(view, tree);
    }

    /* A new viewer in the page as it was written. */
    show(view, tree) {
        this.ended.abort();
        this.ended = new AbortController();
        const fresh = this.written.cloneNode(true),
            { length } = document.adoptedStyleSheets;
        this.main.replaceWith(fresh);
        this.main = fresh;
        document.documentElement.classList.add(PAGE);
        const figure = fresh.querySelector("figure");
        if (this.sides) describeAnew(fresh, view);
        this.viewer = listenUntil(this.ended.signal, () => {
            const viewer = new Viewer(figure.querySelector("svg[role]"), view, tree, differential, Parts);
            viewer.page.comparison = this;
            viewer.page.tools.append(...this.makeButtons(view), this.field);
            viewer.page.open(figure);
            viewer.start();
            return viewer;
        });
        this.ended.signal.addEventListener("abort", () => {
            document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, length);
        });
        if (this.sides) darkSheet(view, this.viewer.picture.number);
    }

    makeButtons(view) {
        this.possible = Boolean(textOfPage("data") && view.changes && !this.sides);
        if (this.sides)
            return [
                toolButton("Swap sides", "Swap base and new", () => this.swap()),
                toolButton("One profile", "The page's own profile again", () => this.end()),
            ];
        const title = "Compare with another profile: choose a file, or drop it here";
        return this.possible ? [toolButton("Compare\u2026", title, () => this.choose())] : [];
    }

    choose() {
        this.field.click();
    }

    /** Compares the page's own profile with a file. */
    async take(file) {
        this.field.value = "";
        if (!file) return;
        try {
            const own = this.sides ? this.own : await this.readOwn(),
                other = await openFile(file);
            this.own = own;
            if (other.label === own.label) [own.label, other.label] = ["this page", "the file"];
            const { columns } = own.pack;
            this.sides = [own, matchColumn(other, columns[own.column])];
            this.compare();
            this.viewer.focus();
        } catch (error) {
            this.viewer.notice(`${file.name} cannot be compared: ${error.message}`);
        }
    }

    async readOwn() {
        const view = JSON.parse(textOfPage("view"));
        if (view.what === "diff") throw new Error("this page is a differential already");
        if (!view.changes) throw new Error("this page does not carry its profile");
        const pack = await decodePack(decodeBase64(textOfPage("data"))),
            label = labelOf(decodeURIComponent(location.pathname.split("/").pop()) || "this page");
        this.view = view;
        return { pack, column: view.column, kinds: kindsOf(view), label };
    }

    compare() {
        const { sides, notes } = pairNames(this.sides),
            { tree, view } = compareProfiles(...sides, this.view, notes);
        this.show(view, tree);
        this.viewer.say(view.title);
    }

    swap() {
        this.sides.reverse();
        this.compare();
    }

    async end() {
        this.sides = null;
        document.title = this.title;
        await this.showOwn();
        this.viewer.focus();
    }

    listen() {
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
            this.take(event.dataTransfer.files[0]);
        });
    }
}

/** Starts the viewer of a page. */
export async function openPage(figure) {
    const comparison = new Comparison(figure);
    await comparison.showOwn();
    comparison.listen();
}
