/*
 * main.js - the viewer of one SVG picture: takes the data out of it, draws it anew in the width of the
 * window, and answers to pointer, keys and the address.
 *
 * The picture that is there stays until all is ready, and for good where something fails.
 */
import { nextWidth, setColour, setWidth, subtitleOf } from "./change.js";
import { layoutFlame, layoutCrumbs, MARGIN, PX } from "./layout.js";
import { furnish } from "./furniture.js";
import { formatPlainShare, formatGrouped, formatShare } from "./format.js";
import { parseQuery, findMatches, matchedValue, countWithin } from "./search.js";
import { findPath, readFragment, stepFrom, writeFragment } from "./navigate.js";
import { framed, htmlElement, setAttributes, svgElement } from "./dom.js";
import {
    Colours,
    describeNode,
    paintBoxes,
    paintCrumbs,
    paintFurniture,
    placeOutline,
} from "./paint.js";
import { factsOf, Help, Tip } from "./panel.js";
import { Bar } from "./bar.js";
import { installSheet } from "./sheet.js";
import { makeStage } from "./stage.js";
import { Motion } from "./motion.js";
import { readTree, readView } from "./load.js";

const LEAST_WIDTH = 320; // px; narrower windows scroll
const VISIBLE = 3 * PX; // narrower matches are zoomed to

/* Arrow keys by where the root is. */
const DIRECTIONS = new Map([
    ["ArrowLeft", () => "left"],
    ["ArrowRight", () => "right"],
    ["Home", () => "first"],
    ["End", () => "last"],
    ["ArrowUp", (icicle) => (icicle ? "in" : "out")],
    ["ArrowDown", (icicle) => (icicle ? "out" : "in")],
]);

class Viewer {
    constructor(svg, view, tree) {
        Object.assign(this, {
            svg,
            view,
            tree,
            zoom: 0,
            selected: 0,
            query: null,
            matches: null,
            hovered: -1,
        });
        this.colours = new Colours(view);
        this.owns = document.documentElement === svg; // the address is ours alone
        this.make();
        this.listen();
    }

    /* ---- elements ---- */

    make() {
        Object.assign(this, makeStage(this.colours));
        this.motion = new Motion(this.moving);
        const isDiff = Boolean(this.view.diff);
        this.bar = new Bar(
            {
                reset: () => this.go(0),
                search: (text) => this.search(text),
                next: () => this.walk(1),
                previous: () => this.walk(-1),
                width: () => this.changeWidth(),
                colour: () => this.changeColour(),
                help: () => this.showHelp(),
                leave: () => this.labels.focus(),
            },
            isDiff,
        );
        this.tip = new Tip(() => this.copy());
        this.help = new Help(() => this.closeHelp(), isDiff);
        this.live = framed(
            htmlElement("div", { class: "fr-live", role: "status", "aria-live": "polite" }),
        );
        this.root.append(
            this.ground,
            this.furnitureGroup,
            this.crumbs,
            this.moving,
            this.hover,
            this.bar.frame,
            this.live.frame,
            this.tip.frame,
            this.help.frame,
        );
    }

    /** Takes the place of the static picture. */
    replace() {
        installSheet(this.view, this.owns, this.svg, () => svgElement("style"));
        for (const child of Array.from(this.svg.children))
            if (!["title", "desc", "style", "metadata", "script"].includes(child.localName))
                child.remove();
        this.svg.setAttribute("role", "group");
        this.svg.setAttribute("width", "100%");
        this.svg.removeAttribute("viewBox");
        this.svg.style.setProperty("overflow", "visible"); // panels may reach beyond a low picture
        this.svg.append(this.root);
        this.follow();
        if (this.view.diff) this.redraw();
        this.search(this.query ? this.query.text : this.view.search, false);
    }

    /* ---- drawing ---- */

    draw() {
        const width =
            Math.max(LEAST_WIDTH, Math.floor(this.svg.getBoundingClientRect().width)) * PX;
        const { view, tree, colours } = this;
        this.width = width;
        this.layout = layoutFlame(tree, view, this.zoom, width);
        this.wholeRows = this.zoom ? this.wholeRows : this.layout.rows.length;
        if (!this.wholeRows) this.wholeRows = layoutFlame(tree, view, 0, width).rows.length;
        this.furniture = furnish(
            this.layout,
            view,
            width,
            Math.max(this.wholeRows, this.layout.rows.length),
        );
        /* Of a low picture that is a document, panels would be cut at its lower edge. */
        const height = Math.max(this.furniture.height / PX, this.owns ? innerHeight : 0);
        setAttributes(this.ground, { width: width / PX, height });
        this.svg.setAttribute("height", height);
        paintFurniture(this.furnitureGroup, this.furniture, colours);
        this.crumbPlaces = this.zoom ? layoutCrumbs(tree, this.zoom, width) : [];
        paintCrumbs(this.crumbs, this.crumbPlaces, tree, this.furniture, colours);
        this.drawBoxes();
        this.bar.place(
            width / PX - MARGIN / PX,
            this.furniture.controlsY / PX,
            this.furniture.controlsRows,
        );
        this.setHover(-1);
        this.showSelected();
        this.showFound();
    }

    drawBoxes() {
        const marks = this.matches && this.matches.marks;
        const painted = paintBoxes(this.layout, this.furniture, this.colours, marks),
            { paths, labels } = painted;
        this.boxes.replaceChildren(...paths);
        this.marks.replaceChildren(...painted.marks);
        this.labels.replaceChildren(...labels, this.current);
    }

    placeOf(box) {
        const { x0, x1, row } = this.layout;
        return {
            x: x0[box],
            y: this.furniture.rowY(row[box]),
            w: Math.max(x1[box] - x0[box], 10),
            h: this.furniture.boxHeight,
        };
    }

    showSelected() {
        let box = this.layout.boxOf.get(this.selected);
        if (box === undefined) {
            this.selected = this.zoom;
            box = 0;
        }
        placeOutline(this.current, this.placeOf(box));
        setAttributes(this.current, {
            "aria-label": describeNode(this.tree, this.selected, this.view),
            "aria-level": this.tree.depth[this.selected] + 1,
            "aria-selected": "true",
        });
    }

    say(text) {
        this.live.body.textContent = text;
    }

    /* ---- zoom ---- */

    /** Zooms to a node and remembers where we were. */
    go(node, remember = true) {
        if (node === this.zoom) return;
        const before = this.layout,
            rowBefore = this.furniture.rowY;
        const old = { root: this.zoom, layout: before, rowY: rowBefore };
        this.zoom = node;
        this.selected = node;
        this.tip.hide();
        this.draw();
        this.move(old);
        this.reveal();
        if (remember) this.address(true);
        this.say(
            node ? "zoomed to " + describeNode(this.tree, node, this.view) : "the whole picture",
        );
    }

    /* From where the inner root was, or to where it will be. */
    move(old) {
        const inner = this.tree.holds(old.root, this.zoom) ? this.zoom : old.root;
        const place = ({ layout, rowY }) => {
            const box = layout.boxOf.get(inner);
            return box === undefined
                ? null
                : { x0: layout.x0[box], x1: layout.x1[box], y: rowY(layout.row[box]) };
        };
        const from = place(old),
            to = place({ layout: this.layout, rowY: this.furniture.rowY });
        if (from && to) this.motion.start(from, to);
    }

    /* The zoomed root's row comes into the window. */
    reveal() {
        if (this.zoom) this.current.scrollIntoView({ block: "nearest" });
    }

    goOut() {
        if (this.zoom) this.go(this.tree.parent[this.zoom]);
    }

    /* ---- both sides ---- */

    /** Another width: a zoomed node that has none there gives way to an ancestor that has. */
    changeWidth() {
        const { tree, view } = this;
        setWidth(tree, view, nextWidth(view));
        while (this.zoom && !tree.total[this.zoom]) this.zoom = tree.parent[this.zoom];
        this.wholeRows = 0;
        this.redraw();
    }

    /** Merged from the leaves, what a function owns is its box on the root: there is no other colour. */
    changeColour() {
        if (this.view.diff.callers) return;
        setColour(this.tree, this.view, !this.view.diff.self);
        this.redraw();
    }

    redraw() {
        const { view } = this,
            { diff } = view,
            width = { mean: "mean of both", new: diff.new, base: diff.base }[diff.width] || diff.width,
            colour = diff.self ? "own code" : "total";
        view.subtitle = subtitleOf(view);
        view.legend[0].splice(1, 2, diff.ramps[2 * diff.self + 1], diff.ramps[2 * diff.self]);
        this.tip.hide();
        this.bar.showChoice(width, colour, !diff.callers);
        this.draw();
        this.say(`width: ${width}, colour: ${colour}`);
    }

    /* ---- address ---- */

    address(push) {
        if (!this.owns) return;
        const fragment = writeFragment(this.tree, this.zoom, this.query ? this.query.text : "");
        const url = fragment || location.pathname + location.search;
        try {
            if (push) history.pushState(null, "", url);
            else history.replaceState(null, "", url);
        } catch {
            // a sandbox without an address, or a browser that counts changes: the picture goes on
        }
    }

    /* Does what the address says; an unknown path goes as far as it is known. */
    follow() {
        const state = this.owns ? readFragment(location.hash) : { path: [], search: "" };
        const found = findPath(this.tree, state.path);
        this.zoom = this.selected = found.node;
        this.query = parseQuery(state.search);
        this.draw();
        if (!found.whole) this.notice("a part of the linked path is not in this picture");
    }

    followAgain() {
        const before = this.query ? this.query.text : "",
            state = readFragment(location.hash);
        this.go(findPath(this.tree, state.path).node, false);
        if (state.search !== before) this.search(state.search, false);
    }

    notice(text) {
        this.noticed = text;
        this.say(text);
        this.showFound();
    }

    /* ---- search ---- */

    search(text, remember = true) {
        this.query = parseQuery(text);
        this.matches = this.query ? findMatches(this.tree, this.query) : null;
        if (this.bar.field.value !== text) this.bar.field.value = text;
        this.drawBoxes();
        this.showSelected();
        this.showFound();
        if (remember) this.address(false);
    }

    foundText() {
        const { tree, matches, zoom } = this;
        const all = matches.nodes.length;
        const n = countWithin(tree, matches, zoom);
        const share = this.matchedShare();
        const where = zoom ? " of zoom" : tree.complete ? "" : " of what is drawn";
        const count = (n === all ? "" : formatGrouped(n, 0) + " of ") + formatGrouped(all, 0);
        return count + (all === 1 ? " box" : " boxes") + " \u00b7 " + share + where;
    }

    /* Of what is zoomed to; "34.5 % -> 36.1 %" of both sides. */
    matchedShare() {
        const { tree, matches, zoom } = this;
        const columns = tree.sides ? [tree.sides.total.base, tree.sides.total.new] : [tree.total];
        const shares = columns.map((values) =>
            Number(values[zoom])
                ? formatPlainShare(matchedValue(tree, matches, zoom, values), values[zoom])
                : formatShare(0, 1, 1),
        );
        return shares.join(" \u2192 ");
    }

    showFound() {
        const found = this.matches ? this.foundText() : this.noticed || "";
        this.bar.show({
            zoomed: this.zoom > 0,
            found,
            hint: this.query ? this.query.hint : "",
            searching: Boolean(this.matches && this.matches.nodes.length),
        });
        if (this.matches) this.say(found + (this.query.hint ? ", " + this.query.hint : ""));
    }

    /** The next match in pre-order from the selected box, all around; one too narrow is zoomed to. */
    walk(by) {
        if (!this.matches || !this.matches.nodes.length) return;
        const { nodes } = this.matches,
            here = this.selected;
        let at = nodes.findIndex((node) => node >= here);
        at = at < 0 ? nodes.length : at;
        at = by > 0 ? at + (nodes[at] === here ? 1 : 0) : at - 1;
        const node = nodes[(at + nodes.length) % nodes.length],
            box = this.layout.boxOf.get(node);
        if (box === undefined || this.layout.x1[box] - this.layout.x0[box] < VISIBLE) this.go(node);
        this.select(node);
    }

    /* ---- pointer ---- */

    /* What lies at a place of the window: {node, place}, or null. */
    hit(event) {
        const picture = this.svg.getBoundingClientRect();
        const x = (event.clientX - picture.left) * PX,
            y = (event.clientY - picture.top) * PX;
        const row = this.furniture.rowAt(y);
        if (row < 0 || x < MARGIN || x >= this.width - MARGIN) return null;
        if (row === 0 && this.zoom) return this.hitCrumb(x);
        const box = this.layout.find(row, x);
        return box < 0 ? null : { node: this.layout.node[box], place: this.placeOf(box) };
    }

    hitCrumb(x) {
        const crumb = this.crumbPlaces.find(({ x0, x1 }) => x >= x0 && x < x1);
        return crumb
            ? {
                  node: crumb.node,
                  place: {
                      x: crumb.x0,
                      y: this.furniture.rowY(0),
                      w: crumb.x1 - crumb.x0,
                      h: this.furniture.boxHeight,
                  },
              }
            : null;
    }

    setHover(node, place = null) {
        this.hovered = node;
        placeOutline(this.hover, place);
        this.svg.style.setProperty("cursor", node < 0 ? "default" : "pointer");
    }

    showTip(node, at, pinned) {
        this.tip.show(
            this.svg,
            this.tree.titleOf(node),
            factsOf(this.tree, node, this.zoom, this.view),
            at,
            pinned,
        );
    }

    onMove(event) {
        if (event.pointerType === "touch" || this.help.shown || isControl(event.target)) return;
        const found = this.hit(event);
        this.setHover(found ? found.node : -1, found && found.place);
        if (found) this.showTip(found.node, { x: event.clientX, y: event.clientY }, false);
        else this.tip.hide();
    }

    onClick(event) {
        if (isControl(event.target)) return;
        const found = this.hit(event);
        if (!found) {
            this.tip.hide();
            return;
        }
        if (this.pointer === "touch" && !(this.tip.shown && this.selected === found.node)) {
            this.tap(found, event);
            return;
        }
        this.labels.focus({ preventScroll: true });
        this.root.classList.remove("fr-selected");
        this.go(found.node);
    }

    /* A finger cannot hover: the first tap tells, the second zooms. */
    tap(found, event) {
        this.root.classList.add("fr-selected");
        this.selected = found.node;
        if (this.layout.boxOf.has(found.node)) this.showSelected();
        this.showTip(found.node, { x: event.clientX, y: event.clientY }, true);
    }

    /* ---- keys ---- */

    select(node) {
        const box = this.layout.boxOf.get(node);
        if (box === undefined) return;
        this.selected = node;
        this.showSelected();
        this.root.classList.add("fr-selected");
        this.current.scrollIntoView({ block: "nearest" });
        const place = this.placeOf(box),
            picture = this.svg.getBoundingClientRect();
        this.showTip(
            node,
            { x: picture.left + place.x / PX, y: picture.top + (place.y + place.h) / PX },
            false,
        );
    }

    step(direction) {
        const box = this.layout.boxOf.get(this.selected) || 0,
            next = stepFrom(this.layout, box, direction);
        if (next >= 0) {
            this.select(this.layout.node[next]);
        } else if (direction === "in" && this.zoom) {
            this.goOut();
            this.select(this.zoom);
        }
    }

    escape() {
        if (this.help.shown) this.closeHelp();
        else if (this.tip.shown) this.clearSelection();
        else if (this.zoom) this.go(0);
        else if (this.query) this.search("");
    }

    clearSelection() {
        this.tip.hide();
        this.setHover(-1);
        this.root.classList.remove("fr-selected");
        if (this.zoom) this.go(0);
    }

    showHelp() {
        this.tip.hide();
        this.setHover(-1);
        this.help.show(this.svg);
    }

    closeHelp() {
        this.help.hide();
        this.labels.focus({ preventScroll: true });
    }

    onKey(event) {
        this.root.classList.add("fr-keys");
        if (event.ctrlKey || event.metaKey || event.altKey || event.target.localName === "input")
            return;
        const direction = DIRECTIONS.get(event.key),
            act = this.keys.get(event.key);
        if (direction && !this.help.shown) this.step(direction(Boolean(this.view.icicle)));
        else if (act && !(isControl(event.target) && event.key === "Enter")) act();
        else return;
        event.preventDefault();
    }

    async copy() {
        const name = this.tree.titleOf(this.hovered >= 0 ? this.hovered : this.selected);
        try {
            await navigator.clipboard.writeText(name);
            this.notice("copied");
        } catch {
            this.notice("the browser does not let this page copy");
        }
    }

    listen() {
        this.keys = new Map([
            ["Enter", () => this.go(this.selected)],
            ["Escape", () => this.escape()],
            ["Backspace", () => this.goOut()],
            ["/", () => this.bar.field.select()],
            ["n", () => this.walk(1)],
            ["N", () => this.walk(-1)],
            ["c", () => this.copy()],
            ["?", () => this.showHelp()],
        ]);
        if (this.view.diff)
            this.keys.set("w", () => this.changeWidth()).set("s", () => this.changeColour());
        this.svg.addEventListener("pointerdown", (event) => {
            this.pointer = event.pointerType;
            this.root.classList.remove("fr-keys");
        });
        this.svg.addEventListener("pointermove", (event) => this.onMove(event));
        this.svg.addEventListener("pointerleave", (event) => {
            if (event.pointerType === "touch") return;
            this.setHover(-1);
            this.tip.hide();
        });
        this.svg.addEventListener("click", (event) => this.onClick(event));
        (this.owns ? window : this.svg).addEventListener("keydown", (event) => this.onKey(event));
        window.addEventListener("resize", () => this.draw());
        if (this.owns) window.addEventListener("popstate", () => this.followAgain());
    }
}

function isControl(element) {
    return Boolean(element && element.closest && element.closest(".fr-bar, .fr-tip, .fr-help"));
}

async function start(svg) {
    const view = readView(svg);
    const tree = await readTree(svg, view);
    new Viewer(svg, view, tree).replace();
}

const script = typeof document === "object" ? document.currentScript : null;
if (script)
    start(script.closest("svg")).catch((error) => {
        console.warn("flamerender: the picture stays as it is:", error.message);
    });
