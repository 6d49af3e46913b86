/*
 * contrast.test.mjs - texts that styles could make faint are read from pixels: the ink of their strokes
 * against every colour behind them, 4.5 : 1 at least, light and dark.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { done, open, useBrowser } from "./browser.mjs";
import { draw, program, recording, run, scratch } from "./picture.mjs";

useBrowser();

const LEAST = 4.5;
const SCHEMES = ["light", "dark"];

/* Runs in the page: the contrast of a text, from a picture with it and one without. Colours that fill less
 * than a twentieth of its place are edges. */
async function contrastOf([shown, hidden]) {
    const pixelsOf = async (image) => {
        const bitmap = await createImageBitmap(await (await fetch(image)).blob()),
            context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
        context.drawImage(bitmap, 0, 0);
        const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
        const rgb = (_, i) => Array.from(data.slice(4 * i, 4 * i + 3));
        return Array.from({ length: data.length / 4 }, rgb);
    };
    const luminance = (rgb) => {
        const [r, g, b] = rgb.map((value) => {
            const part = value / 255;
            return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (a, b) => {
        const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
        return (high + 0.05) / (low + 0.05);
    };
    const before = await pixelsOf(hidden),
        after = await pixelsOf(shown),
        counts = new Map();
    for (const rgb of before) counts.set(rgb.join(), (counts.get(rgb.join()) || 0) + 1);
    const grounds = Array.from(counts)
        .filter(([, n]) => n * 20 >= before.length)
        .map(([key]) => key.split(",").map(Number));
    const changed = after.map((rgb, i) => contrast(rgb, before[i])),
        strongest = changed.reduce((best, each, i) => (each > changed[best] ? i : best), 0),
        ink = after[strongest];
    return Math.min(...grounds.map((ground) => contrast(ink, ground)));
}

/* Of the elements of a selector that are in the window, the least contrast. */
async function leastContrast(page, selector) {
    const helper = await page.context().newPage(),
        { height } = page.viewportSize(),
        found = [];
    await page.bringToFront();
    for (const element of await page.$$(selector)) {
        const box = await element.boundingBox();
        if (!box || box.width < 12 || box.y < 0 || box.y + box.height > height) continue;
        const shot = async (visibility) => {
            await element.evaluate((each, value) => {
                each.style.setProperty("visibility", value);
            }, visibility);
            const image = await page.screenshot({ clip: box });
            return "data:image/png;base64," + image.toString("base64");
        };
        const hidden = await shot("hidden"),
            ratio = await helper.evaluate(contrastOf, [await shot("visible"), hidden]);
        found.push({ text: await element.textContent(), ratio });
        if (found.length === 12) break;
    }
    await helper.close();
    assert.ok(found.length > 0, "nothing to measure: " + selector);
    return found.reduce((a, b) => (b.ratio < a.ratio ? b : a));
}

async function check(page, selector) {
    const { text, ratio } = await leastContrast(page, selector);
    assert.ok(ratio >= LEAST, `${selector}: ${ratio.toFixed(2)} : 1 of '${text}'`);
}

const openIn = (file, colorScheme) => open("file://" + file, { colorScheme, deviceScaleFactor: 3 });

for (const scheme of SCHEMES) {
    test("ancestors, dimmed labels, notices, furniture: " + scheme, async () => {
        const { file } = draw("contrast", recording("native")),
            page = await openIn(file, scheme);
        for (const role of [".fr-head text", ".fr-furniture text"]) await check(page, role);
        await page.keyboard.press("ArrowUp");
        await page.keyboard.press("ArrowUp");
        await page.keyboard.press("ArrowUp");
        await page.keyboard.press("Enter");
        await check(page, ".fr-crumbs text");
        await page.keyboard.press("Escape");
        await page.fill(".fr-bar input", "start");
        await check(page, ".fr-labels text.fr-dim");
        await check(page, ".fr-labels text:not(.fr-dim)");
        await check(page, ".fr-found");
        await page.evaluate(() => document.querySelector(".fr-bar input").blur());
        await page.keyboard.press("?");
        for (const part of ["dt", "dd", "p"]) await check(page, ".fr-help " + part);
        await done(page);
    });

    test("labels of changes, on hatching and dots too: " + scheme, async () => {
        const input =
                "main;kept 5000 5000\nmain;parse 1000 3000\nmain;parse;gone_function 900 0\n" +
                "main;came_function;deep 0 900\nmain;less 3000 2000\n",
            { file } = draw("contrast-diff", input),
            page = await openIn(file, scheme);
        for (const part of [".fr-moving .fr-labels text", ".fr-furniture text"]) await check(page, part);
        await page.fill(".fr-bar input", "kept");
        await check(page, ".fr-labels text.fr-dim");
        await done(page);
    });

    test("tools, menus and tables of a page, and what it compares: " + scheme, async () => {
        const base = "main;kept 5000\nmain;parse 1000\nmain;gone_function 900\nmain;less 3000\n",
            added = "main;kept 5000\nmain;parse 3000\nmain;came_function 900\nmain;less 2000\n",
            file = path.join(scratch, "contrast.html");
        fs.writeFileSync(file, run(["--format", "html"], base));
        const page = await openIn(file, scheme);
        for (const part of [".fr-tabs button", ".fr-facts", ".fr-entry", ".fr-command"]) await check(page, part);
        await page.keyboard.press("2");
        for (const part of ["#flamerender-table td", "#flamerender-table thead button", ".fr-number dd", ".fr-act"])
            await check(page, part);
        await page.keyboard.press("e");
        await check(page, ".fr-more button");
        await page.keyboard.press("Escape");
        await page.setInputFiles("input[type=file]", { name: "added.folded", mimeType: "", buffer: Buffer.from(added) });
        await page.waitForSelector("text=compared with a file");
        await page.keyboard.press("1");
        for (const part of [".fr-moving .fr-labels text", ".fr-change b", ".fr-change small", ".fr-chip"])
            await check(page, part);
        await done(page);
    });

    test("labels of a heatmap's flame graph, of its differential, and of the flame graph again: " + scheme, async () => {
        const file = path.join(scratch, "contrast-heat.html"),
            labels = ".fr-stage .fr-labels text";
        execFileSync(program, ["heatmap", "-q", recording("stall"), "-o", file]);
        const whole = await openIn(file, scheme);
        await check(whole, labels);
        await done(whole);
        const page = await openIn(file + "#range=3.4-3.6", scheme);
        await page.click("text=Compare with the rest");
        await check(page, labels);
        await page.click("text=Clear");
        await check(page, labels);
        await done(page);
    });
}
