/*
 * page_controls.js - the controls of the page of a flame graph or differential, and what the details let one do:
 *
 *     menus    order, colour, values, threads and labels; of a differential width and colour
 *     more     files, links, folding, theme
 *     chips    the zoom and the steps that hold
 *     foot     legend and command
 */
import { Chips } from "../frame/chips.js";
import { LegendFoot } from "../frame/legend_foot.js";
import { MorePanel } from "../frame/more_panel.js";
import { themeRows } from "../draw/theme.js";
import { hasWidth, widthNames } from "../profile/diff_width.js";
import { button } from "./bar.js";
import { IN_TIME, ORDER_WORDS } from "./sibling_orders.js";
import { Pickers, pickList } from "./pickers.js";
import { COLOURS } from "./sides.js";
import { colouringRows } from "./colourings.js";

const PHONE = "(max-width: 699px)";
const ROOMY = 900; // px: narrower windows have the list of colours behind "...", so that chips have room
const COLOUR_WORDS = { total: "Colour: total", own: "Colour: own code" };

function makeAct(text, key, act) {
    return button("fr-act", `${text} (${key})`, text, act);
}

export class PageControls {
    /** `more` has rows(): what else the page can do, and chips(own): its chips around those of the picture. */
    constructor(viewer, page, more) {
        Object.assign(this, { viewer, page, extra: more, frame: page.frame, picture: viewer.picture });
        this.more = new MorePanel(this.frame, () => this.rows(), () => viewer.focus());
        this.chips = new Chips(this.frame);
        const copy = page.stepsView ? () => page.stepsView.copyCommand() : null;
        this.foot = new LegendFoot(this.frame, this.picture, copy);
        this.pickers = page.stepsView ? new Pickers(page) : null;
        this.fixed = [...this.makeOrder(), ...this.makeSides(), ...this.makeWays()];
        for (const place of [this.frame.menus, this.more.spare]) place.addEventListener("change", () => viewer.focus());
        this.help = button("fr-round fr-keys-button", "List the keys (?)", "?", () => viewer.showHelp());
        this.more.button.before(this.help);
        this.fold();
        new ResizeObserver(() => this.fold()).observe(this.frame.controls);
    }

    get menus() {
        return [...this.fixed, ...(this.pickers ? this.pickers.elements : [])];
    }

    makeOrder() {
        const { shown } = this.page,
            orders = shown.orders.filter((order) => order !== IN_TIME);
        if (orders.length < 2) return [];
        const rows = orders.map((order) => [order, ORDER_WORDS[order]]);
        this.order = pickList("Order", rows, (order) => this.page.change({ order }));
        return [this.order];
    }

    makeSides() {
        const { view } = this.picture,
            { sides } = this.viewer;
        if (!view.diff) return [];
        const widths = Object.entries(widthNames(view)).map(([width, name]) => [width, "Width: " + name]),
            colours = COLOURS.map((colour) => [colour, COLOUR_WORDS[colour]]);
        this.width = pickList("Width", widths, (width) => sides.choose({ width }));
        this.colour = pickList("Colour", colours, (colour) => sides.choose({ colour }));
        return view.diff.callers ? [this.width] : [this.width, this.colour];
    }

    makeWays() {
        const rows = colouringRows(this.page.shown.ways);
        if (!rows.length) return [];
        this.way = pickList("Colour", rows, (colour) => this.page.change({ colour }));
        return [this.way];
    }

    /* Menus that the controls have no room for stand behind "...". */
    fold() {
        const { controls, menus } = this.frame,
            { spare } = this.more;
        menus.append(...this.menus);
        if (this.way && innerWidth < ROOMY) spare.prepend(this.way);
        const isPhone = matchMedia(PHONE).matches;
        while (menus.lastChild && (isPhone || controls.scrollWidth > controls.clientWidth))
            spare.prepend(menus.lastChild);
    }

    /* ---- more ---- */

    rows() {
        const { page, extra, picture } = this,
            themes = themeRows((theme) => page.turnTheme(theme));
        return [
            ...page.exports.rows(),
            ...extra.rows(),
            ...this.shapeRows(),
            null,
            ["Print\u2026", () => window.print()],
            ["List the keys", () => this.viewer.showHelp()],
            ...(picture.view.scheme === "auto" ? [null, ...themes] : []),
        ];
    }

    shapeRows() {
        const { page } = this,
            { now, stepsView } = page,
            turned = now.shape === "icicle";
        const shapes = [
            null,
            ["Icicle: the root above", () => page.change({ shape: "icicle" }), turned],
            ["Flame: the root below", () => page.change({ shape: "flame" }), !turned],
        ];
        if (!stepsView) return shapes;
        return [
            ...shapes,
            ["Fold chains of single callees", () => page.foldChains(), now.chains !== ""],
            ["Fold recursion", () => stepsView.foldRecursion()],
            ["", stepsView.runtimes],
            ...stepsView.foundRows(),
        ];
    }

    /* ---- details ---- */

    /** Buttons for what the details tell of: {tree, node, view, row}; the last is what Enter does. */
    actionsOf({ tree, node, row }) {
        const { page, viewer, picture } = this,
            { views, stepsView, walk } = page,
            { name, id } = row || { name: tree.titleOf(node), id: tree.name[node] },
            isDrawn = !row && tree === picture.tree,
            isTold = row ? !views.isChosen(id) : node > 0;
        const copy = makeAct("Copy name", "c", () => viewer.copyText(name)),
            callers = makeAct("Callers", "f", () => views.choose(id)),
            only = makeAct("Only this\u2026", "m", () => this.openMenu(node, only)),
            firsts = [
                [row, () => makeAct("Show in flame", "Enter", () => views.showInPicture(id))],
                [walk, () => makeAct("Next change", "j", () => walk.go(1))],
                [isDrawn && node !== picture.zoom, () => makeAct("Zoom", "Enter", () => viewer.zoom.go(node))],
            ],
            first = firsts.find(([is]) => is);
        const acts = [copy];
        if (views.around && isTold) acts.push(callers);
        if (stepsView && isDrawn && node) acts.push(only);
        if (first) {
            acts.push(first[1]());
            acts.at(-1).classList.add("fr-first");
        }
        return acts;
    }

    openMenu(node, near) {
        const { left, top } = near.getBoundingClientRect();
        this.page.stepsView.open(node, { x: left, y: top - 4, above: true });
    }

    /* ---- what holds ---- */

    get chipsNow() {
        const { page, picture, viewer, extra } = this,
            { tree, zoom, span } = picture,
            zoomed = zoom ? "zoomed to " + tree.titleOf(zoom) : "a part of the width",
            end = () => (zoom ? viewer.zoom.go(0) : page.spans.end()),
            steps = page.stepsView ? page.stepsView.chips() : [];
        if ((zoom || span) && !page.now.view) steps.push({ text: zoomed, title: "Reset zoom", act: end, holds: true });
        return extra.chips(steps);
    }

    show() {
        const { page, picture } = this,
            { now, stepsView } = page,
            { diff } = picture.view;
        let isNew = this.pickers?.show();
        if (this.order) {
            if (now.order !== IN_TIME) this.order.value = now.order;
            this.order.disabled = now.order === IN_TIME;
        }
        if (diff) {
            const names = widthNames(picture.view); // of the sides that are compared now
            for (const option of this.width.options) {
                const text = "Width: " + names[option.value];
                isNew ||= option.text !== text;
                option.text = text;
                option.disabled = !hasWidth(picture.tree, picture.view, option.value);
            }
            this.width.value = diff.width;
            this.colour.value = COLOURS[diff.self ? 1 : 0];
        }
        if (this.way) this.way.value = now.colour;
        if (isNew) this.fold();
        this.chips.show(this.chipsNow);
        this.foot.show(stepsView && now.order !== IN_TIME ? stepsView.commandText : "");
    }
}
