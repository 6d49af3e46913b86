/*
 * zoom.js - zooming: makes a node fill the width, moves its box there, and steps back out.
 */
import { describeNode } from "../profile/facts.js";
import { PX } from "../draw/layout.js";
import { Motion } from "../draw/motion.js";

export class Zoom {
    constructor(viewer) {
        this.viewer = viewer;
        this.picture = viewer.picture;
        this.motion = new Motion(this.picture.stage.moving);
    }

    /** Zooms to a node; `remember` adds an entry to the browser's history. */
    go(node, remember = true) {
        const { picture, viewer } = this,
            { tree, view, furniture } = picture;
        if (node === picture.zoom) return;
        const { zoom, layout } = picture,
            old = { zoom, layout, furniture, top: viewer.visibleArea.top };
        picture.zoom = picture.selected = node;
        viewer.tip.hide();
        viewer.forgetNotice();
        viewer.draw();
        viewer.visibleArea.showRoot();
        this.moveFrom(old);
        if (remember) viewer.address.push();
        viewer.say(node ? "zoomed to " + describeNode(tree, node, view) : "the whole picture");
    }

    goOut() {
        const { zoom, tree } = this.picture;
        if (zoom) this.go(tree.parent[zoom]);
    }

    /* The zooms before and after lie one within the other: its box moves from its old place to its
     * new one. */
    moveFrom(old) {
        const { tree, zoom, layout, furniture } = this.picture,
            inner = tree.holds(old.zoom, zoom) ? zoom : old.zoom,
            from = placeIn(old.layout, old.furniture, old.top, inner),
            to = placeIn(layout, furniture, this.viewer.visibleArea.top, inner);
        if (from && to) this.motion.start(from, to);
    }
}

/* {x0, x1, y} of a node's box in the window, or null where the layout has none. */
function placeIn({ boxOf, x0, x1, row }, { rowY }, top, node) {
    const box = boxOf.get(node);
    return box === undefined ? null : { x0: x0[box], x1: x1[box], y: rowY(row[box]) + top * PX };
}
