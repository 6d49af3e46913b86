/*
 * view_export.js - out of the page: it saves what is shown as a picture or as stacks, and copies a link, a
 * stack or a name. Files are made in the browser; nothing is requested.
 */
import { htmlElement } from "../draw/dom.js";
import { foldedOfPack, foldedOfSides } from "./export_folded.js";
import { pngOf } from "../draw/export_png.js";
import { svgText } from "../draw/export_svg.js";
import { PX } from "../draw/layout.js";
import { pathOf } from "../profile/navigate.js";
import { pageName } from "../profile/steps.js";
import { addSheet, papersOf } from "../draw/print_sheet.js";
import { textOfPage } from "../data/embedded_data.js";

const isThere = ({ page }) => !page.frame.isEmpty;

/* [key, title of the command, title in the menu, what it does, when it can] */
const EXPORTS = [
    ["", "Save as SVG", "Save picture, SVG", (exports) => exports.saveSvg(), isThere],
    ["", "Save as PNG", "Save picture, PNG", (exports) => exports.savePng(), isThere],
    ["", "Save as folded stacks", "Save stacks, folded", (exports) => exports.saveFolded(), (exports) => exports.hasStacks],
    ["", "Save the table as CSV", "Save table, CSV", (exports) => exports.saveTable(), (exports) => exports.hasTable],
    ["l", "Copy a link to what is shown", "Copy link", (exports) => exports.copyLink()],
    ["C", "Copy the stack of a box, from the root", "Copy stack", (exports) => exports.copyStack(), isThere],
];
const ALWAYS = () => true;

/** Rows for commands.js. */
export const EXPORT_COMMANDS = [
    ["e", "More: save what is shown, copy a link or a stack", ({ page }) => page.exports.open()],
    ...EXPORTS.map(([key, title, , act, when = ALWAYS]) => {
        const ofPage = (what) => ({ page }) => what(page.exports);
        return [key, title, ofPage(act), ofPage(when)];
    }),
];

/* Saves what is shown under the page's name, with another ending. */
function save(content, type, ending) {
    const name = (pageName().replace(/\.html?$/i, "") || "flamerender") + ending,
        link = htmlElement("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

export class Exports {
    constructor(viewer, page) {
        Object.assign(this, { viewer, page, picture: viewer.picture });
    }

    /** A sheet of paper has the picture in light colours, and the table (page_live.css). */
    listen(above) {
        addSheet(above, () => (isThere(this) ? papersOf(this.picture) : []));
    }

    open() {
        this.viewer.hideTip();
        this.page.controls.more.open();
    }

    /** Rows of the panel of more (more_panel.js). */
    rows() {
        const possible = EXPORTS.filter(([, , , , when = ALWAYS]) => when(this)),
            rows = possible.map(([, , title, act]) => [title, () => act(this)]),
            startWith = (verb) => rows.filter(([title]) => title.startsWith(verb)),
            name = isThere(this) ? [["Copy name", () => this.viewer.copy()]] : [];
        return [...startWith("Save"), null, ...startWith("Copy"), ...name];
    }

    /* The profile goes along where it is what is shown: after steps it is another one. */
    get data() {
        const { page, picture } = this,
            own = !page.part && !picture.view.compared && !(page.stepsView && page.steps.length);
        return own ? textOfPage("data") : "";
    }

    get svg() {
        return svgText(this.picture, this.data);
    }

    saveSvg() {
        save(this.svg, "image/svg+xml", ".svg");
        this.viewer.sayNotice(this.data ? "saved, with its profile" : "saved, without its profile");
    }

    async savePng() {
        const { width, ownFurniture: furniture } = this.picture;
        try {
            const { blob, scale } = await pngOf(svgText(this.picture, ""), width / PX, furniture.height / PX);
            save(blob, blob.type, ".png");
            this.viewer.sayNotice(scale < 2 ? "saved, smaller than usual: the picture is very high" : "saved");
        } catch (error) {
            this.viewer.sayNotice("not saved: " + error.message);
        }
    }

    get hasStacks() {
        const { tree } = this.picture;
        return isThere(this) && Boolean(tree.sides ? tree.complete : this.picture.calls.pack);
    }

    get hasTable() {
        return isThere(this) && this.page.table;
    }

    /** The stacks of the zoomed box; under callers those that it begins. A box of a chart is no stack: all. */
    get folded() {
        const { tree, view, zoom, calls } = this.picture;
        if (tree.sides) return foldedOfSides(tree, view.decimals, zoom);
        const path = pathOf(tree, tree.offset ? 0 : zoom),
            turned = this.page.now.from === "leaves",
            keeps = (names) => {
                const from = turned ? names.slice().reverse() : names;
                return path.every((name, i) => from[i] === name);
            };
        return foldedOfPack(calls.pack, view.column, keeps);
    }

    saveFolded() {
        const { tree, zoom } = this.picture;
        save(this.folded, "text/plain", ".folded");
        this.viewer.sayNotice(tree.offset && zoom ? "saved, of all of the time" : "saved");
    }

    saveTable() {
        save(this.page.table.csv, "text/csv", ".csv");
        this.viewer.sayNotice("saved");
    }

    copyLink() {
        return this.viewer.copyText(location.href);
    }

    /** The stack of the box under the pointer, or of the selected one: "main;parse;read". A lane is no part of it. */
    copyStack() {
        const { tree, view, hovered, selected } = this.picture,
            path = pathOf(tree, hovered > 0 ? hovered : selected).slice(view.chart > 1 ? 1 : 0),
            turned = this.page.now.from === "leaves";
        const names = path.map((name) => name.replaceAll(";", "\\x3b"));
        return this.viewer.copyText((turned ? names.reverse() : names).join(";"));
    }
}
