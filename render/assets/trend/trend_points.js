/*
 * trend_points.js - what each point of a panel is, and what shows why it changed: the differential of that point and
 * the one before, where the page holds it, else the command that draws it.
 *
 *     hover, touch      the point of the panel that is next to the pointer, with a ring round it
 *     Left, Right       from point to point of a panel; Home and End: its first and last
 *     Up, Down          from panel to panel
 *     click, Enter      opens the differential, or the flame graph of the point; without one, as c
 *     c                 on the first point of a step: copies "flamerender diff ..."; Escape clears
 *
 * All words are the titles of the points: "sort · v2.5 · 9.1 % ± 0.3 % · step at v2.5: ... · why: flamerender
 * diff ...". Rows of boxes are groups: all, columns, pieces of columns, points (render/layout/layout_trend.c).
 */
import { make, setAttributes } from "../draw/dom.js";
import { within } from "../profile/bounds.js";
import { makeSortable } from "./trend_table.js";

const WHY = " \u00b7 why: ",
    PANEL = 110, // px from the middle of a panel's points to what is outside of it
    inPage = !document.currentScript.ownerSVGElement,
    svg = inPage ? document.querySelector("#flamerender-picture svg") : document.currentScript.ownerSVGElement,
    rows = [...svg.querySelectorAll("g[transform]")],
    panels = [],
    state = { panel: 0, point: -1 };

let beside; // what a point opens: {opens(point), open(point)}, "differential", "flame graph" or ""

/** Returns how many points the columns have. */
export function countPoints() {
    return rows[1].querySelectorAll("rect > title").length;
}

/* Points in the order of panels, then of time; each panel has as many as there are columns. */
function readPoints() {
    const across = countPoints(),
        titles = [...rows[rows.length - 1].querySelectorAll("rect > title")],
        top = Number(/ ([-\d.]+)\)/.exec(rows[rows.length - 1].getAttribute("transform"))[1]);
    titles.forEach((title, i) => {
        const [words, command = ""] = title.textContent.split(WHY),
            { x, y, width, height } = title.parentNode,
            at = (length) => length.baseVal.value; // now: a page moves its points
        if (i % across === 0) panels.push([]);
        panels[panels.length - 1].push({
            get x() {
                return at(x) + at(width) / 2;
            },
            get y() {
                return at(y) + at(height) / 2 + top;
            },
            words,
            command,
        });
        title.remove();
    });
}

/* ---- what is drawn ---- */

const box = svg.viewBox.baseVal,
    layer = make(svg, "g", { "pointer-events": "none", visibility: "hidden" }),
    ring = make(layer, "circle", { r: 7, fill: "none", stroke: "currentColor", "stroke-width": 2 }),
    ground = make(layer, "rect", { rx: 3, stroke: "currentColor" }),
    lines = [0, 1].map((i) =>
        make(layer, "text", {
            fill: "currentColor",
            "font-size": i ? 11 : 12,
            "font-family": i ? "monospace" : "inherit",
            "aria-live": "polite",
        }),
    );

/* A colour of the theme in the scheme that shows: of the page, or of what the picture has in it. */
function themeColour(name, element) {
    if (inPage) return getComputedStyle(document.documentElement).getPropertyValue(name);
    return getComputedStyle(svg.querySelector(element)).fill;
}

function takeColours() {
    ground.setAttribute("fill", themeColour("--ground", "rect"));
    layer.setAttribute("color", themeColour("--ink", "text"));
}

/* Cut to the width of the picture. */
function setLine(line, text) {
    line.textContent = text;
    for (let most = text.length; line.getComputedTextLength() > box.width - 56; most = Math.floor(most * 0.9))
        line.textContent = text.slice(0, most) + "\u2026";
}

function placeTip({ x, y }) {
    const height = lines[1].textContent ? 40 : 22,
        width = Math.max(...lines.map((line) => line.getComputedTextLength())) + 16,
        left = Math.max(box.x + 4, Math.min(x + 12, box.x + box.width - width - 4)),
        top = y - height - 12;
    setAttributes(ground, { x: left, y: top, width, height });
    lines.forEach((line, i) => setAttributes(line, { x: left + 8, y: top + 15 + 17 * i }));
}

function whatNext({ command }, point) {
    const opens = beside.opens(point);
    if (opens) return `Enter or a click opens the ${opens}` + (command && "; c copies: " + command);
    return command && "Enter or a click copies: " + command;
}

function current() {
    return state.point < 0 ? null : panels[state.panel][state.point];
}

function show(panel, point) {
    Object.assign(state, { panel, point });
    const at = current();
    layer.setAttribute("visibility", at ? "visible" : "hidden");
    if (!at) return;
    takeColours();
    setAttributes(ring, { cx: at.x, cy: at.y });
    setLine(lines[0], at.words);
    setLine(lines[1], whatNext(at, point));
    placeTip(at);
}

function clear() {
    show(state.panel, -1);
}

async function copy() {
    const at = current();
    if (!at || !at.command) return;
    try {
        await navigator.clipboard.writeText(at.command);
        setLine(lines[1], "copied: " + at.command);
    } catch {
        lines[1].textContent = at.command;
        getSelection().selectAllChildren(lines[1]);
    }
    placeTip(at);
}

/* ---- events ---- */

function nearest(count, distanceOf) {
    let best = -1,
        least = Infinity;
    for (let i = 0; i < count; i++)
        if (distanceOf(i) < least) {
            best = i;
            least = distanceOf(i);
        }
    return best;
}

/* The panel and the point next to the pointer; nothing where it is in none. */
function find(event) {
    const to = svg.getScreenCTM().inverse(),
        at = new DOMPoint(event.clientX, event.clientY).matrixTransform(to);
    const away = (points) => {
        const inside = at.x >= points[0].x - 16 && at.x <= points[points.length - 1].x + 16,
            ys = points.map(({ y }) => y),
            off = Math.abs(at.y - (Math.min(...ys) + Math.max(...ys)) / 2);
        return inside && off < PANEL ? off : Infinity;
    };
    const panel = nearest(panels.length, (i) => away(panels[i]));
    if (panel < 0) return null;
    return { panel, point: nearest(panels[panel].length, (i) => Math.abs(panels[panel][i].x - at.x)) };
}

function move(event) {
    const found = find(event);
    if (found) show(found.panel, found.point);
    else clear();
}

function openOrCopy() {
    if (current() && beside.opens(state.point)) beside.open(state.point);
    else copy();
}

function click(event) {
    move(event);
    openOrCopy();
}

const keys = {
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    Home: [0, -Infinity],
    End: [0, Infinity],
};

function key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") clear();
    else if (event.key === "Enter") openOrCopy();
    else if (event.key === "c") copy();
    else if (event.key in keys) {
        const [panels_, points] = keys[event.key],
            [lastPanel, lastPoint] = [panels.length - 1, panels[0].length - 1];
        event.preventDefault();
        if (state.point < 0) show(state.panel, event.key === "End" ? lastPoint : 0);
        else show(within(state.panel + panels_, 0, lastPanel), within(state.point + points, 0, lastPoint));
    }
}

/** Makes the picture answer; `others` as above. */
export function startTrend(others) {
    beside = others;
    readPoints();
    setAttributes(svg, {
        tabindex: 0,
        role: "application",
        "aria-label":
            "Trend: left and right go from point to point, up and down from panel to panel, Enter shows why a step changed",
    });
    const answers = { pointermove: move, pointerleave: clear, click, keydown: key };
    for (const [type, act] of Object.entries(answers)) svg.addEventListener(type, act);
    const table = inPage && document.querySelector("#flamerender-table table");
    if (table) makeSortable(table);
}
