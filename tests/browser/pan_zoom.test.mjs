/*
 * pan_zoom.test.mjs - a page moved by gestures: wheel, fingers, drag and w a s d; the map of the whole picture at the
 * foot; boxes beside the pointer; light and dark by choice.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { done, fromMore, hashOf, labelsOn, open, spanOf, tip, useBrowser } from "./browser.mjs";
import { treeOf } from "./boxes_of.mjs";
import { draw, program, recording, run, scratch } from "./picture.mjs";
import { layoutFlame } from "../../render/assets/draw/layout.js";

useBrowser();

function pageOf(name, input, ...args) {
    const file = path.join(scratch, name + ".html");
    fs.writeFileSync(file, run(["--format", "html", ...args], input));
    return "file://" + file;
}

const CHAIN = "main;run;loop;left;a 30\nmain;run;loop;right;b 60\nmain;run;loop;right;c 20\nother 40\n";

async function placeOf(page, name) {
    const box = await page.locator(".fr-moving .fr-labels text", { hasText: new RegExp(`^${name}$`) }).boundingBox();
    return { x: box.x + 3, y: box.y + 5 };
}

async function ctrlWheel(page, name, by) {
    const { x, y } = await placeOf(page, name);
    await page.mouse.move(x, y);
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, by);
    await page.keyboard.up("Control");
}

/* The wheel is answered a moment later. */
function zoomIs(page, path) {
    return page.waitForFunction((hash) => location.hash === hash, path ? "#zoom=" + path : "");
}

test("Ctrl and wheel zoom to any part, what is under the pointer stays there; Back, reload and Escape", async () => {
    const page = await open(pageOf("wheel", CHAIN)),
        before = await placeOf(page, "right");
    await ctrlWheel(page, "right", -100);
    const [from, to] = await spanOf(page, (a, b) => b - a < 0.7);
    const place = (share) => 20 + ((share - from) / (to - from)) * 1160;
    assert.ok(Math.abs(place((before.x - 20) / 1160) - before.x) < 1, `${from} ${to}`);
    /* the axis says what is shown, and the boxes are where it says */
    const ticks = await page.$$eval(".fr-axis text", (all) => all.map((text) => text.textContent.replace("\u202f", " ")));
    for (const share of [from, to]) assert.ok(ticks.includes((share * 100).toFixed(2).replace(/^0.00$/, "0") + " %"), ticks.join());
    assert.ok(Math.abs((await placeOf(page, "c")).x - 7 - place(90 / 150)) < 1);
    await ctrlWheel(page, "right", -100);
    await spanOf(page, (a, b) => b - a < 0.45);
    const shown = await labelsOn(page);
    await page.reload();
    await page.waitForSelector(".fr-view .fr-boxes path");
    assert.deepEqual(await labelsOn(page), shown);
    await page.click("[title='Reset zoom']");
    await zoomIs(page, "");
    await page.goBack();
    await spanOf(page, (a, b) => b - a < 0.45);
    await page.keyboard.press("Escape");
    await zoomIs(page, "");
    await page.focus(".fr-moving [role=tree]");
    await page.keyboard.press("w");
    await spanOf(page, (a, b) => b - a === 0.5);
    await page.keyboard.press("s");
    await zoomIs(page, "");
    await done(page);
});

test("a click on a box ends the part; out of a box a step leads to an ancestor, aside to a neighbour", async () => {
    const page = await open(pageOf("wasd", CHAIN) + "#span=0.1-0.9"),
        { x, y } = await placeOf(page, "right");
    await page.mouse.click(x, y);
    await zoomIs(page, "main;run;loop;right");
    for (const [key, zoom] of [["a", "left"], ["d", "right"], ["d", "right"]]) {
        await page.keyboard.press(key);
        await zoomIs(page, "main;run;loop;" + zoom);
    }
    await page.keyboard.press("s");
    await zoomIs(page, "main;run;loop");
    await ctrlWheel(page, "right", 100);
    await zoomIs(page, "");
    await done(page);
});

test("the address keeps a part of less than a millionth of the width", async () => {
    const page = await open(pageOf("thin", CHAIN) + "#span=0.0000005-0.0000009");
    await page.keyboard.press("t"); // writes the address
    assert.equal(await hashOf(page), "#span=0.0000005-0.0000009&theme=light");
    await done(page);
});

test("two fingers zoom around what is between them; the map moves the part", async () => {
    const page = await open(pageOf("pinch", CHAIN), { hasTouch: true }),
        session = await page.context().newCDPSession(page),
        { x, y } = await placeOf(page, "right");
    for (const apart of [20, 40, 80, 0])
        await session.send("Input.dispatchTouchEvent", {
            type: apart === 20 ? "touchStart" : apart ? "touchMove" : "touchEnd",
            touchPoints: apart ? [{ x: x - apart + 100, y, id: 0 }, { x: x + apart + 100, y, id: 1 }] : [],
        });
    const [from, to] = await spanOf(page, (a, b) => b - a < 0.3);
    assert.ok(Math.abs(to - from - 0.25) < 0.001, `${from} ${to}`);
    assert.ok(from < (x + 80) / 1160 && (x + 80) / 1160 < to);
    const map = await page.locator(".fr-map").boundingBox(),
        frame = await page.locator(".fr-window").boundingBox();
    assert.ok(Math.abs(frame.width - 0.25 * 1160) < 3, String(frame.width));
    await page.mouse.click(map.x + 0.8 * 1160, map.y + 20);
    await spanOf(page, (a, b) => Math.abs(a - 0.675) < 0.002 && Math.abs(b - 0.925) < 0.002);
    await done(page);
});

test("all of the width is laid out as without a part; boxes of a part are those of the whole, moved and cut", async () => {
    const { svg } = draw("part", recording("nodejs"), "--data=full"),
        { view, tree } = await treeOf(svg),
        columns = ({ node, row, x0, x1, rests }) => ({ node, row, x0, x1, rests }),
        whole = layoutFlame(tree, view, 0, 12000),
        part = layoutFlame(tree, view, 0, 12000, { from: 0.25, to: 0.5 }),
        edge = (x) => Math.max(200, Math.min(11800, 200 + (x - 200 - 0.25 * 11600) * 4));
    assert.deepEqual(columns(layoutFlame(tree, view, 0, 12000, { from: 0, to: 1 })), columns(whole));
    let n = 0;
    for (let box = 1; box < part.n; box++) {
        const same = whole.boxOf.get(part.node[box]);
        if (same === undefined) continue;
        for (const x of ["x0", "x1"]) assert.ok(Math.abs(part[x][box] - edge(whole[x][same])) <= 2, `${box} ${x}`);
        n++;
    }
    assert.ok(n > 50, String(n));
});

test("the map is there for many rows and for a zoom to less than half; a drag on it moves the window", async () => {
    const low = await open(pageOf("map-low", CHAIN)),
        isShown = (page) => page.isVisible(".fr-map");
    assert.ok(!(await isShown(low)));
    await low.goto(low.url() + "#zoom=other");
    await low.waitForSelector(".fr-map:not([hidden])");
    const frame = await low.locator(".fr-window").boundingBox(),
        total = 1160 / 150;
    assert.ok(Math.abs(frame.width - 40 * total) < 3, String(frame.width));
    const map = await low.locator(".fr-map").boundingBox();
    assert.equal(Math.round(map.height), 48);
    await low.mouse.click(map.x + 180, map.y + 20);
    await zoomIs(low, "main");
    await done(low);

    const names = Array.from({ length: 200 }, (_, i) => "row" + i).join(";"),
        high = await open(pageOf("map-high", `${names} 5\nside 3\n`), { height: 600 });
    assert.ok(await isShown(high));
    const place = await high.locator(".fr-map").boundingBox();
    const stage = await high.locator(".fr-stage").boundingBox();
    assert.equal(Math.round(place.y), Math.round(stage.y), "it stands above the picture");
    await high.mouse.move(300, place.y + 3);
    await high.mouse.down();
    await high.mouse.move(300, place.y + 30);
    await high.mouse.up();
    const scrolled = await high.$eval(".fr-scroll", (one) => one.scrollTop);
    assert.ok(scrolled > 1500, String(scrolled));
    const top = await high.$eval(".fr-window", (one) => parseFloat(one.style.top));
    assert.ok(top > 20, String(top));
    await done(high);
});

test("the map of a differential has the colours that are chosen", async () => {
    const names = Array.from({ length: 80 }, (_, i) => "row" + i).join(";"),
        files = [1000, 3000].map((value, i) => {
            const file = path.join(scratch, `map${i}.folded`);
            fs.writeFileSync(file, `main;${names} ${value}\nside;leaf 1000\n`);
            return file;
        }),
        html = path.join(scratch, "map-diff.html");
    execFileSync(program, ["diff", "-q", ...files, "-o", html]);
    const page = await open("file://" + html, { height: 600 }),
        map = () => page.$eval(".fr-map canvas", (canvas) => canvas.toDataURL()),
        before = await map();
    await page.keyboard.press("s");
    assert.notEqual(await map(), before);
    await page.keyboard.press("s");
    assert.equal(await map(), before);
    await done(page);
});

test("a sliver is found from 3 px beside it", async () => {
    const page = await open(pageOf("sliver", "main;sliver 1\nmain 999\n", "--minwidth", "0")),
        { x, y } = await placeOf(page, "main");
    await page.mouse.move(x - 4, y - 18); // the label begins 4 px from the edge, x 3 px from that
    assert.equal((await tip(page)).name, "sliver");
    await page.mouse.move(x + 10, y - 18);
    assert.equal(await tip(page), null);
    await done(page);
});

test("light and dark by choice, in the picture and around it, on either screen", async () => {
    const url = pageOf("theme", recording("gopipe"));
    for (const colorScheme of ["light", "dark"]) {
        const page = await open(url, { colorScheme });
        const grounds = () =>
            page.evaluate(() => [
                getComputedStyle(document.body).backgroundColor,
                getComputedStyle(document.querySelector(".fr-view > rect")).fill,
                getComputedStyle(document.querySelector(".fr-boxes path")).fill,
            ]);
        const auto = await grounds();
        await page.keyboard.press("t");
        const light = await grounds();
        await fromMore(page, "Theme: dark");
        const dark = await grounds();
        await page.keyboard.press("t");
        assert.deepEqual(await grounds(), auto);
        assert.deepEqual(colorScheme === "light" ? light : dark, auto);
        light.forEach((colour, i) => assert.notEqual(colour, dark[i]));
        assert.equal(await hashOf(page), "");
        await done(page);
    }
});

test("on a phone the menus stand behind the panel of more; on a desk beside the tabs", async () => {
    const menus = (page, place) => page.$$eval(`${place} select`, (all) => all.map((one) => one.ariaLabel));
    const phone = await open(pageOf("phone", recording("nodejs")), { viewport: { width: 320, height: 640 } });
    assert.deepEqual(await menus(phone, ".fr-menus"), []);
    const { length } = await menus(phone, ".fr-spare");
    assert.ok(length >= 1);
    const small = await phone.$$eval("main button, main [role=tab]", (all) =>
        all
            .filter((one) => one.checkVisibility({ visibilityProperty: true }))
            .filter((one) => one.getBoundingClientRect().height < 40)
            .map((one) => one.textContent),
    );
    assert.deepEqual(small, [], "targets of 40 px");
    await phone.focus("[aria-label='More (e)']");
    await phone.keyboard.press("Enter");
    assert.ok(await phone.isVisible(".fr-more button >> text=Compare with a file"));
    const { y, height } = await phone.locator(".fr-more").boundingBox();
    assert.ok(y >= 0 && y + height <= 640, "it is in the window");
    await phone.keyboard.press("Escape");
    assert.ok(await phone.isHidden(".fr-more"));
    assert.equal(await phone.evaluate(() => document.activeElement.getAttribute("aria-label")), "More (e)");
    await phone.setViewportSize({ width: 1600, height: 800 });
    await phone.waitForFunction(() => !document.querySelector(".fr-spare select"));
    assert.equal((await menus(phone, ".fr-menus")).length, length);
    await done(phone);
});

test("Escape closes callers and callees before it does anything else", async () => {
    const page = await open(pageOf("escape-sandwich", CHAIN) + "#zoom=main&view=table&function=loop");
    assert.ok(await page.isVisible(".fr-sandwich"));
    await page.keyboard.press("Escape");
    assert.ok(await page.isHidden(".fr-sandwich"));
    assert.equal(await hashOf(page), "#zoom=main");
    await page.keyboard.press("Escape");
    assert.equal(await hashOf(page), "");
    await done(page);
});
