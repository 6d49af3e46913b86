/*
 * heat.js - the script of a heatmap in SVG: what a cell holds, a selection, and the options that draw it.
 *
 *     hover          "48.44-48.46 s · 4 samples · 0.05 %" beside the pointer, a ring round the cell
 *     drag, or click and click again      selects from cell to cell, in the order of time
 *     Tab, arrows, Shift + arrows         the same by keys; Escape clears
 *     C, or a click on the command        copies "flamerender INPUT --range 33.28-34.14"
 *
 * A selection is a range of time: from the start of its first cell to the end of its last.
 * #range=33.28-34.14 in the address keeps it. In a page (heat_page.js) the flame graph below is of the
 * selection.
 */
const NAMESPACE = "http://www.w3.org/2000/svg",
    THIN = "\u202f",
    SECOND = 1000000000n;

const inPage = !document.currentScript.ownerSVGElement,
    svg = inPage ? document.querySelector("#flamerender-picture svg") : document.currentScript.ownerSVGElement,
    data = inPage ? document.getElementById("flamerender-heat") : svg.querySelector('metadata[data-flamerender="heat"]'),
    view = JSON.parse(data.textContent),
    words = document.getElementById("flamerender-selection"),
    owns = inPage || svg === document.documentElement,
    values = new Map(),
    last = view.columns * view.rows - 1,
    state = { from: -1, to: -1, picking: false, moved: false, cursor: 0 };

/* ---- cells ---- */

/* Cells are numbered in the order of time. */
function readValues() {
    view.cells.forEach((column, c) => {
        for (let i = 0; i < column.length; i += 2)
            values.set(c * view.rows + column[i], column[i + 1]);
    });
}

function edge(column) {
    return view.x + Math.floor((view.width * column) / view.columns);
}

function height(row) {
    return view.bottom - row * view.row;
}

function within(number, least, most) {
    return Math.min(Math.max(number, least), most);
}

/* The pointer in px of the picture. */
function pointOf(event) {
    const to = svg.getScreenCTM().inverse();
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(to);
}

function cellAt(event) {
    const at = pointOf(event),
        row = Math.floor((view.bottom - at.y) / view.row),
        near = Math.floor(((at.x - view.x) * view.columns) / view.width);
    let column = within(near, 0, view.columns - 1);
    while (column + 1 < view.columns && edge(column + 1) <= at.x) column++;
    const inside = at.x >= view.x && at.x < edge(view.columns) && row >= 0 && row < view.rows;
    return inside ? column * view.rows + row : -1;
}

/* The first ns of a cell, counted as --range counts; exact. */
function startOf(cell) {
    const length = BigInt(view.seconds) * SECOND,
        rows = BigInt(view.rows),
        row = BigInt(cell % view.rows),
        column = BigInt(Math.floor(cell / view.rows));
    return BigInt(view.first) * SECOND + column * length + (row * length + rows - 1n) / rows;
}

/* "33.28" */
function secondsText(ns) {
    const sign = ns < 0n ? "-" : "",
        size = ns < 0n ? -ns : ns;
    const rest = String(size % SECOND).padStart(9, "0").replace(/0+$/, "");
    return sign + String(size / SECOND) + (rest ? "." + rest : "");
}

function rangeText(from, to) {
    return secondsText(startOf(from)) + "-" + secondsText(startOf(to + 1));
}

/* ---- words ---- */

function grouped(number) {
    return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, THIN);
}

/* "4 samples", "12.3 ms" */
function amount(value) {
    const units = [["s", 1e9], ["ms", 1e6], ["\u00b5s", 1e3]];
    if (view.unit !== "ns")
        return grouped(value / 10 ** view.decimals) + " " + (value === 1 ? view.unit.replace(/s$/, "") : view.unit);
    const [unit, size] = units.find((u) => value >= u[1]) || ["ns", 1];
    return Number((value / size).toPrecision(3)) + THIN + unit;
}

function sumOf(from, to) {
    let sum = 0;
    if (to - from < values.size) for (let i = from; i <= to; i++) sum += values.get(i) || 0;
    else for (const [cell, value] of values) sum += cell >= from && cell <= to ? value : 0;
    return sum;
}

/* "48.44-48.46 s · 4 samples · 0.05 %" */
function facts(from, to) {
    const sum = sumOf(from, to),
        share = ((100 * sum) / view.whole).toFixed(2);
    return `${rangeText(from, to)}${THIN}s \u00b7 ${amount(sum)} \u00b7 ${share}${THIN}%`;
}

function command() {
    return `flamerender INPUT${view.options} --range ${rangeText(first(), end())}`;
}

/* ---- what is drawn ---- */

function make(parent, name, attributes) {
    const made = document.createElementNS(NAMESPACE, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return parent.appendChild(made);
}

function makeRing(parent) {
    const group = make(parent, "g", { fill: "none", "pointer-events": "none" });
    make(group, "path", { class: "h", stroke: view.ground, "stroke-width": 5 });
    make(group, "path", { class: "o", stroke: view.ink, "stroke-width": 2 });
    return group;
}

function makeText(parent, attributes) {
    return make(parent, "text", { class: "i", fill: view.ink, "font-size": 12, ...attributes });
}

const layer = make(svg, "g", {}),
    chosen = makeRing(layer),
    hovered = makeRing(layer),
    bar = make(layer, "g", { "text-anchor": "end", cursor: "pointer", visibility: "hidden" }),
    barGround = make(bar, "rect", { class: "g", fill: view.ground, y: 18, height: 42 }),
    barFacts = makeText(bar, { x: view.right, y: 33, "aria-live": "polite" }),
    barCommand = makeText(bar, { x: view.right, y: 53, "font-family": "monospace", "font-size": 11 }),
    tip = make(layer, "g", { "pointer-events": "none", visibility: "hidden" }),
    tipGround = make(tip, "rect", { class: "g o", fill: view.ground, stroke: view.ink, rx: 3, height: 22 }),
    tipText = makeText(tip, {});

/* Round the cells from one to another, in the order of time: up a column, then up the next. */
function outline(from, to) {
    const c0 = Math.floor(from / view.rows),
        c1 = Math.floor(to / view.rows),
        y0 = height(from % view.rows),
        y1 = height((to % view.rows) + 1),
        top = height(view.rows);
    if (c0 === c1) return `M${edge(c0)} ${y0}V${y1}H${edge(c0 + 1)}V${y0}z`;
    return (
        `M${edge(c0)} ${y0}V${top}H${edge(c1)}V${y1}H${edge(c1 + 1)}V${view.bottom}` +
        `H${edge(c0 + 1)}V${y0}z`
    );
}

function setRing(ring, path) {
    for (const part of ring.children) part.setAttribute("d", path);
}

function showTip(cell, event) {
    const at = pointOf(event);
    tipText.textContent = facts(cell, cell);
    const width = tipText.getComputedTextLength() + 16,
        x = within(at.x + 12, 0, view.right + 20 - width),
        y = at.y > 40 ? at.y - 32 : at.y + 18;
    tipGround.setAttribute("x", x);
    tipGround.setAttribute("y", y);
    tipGround.setAttribute("width", width);
    tipText.setAttribute("x", x + 8);
    tipText.setAttribute("y", y + 15);
    tip.setAttribute("visibility", "visible");
    setRing(hovered, outline(cell, cell));
}

function hideTip() {
    tip.setAttribute("visibility", "hidden");
    setRing(hovered, "");
}

/* ---- the selection ---- */

function first() {
    return Math.min(state.from, state.to);
}

function end() {
    return Math.max(state.from, state.to);
}

function keepInAddress() {
    if (!owns) return;
    const hash = state.from < 0 ? " " : "#range=" + rangeText(first(), end());
    try {
        history.replaceState(null, "", hash.trim() || location.pathname);
    } catch {
        /* a file may not have a history */
    }
}

/* The page's flame graph is of what is selected (heat_page.js), and its words stand below the cells. */
function tellPage(any) {
    const detail = any
            ? {
                  from: Number(startOf(first())),
                  to: Number(startOf(end() + 1)),
                  facts: facts(first(), end()),
              }
            : null;
    if (words) words.textContent = any ? command() : "Drag over cells to select a time; Escape clears it.";
    document.dispatchEvent(new window.CustomEvent("flamerender-select", { detail }));
}

function showSelection() {
    const any = state.from >= 0;
    if (inPage) {
        setRing(chosen, any ? outline(first(), end()) : "");
        tellPage(any);
        return;
    }
    bar.setAttribute("visibility", any ? "visible" : "hidden");
    setRing(chosen, any ? outline(first(), end()) : "");
    if (!any) return;
    barFacts.textContent = facts(first(), end());
    barCommand.textContent = command();
    const width = Math.max(barFacts.getComputedTextLength(), barCommand.getComputedTextLength());
    barGround.setAttribute("x", view.right - width - 12);
    barGround.setAttribute("width", width + 12);
}

function select(from, to) {
    state.from = from;
    state.to = to;
    state.cursor = to < 0 ? state.cursor : to;
    showSelection();
}

function clear() {
    state.picking = false;
    select(-1, -1);
    keepInAddress();
}

async function copy() {
    if (state.from < 0) return;
    try {
        await navigator.clipboard.writeText(command());
        (inPage ? words : barFacts).textContent = "copied";
    } catch {
        getSelection().selectAllChildren(inPage ? words : barCommand);
    }
}

/* ---- events ---- */

function down(event) {
    const cell = cellAt(event);
    if (cell < 0 || event.button !== 0) return;
    event.preventDefault();
    svg.focus();
    state.moved = false;
    if (!state.picking) select(cell, cell);
    else select(state.from, cell);
    state.pressed = true;
}

function move(event) {
    const cell = cellAt(event);
    if (cell < 0) {
        hideTip();
        return;
    }
    showTip(cell, event);
    if (!state.pressed && !state.picking) return;
    state.moved = state.moved || cell !== state.from;
    select(state.from, cell);
}

/* A click without a drag begins a selection that the next click ends. */
function up() {
    if (!state.pressed) return;
    state.pressed = false;
    state.picking = !state.moved && !state.picking;
    keepInAddress();
}

const steps = { ArrowUp: 1, ArrowDown: -1, ArrowLeft: -view.rows, ArrowRight: view.rows };

function key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") clear();
    else if (event.key === "c" || event.key === "C" || event.key === "Enter") copy();
    else if (event.key in steps) {
        const to = within(state.cursor + steps[event.key], 0, last);
        event.preventDefault();
        select(event.shiftKey && state.from >= 0 ? state.from : to, to);
        keepInAddress();
    }
}

/* ---- the beginning ---- */

/* "33.28-34.14" to the cells that begin and end there. */
function cellOf(text) {
    const [whole, part = ""] = text.split("."),
        ns = BigInt(whole) * SECOND + BigInt(part.padEnd(9, "0").slice(0, 9)) - BigInt(view.first) * SECOND,
        length = BigInt(view.seconds) * SECOND;
    return Number((ns * BigInt(view.rows)) / length);
}

function follow() {
    const found = /^#range=([0-9.]+)-([0-9.]+)$/.exec(location.hash);
    if (!found || !owns) return;
    const from = cellOf(found[1]),
        to = cellOf(found[2]) - 1;
    if (from >= 0 && from <= to && to <= last) select(from, to);
}

/* Phones show a heatmap in its own size, to scroll; else its labels would be of 4 px. */
function fitPhones() {
    const meta = document.createElementNS("http://www.w3.org/1999/xhtml", "meta");
    meta.setAttribute("name", "viewport");
    meta.setAttribute("content", "width=device-width, initial-scale=1");
    if (svg === document.documentElement) svg.append(meta);
}

function begin() {
    readValues();
    fitPhones();
    for (const title of svg.querySelectorAll("rect > title")) title.remove();
    svg.setAttribute("tabindex", "0");
    svg.setAttribute("role", "application");
    svg.setAttribute("aria-label", "Heatmap: arrows move, Shift and arrows select, C copies the command, Escape clears");
    svg.addEventListener("pointerdown", down);
    svg.addEventListener("pointermove", move);
    svg.addEventListener("pointerleave", hideTip);
    addEventListener("pointerup", up);
    svg.addEventListener("keydown", key);
    bar.addEventListener("click", copy);
    if (inPage) {
        words.addEventListener("click", copy);
        showSelection();
    }
    addEventListener("hashchange", follow);
    follow();
}

begin();
