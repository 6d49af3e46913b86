/*
 * view_steps.js - the transforms of a page for its reader: those that hold (steps.js) as chips, the command line that
 * does the same, and the menu of a box.
 *
 *     [only stacks with main x]  [hidden: memcpy x]   flamerender page.html --focus '^main$' ...  [Copy command]
 */
import { Menu } from "./menu.js";
import { pickList } from "./pickers.js";
import { RUNTIMES } from "../runtimes.js"; // made when flamerender is built
import { IDLE_RUNTIME, argumentsOf, commandOf, exactly, patternOf, wordsOf } from "../profile/steps.js";

const PRESS_MS = 500; // of a finger
const SLIP = 10; // px that it may move
export const FOLD = { step: "fold-recursion", pattern: "cycles" };
const MENU_ROWS = [
    ["Only stacks with it", "focus"],
    ["Drop stacks with it", "ignore"],
    ["Hide it: its caller has what it calls", "hide"],
    ["Start stacks at it", "show-from"],
];

const FOUND_ROWS = [
    ["Only stacks that the search finds", "focus"],
    ["Without stacks that the search finds", "ignore"],
];

export const PRESETS = [...RUNTIMES, [IDLE_RUNTIME, "idle CPUs"]]; // [name, title]

/** Rows for commands.js. */
export const STEP_COMMANDS = [
    [
        "m",
        "What can be done with a box: keep or drop its stacks, hide it, start at it",
        ({ page }) => page.stepsView.openChosen(),
        null,
        "m, right click",
    ],
    ["b", "Callers: from the leaves, or from the roots", ({ page }) => page.turn()],
    ["x", "Fold chains of single callees into one box", ({ page }) => page.foldChains()],
    ["", "Fold recursion", ({ page }) => page.stepsView.foldRecursion()],
    ...FOUND_ROWS.map(([title, step]) => ["", title, ({ page }) => page.stepsView.addFound(step), ({ find }) => find.query]),
    ...PRESETS.map(([pattern, title]) => [
        "",
        "Hide runtime: " + title,
        ({ page }) => page.stepsView.add({ step: "hide-runtime", pattern }),
    ]),
    [
        "",
        "Take all steps away",
        ({ page }) => page.changeSteps([]),
        ({ page }) => page.steps.length,
    ],
    [
        "",
        "Copy the command that does the same",
        ({ page }) => page.stepsView.copyCommand(),
        ({ page }) => page.now.order !== "time" && page.stepsView.commandText !== "", // a page's samples are not an input
    ],
];

export class StepsView {
    /** `page` has steps, and takes others by changeSteps(). */
    constructor(viewer, page) {
        Object.assign(this, { viewer, page });
        this.picture = viewer.picture;
        this.menu = new Menu(() => viewer.focus());
        this.runtimes = pickList("Hide a runtime", [["", "Hide runtime"], ...PRESETS], (pattern) => {
            this.runtimes.value = "";
            this.page.controls.more.close();
            viewer.focus();
            this.add({ step: "hide-runtime", pattern });
        });
        this.listen(this.picture.svg);
    }

    listen(svg) {
        svg.addEventListener("contextmenu", (event) => this.onMenu(event));
        svg.addEventListener("pointerdown", (event) => this.onDown(event));
        for (const name of ["pointerup", "pointercancel", "pointermove"])
            svg.addEventListener(name, (event) => this.onPress(event));
    }

    /* A finger that stays opens the menu, where the browser does not say so itself. */
    onDown(event) {
        clearTimeout(this.press);
        if (event.pointerType !== "touch") return;
        this.down = { clientX: event.clientX, clientY: event.clientY };
        this.press = setTimeout(() => this.openAt(this.down), PRESS_MS);
    }

    onPress({ type, clientX, clientY }) {
        const { down } = this;
        if (type === "pointermove" && down && Math.hypot(clientX - down.clientX, clientY - down.clientY) < SLIP)
            return;
        clearTimeout(this.press);
    }

    onMenu(event) {
        if (this.picture.stage.root.classList.contains("fr-keys")) this.openChosen();
        else if (!this.openAt(event)) return;
        event.preventDefault();
    }

    /* Opens the menu of the box at a place of the window, if there is one. */
    openAt(at) {
        clearTimeout(this.press);
        const found = this.picture.hit(at);
        if (!found || found.more || found.rest || !found.node) return false;
        this.open(found.node, { x: at.clientX, y: at.clientY });
        return true;
    }

    /** The menu of the box under the pointer, or of the selected one. */
    openChosen() {
        const { picture } = this,
            node = picture.hovered > 0 ? picture.hovered : picture.selected,
            box = picture.layout.boxOf.get(node);
        if (!node || box === undefined) return;
        const { left, top } = picture.svg.getBoundingClientRect(),
            { x, y, h } = picture.placeOf(box);
        this.open(node, { x: left + x / 10, y: top + (y + h) / 10 });
    }

    open(node, at) {
        const { viewer, picture } = this,
            { tree } = picture,
            name = tree.nameOf(node),
            pattern = exactly(name);
        viewer.hideTip();
        picture.selected = node;
        picture.showSelected();
        const rows = [
            ...MENU_ROWS.map(([text, step]) => [text, () => this.add({ step, pattern })]),
            ["Fold recursion", () => this.foldRecursion()],
            null,
            ["Zoom to it", () => viewer.zoom.go(node)],
            ["Its callers and callees", () => this.page.views.choose(tree.name[node])],
            ["Copy its name", () => viewer.copy()],
        ];
        this.menu.open(name, rows, at);
    }

    add(step) {
        this.page.changeSteps([...this.page.steps, step]);
    }

    addFound(step) {
        const { query } = this.viewer.find;
        if (query) this.add({ step, pattern: patternOf(query) });
    }

    remove(index) {
        this.page.changeSteps(this.page.steps.filter((_, i) => i !== index));
    }

    /** "flamerender page.html --focus '^main$' -o new.svg" */
    get commandText() {
        const { steps, shown } = this.page;
        return this.page.commandOf(commandOf([...argumentsOf(steps), ...shown.options, "-o", "new.svg"]));
    }

    copyCommand() {
        return this.viewer.copyText(this.commandText);
    }

    foldRecursion() {
        this.add(FOLD);
    }

    /** Rows of the panel of more (more_panel.js) for what the search finds. */
    foundRows() {
        return this.viewer.find.query ? FOUND_ROWS.map(([title, step]) => [title, () => this.addFound(step)]) : [];
    }

    /** The steps that hold (chips.js). */
    chips() {
        return this.page.steps.map((step, i) => ({
            what: "step",
            text: wordsOf(step),
            title: "Take away: " + wordsOf(step),
            act: () => this.remove(i),
            holds: true,
        }));
    }
}
