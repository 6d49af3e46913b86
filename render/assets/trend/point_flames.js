/*
 * point_flames.js - the flame graph of one point of a trend, in a frame of its own, with all points above it
 * (point_strip.js). The page carries one profile with a value column for each point (trend/flames.c): a point is a
 * column, and what the address holds as one, "#column=v2.5&zoom=main".
 */
import { decodeBase64 } from "../data/bytes.js";
import { decodePack } from "../data/pack.js";
import { decodeFills, textOfPage } from "../data/embedded_data.js";
import { Frame, newMain } from "../frame/frame.js";
import { buildTree } from "../profile/tree_at_once.js";
import { openFlamePage } from "../view/flame_page.js";
import { columnsOf } from "../view/pickers.js";
import { PointStrip } from "./point_strip.js";

export class PointFlames {
    /** `trend` has nPoints, stepAt(point), leave(), and ways(others), which lead elsewhere. */
    constructor(trend) {
        const view = JSON.parse(textOfPage("view"));
        Object.assign(this, { trend, view, names: columnsOf(view) }, newMain("flamerender-points"));
        this.firstPoint = trend.nPoints - this.names.length; // older ones are not in the page
    }

    /** True of a point of which there is something to draw. */
    has(point) {
        const column = this.view.columns[point - this.firstPoint];
        return Boolean(column && !column.empty);
    }

    /** Returns the newest point of which there is something. */
    get newest() {
        return this.firstPoint + this.view.columns.findLastIndex(({ empty }) => !empty);
    }

    /** Returns what an address says of a point. */
    addressOf(point) {
        return "column=" + encodeURIComponent(this.names[point - this.firstPoint]);
    }

    /** Reads the profile, once. */
    async read() {
        if (this.tree) return;
        const { view } = this;
        view.frameFills = decodeFills(view);
        this.tree = buildTree(await decodePack(decodeBase64(textOfPage("data"))), view);
    }

    /** Draws what the address says, in a page that has the frame. */
    open() {
        if (this.viewer) {
            this.viewer.address.followAgain();
            this.viewer.draw();
        } else this.begin();
        this.viewer.focus();
    }

    begin() {
        const { figure, view, tree, trend } = this,
            frame = new Frame(this.main),
            commands = [
                ["[", "Previous point", () => this.strip.goBy(-1)],
                ["]", "Next point", () => this.strip.goBy(1)],
            ];
        this.viewer = openFlamePage({ frame, figure, view, tree, commands });
        const { page } = this.viewer,
            isStep = (k) => Boolean(trend.stepAt(this.firstPoint + k)),
            points = view.columns.map(({ name, empty }, k) => ({ name, isStep: isStep(k), isEmpty: Boolean(empty) }));
        this.strip = new PointStrip(frame.strip, points, (k) => this.choose(k));
        page.shown.first.column = ""; // each point has an address
        page.leave = trend.leave;
        page.open(trend.ways(() => [trend.stepAt(this.chosen)].filter(Boolean)));
        const show = page.show.bind(page);
        page.show = () => {
            this.strip.show(this.column);
            show();
        };
        this.viewer.start();
    }

    get column() {
        return this.names.indexOf(this.viewer.page.now.column);
    }

    /* The point that is shown. */
    get chosen() {
        return this.firstPoint + this.column;
    }

    choose(k) {
        const { viewer, names, view } = this,
            { name, empty } = view.columns[k];
        if (empty) viewer.sayNotice("there is nothing to draw of " + name);
        else {
            viewer.page.change({ column: names[k] });
            viewer.say(`${name}: ${viewer.picture.view.title}`);
        }
    }
}
