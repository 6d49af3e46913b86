/*
 * heat.test.mjs - a heatmap in SVG: what is said of a cell, selections by pointer and by keys, and the
 * command that they give, which selects the very samples that the picture counts.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { done, open, useBrowser } from "./browser.mjs";
import { program, recording, scratch } from "./picture.mjs";

useBrowser();

const stall = recording("stall");

function drawHeatmap(...args) {
    const file = path.join(scratch, "heat.svg");
    execFileSync(program, ["heatmap", "-q", stall, "-o", file, ...args]);
    const svg = fs.readFileSync(file, "utf8");
    return { file, view: JSON.parse(/data-flamerender="heat">([^<]*)</.exec(svg)?.[1] || "null") };
}

function openHeatmap(file, options) {
    return open("file://" + file, { live: false, ...options });
}

/* The middle of a cell, in px of the picture. */
function middleOf(view, column, row) {
    return [
        view.x + (view.width * (column + 0.5)) / view.columns,
        view.bottom - (row + 0.5) * view.row,
    ];
}

function texts(page) {
    return page.$$eval("g[cursor=pointer] text", (all) => all.map((t) => t.textContent.replaceAll("\u202f", " ")));
}

/* The samples that the options of a command select. */
function countSelected(command) {
    const args = command.replace(/^flamerender INPUT /, "").split(" ");
    const json = execFileSync(program, ["heatmap", "-q", "--format", "json", stall, ...args], { encoding: "utf8" });
    return JSON.parse(json).total;
}

test("hovering says what a cell holds", async () => {
    const { file, view } = drawHeatmap(),
        page = await openHeatmap(file);
    const column = view.cells.findIndex((cells) => cells.length > 0),
        [row, value] = view.cells[column];
    await page.mouse.move(...middleOf(view, column, row));
    const tip = await page.$eval("g[visibility=visible] text", (t) => t.textContent.replaceAll("\u202f", " "));
    const from = view.first + column + row / 50;
    assert.match(tip, new RegExp(`^${from}-${+(from + 0.02).toFixed(2)} s \u00b7 ${value} samples? \u00b7 `));
    assert.equal(await page.$$eval("rect > title", (all) => all.length), 0);
    await done(page);
});

test("a drag selects, and the command selects the same samples", async () => {
    const { file, view } = drawHeatmap(),
        page = await openHeatmap(file);
    await page.mouse.move(...middleOf(view, 2, 45));
    await page.mouse.down();
    await page.mouse.move(...middleOf(view, 3, 10), { steps: 5 });
    await page.mouse.up();
    const [facts, command] = await texts(page);
    assert.equal(command, "flamerender INPUT --range 2.9-3.22");
    assert.equal(facts.split(" \u00b7 ")[1], countSelected(command) + " samples");
    assert.match(page.url(), /#range=2\.9-3\.22$/);
    await page.keyboard.press("Escape");
    assert.equal(await page.$eval("g[cursor=pointer]", (g) => g.getAttribute("visibility")), "hidden");
    await done(page);
});

test("two clicks, from the later to the earlier, select too", async () => {
    const { file, view } = drawHeatmap("--idle=exclude"),
        page = await openHeatmap(file);
    await page.mouse.click(...middleOf(view, 5, 3));
    await page.mouse.click(...middleOf(view, 4, 40));
    assert.equal((await texts(page))[1], "flamerender INPUT --idle=exclude --range 4.8-5.08");
    await done(page);
});

test("of a part of the recording, facts stand where no command selects the same", async () => {
    const { file } = drawHeatmap("--band", "0.2-0.6"),
        page = await openHeatmap(file + "#range=0.2-0.4/1"),
        [facts, command] = await texts(page);
    assert.match(facts, /^0\.2-0\.4\ss of every second/);
    assert.equal(command, "");
    assert.equal(await page.$eval("g[cursor=pointer]", (g) => g.getAttribute("visibility")), "visible");
    await done(page);
});

test("keys move and extend; the address brings a selection back", async () => {
    const { file } = drawHeatmap(),
        page = await openHeatmap(file + "#range=3.2-3.22");
    assert.equal((await texts(page))[1], "flamerender INPUT --range 3.2-3.22");
    await page.focus("svg");
    await page.keyboard.press("Shift+ArrowUp");
    await page.keyboard.press("Shift+ArrowRight");
    assert.equal((await texts(page))[1], "flamerender INPUT --range 3.2-4.24");
    await page.keyboard.press("ArrowLeft");
    assert.equal((await texts(page))[1], "flamerender INPUT --range 3.22-3.24");
    await done(page);
});

test("a phone shows it in its own size", async () => {
    const { file } = drawHeatmap(),
        phone = { width: 390, height: 844, isMobile: true, hasTouch: true },
        page = await openHeatmap(file, phone);
    assert.deepEqual(
        await page.evaluate(() => [
            document.documentElement.clientWidth,
            document.documentElement.getScreenCTM().a,
            window.visualViewport.scale,
        ]),
        [390, 1, 1],
    );
    await done(page);
});

test("a static heatmap has no script", async () => {
    const { file, view } = drawHeatmap("--static");
    assert.equal(view, null);
    assert.doesNotMatch(fs.readFileSync(file, "utf8"), /<script/);
});
