/*
 * trend_fit.js - the picture of a trend in the width and height of its page: columns as wide as the window, panels in
 * as many columns as there is room for, one a row on a phone. Texts keep their size.
 *
 *     names | columns of all points           no names where the page is narrow
 *     [panel]  [panel]  [panel]
 *
 * It moves what the program drew (render/layout/layout_trend.c); the points follow (trend_points.js).
 */
import { setAttributes } from "../draw/dom.js";
import { within } from "../profile/bounds.js";
import { withoutOverlap } from "../heat/heat_axis.js";

const HEAD = 36, // px of a panel above its plot; these are of render/layout/trend_panels.c
    PLOT = 92,
    INDENT = 12, // from the top of a panel to the line of its name
    GAP = 36, // between panels
    BELOW = 22, // of a plot, at least
    LEAST_PANEL = 330, // px of width
    MOST_ACROSS = 5,
    NARROW = 560, // px; narrower pictures do without names
    COLUMNS_SHARE = 0.32; // of the height

const BOX = /M(-?[\d.]+) (-?[\d.]+)h([\d.]+)v([\d.]+)h-[\d.]+z/g,
    LINE = /M(-?[\d.]+) (-?[\d.]+)L(-?[\d.]+) (-?[\d.]+)/g;

const PLACES = ["x", "y", "x1", "y1", "x2", "y2", "width", "height"];

const attribute = (element, name) => Number(element.getAttribute(name) || 0),
    round = (number) => Math.round(number * 10) / 10;

/* Returns how far the groups around an element move it down. */
function shiftOf(element, svg) {
    let sum = 0;
    for (let at = element.parentNode; at !== svg; at = at.parentNode)
        sum += Number((/translate\(\S+ ([-\d.]+)\)/.exec(at.getAttribute("transform")) || [0, 0])[1]);
    return sum;
}

export class TrendFit {
    /** `svg` as the program wrote it. */
    constructor(svg) {
        const [left, top, width, height] = svg.getAttribute("viewBox").split(" ").map(Number),
            all = [...svg.querySelectorAll("text, line, rect, path")],
            names = all.filter((one) => one.getAttribute("font-weight") === "700"),
            [ground] = svg.querySelectorAll(":scope > rect"),
            whole = svg.querySelector("g[transform] rect");
        Object.assign(this, { svg, ground });
        this.own = { left, top, width, height, x: attribute(whole, "x"), foot: shiftOf(whole, svg) };
        this.own.columns = attribute(whole, "width");
        this.own.height = this.own.foot - shiftOf(svg.querySelectorAll("g[transform]")[1].firstChild, svg);
        this.panels = names.map((text) => ({ x: attribute(text, "x"), y: attribute(text, "y") - INDENT }));
        const [first, second] = this.panels;
        this.panelWidth = second && second.x > first.x ? second.x - first.x - GAP : width;
        this.parts = all.filter((one) => one !== ground).map((element) => ({
            ...{ element, shift: shiftOf(element, svg), d: element.getAttribute("d") },
            at: Object.fromEntries(PLACES.map((name) => [name, attribute(element, name)])),
        }));
        this.shown = "";
    }

    /* Sizes of a page of some width and height. */
    plan(width, height, least) {
        const { panels, own } = this,
            isNarrow = width < NARROW,
            most = Math.min(MOST_ACROSS, panels.length || 1),
            across = within(Math.floor((width + GAP) / (least + GAP)), 1, most),
            above = own.foot - own.height - own.top,
            between = panels.length ? panels[0].y - own.foot : GAP,
            onPaper = least < LEAST_PANEL,
            columns = isNarrow ? 150 : onPaper ? 90 : within(COLUMNS_SHARE * height - above, 90, 260),
            panelsTop = above + columns + between,
            leastPlot = onPaper ? 28 : 40,
            room = Math.floor((height - panelsTop) / (HEAD + leastPlot + BELOW)), // rows of panels on paper
            rows = Math.min(Math.ceil(panels.length / across), onPaper ? room : Infinity),
            left = height - panelsTop - rows * (HEAD + BELOW),
            plot = isNarrow ? 70 : within(left / (rows || 1), leastPlot, 140);
        const names = isNarrow ? 0 : own.x - own.left,
            panel = (width - (across - 1) * GAP) / across,
            end = panelsTop + rows * (HEAD + plot + BELOW);
        const missing = panels.length - rows * across; // panels, on paper
        return { width, isNarrow, across, above, columns, plot, names, panel, panelsTop, end, missing };
    }

    /** Lays the picture out, with panels of `least` px and more; nothing where the size is as it was. */
    show(width, height, least = LEAST_PANEL) {
        if (width <= 0 || this.shown === width + " " + height) return;
        this.shown = width + " " + height;
        this.now = this.plan(width, height, least);
        const size = { width, height: Math.ceil(this.now.end) };
        for (const part of this.parts) this.move(part);
        setAttributes(this.svg, { ...size, viewBox: `0 0 ${width} ${size.height}` });
        setAttributes(this.ground, { x: 0, y: 0, ...size });
        withoutOverlap([...this.svg.querySelectorAll("text:not([display])")]);
    }

    /* The panel of a place; -1: the columns. */
    panelAt(x, y) {
        let found = -1; // they stand row after row
        this.panels.forEach((panel, i) => {
            if (panel.y <= y && panel.x <= x + 8) found = i;
        });
        return found;
    }

    /* Returns where a place of the program's picture is now. */
    place(x, y) {
        const k = this.panelAt(x, y);
        if (k < 0) return [this.acrossColumns(x), this.downColumns(y)];
        return this.inPanel(k, x - this.panels[k].x, y - this.panels[k].y);
    }

    acrossColumns(x) {
        const { own, now } = this;
        return x < own.x ? x - own.left : now.names + ((x - own.x) * (now.width - now.names)) / own.columns;
    }

    downColumns(y) {
        const { own, now } = this,
            top = own.foot - own.height;
        if (y <= top) return y - own.top;
        if (y < own.foot) return now.above + ((y - top) * now.columns) / own.height;
        return now.above + now.columns + y - own.foot;
    }

    inPanel(k, x, y) {
        const { now } = this,
            left = (k % now.across) * (now.panel + GAP),
            top = now.panelsTop + Math.floor(k / now.across) * (HEAD + now.plot + BELOW),
            down = y <= HEAD ? y : y < HEAD + PLOT ? HEAD + ((y - HEAD) * now.plot) / PLOT : y - PLOT + now.plot;
        return [left + (x * now.panel) / this.panelWidth, top + down];
    }

    /* A box: those of columns stretch, those of panels keep their width, and points their height. */
    box(x, y, width, height, isPoint) {
        if (this.panelAt(x, y) >= 0) {
            const [middle, top] = this.place(x + width / 2, isPoint ? y + height / 2 : y),
                [, foot] = this.place(x + width / 2, y + height);
            if (isPoint) return [middle - width / 2, top - height / 2, width, height];
            return [middle - width / 2, top, width, foot - top];
        }
        const [left, top] = this.place(x, y),
            right = this.acrossColumns(x + width),
            foot = this.downColumns(y + height);
        return [left, top, Math.max(right - left, 1), Math.max(foot - top, 0)];
    }

    move({ element, at, shift, d }) {
        const put = (x, y) => this.place(x, y + shift).map((value, i) => round(value - i * shift));
        if (element.localName === "path") element.setAttribute("d", this.path(d, shift));
        else if (element.localName === "rect") {
            const [x, y, width, height] = this.box(at.x, at.y + shift, at.width, at.height, true).map(round);
            setAttributes(element, { x, y: round(y - shift), width, height });
        } else if (element.localName === "line") {
            const [[x1, y1], [x2, y2]] = [put(at.x1, at.y1), put(at.x2, at.y2)];
            setAttributes(element, { x1, y1, x2, y2 });
        } else this.moveText(element, at);
    }

    moveText(element, at) {
        const { own, now } = this,
            [x, y] = this.place(at.x, at.y).map(round),
            isName = at.x < own.x && at.y < own.foot;
        element.removeAttribute("display");
        if (isName && now.isNarrow) element.setAttribute("display", "none");
        if (element.getAttribute("font-weight") === null) element.setAttribute("font-size", now.isNarrow ? 11 : 10.5);
        const isMiddle = element.getAttribute("text-anchor") === "middle",
            half = isMiddle ? element.getComputedTextLength() / 2 : 0; // no edge cuts a label
        setAttributes(element, { x: within(x, half, now.width - half), y });
    }

    path(d, shift) {
        const boxes = d.replace(BOX, (_, x, y, w, h) => {
            const [left, top, width, height] = this.box(+x, +y + shift, +w, +h, false).map(round);
            return `M${left} ${round(top - shift)}h${width}v${height}h${-width}z`;
        });
        const end = (x, y) => {
            const [left, top] = this.place(+x, +y + shift);
            return round(left) + " " + round(top - shift);
        };
        return boxes.replace(LINE, (_, x0, y0, x1, y1) => `M${end(x0, y0)}L${end(x1, y1)}`);
    }
}
