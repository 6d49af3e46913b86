/*
 * gesture_table.test.mjs - each cell of the table of gestures in docs/viewer.md is one test here, with its number: the
 * gesture, the view (1 flame, 2 callers, 3 sandwich, 4 table, 5 differential), the device (1 mouse, 2 key, 3 touch).
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { done, hashOf, open, spanOf, textOf, tip, useBrowser } from "./browser.mjs";
import { root, run, scratch } from "./picture.mjs";

useBrowser();

const FOLDED = "main;run;a 30\nmain;run;b 60\nother;b 40\n";
const SIDES = "main;parse;scan 4000 9000\nmain;kept 5000 5000\nmain;gone 900 0\n";
const MOUSE = 1,
    KEY = 2,
    TOUCH = 3;

/* By number. first: a box on the root, to be reached by keys; way: a path of two; child: what is searched for. */
const VIEWS = [
    null,
    { name: "flame", input: FOLDED, hash: "", first: "main", way: "main;run", child: "run", from: "" },
    { name: "callers", input: FOLDED, hash: "#from=leaves", first: "b", way: "b;run", child: "run", from: "&from=leaves" },
    { name: "sandwich", input: FOLDED, hash: "#view=table&function=run" },
    { name: "table", input: FOLDED, hash: "#view=table" },
    { name: "diff", input: SIDES, hash: "", first: "main", way: "main;parse", child: "parse", from: "" },
];

function urlOf({ name, input }) {
    const file = path.join(scratch, `cell-${name}.html`);
    if (!fs.existsSync(file)) fs.writeFileSync(file, run(["--format", "html"], input));
    return "file://" + file;
}

async function at(page, selector, name) {
    const place = await page.locator(selector, { hasText: new RegExp(`(^| )${name}$`) }).first().boundingBox();
    return { x: place.x + 3, y: place.y + 5 };
}

const boxAt = (page, name) => at(page, ".fr-moving .fr-labels text", name);
const crumbAt = (page, name) => at(page, ".fr-crumbs text", name);

function press(page, device, { x, y }) {
    return device === TOUCH ? page.touchscreen.tap(x, y) : page.mouse.click(x, y);
}

async function pressButton(page, device, selector) {
    const found = page.locator(selector).first();
    if (device === KEY) await found.focus().then(() => page.keyboard.press("Enter"));
    else await (device === TOUCH ? found.tap() : found.click());
}

async function zoomIs(page, zoom) {
    await page.waitForFunction((path) => {
        const found = /zoom=([^&]*)/.exec(location.hash);
        return (found ? decodeURIComponent(found[1]) : "") === path;
    }, zoom);
}

async function touches(page, ...moves) {
    page.fingers ||= await page.context().newCDPSession(page);
    for (const [type, ...points] of moves)
        await page.fingers.send("Input.dispatchTouchEvent", { type, touchPoints: points.map((p, id) => ({ ...p, id })) });
}

/* The first box on the root, which is the widest. */
async function openFirst(page, device, view) {
    if (device === KEY) {
        await page.focus(".fr-moving [role=tree]");
        for (const key of ["ArrowUp", "Enter"]) await page.keyboard.press(key);
    } else {
        await press(page, device, await boxAt(page, view.first));
        if (device === TOUCH) await press(page, device, await boxAt(page, view.first));
    }
    await zoomIs(page, view.first);
}

async function goOut(page, device, view) {
    if (device === KEY) await page.keyboard.press("Backspace");
    for (let taps = device === TOUCH ? 2 : 1; device !== KEY && taps; taps--)
        await press(page, device, await crumbAt(page, view.first));
    await zoomIs(page, view.first);
}

async function showWhole(page, device) {
    if (device === KEY) await page.keyboard.press("Escape");
    else await pressButton(page, device, "[title='Reset zoom']");
    await zoomIs(page, "");
}

async function tellFirst(page, device, view) {
    const { x, y } = await boxAt(page, view.first);
    if (device === MOUSE) await page.mouse.move(x, y);
    if (device === TOUCH) await page.touchscreen.tap(x, y);
    if (device === KEY) await page.focus(".fr-moving [role=tree]").then(() => page.keyboard.press("ArrowUp"));
    assert.equal((await tip(page)).name, view.first);
}

async function search(page, device, text = "b") {
    if (device === KEY) await page.keyboard.press("/");
    else await pressButton(page, device, ".fr-search input");
    await page.keyboard.type(text);
    assert.match(await textOf(page, ".fr-found"), / · \d box/);
}

async function nextMatch(page, device, view) {
    await page.fill(".fr-search input", view.child);
    if (device === KEY) await page.focus(".fr-moving [role=tree]").then(() => page.keyboard.press("n"));
    else await pressButton(page, device, ".fr-search [aria-label^='Next match']");
    assert.match(await textOf(page, ".fr-found"), new RegExp(`1 of \\d: ${view.child}$`));
}

/* By the menu of a box, or by "f". */
async function showAround(page, device, view) {
    const { x, y } = await boxAt(page, view.first);
    if (device === MOUSE) await page.mouse.click(x, y, { button: "right" });
    if (device === TOUCH) {
        await touches(page, ["touchStart", { x, y }]);
        await page.waitForSelector("text=Its callers and callees");
        await touches(page, ["touchEnd"]);
    }
    if (device === KEY) {
        await page.focus(".fr-moving [role=tree]");
        for (const key of ["ArrowUp", "f"]) await page.keyboard.press(key);
    } else {
        await pressButton(page, device, "text=Its callers and callees");
    }
    assert.match(await hashOf(page), new RegExp(`function=${view.first}`));
}

async function zoomFreely(page, device, view) {
    const { x, y } = await boxAt(page, view.first);
    if (device === KEY) await page.keyboard.press("w");
    if (device === MOUSE) {
        await page.mouse.move(x, y);
        await page.keyboard.down("Control");
        await page.mouse.wheel(0, -100);
        await page.keyboard.up("Control");
    }
    const apart = (by) => [{ x: x + 60 - by, y }, { x: x + 60 + by, y }];
    if (device === TOUCH) await touches(page, ["touchStart", ...apart(30)], ["touchMove", ...apart(55)], ["touchEnd"]);
    await spanOf(page, (from, to) => from < 0.3 && to - from < 0.7);
}

/* What is shown is 40 % of the width, from 20 % on; it moves to the right. */
async function movePart(page, device, view) {
    const { x, y } = await boxAt(page, view.first);
    if (device === KEY) await page.keyboard.press("d");
    if (device === TOUCH)
        await touches(page, ["touchStart", { x: x + 300, y }], ["touchMove", { x: x + 240, y }], ["touchMove", { x: x + 100, y }], ["touchEnd"]);
    if (device === MOUSE) {
        await page.mouse.move(x + 300, y);
        await page.mouse.down();
        for (const by of [200, 100]) await page.mouse.move(x + by, y);
        await page.mouse.up();
    }
    await spanOf(page, (from, to) => from > 0.22 && Math.abs(to - from - 0.4) < 1e-6);
}

async function markPart(page, device, view) {
    const { x, y } = await boxAt(page, view.first);
    await page.keyboard.down("Shift");
    await page.mouse.move(x + 300, y);
    await page.mouse.down();
    for (const by of [200, 80]) await page.mouse.move(x + by, y);
    await page.mouse.up();
    await page.keyboard.up("Shift");
    const plot = await page.$eval(".fr-scroll > svg", (svg) => svg.getBoundingClientRect().width - 40);
    await spanOf(page, (from, to) => Math.abs(to - from - 220 / plot) < 0.002);
}

/* From the box before the last one of a row to the last. */
async function goAside(page, device, view, last) {
    if (device === KEY) await page.keyboard.press("d");
    else {
        const { x, y } = await boxAt(page, view.first);
        await page.mouse.move(x + 400, y);
        await page.mouse.down();
        for (const by of [300, 200]) await page.mouse.move(x + by, y);
        await page.mouse.up();
    }
    await zoomIs(page, last);
}

async function turnOver(page, device) {
    if (device === KEY) await page.keyboard.press("i");
    else await pressButton(page, device, "[aria-label='More (e)']").then(() => pressButton(page, device, ".fr-more >> text=Icicle"));
    assert.match(await hashOf(page), /shape=icicle/);
}

const zoomed = (view) => `#zoom=${view.way}${view.from}`;
const onFirst = (view) => `#zoom=${view.first}${view.from}`;
const PICTURES = [1, 2, 5];
const ALL = [MOUSE, KEY, TOUCH];

const searchAny = (page, device) => search(page, device);
const searchKept = (page, device) => search(page, device, "kept");
const part = (view) => `#span=0.2-0.6${view.from}`;
const goToOther = (page, device, view) => goAside(page, device, view, "other");
const goToB = (page, device) => goAside(page, device, { first: "a" }, "b");

/* Gesture, views, devices, act, the address that it begins at. */
const ROWS = [
    [1, PICTURES, ALL, openFirst],
    [2, PICTURES, ALL, goOut, zoomed],
    [3, PICTURES, ALL, showWhole, zoomed],
    [4, PICTURES, ALL, tellFirst],
    [5, [1, 2, 3], ALL, searchAny],
    [5, [5], ALL, searchKept],
    [6, PICTURES, ALL, nextMatch],
    [7, [1, 2], ALL, showAround],
    [7, [5], [KEY], showAround],
    [8, [1, 2], ALL, zoomFreely],
    [8, [5], [MOUSE, TOUCH], zoomFreely],
    [9, [1], [MOUSE, KEY], goToOther, onFirst],
    [9, [2], [MOUSE, KEY], goToB, () => "#zoom=a&from=leaves"],
    [10, PICTURES, ALL, turnOver],
    [12, PICTURES, ALL, movePart, part],
    [13, PICTURES, [MOUSE], markPart],
];

async function sandwichOpens(page, device) {
    if (device === KEY) {
        await page.focus("[aria-label^=Callers][role=tree]");
        for (const key of ["ArrowUp", "Enter"]) await page.keyboard.press(key);
    } else {
        await page.locator(".fr-drawing").scrollIntoViewIfNeeded();
        await press(page, device, await at(page, ".fr-drawing .fr-labels text", "main"));
    }
    assert.equal(await textOf(page, ".fr-sandwich h2"), "main");
}

async function sandwichCloses(page, device) {
    if (device === KEY) await page.keyboard.press("Escape");
    else await pressButton(page, device, "[role=tab] >> text=Flame");
    assert.ok(await page.isHidden(".fr-sandwich"));
}

async function sandwichTells(page, device) {
    await page.locator(".fr-drawing").scrollIntoViewIfNeeded();
    if (device === MOUSE) {
        const { x, y } = await at(page, ".fr-drawing .fr-labels text", "main");
        await page.mouse.move(x, y);
        assert.equal((await tip(page)).name, "main");
    } else {
        await page.focus("[aria-label^=Callers][role=tree]");
        await page.keyboard.press("ArrowUp");
        assert.match(await page.getAttribute("#fr-caller", "aria-label"), /^main,/);
    }
}

async function tableOpens(page, device) {
    await pressButton(page, device, '#flamerender-table tbody button:text-is("b")');
    assert.equal(await textOf(page, ".fr-sandwich h2"), "b");
    assert.equal(await page.inputValue(".fr-search input"), "");
}

async function tableSearches(page, device) {
    await search(page, device);
    assert.deepEqual(await page.$$eval("#flamerender-table tbody th", (all) => all.map((th) => th.querySelector("button").title)), ["b"]);
}

async function tableSorts(page, device) {
    await pressButton(page, device, '#flamerender-table thead button:text-is("function")');
    assert.equal(await page.getAttribute("#flamerender-table th:first-child", "aria-sort"), "ascending");
}

ROWS.push(
    [1, [3], ALL, sandwichOpens],
    [3, [3], ALL, sandwichCloses],
    [4, [3], [MOUSE, KEY], sandwichTells],
    [1, [4], ALL, tableOpens],
    [5, [4], ALL, tableSearches],
    [11, [4], ALL, tableSorts],
);

const numbers = [];
for (const [gesture, views, devices, act, start] of ROWS)
    for (const number of views)
        for (const device of devices) {
            const cell = `${gesture}${number}${device}`,
                view = VIEWS[number];
            numbers.push(cell);
            test(`${cell}: ${act.name}, ${view.name}, ${["", "mouse", "key", "touch"][device]}`, async () => {
                const options = device === TOUCH ? { hasTouch: true } : {},
                    page = await open(urlOf(view) + (start ? start(view) : view.hash), options);
                await act(page, device, view);
                await done(page);
            });
        }

test("the table in docs/viewer.md has these numbers, and no others", () => {
    const text = fs.readFileSync(path.join(root, "docs/viewer.md"), "utf8"),
        [, table] = /## Every gesture in every view\n([^]*?)\n## /.exec(text),
        found = table.match(/\b\d{3,4}\b/g);
    assert.deepEqual(found.toSorted(), numbers.toSorted());
});
