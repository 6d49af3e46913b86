/*
 * change_list.js - what changed, beside the picture of a differential: a ring at the share in the base, a dot at
 * that in the new side. What changed comes first, then the largest of what is within noise.
 *
 *     words shop.js:4                  +15.3 pp
 *     8.1 -> 23.4 %   o---------*         ± 4.3
 */
import { htmlElement, pressButton, svgElement } from "../draw/dom.js";
import { shortForms } from "../draw/short_name.js";
import { formatPoints, formatSize, sharesText } from "../profile/change_words.js";
import { formatGrouped } from "../profile/format.js";
import { VERDICT } from "../profile/verdict.js";

const MOST_LISTED_CHANGES = 100;
const MOST_NOISE = 10; // functions within noise
const NAME_LETTERS = 30;
const SCALE = 100; // px of a full scale
const EDGE_PX = 4;
const MAYBE = "Maybe: not sure with so few runs";

/* Own value where that changed, or nothing did; else the total. */
function amountOfChange({ self, total }) {
    return self.seen || !total.seen ? self : total;
}

function shareIn(view, amount, side) {
    const whole = Number(view.diff[side + "_whole"]);
    return whole ? Number(amount[side]) / whole : 0;
}

function nameOfRow({ name }) {
    const forms = shortForms(name);
    return forms.find(({ length }) => length <= NAME_LETTERS) || forms.at(-1) || name;
}

function signClass(points) {
    return points > 0 ? "fr-grew" : points < 0 ? "fr-shrank" : "";
}

export class ChangeList {
    /** `walk` (walk_changes.js) knows what changed, in its order, and goes there. */
    constructor(viewer, walk, place) {
        Object.assign(this, { viewer, walk, picture: viewer.picture });
        this.list = htmlElement("div");
        place.append(htmlElement("aside", { class: "fr-changes", "aria-label": "Changes" }, this.list));
        place.classList.add("fr-beside");
        this.make();
    }

    get noise() {
        const rows = this.picture.tree.functions.filter(({ id, self, total }) => id >= 0 && !self.seen && !total.seen),
            size = ({ self }) => Math.abs(self.points);
        return rows.filter(size).sort((a, b) => size(b) - size(a)).slice(0, MOST_NOISE);
    }

    make() {
        const { walk, noise, picture } = this,
            { view } = picture,
            listed = walk.changed.slice(0, MOST_LISTED_CHANGES),
            shares = [...listed, ...noise].map(amountOfChange).flatMap((one) => [shareIn(view, one, "base"), shareIn(view, one, "new")]);
        this.most = Math.max(1e-9, ...shares);
        const paragraph = (text, about = { class: "fr-group" }) => htmlElement("p", about, text),
            heads = [htmlElement("b", {}, "What changed"), htmlElement("span", {}, "base \u25cb new \u25cf")];
        this.rows = new Map(listed.map((row) => [row, this.makeRow(row, () => walk.goTo(row))]));
        const isMaybe = (row) => amountOfChange(row).verdict === VERDICT.maybe,
            elementsOf = (rows) => rows.map((row) => this.rows.get(row)),
            maybe = listed.filter(isMaybe);
        const more = walk.changed.length - listed.length,
            parts = [
                htmlElement("div", { class: "fr-changes-head" }, ...heads),
                ...elementsOf(listed.filter((row) => !isMaybe(row))),
                ...(maybe.length ? [paragraph(MAYBE), ...elementsOf(maybe)] : []),
                more && paragraph(`and ${formatGrouped(more, 0)} more: the table has them`, {}),
                !listed.length && paragraph("No function changed beyond noise.", {}),
                noise.length && paragraph("Within noise, the largest first"),
                ...noise.map((row) => this.makeRow(row, () => walk.show(walk.nodeOf(row)))),
                view.notes && paragraph(view.notes),
            ];
        this.list.replaceChildren(...parts.filter(Boolean));
    }

    makeRow(row, act) {
        const { view } = this.picture,
            amount = amountOfChange(row),
            points = formatPoints(view, amount.points),
            sides = sharesText(view, amount.base, amount.new, 1),
            error = amount.error > 0 ? "\u00b1 " + formatSize(view, amount.error) : "",
            sign = amount.seen ? signClass(amount.points) : "fr-noise";
        const press = pressButton({ class: "fr-change", title: row.name }, "", act);
        press.append(
            htmlElement("span", { class: "fr-change-name" }, nameOfRow(row)),
            htmlElement("b", { class: sign }, points),
            htmlElement("small", {}, sides),
            this.makeScale(amount, sign),
            htmlElement("small", {}, error),
        );
        return press;
    }

    makeScale(amount, sign) {
        const { view } = this.picture,
            xOf = (side) => EDGE_PX + ((SCALE - 2 * EDGE_PX) * shareIn(view, amount, side)) / this.most,
            [base, added] = ["base", "new"].map(xOf);
        return svgElement(
            "svg",
            { viewBox: `0 0 ${SCALE} 12`, width: SCALE, height: 12, "aria-hidden": "true", class: sign },
            svgElement("path", { class: "fr-scale", d: `M0 6h${SCALE}` }),
            svgElement("path", { d: `M${base} 6H${added}` }),
            svgElement("circle", { class: "fr-ring", cx: base, cy: 6, r: 3 }),
            svgElement("circle", { class: "fr-dot", cx: added, cy: 6, r: 3.5 }),
        );
    }

    /** Marks the change that is shown. */
    show() {
        const { walk } = this;
        const shown = this.rows.get(walk.changed[walk.at]);
        for (const row of this.rows.values()) row.removeAttribute("aria-current");
        shown?.setAttribute("aria-current", "true");
        if (shown && this.marked !== walk.at) shown.scrollIntoView({ block: "nearest" });
        this.marked = walk.at;
    }
}
