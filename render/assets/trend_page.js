/*
 * trend_page.js - the page of a trend: its points (trend_points.js), and below them the differential of the two
 * points beside a step, in a viewer of its own:
 *
 *     [Why at v2.5?]  [Why at v2.8?]      a button for each step that the page holds, the largest first
 *
 * The address holds the point that is open, "#step=v2.5", so that a link shows it and Back closes it.
 */
import { button } from "./view/bar.js";
import { decodeBase64 } from "./data/bytes.js";
import { differential } from "./view/differential.js";
import { htmlElement, svgElement } from "./draw/dom.js";
import { Viewer } from "./main.js";
import { textOfPage } from "./data/parts.js";
import { darkSheet } from "./draw/sheet_changes.js";
import { startTrend } from "./trend/trend_points.js";

/* What a viewer asks of its page (main.js): here, that Escape closes a differential without zoom and search. */
function partsOf(close) {
    return class {
        constructor(viewer) {
            Object.assign(this, { viewer, state: {}, commands: [] });
        }

        set() {
            return false;
        }

        show() {}

        escape() {
            const { help, find, picture } = this.viewer;
            if (help.shown || find.query || picture.zoom) return false;
            close();
            return true;
        }
    };
}

/* What all points together say of one: "sort 40.25 % -> 45.91 %", of the table's rows. */
function saidAt(name) {
    const rows = [...document.querySelectorAll("#flamerender-table tbody tr")].map((row) =>
        [...row.cells].map((cell) => cell.textContent),
    );
    const here = rows.filter(([, , since]) => since === name),
        list = here.slice(0, 3).map(([what, , , from, to]) => `${what} ${from} \u2192 ${to}`),
        more = here.length > 3 ? ` and ${here.length - 3} more` : "";
    return `All points together: ${list.join(", ")}${more}. Below are two points by themselves, which can be less sure.`;
}

/* A step: its button, and its figure once it was opened. */
class Step {
    constructor({ point, name }, act) {
        Object.assign(this, { point, name, figure: null, viewer: null });
        this.button = button("", `Differential at ${name}`, `Why at ${name}?`, act);
        this.button.setAttribute("aria-label", `Why at ${name}? Opens the differential of this point and the one before`);
        this.mark(false);
    }

    mark(open) {
        this.button.setAttribute("aria-pressed", String(open));
        if (this.figure) this.figure.hidden = !open;
    }

    /** Draws the differential, after `place`. */
    async open(place, close) {
        if (!this.figure) {
            const svg = svgElement("svg", { class: "fr-below" }),
                view = JSON.parse(textOfPage("view-" + this.point));
            this.figure = htmlElement("figure", { id: "flamerender-step-" + this.point });
            this.figure.append(htmlElement("p", { class: "fr-said" }, saidAt(this.name)), svg);
            place.after(this.figure);
            const tree = await differential.decode(decodeBase64(textOfPage("changes-" + this.point)), view);
            this.viewer = new Viewer(svg, view, tree, differential, partsOf(close));
            this.viewer.start();
            darkSheet(view, this.viewer.picture.number);
        }
        this.mark(true);
    }
}

class Steps {
    constructor(list) {
        this.tools = htmlElement("div", { class: "fr-tools fr-whys" });
        this.all = list.map((one) => new Step(one, () => this.turn(one.point)));
        this.tools.append(...this.all.map((step) => step.button));
        this.shown = null;
        document.getElementById("flamerender-picture").after(this.tools);
        window.addEventListener("popstate", () => this.follow());
        this.follow();
    }

    has(point) {
        return this.all.some((step) => step.point === point);
    }

    /** Opens the differential of a point and the one before, in the address too. */
    open(point) {
        const step = this.all.find((one) => one.point === point);
        this.remember(step);
        return this.show(step, true);
    }

    /* What a button does. */
    turn(point) {
        if (this.shown && this.shown.point === point) this.close();
        else this.open(point);
    }

    close() {
        const { shown } = this;
        this.remember(null);
        this.show(null);
        shown.button.focus();
    }

    remember(step) {
        const fragment = step ? "#step=" + encodeURIComponent(step.name) : location.pathname + location.search;
        try {
            history.pushState(null, "", fragment);
        } catch {
            // a page without an address: it goes on
        }
    }

    async show(step, focuses) {
        if (this.shown && this.shown !== step) this.shown.mark(false);
        this.shown = step;
        if (!step) return;
        await step.open(this.tools, () => this.close());
        if (this.shown !== step) step.mark(false);
        else if (focuses) this.reveal(step);
    }

    reveal({ figure, viewer }) {
        figure.scrollIntoView({ block: "start" });
        viewer.focus();
    }

    /* Shows what the address says. */
    follow() {
        const found = /^#step=(.*)$/.exec(location.hash),
            name = found && decodeURIComponent(found[1]);
        this.show(this.all.find((step) => step.name === name) || null, true);
    }
}

startTrend(new Steps(JSON.parse(textOfPage("steps"))));
