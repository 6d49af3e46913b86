/*
 * hands.test.mjs - a page moved by hand: wheel, fingers, drag and w a s d; the map of the whole picture at the foot;
 * boxes beside the pointer; light and dark by choice.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { done, hashOf, open, tip, useBrowser } from "./browser.mjs";
import { recording, run, scratch } from "./picture.mjs";

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

test("Ctrl and wheel zoom step by step towards the box; frames of one width are one step", async () => {
    const page = await open(pageOf("wheel", CHAIN));
    await ctrlWheel(page, "b", -100);
    await zoomIs(page, "main");
    await ctrlWheel(page, "b", -100);
    await zoomIs(page, "main;run;loop;right");
    await ctrlWheel(page, "b", -30);
    await ctrlWheel(page, "b", -30);
    await zoomIs(page, "main;run;loop;right;b");
    await ctrlWheel(page, "b", 100);
    await zoomIs(page, "main;run;loop;right");
    await ctrlWheel(page, "b", 100);
    await zoomIs(page, "main;run;loop");
    await ctrlWheel(page, "b", 100);
    await zoomIs(page, "");
    await done(page);
});

test("w and s zoom, a and d go to the neighbour at the same depth; a drag does, and is no click", async () => {
    const page = await open(pageOf("wasd", CHAIN));
    for (const [key, zoom] of [
        ["w", "main"],
        ["w", "main;run;loop;right"],
        ["a", "main;run;loop;left"],
        ["d", "main;run;loop;right"],
        ["d", "main;run;loop;right"],
        ["s", "main;run;loop"],
    ]) {
        await page.keyboard.press(key);
        await zoomIs(page, zoom);
    }
    await page.keyboard.press("s");
    await page.keyboard.press("w");
    await page.keyboard.press("w");
    const { x, y } = await placeOf(page, "b");
    await page.mouse.move(x + 100, y);
    await page.mouse.down();
    await page.mouse.move(x + 200, y);
    await page.mouse.move(x + 260, y);
    await page.mouse.up();
    await zoomIs(page, "main;run;loop;left");
    await done(page);
});

test("two fingers zoom", async () => {
    const page = await open(pageOf("pinch", CHAIN), { hasTouch: true }),
        session = await page.context().newCDPSession(page),
        { x, y } = await placeOf(page, "b");
    const touch = (type, apart) =>
        session.send("Input.dispatchTouchEvent", {
            type,
            touchPoints: apart ? [{ x: x - apart + 60, y, id: 0 }, { x: x + apart + 60, y, id: 1 }] : [],
        });
    for (const [type, apart] of [["touchStart", 40], ["touchMove", 50], ["touchMove", 70], ["touchEnd", 0]])
        await touch(type, apart);
    await zoomIs(page, "main");
    for (const [type, apart] of [["touchStart", 70], ["touchMove", 40], ["touchEnd", 0]]) await touch(type, apart);
    await zoomIs(page, "");
    await done(page);
});

test("the map is there for many rows and for a zoom to less than half; a drag on it moves the window", async () => {
    const low = await open(pageOf("map-low", CHAIN)),
        isShown = (page) => page.isVisible(".fr-minimap");
    assert.ok(!(await isShown(low)));
    await low.goto(low.url() + "#zoom=other");
    await low.waitForSelector(".fr-minimap:not([hidden])");
    const frame = await low.locator(".fr-window").boundingBox(),
        total = 1160 / 150;
    assert.ok(Math.abs(frame.width - 40 * total) < 3, String(frame.width));
    const map = await low.locator(".fr-minimap").boundingBox();
    assert.equal(Math.round(map.height), 49);
    await low.mouse.click(map.x + 200, map.y + 20);
    await zoomIs(low, "main");
    await done(low);

    const names = Array.from({ length: 200 }, (_, i) => "row" + i).join(";"),
        high = await open(pageOf("map-high", `${names} 5\nside 3\n`), { height: 600 });
    assert.ok(await isShown(high));
    const place = await high.locator(".fr-minimap").boundingBox();
    assert.equal(Math.round(place.y + place.height), 600);
    await high.mouse.move(300, place.y + 3);
    await high.mouse.down();
    await high.mouse.move(300, place.y + 40);
    await high.mouse.up();
    const scrolled = await high.evaluate(() => scrollY);
    assert.ok(scrolled > 1500, String(scrolled));
    const top = await high.$eval(".fr-window", (one) => parseFloat(one.style.top));
    assert.ok(top > 30, String(top));
    await done(high);
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
        await page.click("text=Theme: light");
        const dark = await grounds();
        await page.keyboard.press("t");
        assert.deepEqual(await grounds(), auto);
        assert.deepEqual(colorScheme === "light" ? light : dark, auto);
        light.forEach((colour, i) => assert.notEqual(colour, dark[i]));
        assert.equal(await hashOf(page), "");
        await done(page);
    }
});

test("Escape closes callers and callees before it does anything else", async () => {
    const page = await open(pageOf("escape-sandwich", CHAIN) + "#zoom=main&view=sandwich&function=loop");
    assert.ok(await page.isVisible(".fr-sandwich"));
    await page.keyboard.press("Escape");
    assert.ok(await page.isHidden(".fr-sandwich"));
    assert.equal(await hashOf(page), "#zoom=main");
    await page.keyboard.press("Escape");
    assert.equal(await hashOf(page), "");
    await done(page);
});
