/*
 * keys.js - the keyboard: keys of commands (commands.js), and the arrows, which walk from box to box.
 */
import { stepFrom } from "../profile/navigate.js";
import { isControl } from "./panel.js";

/* Arrow keys to steps of navigate.js; "in" is towards the root, which an icicle has at its top. */
const DIRECTIONS = new Map([
    ["ArrowLeft", "left"],
    ["ArrowRight", "right"],
    ["Home", "first"],
    ["End", "last"],
    ["ArrowUp", "out"],
    ["ArrowDown", "in"],
]);

const TURNED = { in: "out", out: "in" };

export class Keys {
    constructor(viewer) {
        this.viewer = viewer;
        this.picture = viewer.picture;
    }

    listen() {
        const target = this.picture.owns ? window : this.picture.svg;
        target.addEventListener("keydown", (event) => this.onKey(event));
    }

    onKey(event) {
        const { picture, viewer } = this;
        if (!picture.svg.isConnected) return; // another frame of the page is shown
        picture.stage.root.classList.add("fr-keys");
        if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, dialog"))
            return;
        const direction = DIRECTIONS.get(event.key),
            command = viewer.commands.find(event.key);
        if (direction && !viewer.help.shown && !viewer.page.now?.view)
            this.step((picture.view.icicle && TURNED[direction]) || direction);
        else if (command && !(isControl(event.target) && event.key === "Enter")) viewer.commands.run(command);
        else return;
        event.preventDefault();
    }

    /* If no box is drawn towards the root, a step in zooms out. */
    step(direction) {
        const { picture, viewer } = this,
            { layout, selected } = picture,
            next = stepFrom(layout, layout.boxOf.get(selected) || 0, direction);
        if (next >= 0) {
            viewer.select(layout.node[next]);
        } else if (direction === "in" && picture.zoom) {
            viewer.zoom.goOut();
            viewer.select(picture.zoom);
        }
    }
}
