/*
 * walk_changes.js - from change to change: the functions that changed, in the order of the table, each in the box
 * where it changed most.
 */
import { formatGrouped } from "../profile/format.js";
import { VERDICT } from "../profile/verdict.js";
import { formatPoints } from "../profile/change_words.js";
import { VISIBLE } from "./find.js";


/* 2: it changed; 1: it may have. */
function rankOf({ total, self }) {
    const sure = ({ seen, verdict }) => seen && verdict !== VERDICT.maybe;
    return sure(total) || sure(self) ? 2 : total.seen || self.seen ? 1 : 0;
}

/** Sorts what changed first, then what may have, then the larger own change, then the larger change of the total. */
export function sortChanges(functions) {
    const size = (amount) => Math.abs(amount.points);
    return functions.sort(
        (a, b) =>
            rankOf(b) - rankOf(a) || size(b.self) - size(a.self) || size(b.total) - size(a.total),
    );
}

/* The node of a function with the largest change of what changed: its own code, or else all of it. */
function nodeOf(tree, { id, self }) {
    const { points } = self.seen ? tree.sides.self : tree.sides.total;
    let best = -1;
    for (let node = 1; node < tree.n; node++)
        if (tree.name[node] === id && (best < 0 || Math.abs(points[node]) > Math.abs(points[best])))
            best = node;
    return best;
}

export class ChangesWalk {
    constructor(viewer) {
        this.viewer = viewer;
        this.take();
    }

    /** The functions are those of the tree that is shown. */
    take() {
        const isSeen = ({ id, total, self }) => id >= 0 && (total.seen || self.seen);
        this.at = -1;
        this.changed = sortChanges(this.viewer.picture.tree.functions.filter(isSeen));
    }

    /** Shows the next change (`by` is 1) or the one before (-1), around the ends. */
    go(by) {
        const { viewer, changed } = this,
            { picture } = viewer,
            n = changed.length;
        if (!n) return viewer.sayNotice("no function changed");
        this.at = this.at < 0 && by < 0 ? n - 1 : (this.at + by + n) % n;
        const row = changed[this.at],
            amount = row.self.seen ? row.self : row.total;
        this.show(this.nodeOf(row));
        const place = [this.at + 1, n].map((number) => formatGrouped(number, 0)).join(" of ");
        return viewer.sayNotice(`${place}: ${row.name} ${formatPoints(picture.view, amount.points)}`);
    }

    /** Shows a change of the list. */
    goTo(row) {
        this.at = this.changed.indexOf(row);
        this.show(this.nodeOf(row));
    }

    nodeOf(row) {
        return nodeOf(this.viewer.picture.tree, row);
    }

    show(node) {
        const { viewer } = this,
            { picture } = viewer;
        if (node < 0) return;
        if (picture.zoom && !picture.tree.holds(picture.zoom, node)) viewer.zoom.go(0);
        const box = picture.layout.boxOf.get(node);
        if (box === undefined || picture.layout.x1[box] - picture.layout.x0[box] < VISIBLE)
            viewer.zoom.go(node);
        viewer.select(node);
        viewer.page.show();
        viewer.visibleArea.reveal(picture.layout.boxOf.get(node)); // a phone's sheet has grown
    }
}
