/*
 * view_export.js - out of the page: it saves what is shown as a picture or as stacks, and copies a link, a
 * stack or a name. Files are made in the browser; nothing is requested.
 */
import { htmlElement } from "../draw/dom.js";
import { foldedOfPack, foldedOfSides } from "./export_folded.js";
import { pngOf } from "../draw/export_png.js";
import { svgText } from "../draw/export_svg.js";
import { onPaper } from "../draw/theme.js";
import { PX } from "../draw/layout.js";
import { pathOf } from "../profile/navigate.js";
import { papersOf } from "../draw/print_sheet.js";
import { textOfPage } from "../data/embedded_data.js";

/** Rows for commands.js. */
export const EXPORT_COMMANDS = [
    ["e", "More: save what is shown, copy a link or a stack", ({ page }) => page.exports.open()],
    ["", "Save as SVG", ({ page }) => page.exports.saveSvg()],
    ["", "Save as PNG", ({ page }) => page.exports.savePng()],
    [
        "",
        "Save as folded stacks",
        ({ page }) => page.exports.saveFolded(),
        ({ page }) => page.exports.hasStacks,
    ],
    ["", "Save the table as CSV", ({ page }) => page.exports.saveTable(), ({ page }) => page.table],
    ["l", "Copy a link to what is shown", ({ page }) => page.exports.copyLink()],
    ["C", "Copy the stack of a box, from the root", ({ page }) => page.exports.copyStack()],
];

function save(blob, name) {
    const link = htmlElement("a", { href: URL.createObjectURL(blob), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

/* The page's name without its ending. */
function pageName() {
    try {
        return decodeURIComponent(location.pathname.split("/").pop()).replace(/\.html?$/i, "") || "flamerender";
    } catch {
        return "flamerender";
    }
}

export class Exports {
    constructor(viewer, page) {
        Object.assign(this, { viewer, page, picture: viewer.picture });
        this.sheet = htmlElement("div", { class: "fr-print" });
    }

    /** A sheet of paper has the picture in light colours, and the table (page_live.css). */
    listen(above) {
        above.append(this.sheet);
        onPaper(() => this.sheet.isConnected && this.sheet.replaceChildren(...papersOf(this.picture)));
        window.addEventListener("afterprint", () => this.sheet.replaceChildren());
    }

    open() {
        this.viewer.hideTip();
        this.page.controls.more.open();
    }

    /** Rows of the panel of more (more_panel.js). */
    rows() {
        const stacks = this.hasStacks ? [["Save stacks, folded", () => this.saveFolded()]] : [],
            table = this.page.table ? [["Save table, CSV", () => this.saveTable()]] : [];
        return [
            ["Save picture, SVG", () => this.saveSvg()],
            ["Save picture, PNG", () => this.savePng()],
            ...stacks,
            ...table,
            null,
            ["Copy link", () => this.copyLink()],
            ["Copy stack", () => this.copyStack()],
            ["Copy name", () => this.viewer.copy()],
        ];
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
        save(new Blob([this.svg], { type: "image/svg+xml" }), pageName() + ".svg");
        this.viewer.sayNotice(this.data ? "saved, with its profile" : "saved, without its profile");
    }

    async savePng() {
        const { width, ownFurniture: furniture } = this.picture;
        try {
            const { blob, scale } = await pngOf(svgText(this.picture, ""), width / PX, furniture.height / PX);
            save(blob, pageName() + ".png");
            this.viewer.sayNotice(scale < 2 ? "saved, smaller than usual: the picture is very high" : "saved");
        } catch (error) {
            this.viewer.sayNotice("not saved: " + error.message);
        }
    }

    get hasStacks() {
        const { tree } = this.picture;
        return Boolean(tree.sides ? tree.complete : this.picture.calls.pack);
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
        save(new Blob([this.folded], { type: "text/plain" }), pageName() + ".folded");
        this.viewer.sayNotice(tree.offset && zoom ? "saved, of all of the time" : "saved");
    }

    saveTable() {
        save(new Blob([this.page.table.csv], { type: "text/csv" }), pageName() + ".csv");
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
