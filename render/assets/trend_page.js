/*
 * trend_page.js - the page of a trend in the frame (frame/frame.js): its points (trend_points.js), its table, and why a
 * step changed, the differential of the points beside it, in the same frame:
 *
 *     Trend  Table                                  [Why at v2.5?]  [Why at v2.8?]
 *     Flame  Table  Calls                           [< Trend]
 *
 * The address holds the point that is open, "#step=v2.5", so that a link shows it and Back closes it.
 */
import { decodeBase64 } from "./data/bytes.js";
import { textOfPage } from "./data/parts.js";
import { keepTheme, themeRows, turnTheme } from "./draw/theme.js";
import { darkSheet } from "./draw/sheet_changes.js";
import { htmlElement } from "./draw/dom.js";
import { Chips } from "./frame/chips.js";
import { Frame, newMain } from "./frame/frame.js";
import { MorePanel } from "./frame/more_panel.js";
import { Tabs } from "./frame/tabs.js";
import { differential } from "./view/differential.js";
import { openFlamePage } from "./view/flame_page.js";
import { TrendFit } from "./trend/trend_fit.js";
import { startTrend } from "./trend/trend_points.js";

const TREND_TABS = [
    ["trend", "Trend", "Every function over all points"],
    ["table", "Table", "What changed, as a table"],
];

/* Returns what all points together say of one, of the table's rows. */
function saidAt(table, name) {
    const rows = [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent)),
        here = rows.filter(([, , since]) => since === name),
        list = here.slice(0, 3).map(([what, , , from, to]) => `${what} ${from} \u2192 ${to}`),
        more = here.length > 3 ? ` and ${here.length - 3} more` : "";
    return `all points together: ${list.join(", ")}${more}; here are the points before it, and those from it on`;
}

/* Returns what opens a step. */
function chipOf({ point, name }, open) {
    return {
        text: `Why at ${name}?`,
        title: "opens the differential of the points before it and those from it on",
        act: () => open(point),
    };
}

/* The points and their table. */
class TrendFrame {
    constructor(main, steps, open) {
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
        this.tabs = new Tabs(this.frame, TREND_TABS.slice(0, this.table ? 2 : 1), (name) => this.show(name));
        this.chips = new Chips(this.frame);
        this.chips.show(steps.map((step) => chipOf(step, open)));
        this.more = new MorePanel(this.frame, () => this.rows(), () => svg.focus());
        window.addEventListener("keydown", (event) => this.onKey(event));
        this.show("trend");
        this.fitting = new TrendFit(svg);
        this.fit = () => panel.isConnected && this.fitting.show(panel.clientWidth, panel.clientHeight);
        window.addEventListener("resize", this.fit);
        this.fit();
    }

    show(name) {
        this.frame.showPanel(name);
        this.tabs.show(name);
    }

    rows() {
        const copy = () => navigator.clipboard.writeText(location.href),
            themes = themeRows((theme) => this.turnTheme(theme));
        return [["Copy link", copy], ["Print\u2026", () => window.print()], null, ...themes];
    }

    turnTheme(name) {
        turnTheme(name);
        keepTheme(document);
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
        this.trend = new TrendFrame(document.querySelector("main"), all, (point) => this.open(point));
        this.shown = null; // {step, main}
        window.addEventListener("popstate", () => this.follow());
    }

    has(point) {
        return this.all.some((step) => step.point === point);
    }

    /** Opens the differential of the points before a step and those from it on, in the address too. */
    open(point) {
        const step = this.all.find((one) => one.point === point);
        this.remember(step);
        return this.show(step);
    }

    /** Back to the trend, at what opened the step. */
    async close() {
        const { wanted } = this;
        this.remember(null);
        await this.show(null);
        this.trend.chips.element.children[this.all.indexOf(wanted)].focus();
    }

    remember(step) {
        const fragment = step ? "#step=" + encodeURIComponent(step.name) : location.pathname + location.search;
        try {
            history.pushState(null, "", fragment);
        } catch {
            // a page without an address: it goes on
        }
    }

    async show(step) {
        if (this.wanted === step) return;
        this.wanted = step;
        const main = step ? await this.make(step) : this.trend.main;
        if (this.wanted !== step) return;
        document.querySelector("main").replaceWith(main);
        if (step) this.openStep(step);
        else this.trend.fit();
    }

    /* The frame of a differential, made once. */
    async make(step) {
        if (step.made) return step.made.main;
        const view = JSON.parse(textOfPage("view-" + step.point)),
            tree = await differential.decode(decodeBase64(textOfPage("changes-" + step.point)), view);
        view.notes = [this.trend.table && saidAt(this.trend.table, step.name), view.notes].filter(Boolean).join(" \u00b7 ");
        step.made = { ...newMain("flamerender-step-" + step.point), view, tree };
        return step.made.main;
    }

    /* A picture is drawn when it has its place. */
    openStep(step) {
        const { made } = step;
        if (made.viewer) made.viewer.draw();
        else made.viewer = this.draw(step);
        made.viewer.focus();
    }

    draw(step) {
        const { main, figure, svg, view, tree } = step.made,
            frame = new Frame(main),
            port = frame.addPicture("picture", figure),
            leave = () => this.close(),
            written = { figure, table: null },
            viewer = openFlamePage({ svg, view, tree, frame, port, written, commands: [], keepsAddress: true }),
            back = { text: "\u2039 Trend", title: "back to all points (Escape)", act: leave },
            others = this.all.filter((one) => one !== step).map((one) => chipOf(one, (point) => this.open(point)));
        viewer.page.leave = leave;
        viewer.page.open({ rows: () => [], chips: (own) => [...others, back, ...own] });
        viewer.start();
        darkSheet(view, figure);
        return viewer;
    }

    /** Shows what the address says. */
    follow() {
        const found = /^#step=(.*)$/.exec(location.hash),
            name = found && decodeURIComponent(found[1]);
        this.show(this.all.find((step) => step.name === name) || null);
    }
}

const steps = new Steps(JSON.parse(textOfPage("steps") || "[]"));
startTrend(steps);
steps.wanted = null;
steps.follow();
