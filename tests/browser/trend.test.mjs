/*
 * trend.test.mjs - the picture of a trend: what its points say, by title, pointer and keys, and that axe finds
 * nothing amiss.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import test from "node:test";
import { done, open, useBrowser } from "./browser.mjs";
import { program, scratch } from "./picture.mjs";

useBrowser();

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const points = path.join(process.env.FR_SOURCE_DIR, "golden", "shared", "points");

function drawTrend(name, ...args) {
    const file = path.join(scratch, name);
    execFileSync(program, ["trend", "-q", points, "--time-from-name", "{version}", "-o", file, ...args]);
    return file;
}

/* The lines of the tip. */
function tipOf(page) {
    return page.$$eval("svg[role] > g:last-of-type > text", (all) =>
        all.map((text) => text.textContent.replaceAll("\u202f", " ")),
    );
}

/* The titles of points as a picture without a script has them, in the order of panels. */
function titlesOf(file) {
    const all = [...readFileSync(file, "utf8").matchAll(/<title>([^<]*)<\/title>/g)].map((found) =>
        found[1].replaceAll("\u202f", " ").replaceAll("&gt;", ">").replaceAll("&lt;", "<").replaceAll("&amp;", "&"),
    );
    return all.filter((title) => title.includes(" \u00b1 "));
}

test("every box has a title, and a step the command that shows why", async () => {
    const page = await open("file://" + drawTrend("trend.svg", "--static"), { live: false });
    const titles = await page.$$eval("rect > title", (all) => all.map((t) => t.textContent));
    assert.ok(titles.length > 100);
    assert.ok(titles.some((t) => t.startsWith("sort \u00b7 v2.5 \u00b7 ") && /flamerender diff \S+v2\.4\S+ \S+v2\.5\S+ -o/.test(t)));
    assert.equal(await page.$$eval("script", (all) => all.length), 0);
    await done(page);
});

for (const name of ["trend.svg", "trend.html"])
    test(`${name}: keys and pointer read every point, and Enter copies the command of a step`, async () => {
        const titles = titlesOf(drawTrend("still.svg", "--static")),
            page = await open("file://" + drawTrend(name), { live: false });
        await page.focus("svg[role=application]");
        const read = [];
        for (let i = 0; i < titles.length; ) {
            await page.keyboard.press(i ? "ArrowDown" : "Home");
            for (;;) {
                const [words, command] = await tipOf(page);
                read.push(words + command.replace("Enter or a click copies: ", " \u00b7 why: "));
                i++;
                await page.keyboard.press("ArrowRight");
                if ((await tipOf(page))[0] === words) break;
            }
            await page.keyboard.press("Home");
        }
        assert.deepEqual(
            read.map((text) => text.replace(/\u2026$/, "")),
            titles.map((title, i) => title.slice(0, read[i].replace(/\u2026$/, "").length)),
        );
        const step = read.findIndex((text) => text.includes(" why: ")),
            across = new Set(titles.map((title) => title.split(" \u00b7 ")[1])).size;
        await page.keyboard.press("Escape");
        await page.keyboard.press("ArrowRight");
        for (let i = 0; i < Math.floor(read.length / across); i++) await page.keyboard.press("ArrowUp");
        for (let i = 0; i < Math.floor(step / across); i++) await page.keyboard.press("ArrowDown");
        for (let i = 0; i < step % across; i++) await page.keyboard.press("ArrowRight");
        const at = await page.$eval("svg[role] > g:last-of-type > circle", (ring) => {
            const { x, y, width, height } = ring.getBoundingClientRect();
            return [x + width / 2, y + height / 2];
        });
        const shown = await tipOf(page);
        assert.ok(shown[1].startsWith("Enter or a click copies: flamerender diff "), shown.join(" | "));
        await page.keyboard.press("Escape");
        await page.mouse.move(...at);
        assert.deepEqual(await tipOf(page), shown);
        await page.mouse.click(...at);
        await page.waitForFunction(
            () => /copied|flamerender diff/.test(document.querySelector("svg[role] > g:last-of-type").textContent),
        );
        await done(page);
    });

test("axe finds nothing amiss, light and dark, picture and page", async () => {
    for (const name of ["trend.svg", "trend.html"])
        for (const colorScheme of ["light", "dark"]) {
            const page = await open("file://" + drawTrend(name), { live: false, colorScheme });
            await page.evaluate(axe);
            const found = await page.evaluate(async () => {
                const result = await window.axe.run(document, { resultTypes: ["violations"] });
                return result.violations.map((v) => v.id + ": " + v.nodes[0].html);
            });
            assert.deepEqual(found, [], name + " " + colorScheme);
            await done(page);
        }
});
