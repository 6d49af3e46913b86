/*
 * pointer.js - mouse, pen and finger: what is under the pointer, and what a click does.
 */
import { listenAs } from "../draw/dom.js";
import { isControl } from "./panel.js";

export class Pointer {
    constructor(viewer) {
        this.viewer = viewer;
        this.picture = viewer.picture;
        this.type = ""; // of the last press: "mouse", "pen" or "touch"
    }

    listen() {
        listenAs(this, this.picture.svg, ["pointerdown", "pointermove", "pointerleave", "click"]);
    }

    pointerdown(event) {
        this.type = event.pointerType;
        this.picture.stage.root.classList.remove("fr-keys");
    }

    pointermove(event) {
        const { picture, viewer } = this;
        if (event.pointerType === "touch" || viewer.help.shown) return;
        const onBoxes = !isControl(event.target),
            found = onBoxes ? picture.hit(event) : null;
        picture.keepEntry(onBoxes && !found ? picture.hitLegend(event) : null);
        if (found) {
            const at = { x: event.clientX, y: event.clientY };
            picture.showHovered(found.node, found.place);
            if (found.more) viewer.showMore(found, at);
            else viewer.tip.showBox(found, at, false);
        } else viewer.hideTip();
    }

    pointerleave(event) {
        if (event.pointerType === "touch") return;
        this.picture.keepEntry(null);
        this.viewer.hideTip();
    }

    click(event) {
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
        this.viewer.tip.showBox(found, { x: event.clientX, y: event.clientY }, true);
    }
}
