/*
 * pointer.js - mouse, pen and finger: what is under the pointer, and what a click does.
 */
import { isControl } from "./panel.js";

export class Pointer {
    constructor(viewer) {
        this.viewer = viewer;
        this.picture = viewer.picture;
        this.type = ""; // of the last press: "mouse", "pen" or "touch"
    }

    listen() {
        const { svg } = this.picture;
        svg.addEventListener("pointerdown", (event) => this.onDown(event));
        svg.addEventListener("pointermove", (event) => this.onMove(event));
        svg.addEventListener("pointerleave", (event) => this.onLeave(event));
        svg.addEventListener("click", (event) => this.onClick(event));
    }

    onDown(event) {
        this.type = event.pointerType;
        this.picture.stage.root.classList.remove("fr-keys");
    }

    onMove(event) {
        const { picture, viewer } = this;
        if (event.pointerType === "touch" || viewer.help.shown) return;
        const onBoxes = !isControl(event.target),
            found = onBoxes ? picture.hit(event) : null;
        picture.keepEntry(onBoxes && !found ? picture.hitLegend(event) : null);
        if (found) {
            picture.showHovered(found.node, found.place);
            this.showTip(found, event);
        } else {
            this.away();
        }
    }

    showTip(found, event) {
        const at = { x: event.clientX, y: event.clientY };
        if (found.more) this.viewer.showMore(found, at);
        else this.viewer.showTip(found.node, at, false, found.rest);
    }

    onLeave(event) {
        if (event.pointerType === "touch") return;
        this.picture.keepEntry(null);
        this.away();
    }

    away() {
        this.viewer.hideTip();
    }

    onClick(event) {
        const { picture, viewer } = this;
        if (isControl(event.target)) return;
        const found = picture.hit(event);
        if (!found) {
            this.clickOutside(event);
            return;
        }
        if (found.turn) {
            viewer.hideTip();
            picture.turnCrumbs(found.turn);
            return;
        }
        const again = viewer.tip.shown && picture.selected === found.node;
        if (this.type === "touch" && !again) {
            this.tap(found, event);
            return;
        }
        viewer.focus();
        picture.stage.root.classList.remove("fr-selected");
        viewer.zoom.go(found.node);
    }

    /* A finger keeps the boxes of an entry of the legend until the next tap. */
    clickOutside(event) {
        const { picture, viewer } = this,
            entry = picture.hitLegend(event);
        viewer.tip.hide();
        if (this.type === "touch") picture.keepEntry(entry === picture.entry ? null : entry);
    }

    /* A finger cannot hover: the first tap selects a box and says what it is, the second zooms to it. */
    tap(found, event) {
        const { picture } = this;
        picture.stage.root.classList.add("fr-selected");
        picture.selected = found.node;
        if (picture.layout.boxOf.has(found.node)) picture.showSelected();
        this.viewer.showTip(found.node, { x: event.clientX, y: event.clientY }, true, found.rest);
    }
}
