/*
 * resize.test.mjs - a window that is dragged: each of its steps does a bounded part of the work. The map is drawn once,
 * when the window rests, and nothing asks for the size of an element box by box. What it shows in the end is what a
 * page shows that opens in that width.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { done, elementsOn, open, useBrowser } from "./browser.mjs";
import { randomFrom, recording, run, scratch } from "./picture.mjs";

useBrowser();

const STEPS = 8, // of a drag
    MOST_READS = 40; // of the height of an element, in one step

/* Counts what is drawn and asked, and holds timers while `window.held` is a list. */
function count() {
    const { prototype } = window.CanvasRenderingContext2D,
        { fillRect } = prototype,
        [width, height] = ["clientWidth", "clientHeight"].map((of) => Object.getOwnPropertyDescriptor(window.Element.prototype, of)),
        { setTimeout, clearTimeout } = window;
    window.seen = { drawn: 0, reads: 0, hidden: 0 };
    prototype.fillRect = function (...box) {
        window.seen.drawn++;
        return fillRect.apply(this, box);
    };
    Object.defineProperty(window.Element.prototype, "clientHeight", {
        get() {
            window.seen.reads++;
            return height.get.call(this);
        },
    });
    Object.defineProperty(window.Element.prototype, "clientWidth", {
        get() {
            if (this.localName === "th") window.seen.hidden++; // of the table, which is another view
            return width.get.call(this);
        },
    });
    window.held = null;
    window.setTimeout = (act, ms) => (window.held ? -window.held.push(act) : setTimeout(act, ms));
    window.clearTimeout = (id) => (id < 0 ? window.held && (window.held[-id - 1] = null) : clearTimeout(id));
}

/* A drag of some steps, a frame for each; then the timers of a window that rests. */
async function drag(steps) {
    const frame = () => new Promise((ready) => requestAnimationFrame(() => requestAnimationFrame(ready))),
        reads = [];
    window.held = [];
    window.seen.drawn = window.seen.hidden = 0;
    for (let i = 0; i < steps; i++) {
        window.seen.reads = 0;
        document.querySelector("main").style.setProperty("width", 1100 - 10 * i + "px");
        window.dispatchEvent(new Event("resize"));
        await frame();
        reads.push(window.seen.reads);
    }
    const dragged = window.seen.drawn;
    window.seen.drawn = 0;
    for (let i = 0; i < window.held.length; i++) window.held[i]?.(); // a task may make another
    return { reads, dragged, rested: window.seen.drawn, hidden: window.seen.hidden };
}

test("a step of a drag draws no map and asks no size box by box; the map is drawn once the window rests", async () => {
    const random = randomFrom(9),
        stack = () => Array.from({ length: 12 + random(30) }, () => "f" + random(40)).join(";"),
        input = Array.from({ length: 150 }, () => `main;${stack()} ${1 + random(9)}\n`).join(""),
        file = path.join(scratch, "drag.html");
    fs.writeFileSync(file, run(["--format", "html"], input));
    const page = await open("file://" + file, { init: count, height: 500 });
    await page.waitForSelector(".fr-map:not([hidden]) canvas");
    await page.waitForFunction(() => window.seen.drawn > 0);
    const { reads, dragged, rested, hidden } = await page.evaluate(drag, STEPS),
        boxes = await page.$$eval(".fr-who p", ([line]) => Number(/([\d\s]+) box/.exec(line.textContent)[1].replace(/\s/g, "")));
    assert.ok(boxes > 1000, String(boxes));
    assert.equal(dragged, 0);
    assert.equal(hidden, 0);
    assert.ok(rested >= boxes / 2 && rested <= boxes + 1, `${rested} of ${boxes}`);
    assert.ok(Math.max(...reads) <= MOST_READS, String(reads));
    await done(page);
});

/* A canvas reaches beyond the window as far as it did when it was painted: what of it is in the window counts. */
const PARTS = ".fr-map, .fr-axis, .fr-boxes path, .fr-moving .fr-labels, .fr-legend, .fr-details, .fr-facts";

async function openIn(file, width) {
    const page = await open("file://" + file, { live: false, width, height: 500 });
    await page.waitForSelector(".fr-view .fr-boxes :is(path, canvas)", { state: "attached" });
    return page;
}

/* What is seen once nothing changes any more: the map is drawn late. */
async function restingOn(page) {
    for (let last = ""; ; await page.waitForTimeout(250)) {
        const seen = { ...(await elementsOn(page, PARTS)), pixels: (await page.screenshot()).toString("base64") };
        if (JSON.stringify(seen) === last) return seen;
        last = JSON.stringify(seen);
    }
}

for (const form of ["SVG", "canvas"])
    test("a page that was resized is the one that opens in its width: " + form, async () => {
        const html = run(["--format", "html"], recording("gopipe")),
            file = path.join(scratch, form + ".html");
        fs.writeFileSync(file, form === "SVG" ? html : html.replace('id="flamerender-picture"', '$& data-canvas-from="0"'));
        const page = await openIn(file, 1200);
        for (const width of [1111, 1000, 907, 1013, 1320]) await page.setViewportSize({ width, height: 500 });
        const fresh = await openIn(file, 1320);
        assert.deepEqual(await restingOn(page), await restingOn(fresh));
        await done(fresh);
        await done(page);
    });
