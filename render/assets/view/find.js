/*
 * find.js - searching: keeps the query and its matches, says how many there are and what share they hold,
 * and walks from match to match.
 */
import { PX } from "../draw/layout.js";
import { formatCount, formatGrouped, formatPlainShare, formatShare, SEPARATOR } from "../profile/format.js";
import { countWithin, findMatches, matchedValue, parseQuery } from "../profile/search.js";
import { amountsOf } from "../profile/tree.js";

export const VISIBLE = 3 * PX; // the walk zooms to narrower matches

export class Find {
    constructor(viewer) {
        this.viewer = viewer;
        this.picture = viewer.picture;
        this.query = null;
        this.walked = -1; // the match that was walked to
    }

    /** Returns what is searched for, or "". */
    get text() {
        return this.query ? this.query.text : "";
    }

    /** Searches for `text`, "" for nothing; `remember` puts it into the address. */
    search(text, remember = true) {
        const { picture, viewer } = this,
            before = picture.matches;
        this.query = parseQuery(text);
        picture.matches = this.query ? findMatches(picture.tree, this.query) : null;
        if (viewer.bar.field.value !== text) viewer.bar.field.value = text;
        if (before || picture.matches) {
            picture.paintBoxes();
            picture.showSelected();
        }
        this.walked = -1;
        viewer.hideTip();
        viewer.forgetNotice();
        if (this.query) viewer.say(this.foundText() + (this.query.hint && ", " + this.query.hint));
        if (remember) viewer.address.replace();
        viewer.page.show();
    }

    /** Shows the viewer's notice, which a page has elsewhere, or else what was found. */
    show() {
        const { picture, viewer } = this,
            { matches } = picture,
            noticed = viewer.seat ? "" : viewer.noticed,
            hint = this.query && !noticed ? this.query.hint : "";
        viewer.bar.show({
            zoomed: picture.zoom > 0,
            found: noticed || (matches ? this.foundText() + this.walkedText() : ""),
            hint,
            searching: Boolean(matches && matches.nodes.length),
        });
    }

    /* " · 3 of 28: name" after a walk, "" elsewhere */
    walkedText() {
        const { picture, walked } = this;
        return walked >= 0 && walked === picture.selected ? SEPARATOR + this.placeText(walked) : "";
    }

    placeText(node) {
        const { tree, matches } = this.picture,
            place = matches.nodes.indexOf(node) + 1;
        return [place, matches.nodes.length].map((n) => formatGrouped(n, 0)).join(" of ") +
            ": " + tree.titleOf(node);
    }

    /* "34.5 % of zoom · 3 of 12 boxes";
     * "at least 9.1 % · 12 boxes (41.4 % of the profile is not in this file)" */
    foundText() {
        const { tree, matches, zoom, view } = this.picture,
            all = matches.nodes.length,
            n = countWithin(tree, matches, zoom),
            missing = missingShare(tree, zoom, view);
        const boxes = SEPARATOR + (n === all ? "" : formatGrouped(n, 0) + " of ") + formatCount(all, "box", "boxes"),
            share = this.matchedShare() + (zoom ? " of zoom" : ""),
            least = share.startsWith("<") ? "more than 0\u202f%" : "at least " + share.replace(">", ""),
            rest = `${missing} of ${zoom ? "it" : "the profile"} is not in this file`;
        return missing ? `${least}${boxes} (${rest})` : share + boxes;
    }

    /* The share of the zoomed node; of a differential "34.5 % -> 36.1 %", of its two sides. */
    matchedShare() {
        const { tree, matches, zoom, view } = this.picture,
            columns = tree.sides ? [tree.sides.total.base, tree.sides.total.new] : [amountsOf(tree, view)];
        const shares = columns.map((values) =>
            Number(values[zoom])
                ? formatPlainShare(matchedValue(tree, matches, zoom, values), values[zoom])
                : formatShare(0, 1, 1),
        );
        return shares.join(" \u2192 ");
    }

    /** Selects the next match in pre-order (`by` is 1) or the previous one (-1), around the ends. */
    walk(by) {
        const { matches, layout, selected } = this.picture;
        if (!matches || !matches.nodes.length) return;
        const node = neighbourOf(matches.nodes, selected, by),
            box = layout.boxOf.get(node);
        if (box === undefined || layout.x1[box] - layout.x0[box] < VISIBLE)
            this.viewer.zoom.go(node);
        this.walked = node;
        this.viewer.select(node);
        this.viewer.say(this.placeText(node));
    }
}

/* Returns what of a node is not in the file, where what is drawn is all there is; else "". */
function missingShare(tree, root, view) {
    if (!tree.lost || tree.complete) return "";
    let lost = tree.zero;
    for (let node = root; node < tree.end[root]; node++) lost += tree.lost[node];
    return lost ? formatPlainShare(lost, amountsOf(tree, view)[root]) : "";
}

/* Finds the first of ascending nodes past `here`, or the last before it. */
function neighbourOf(nodes, here, by) {
    const first = nodes.findIndex((node) => node >= here),
        at = first < 0 ? nodes.length : first,
        next = by > 0 ? at + (nodes[at] === here ? 1 : 0) : at - 1;
    return nodes[(next + nodes.length) % nodes.length];
}
