/*
 * gestures.test.mjs - what gestures leave behind: notices that leave, matches with numbers, arrow keys among
 * slivers, ancestors behind a number, one Escape, a differential's choices in the address, tips that go.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { boxesIn, boxesOn, done, hashOf, middleOf, open, textOf, tip, useBrowser } from "./browser.mjs";
import { draw } from "./picture.mjs";

useBrowser();

const FOLDED =
    "main;foo 30\nmain;foo.cold 10\nmain;foo;bar 60\nmain;foo;bar;foo 20\nworker;park 80\n";
const SIDES = "main;parse;scan 4000 9000\nmain;kept 5000 5000\nmain;gone 900 0\n";

function named(scene, name) {
    return scene.boxes.find((box) => box.name === name);
}

async function openOne(name, input, options, ...args) {
    const picture = draw(name, input, ...args);
    return { ...picture, page: await open("file://" + picture.file, options) };
}

async function current(page) {
    return (await page.getAttribute("#fr-current", "aria-label")).split(",")[0];
}

/* The page gets a clock that this test moves on. */
test("a notice leaves after a while, and with the next thing that is done", async () => {
    const { page, scene } = await openOne("notice", FOLDED, {
        permissions: ["clipboard-read", "clipboard-write"],
    });
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
    const copied = async () => {
        await page.mouse.move(middleOf(named(scene, "foo")).x, middleOf(named(scene, "foo")).y);
        await page.keyboard.press("c");
        await page.locator(".fr-found", { hasText: "copied" }).waitFor();
    };
    await copied();
    await page.clock.runFor(4900);
    assert.equal(await textOf(page, ".fr-found"), "copied");
    await page.clock.runFor(200);
    assert.equal(await textOf(page, ".fr-found"), "");
    await copied();
    await page.keyboard.press("/");
    await page.keyboard.type("bar");
    assert.equal(await textOf(page, ".fr-found"), "40.0 % \u00b7 1 box");
    await page.fill(".fr-bar input", "");
    assert.equal(await textOf(page, ".fr-found"), "");
    await done(page);
});

test("a link to what is not there: the notice leaves with the next zoom", async () => {
    const { file, scene } = draw("notice-link", FOLDED),
        page = await open("file://" + file + "#zoom=nowhere");
    assert.match(await textOf(page, ".fr-found"), /not in this picture/);
    const { x, y } = middleOf(named(scene, "worker"));
    await page.mouse.click(x, y);
    assert.equal(await textOf(page, ".fr-found"), "");
    await done(page);
});

test("matches have numbers, in sight and for those who hear", async () => {
    const { page } = await openOne("numbered", FOLDED);
    await page.keyboard.press("/");
    await page.keyboard.type("foo");
    assert.equal(await textOf(page, ".fr-live"), "60.0 % \u00b7 3 boxes");
    for (const place of ["1 of 3: foo", "2 of 3: foo", "3 of 3: foo.cold", "1 of 3: foo"]) {
        await page.keyboard.press("Enter");
        assert.equal(await textOf(page, ".fr-found"), "60.0 % \u00b7 3 boxes \u00b7 " + place);
        assert.equal(await textOf(page, ".fr-live"), place);
    }
    await page.keyboard.press("Shift+Enter");
    assert.equal(await textOf(page, ".fr-live"), "3 of 3: foo.cold");
    await page.focus("[role=tree]");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await textOf(page, ".fr-found"), "60.0 % \u00b7 3 boxes");
    await done(page);
});

test("arrow keys step over slivers, unless there is nothing else", async () => {
    const slivers = Array.from({ length: 30 }, (_, i) => `main;b${10 + i} 3\n`).join("");
    const { page, scene } = await openOne("slivers", `main;a 9000\n${slivers}main;c 9000\n`);
    assert.ok(scene.boxes.length > 30, "slivers are drawn");
    await page.focus("[role=tree]");
    for (const [key, name] of [
        ["ArrowUp", "main"],
        ["ArrowUp", "a"],
        ["ArrowRight", "c"],
        ["ArrowLeft", "a"],
    ]) {
        await page.keyboard.press(key);
        assert.equal(await current(page), name, key);
    }
    const only = await openOne("slivers-only", `main;a 9000\n${slivers}`);
    await only.page.focus("[role=tree]");
    for (const key of ["ArrowUp", "ArrowUp", "ArrowRight"]) await only.page.keyboard.press(key);
    assert.equal(await current(only.page), "b10");
    await done(page);
    await done(only.page);
});

async function crumbs(page) {
    return page.$$eval(".fr-crumbs text", (all) =>
        all.map((t) => ({ text: t.textContent, ...t.getBoundingClientRect().toJSON() })),
    );
}

test("every ancestor can be reached and named, however deep", async () => {
    const names = Array.from({ length: 40 }, (_, i) => "f" + (10 + i)),
        { file } = draw("ancestors", names.join(";") + " 5\n");
    for (const width of [390, 1200]) {
        const page = await open(`file://${file}#zoom=${names.join(";")}`, { width }),
            seen = new Set();
        const read = async () => {
            const all = await crumbs(page);
            all.forEach(({ text }) => seen.add(text));
            return all;
        };
        for (let page_n = 0; page_n < 40; page_n++) {
            const more = (await read())[1];
            if (!more.text.startsWith("+")) break;
            await page.mouse.move(more.x + 2, more.y + 5);
            assert.match((await tip(page)).name, /^\d+ ancestors?$/);
            await page.mouse.click(more.x + 2, more.y + 5);
        }
        for (const name of names.slice(0, -1)) assert.ok(seen.has(name), name);
        const last = (await read()).at(-1);
        assert.match(last.text, /^\+\d+$/);
        await page.mouse.click(last.x + 2, last.y + 5);
        const [, , third] = await read();
        await page.mouse.click(third.x + 2, third.y + 5);
        assert.match(await hashOf(page), new RegExp(third.text + "$"));
        await done(page);
    }
});

test("one Escape: from a zoom with the pointer on a box, from a selection, from the field", async () => {
    const { page, scene } = await openOne("escape", FOLDED),
        place = middleOf(named(scene, "main"));
    await page.mouse.click(place.x, place.y);
    await page.mouse.move(place.x, place.y - 20);
    assert.ok(await tip(page));
    await page.keyboard.press("Escape");
    assert.deepEqual([await hashOf(page), await tip(page)], ["", null]);
    assert.deepEqual(await boxesOn(page), boxesIn(scene));
    await page.keyboard.press("/");
    await page.keyboard.type("foo");
    await page.keyboard.press("Escape");
    assert.equal(await textOf(page, ".fr-found"), "");
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("role")), "tree");
    await done(page);
});

test("a differential's width and colour are in the address, for links, reloads and Back", async () => {
    const { page, file } = await openOne("choice", SIDES, {}, "--title", "Sides");
    const width = () => textOf(page, ".fr-bar >> text=/^Width/");
    await page.keyboard.press("w");
    await page.keyboard.press("s");
    assert.equal(await hashOf(page), "#width=new&colour=own");
    const boxes = await boxesOn(page);
    await page.reload();
    await page.waitForSelector(".fr-view .fr-boxes path");
    assert.deepEqual(await boxesOn(page), boxes);
    assert.equal(await width(), "Width: new");
    assert.equal(await textOf(page, ".fr-bar >> text=/^Colour/"), "Colour: own code");
    assert.match(await textOf(page, ".fr-head"), /width is the share in new.*colour is the change of own/);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    assert.match(await hashOf(page), /^#zoom=main&width=new&colour=own$/);
    await page.keyboard.press("w");
    assert.match(await hashOf(page), /width=base/);
    await page.goBack();
    assert.equal(await width(), "Width: new");
    await page.goto("file://" + file + "#width=nonsense&colour=7");
    await page.reload();
    await page.waitForSelector(".fr-view .fr-boxes path");
    assert.equal(await width(), "Width: mean of both");
    await done(page);
});

test("a tip does not stay over what is typed", async () => {
    const { page, scene } = await openOne("stale", FOLDED),
        { x, y } = middleOf(named(scene, "foo"));
    await page.mouse.move(x, y);
    assert.equal((await tip(page)).name, "foo");
    await page.keyboard.press("/");
    await page.keyboard.type("b");
    assert.equal(await tip(page), null);
    await done(page);
});

/* Names of the labels that are not dimmed. */
function litLabels(page) {
    return page.$$eval(".fr-moving .fr-labels text:not(.fr-dim)", (all) =>
        all.map((text) => text.textContent).sort(),
    );
}

async function overLegend(page, title, act = "move") {
    const at = await page.locator(".fr-furniture text", { hasText: title }).boundingBox();
    if (act === "tap") await page.touchscreen.tap(at.x + 3, at.y + 5);
    else await page.mouse.move(at.x + 3, at.y + 5);
}

test("an entry of the legend keeps its boxes and dims the rest, while the pointer is on it", async () => {
    const KINDS = "main;read_[k] 30\nmain;write_[k] 20\nmain;std::sort 60\nmain;run_[j] 40\n",
        { page, file } = await openOne("legend", KINDS);
    const all = await litLabels(page);
    for (const [title, kept] of [
        ["kernel", ["read", "write"]],
        ["C++", ["std::sort"]],
        ["managed / JIT", ["run"]],
    ]) {
        await overLegend(page, title);
        assert.deepEqual(await litLabels(page), kept, title);
    }
    await page.mouse.move(600, 300);
    assert.deepEqual(await litLabels(page), all);
    await page.keyboard.press("/");
    await page.keyboard.type("sort");
    await overLegend(page, "kernel");
    assert.deepEqual(await litLabels(page), ["read", "write"]);
    await page.mouse.move(5, 5);
    assert.deepEqual(await litLabels(page), ["std::sort"]);
    await done(page);
    const phone = await open("file://" + file, { hasTouch: true, width: 390 });
    await overLegend(phone, "kernel", "tap");
    assert.deepEqual(await litLabels(phone), ["read", "write"]);
    await overLegend(phone, "kernel", "tap");
    assert.deepEqual(await litLabels(phone), all);
    await done(phone);
});

test("an entry of a differential's legend keeps the boxes with its mark", async () => {
    const { page } = await openOne("legend-diff", SIDES, {}, "--title", "Sides");
    await overLegend(page, /^gone$/);
    assert.deepEqual(await litLabels(page), ["\u22129.1"]);
    await done(page);
});
