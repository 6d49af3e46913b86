/*
 * trend.test.mjs - the picture of a trend: what its points say, and that axe finds nothing amiss.
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

function drawTrend(name) {
    const file = path.join(scratch, name);
    execFileSync(program, ["trend", "-q", points, "--time-from-name", "{version}", "-o", file]);
    return file;
}

test("every box has a title, and a step the command that shows why", async () => {
    const page = await open("file://" + drawTrend("trend.svg"), { live: false });
    const titles = await page.$$eval("rect > title", (all) => all.map((t) => t.textContent));
    assert.ok(titles.length > 100);
    assert.ok(titles.some((t) => t.startsWith("sort \u00b7 v2.5 \u00b7 ") && /flamerender diff \S+v2\.4\S+ \S+v2\.5\S+ -o/.test(t)));
    assert.equal(await page.$$eval("script", (all) => all.length), 0);
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
