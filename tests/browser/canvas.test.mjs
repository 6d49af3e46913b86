/*
 * canvas.test.mjs - a page with many boxes paints them on a canvas: the pixels are those of the SVG, and gestures,
 * labels and what a screen reader finds are the same.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { done, hashOf, labelsOn, open, textOf, tip, useBrowser } from "./browser.mjs";
import { program, randomFrom, recording, run, scratch } from "./picture.mjs";

useBrowser();

/* The address of a page, and of the same page whose boxes are on a canvas. */
function bothOf(name, html) {
    const at = (file) => path.join(scratch, file),
        forced = html.replace('id="flamerender-picture"', '$& data-canvas-from="0"');
    assert.notEqual(forced, html);
    /* of one name: a page shows the command that draws it */
    return [["svg", html], ["canvas", forced]].map(([folder, text]) => {
        fs.mkdirSync(at(folder), { recursive: true });
        fs.writeFileSync(at(path.join(folder, name + ".html")), text);
        return "file://" + at(path.join(folder, name + ".html"));
    });
}

function pageOf(input, ...args) {
    return run(["--format", "html", ...args], input);
}

function openCanvas(url, options) {
    return open(url, { ...options, live: false }).then(async (page) => {
        await page.waitForSelector(".fr-boxes canvas");
        return page;
    });
}

/* How many pixels of two screenshots differ by more than 8 of 255, and their number: the browser decodes them. */
async function compare(page, one, other) {
    const urls = [one, other].map((png) => "data:image/png;base64," + png.toString("base64"));
    const blank = await page.context().newPage();
    const found = await blank.evaluate(async (sources) => {
        const pixels = await Promise.all(
            sources.map(async (source) => {
                const image = new Image();
                image.src = source;
                await image.decode();
                const canvas = new OffscreenCanvas(image.width, image.height),
                    context = canvas.getContext("2d");
                context.drawImage(image, 0, 0);
                return context.getImageData(0, 0, image.width, image.height).data;
            }),
        );
        let differ = 0;
        for (let i = 0; i < pixels[0].length; i += 4) {
            const far = [0, 1, 2].some((k) => Math.abs(pixels[0][i + k] - pixels[1][i + k]) > 8);
            differ += far ? 1 : 0;
        }
        return { n: pixels[0].length / 4, differ, same: pixels[0].length === pixels[1].length };
    }, urls);
    await blank.close();
    return found;
}

/* Both pages after the same keys look alike: of ten thousand pixels at most one differs, at edges of boxes. */
async function assertAlike([svgUrl, canvasUrl], options, act = async () => {}) {
    const svg = await open(svgUrl, options),
        canvas = await openCanvas(canvasUrl, options),
        shots = [];
    for (const page of [svg, canvas]) {
        await act(page);
        shots.push(await page.screenshot());
    }
    const { n, differ, same } = await compare(svg, ...shots);
    assert.ok(same);
    assert.ok(differ <= n / 10000, `${differ} of ${n} pixels differ`);
    assert.deepEqual(await labelsOn(canvas), await labelsOn(svg));
    await done(svg);
    await done(canvas);
}

test("canvas and SVG have the same pixels: light, dark, sharp screens, zoomed, searched", async () => {
    const urls = bothOf("alike", pageOf(recording("gopipe")));
    for (const options of [
        {},
        { colorScheme: "dark" },
        { deviceScaleFactor: 2, width: 390, height: 800 },
        { deviceScaleFactor: 1.5 },
    ])
        await assertAlike(urls, options);
    await assertAlike(urls, {}, async (page) => {
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("Enter");
        await page.keyboard.press("/");
        await page.keyboard.type("runtime");
    });
});

test("so do those of a differential, with its marks", async () => {
    const file = path.join(scratch, "sides.html"),
        sides = ["shop-before", "shop-after"].map(recording);
    execFileSync(program, ["diff", "-q", ...sides, "-o", file]);
    const urls = bothOf("diff", fs.readFileSync(file, "utf8"));
    await assertAlike(urls, {});
    await assertAlike(urls, { colorScheme: "dark" }, (page) => page.keyboard.press("s"));
});

/* 300 rows, each with a few siblings. */
function tall() {
    const random = randomFrom(3),
        stack = Array.from({ length: 300 }, (_, i) => "row" + i);
    return stack.map((name, i) => stack.slice(0, i).concat("side" + i).join(";") + " " + (1 + random(9)) + "\n").join("");
}

test("rows come and go with the scroll; gestures, tree and addresses are the same", async () => {
    const [, url] = bothOf("rows", pageOf(tall())),
        page = await openCanvas(url, { height: 700 });
    const rows = async () => (await labelsOn(page)).filter((text) => /^row/.test(text));
    assert.ok((await rows()).includes("row3"));
    assert.ok((await rows()).length < 80);
    assert.ok((await page.$eval(".fr-boxes canvas", (canvas) => canvas.height)) <= 1400);
    await page.$eval(".fr-scroll", (one) => one.scrollTo(0, 3300));
    await page.waitForFunction(() =>
        [...document.querySelectorAll(".fr-moving .fr-labels text")].some((text) => text.textContent === "row190"),
    );
    assert.ok(!(await rows()).includes("row3"));
    const box = await page.locator(".fr-moving .fr-labels text", { hasText: /^row190$/ }).boundingBox();
    await page.mouse.move(box.x + 2, box.y + 5);
    assert.equal((await tip(page)).name, "row190");
    await page.mouse.click(box.x + 2, box.y + 5);
    assert.match(await hashOf(page), /row190$/);
    await page.keyboard.press("ArrowDown");
    assert.match(await page.getAttribute("#fr-current", "aria-label"), /^row191,/);
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    await page.keyboard.type("row299");
    assert.match(await textOf(page, ".fr-found"), / · 0 boxes/);
    await page.fill(".fr-search input", "side250");
    await page.keyboard.press("Enter");
    assert.ok((await labelsOn(page)).some((text) => text.startsWith("side250")));
    await done(page);
});

test("few boxes stay paths", async () => {
    const page = await open(bothOf("few", pageOf("main;a 1\nmain;b 2\n"))[0]);
    assert.equal(await page.$(".fr-boxes canvas"), null);
    await done(page);
});
