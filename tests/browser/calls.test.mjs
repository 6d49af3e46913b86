/*
 * calls.test.mjs - the call tree of a page: its rows are the boxes of the program, from the roots, from the leaves, and
 * of a differential; mouse, keys, touch and addresses open and close it.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { CallRows } from "../../render/assets/profile/call_rows.js";
import { done, hashOf, open, textOf, useBrowser } from "./browser.mjs";
import { randomFrom, recording, run, scratch } from "./picture.mjs";

useBrowser();

const FOLDED = "main;run;a 30\nmain;run;b 60\nother;b 40\n";
const ROWS = "[role=treegrid] tbody tr";

function pageOf(name, input) {
    const file = path.join(scratch, name + ".html");
    fs.writeFileSync(file, run(["--format", "html"], input));
    return "file://" + file;
}

/* [[level, name, total, self]], both as the program writes them; of a differential a pair of sides each. */
function rowsOn(page) {
    return page.$$eval(ROWS, (all) =>
        all.map((line) => [
            line.ariaLevel - 1,
            line.cells[0].textContent,
            ...[...line.querySelectorAll("data")].map((data) => Number(data.value)),
        ]),
    );
}

const namesOn = async (page) => (await rowsOn(page)).map(([, name]) => name);

/* "main;run": the amounts of a row. */
function byPath(rows) {
    const open = [],
        found = {};
    for (const [level, name, ...amounts] of rows) {
        open.length = level;
        open.push(level ? name : "");
        found[open.join(";")] = amounts;
    }
    return found;
}

/* The same of the boxes that the program draws. */
function wanted(input, amountsOf, ...args) {
    const scene = JSON.parse(run(["--format", "scene-json", "--minwidth", "0", ...args], input));
    return byPath(scene.boxes.map((box) => [box.row, box.name, ...amountsOf(box)]));
}

function randomStacks(seed, amounts) {
    const random = randomFrom(seed);
    return Array.from({ length: 40 }, () => {
        const stack = Array.from({ length: 1 + random(6) }, () => "f" + random(5));
        return [stack.join(";"), ...Array.from({ length: amounts }, () => 1 + random(90))].join(" ");
    }).join("\n") + "\n";
}

async function allOf(page) {
    await page.keyboard.press("T");
    for (const key of ["Home", "*"]) await page.keyboard.press(key);
    return rowsOn(page);
}

test("random profiles: the rows are the program's boxes", async () => {
    for (const [seed, hash, ...args] of [[1, ""], [2, "#from=leaves", "--callers"], [3, "#steps=hide:%5Ef1%24", "--hide", "^f1$"]]) {
        const input = randomStacks(seed, 1),
            page = await open(pageOf("random" + seed, input) + hash),
            rows = await allOf(page);
        assert.deepEqual(byPath(rows), wanted(input, ({ self, total }) => [total, self], ...args), hash);
        const parents = [];
        for (const [level, , total] of rows) {
            assert.ok(!(parents[level] < total), "the largest first");
            parents.length = level;
            parents[level] = total;
        }
        await done(page);
    }
});

test("of a differential the rows have both sides, the largest change first", async () => {
    const input = randomStacks(4, 2),
        page = await open(pageOf("sides", input)),
        rows = await allOf(page);
    const found = byPath(rows.map(([level, name, base, added]) => [level, name, base, added]));
    assert.deepEqual(found, wanted(input, ({ base, new: added }) => [base, added]));
    await done(page);
});

test("arrows open, close and walk; Enter zooms; the address keeps it", async () => {
    const page = await open(pageOf("keys", FOLDED)),
        press = async (...keys) => {
            for (const key of keys) await page.keyboard.press(key);
        },
        current = () => page.evaluate(() => document.activeElement.cells[0].textContent);
    await press("T");
    assert.match(await hashOf(page), /^#view=calls$/);
    assert.deepEqual(await namesOn(page), ["all", "main", "run", "b", "a", "other"]);
    await press("ArrowDown", "ArrowRight", "ArrowRight");
    assert.equal(await current(), "b");
    await press("ArrowLeft", "ArrowLeft");
    assert.deepEqual([await current(), await namesOn(page)], ["run", ["all", "main", "run", "other"]]);
    await press("ArrowRight", "End");
    assert.equal(await current(), "other");
    await press("*");
    assert.deepEqual((await namesOn(page)).slice(-2), ["other", "b"]);
    await press("Enter");
    assert.match(await hashOf(page), /zoom=other/);
    assert.equal(await current(), "other");
    await press("T");
    assert.equal(await page.isVisible(ROWS), false);
    assert.match(await hashOf(page), /^#zoom=other$/);
    await done(page);
});

test("a click and a tap open and close; a right click has the menu; what is zoomed to is opened", async () => {
    const page = await open(pageOf("mouse", FOLDED) + "#view=calls", { hasTouch: true }),
        cell = (name) => page.locator(ROWS + " th", { hasText: new RegExp(`^${name}$`) }).first();
    await cell("main").click();
    assert.deepEqual(await namesOn(page), ["all", "main", "other"]);
    await cell("main").tap();
    assert.deepEqual(await namesOn(page), ["all", "main", "run", "b", "a", "other"]);
    await cell("a").click({ button: "right" });
    await page.click("text=Only stacks with it");
    assert.deepEqual(await rowsOn(page), [[0, "all", 30, 0], [1, "main", 30, 0], [2, "run", 30, 0], [3, "a", 30, 30]]);
    await page.goBack();
    await page.evaluate(() => (location.hash = "#view=calls&zoom=other;b"));
    await page.waitForFunction((rows) => document.querySelectorAll(rows).length === 7, ROWS);
    assert.deepEqual((await namesOn(page)).slice(-2), ["other", "b"]);
    await page.fill(".fr-search input", "a");
    const pale = await page.$$eval(ROWS + ".fr-pale", (all) => all.map((line) => line.cells[0].textContent));
    assert.deepEqual(pale, ["b", "other", "b"]);
    assert.match(await textOf(page, "[role=treegrid] caption"), /^7 of 7 calls; the largest total first/);
    await done(page);
});

test("what is open stays open after a step", async () => {
    const page = await open(pageOf("steps", "main;run;a 30\nmain;run;b 60\nmain;log;a 70\n") + "#view=calls"),
        cell = (name) => page.locator(ROWS + " th", { hasText: new RegExp(`^${name}$`) }).first();
    assert.deepEqual(await namesOn(page), ["all", "main", "run", "b", "a", "log"]);
    await cell("run").click();
    await cell("log").click();
    await cell("b").waitFor({ state: "detached" });
    await cell("a").click({ button: "right" });
    await page.click("text=Only stacks with it");
    await page.waitForSelector("[data-what=step]");
    assert.deepEqual(await namesOn(page), ["all", "main", "log", "a", "run"]);
    await done(page);
});

test("an address opens rows that are there", async () => {
    const page = await open(pageOf("toggled", "main;a;b 1\nmain;c;d 2\n") + "#view=calls&open=-1.zzzz..0");
    assert.equal((await page.$$("tr[data-node]")).length, 1);
    await page.keyboard.press("1");
    await page.keyboard.press("T");
    assert.equal(await hashOf(page), "#view=calls&open=0");
    await done(page);
});

test("many callees are listed in parts; what is revealed is listed", () => {
    const n = 3001,
        tree = {
            n,
            end: Uint32Array.from({ length: n }, (_, i) => (i ? i + 1 : n)),
            total: Float64Array.from({ length: n }, (_, i) => n - i),
            ancestorsOf: () => [0],
        },
        rows = new CallRows(tree);
    assert.deepEqual([rows.list().length, rows.list().at(-1)], [102, { node: 0, level: 2, more: 2900 }]);
    rows.listMore(0);
    assert.equal(rows.list().at(-1).more, 1900);
    rows.reveal(2500);
    assert.deepEqual(rows.list().at(-2), { node: 2500, level: 2, place: 2500, of: 3000 });
});

test("a menu, a list and a search give the focus back to the view that is shown", async () => {
    const page = await open(pageOf("focus", recording("nodejs"))),
        focused = () => page.evaluate(() => document.activeElement.closest("h2, tr, .fr-labels")?.localName);
    await page.keyboard.press("T");
    await page.waitForSelector("tr[data-node='0']:focus");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("m");
    await page.waitForSelector(".fr-menu button:focus");
    await page.keyboard.press("Escape");
    assert.equal(await focused(), "tr");
    await page.keyboard.press("2");
    await page.waitForSelector(".fr-around h2:focus");
    await page.keyboard.press("e");
    await page.waitForSelector(".fr-more button:focus");
    await page.keyboard.press("Escape");
    assert.equal(await focused(), "h2");
    await page.selectOption("[aria-label=tid]", { index: 1 });
    assert.equal(await focused(), "h2");
    await page.keyboard.press("/");
    await page.keyboard.type("run");
    await page.keyboard.press("Escape");
    assert.equal(await focused(), "h2");
    for (const key of ["w", "s", "d"]) await page.keyboard.press(key); // of the picture
    await page.keyboard.press("1");
    await page.waitForSelector(".fr-labels:focus");
    assert.doesNotMatch(await hashOf(page), /span/);
    await done(page);
});
