/*
 * trend_page.js - the page of a trend in the frame (frame/frame.js): its points (trend_points.js), its table, why a
 * step changed, the differential of the points beside it, and the flame graph of a point (point_flames.js), in the same
 * frame:
 *
 *     Trend  Table  Flame                           [Why at v2.5?]  [Why at v2.8?]
 *     Flame  Table  Calls    what changed           [< Trend]
 *     Flame  Table  Callers  Calls                  [Why at v2.5?]  [< Trend]
 *
 * The address holds what is open, "#view=table", "#step=v2.5" or "#column=v2.5", with what the picture there shows, so
 * that a link shows it and Back closes it.
 */
import { decodeBase64 } from "./data/bytes.js";
import { textOfPage } from "./data/embedded_data.js";
import { keepTheme, takeTheme, themeRows, themeWord, turnTheme } from "./draw/theme.js";
import { addSheet, SHEETS } from "./draw/print_sheet.js";
import { darkSheet } from "./draw/style_sheet_changes.js";
import { htmlElement } from "./draw/dom.js";
import { copyText } from "./main.js";
import { Chips } from "./frame/chips.js";
import { addFunctions } from "./data/pack_functions.js";
import { Frame, newMain } from "./frame/frame.js";
import { MorePanel } from "./frame/more_panel.js";
import { Tabs } from "./frame/tabs.js";
import { differential } from "./view/differential.js";
import { readFragment, WORDS } from "./profile/navigate.js";
import { openFlamePage } from "./view/flame_page.js";
import { PointFlames } from "./trend/point_flames.js";
import { TrendFit } from "./trend/trend_fit.js";
import { countPoints, startTrend } from "./trend/trend_points.js";

const TREND_TABS = [
    ["trend", "Trend", "Every function over all points"],
    ["table", "Table", "What changed, as a table"],
    ["flame", "Flame", "The flame graph of a point"],
];

const NOTICE_MS = 5000,
    PAPER_PANEL = 210, // px of a panel on paper, at least
    PAPER_EDGES = 40; // px that other pictures have beside their boxes

WORDS.push("step");

/* Returns what all points together say of one, of the table's rows. */
function saidAt(table, name) {
    const rows = [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent)),
        here = rows.filter(([, kind, since]) => since === name && !["slope", "spike"].includes(kind)),
        list = here.slice(0, 3).map(([what, , , from, to]) => `${what} ${from} \u2192 ${to}`),
        more = here.length > 3 ? ` and ${here.length - 3} more` : "";
    return `all points together: ${list.join(", ")}${more}; here are the points before it, and those from it on`;
}

/* The points and their table. */
class TrendFrame {
    /** `steps` have all, open(point), and openFlame(), null where the page has no flame graphs of points. */
    constructor(main, steps) {
        const figure = main.querySelector("figure"),
            details = main.querySelector("#flamerender-table"),
            svg = figure.querySelector("svg"),
            legend = figure.querySelector("figcaption ul"),
            said = [...figure.querySelectorAll("figcaption p")];
        this.main = main;
        this.table = details && details.querySelector("table");
        this.frame = new Frame(main);
        const panel = this.frame.addPanel("trend", figure);
        panel.classList.add("fr-points");
        panel.replaceChildren(svg);
        if (details) {
            const wide = htmlElement("div", { class: "fr-wide-table", id: "flamerender-table" });
            this.frame.addPanel("table", wide).append(this.table);
            details.remove();
        }
        if (legend) this.frame.last.append(legend);
        this.frame.last.append(...said);
        this.frame.foot.classList.add("fr-peeks"); // a phone shows the legend
        const has = { trend: true, table: this.table, flame: steps.flames };
        this.tabs = new Tabs(this.frame, TREND_TABS.filter(([name]) => has[name]), (name) => this.show(name));
        this.steps = steps;
        this.chips = new Chips(this.frame);
        this.whys = steps.all.map((step) => steps.chipOf(step));
        this.chips.show(this.whys);
        this.more = new MorePanel(this.frame, () => this.rows(), () => svg.focus());
        window.addEventListener("keydown", (event) => this.onKey(event));
        this.turnTo("trend");
        this.fitting = new TrendFit(svg);
        this.fit = () => panel.isConnected && this.fitting.show(panel.clientWidth, panel.clientHeight);
        window.addEventListener("resize", this.fit);
        this.fit();
        this.listenToPrint(svg);
    }

    /* A sheet of paper has the points in its own width, upright and across, and the table. */
    listenToPrint(svg) {
        const paper = ([name, width, height]) => {
                this.fitting.show(width - PAPER_EDGES, height, PAPER_PANEL);
                const copy = svg.cloneNode(true),
                    { missing } = this.fitting.now;
                copy.classList.add(name);
                return missing > 0 ? [copy, htmlElement("p", { class: name }, `and ${missing} more, which the page shows`)] : [copy];
            };
        addSheet(this.frame.above, () => {
            const papers = SHEETS.flatMap(paper);
            this.fit();
            return papers;
        });
    }

    show(name) {
        if (name === "flame") {
            this.steps.openFlame();
            return;
        }
        this.turnTo(name);
        this.keepInAddress();
    }

    turnTo(name) {
        this.frame.showPanel(name);
        this.tabs.show(name);
    }

    keepInAddress() {
        this.steps.putAddress("replaceState", this.words);
    }

    get words() {
        return this.tabs.shown === "table" ? "view=table" : "";
    }

    /** Shows what the address says. */
    follow() {
        const { view, theme } = readFragment(location.hash);
        this.turnTo(view === "table" && this.table ? view : "trend");
        takeTheme(theme);
        keepTheme(document);
    }

    rows() {
        const { frame } = this,
            say = (said) => frame.sayNotice(said),
            copy = () => copyText(location.href, say).then(() => setTimeout(say, NOTICE_MS, "")),
            themes = themeRows((theme) => this.turnTheme(theme));
        const whys = this.whys.map(({ text, act }) => [text, act]);
        return [["Copy link", copy], ["Print\u2026", () => window.print()], null, ...whys, null, ...themes];
    }

    turnTheme(name) {
        turnTheme(name);
        keepTheme(document);
        this.keepInAddress();
    }

    onKey(event) {
        if (!this.main.isConnected || event.ctrlKey || event.metaKey || event.altKey) return;
        const tab = this.tabs.nameAt(Number(event.key));
        if (event.key === "t") this.turnTheme();
        else if (event.key === "e") this.more.open();
        else if (tab) this.show(tab);
        else return;
        event.preventDefault();
    }
}

class Steps {
    constructor(all) {
        this.all = all;
        this.nPoints = countPoints();
        this.flames = textOfPage("data") ? new PointFlames(this) : null;
        window.addEventListener("popstate", () => this.follow());
        this.trend = new TrendFrame(document.querySelector("main"), this);
        this.leave = () => this.close();
    }

    stepAt(point) {
        return this.all.find((step) => step.point === point);
    }

    hasFlame(point) {
        return Boolean(this.flames && this.flames.has(point));
    }

    /** Returns what a click on a point opens; "": nothing. */
    opens(point) {
        return this.stepAt(point) ? "differential" : this.hasFlame(point) ? "flame graph" : "";
    }

    /** Opens the differential of the points before a step and those from it on, or the flame graph of a point, in the
     * address too. */
    open(point) {
        const step = this.stepAt(point);
        return step ? this.go(step, "step=" + encodeURIComponent(step.name)) : this.openFlame(point);
    }

    openFlame(point = this.shownPoint ?? this.flames.newest) {
        this.shownPoint = point;
        return this.go(this.flames, this.flames.addressOf(point));
    }

    /** Back to the trend, at what opened the other. */
    async close() {
        const { wanted, flames, trend, all } = this,
            { chips, tabs } = trend;
        if (wanted === flames) this.shownPoint = flames.chosen;
        await this.go(null, trend.words);
        (wanted === flames ? tabs.buttons.at(-1) : chips.element.children[all.indexOf(wanted)]).focus();
    }

    go(wanted, words) {
        this.putAddress("pushState", words);
        return this.show(wanted);
    }

    /** Writes words, and the theme, as the address; `how` is a method of the browser's history. */
    putAddress(how, words) {
        const text = [words, themeWord() && "theme=" + themeWord()].filter(Boolean).join("&");
        try {
            history[how](null, "", text ? "#" + text : location.pathname + location.search);
        } catch {
            // a page without an address: it goes on
        }
    }

    /* A step, the flame graphs, or null. */
    async show(wanted) {
        if (this.wanted === wanted) return;
        const { flames } = this;
        this.wanted = wanted;
        if (wanted === flames) await wanted?.read();
        const main = wanted ? wanted.main || (await this.make(wanted)) : this.trend.main;
        if (this.wanted !== wanted) return;
        document.querySelector("main").replaceWith(main);
        if (!wanted) this.trend.fit();
        else if (wanted === flames) flames.open();
        else this.openStep(wanted);
    }

    /* The frame of a differential, made once. */
    async make(step) {
        if (step.made) return step.made.main;
        const part = (what) => textOfPage(what + "-" + step.point),
            view = JSON.parse(part("view")),
            tree = await differential.decode(decodeBase64(part("changes")), view);
        await addFunctions(tree, part("functions"));
        view.said = this.trend.table && saidAt(this.trend.table, step.name);
        step.made = { ...newMain("flamerender-step-" + step.point), view, tree };
        return step.made.main;
    }

    /* A picture is drawn when it has its place. */
    openStep(step) {
        const { made } = step;
        if (made.viewer) {
            made.viewer.address.followAgain();
            made.viewer.draw();
        } else made.viewer = this.draw(step);
        made.viewer.focus();
    }

    draw(step) {
        const { main, figure, view, tree } = step.made,
            viewer = openFlamePage({ frame: new Frame(main), figure, view, tree, ownWords: ["step"] }),
            others = this.all.filter((one) => one !== step);
        viewer.page.leave = this.leave;
        viewer.page.part = step.name; // the data of the page are those of its points
        viewer.page.open(this.ways(() => others));
        viewer.start();
        darkSheet(view, figure);
        return viewer;
    }

    /* Returns what opens a step. */
    chipOf({ point, name }) {
        return {
            text: `Why at ${name}?`,
            title: "opens the differential of the points before it and those from it on",
            act: () => this.open(point),
        };
    }

    /** Returns what leads elsewhere from a picture: chips, and rows of the menu, all that phones have of them. */
    ways(others) {
        const all = () => [...others().map((step) => this.chipOf(step)), this.back];
        return {
            rows: () => [null, ...all().map(({ text, act }) => [text, act])],
            chips: (own) => [...all(), ...own],
        };
    }

    get back() {
        return { text: "\u2039 Trend", title: "back to all points (Escape)", act: this.leave };
    }

    /** Shows what the address says. */
    follow() {
        const { step, column } = readFragment(location.hash);
        if (!step && !column) this.trend.follow();
        this.show(this.all.find(({ name }) => name === step) || (column && this.flames) || null);
    }
}

const steps = new Steps(JSON.parse(textOfPage("steps") || "[]"));
startTrend(steps);
steps.wanted = null;
steps.follow();
