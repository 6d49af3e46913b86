/*
 * keys.js - the keyboard: one table of keys, and the arrows, which walk from box to box.
 */
import { stepFrom } from "./navigate.js";
import { isControl } from "./panel.js";

/* Arrow keys to steps of navigate.js; "in" is towards the root, which an icicle has at its top. */
const DIRECTIONS = new Map([
    ["ArrowLeft", () => "left"],
    ["ArrowRight", () => "right"],
    ["Home", () => "first"],
    ["End", () => "last"],
    ["ArrowUp", (icicle) => (icicle ? "in" : "out")],
    ["ArrowDown", (icicle) => (icicle ? "out" : "in")],
]);

const ACTIONS = new Map([
    ["Enter", (viewer) => viewer.zoom.go(viewer.picture.selected)],
    ["Escape", (viewer) => viewer.escape()],
    ["Backspace", (viewer) => viewer.zoom.goOut()],
    ["/", (viewer) => viewer.bar.startSearch()],
    ["n", (viewer) => viewer.find.walk(1)],
    ["N", (viewer) => viewer.find.walk(-1)],
    ["c", (viewer) => viewer.copy()],
    ["g", (viewer) => viewer.openSource()],
    ["?", (viewer) => viewer.showHelp()],
]);

export class Keys {
    constructor(viewer) {
        this.viewer = viewer;
        this.picture = viewer.picture;
        this.actions = new Map([
            ...ACTIONS,
            ...viewer.sides.actions,
            ...viewer.page.actions,
        ]);
    }

    listen() {
        const target = this.picture.owns ? window : this.picture.svg;
        target.addEventListener("keydown", (event) => this.onKey(event));
    }

    onKey(event) {
        const { picture, viewer } = this;
        picture.stage.root.classList.add("fr-keys");
        if (event.ctrlKey || event.metaKey || event.altKey || event.target.localName === "input")
            return;
        const direction = DIRECTIONS.get(event.key),
            act = this.actions.get(event.key);
        if (direction && !viewer.help.shown) this.step(direction(Boolean(picture.view.icicle)));
        else if (act && !(isControl(event.target) && event.key === "Enter")) act(viewer);
        else return;
        event.preventDefault();
    }

    /* Where no box is drawn towards the root, a step in zooms out. */
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
