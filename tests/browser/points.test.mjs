/*
 * points.test.mjs - the flame graph of a point on the page of a trend: the strip of all points chooses it by pointer,
 * touch and keys, the address holds it, and what stands there is what the program says of that point.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import test from "node:test";
import { done, fromMore, hashOf, open, rowsIn, rowsOn, textOf, toView, useBrowser } from "./browser.mjs";
import { program, scratch } from "./picture.mjs";

useBrowser();

const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"),
    points = path.join(process.env.FR_SOURCE_DIR, "golden", "shared", "points"),
    page_file = path.join(scratch, "trend.html"),
    SLIDER = ".fr-scrub [role=slider]";

function call(...args) {
    return execFileSync(program, args, { encoding: "utf8", cwd: scratch });
}

call("trend", "-q", points, "--time-from-name", "{version}", "-o", page_file);

function openPage(fragment = "", options = {}) {
    return open("file://" + page_file + fragment, { live: fragment.includes("column"), ...options });
}

/* Until the strip shows a point, as it is read out. */
function until(page, text) {
    const isShown = ([slider, wanted]) => document.querySelector(slider)?.ariaValueText === wanted;
    return page.waitForFunction(isShown, [SLIDER, text]);
}

/* What the program says of a point of that page. */
function sceneOf(name) {
    return JSON.parse(call("render", page_file, "-q", "--icicle", "--sample-index=" + name, "--format", "scene-json"));
}

test("each point of a page is what the program finds in its files", () => {
    const rowsOf = (...args) => JSON.parse(call("top", "-q", "--format", "json", ...args)).rows,
        key = (row) => row.name ?? row.function,
        sorted = (rows) => rows.sort((a, b) => (key(a) < key(b) ? -1 : 1));
    for (const name of ["v2.1", "v2.5", "v2.10"]) {
        const own = rowsOf(page_file, "--sample-index", name),
            file = rowsOf(path.join(points, `api-${name}.folded`));
        assert.ok(own.length > 10);
        assert.deepEqual(sorted(own), sorted(file), name);
    }
});

test("frames below 0.1 % of their point are one frame for each caller, and the page says so", async () => {
    const files = ["1", "2", "3"].map((i) => {
            const file = path.join(scratch, `small-v${i}.folded`);
            fs.writeFileSync(file, `main;big 99${i}0\nmain;tiny_a 3\nmain;tiny_b;below 2\nmain;edge 10\n`);
            return file;
        }),
        html = path.join(scratch, "small.html");
    call("trend", "-q", ...files, "--time-from-name", "{version}", "-o", html);
    const rows = JSON.parse(call("top", "-q", "--format", "json", "--sample-index", "v1", html)).rows;
    assert.deepEqual(
        Object.fromEntries(rows.map((row) => [row.name ?? row.function, row.total])),
        { main: 9925, big: 9910, edge: 10, "[frames under 0.1 %]": 5 },
    );
    const page = await open("file://" + html + "#column=v1");
    assert.match(await textOf(page, ".fr-who p"), /frames under 0\.1 % of their point are one frame for each caller/);
    await done(page);
});

test("a tab opens the newest point; the strip goes to the others by keys, click and drag, and the address with it", async () => {
    const page = await openPage();
    await toView(page, "Flame");
    await until(page, "v2.10, 10 of 10");
    assert.equal(await hashOf(page), "#column=v2.10");
    await page.focus(SLIDER);
    const check = async (name, text) => {
        await until(page, text);
        assert.equal(await hashOf(page), "#column=" + name);
        const scene = sceneOf(name),
            texts = (role) => scene.texts.filter((one) => one.role === role).map((one) => one.text).join(" ");
        assert.deepEqual(await rowsOn(page), rowsIn(scene), name);
        assert.equal(await textOf(page, "h1"), texts("title").replaceAll("\u202f", " "));
        assert.equal(await textOf(page, ".fr-facts"), texts("subtitle").replaceAll("\u202f", " "));
        assert.match(await page.textContent(".fr-foot"), new RegExp(`flamerender trend.html .*--sample-index=${name} `));
    };
    await page.keyboard.press("ArrowLeft");
    await check("v2.9", "v2.9, 9 of 10");
    await page.keyboard.press("Home");
    await check("v2.1", "v2.1, 1 of 10");
    const { x, y, width, height } = await (await page.$(SLIDER)).boundingBox(),
        middle = (i) => [x + ((i + 0.5) * width) / 10, y + height / 2];
    await page.mouse.click(...middle(4));
    await check("v2.5", "v2.5, 5 of 10, a step");
    await page.mouse.move(...middle(4));
    await page.mouse.down();
    for (const i of [5, 6, 7]) await page.mouse.move(...middle(i));
    await page.mouse.up();
    await check("v2.8", "v2.8, 8 of 10, a step");
    await page.focus("[role=tree]");
    await page.keyboard.press("]");
    await check("v2.9", "v2.9, 9 of 10");
    await done(page);
});

test("a point of which nothing was chosen opens no flame graph: keys go past it, a click on it says so", async () => {
    const files = ["a", "x", "a", "x"].map((name, i) => {
            const file = path.join(scratch, `part-v${i + 1}.folded`);
            fs.writeFileSync(file, `main;${name} 5${i}\nother 1\n`);
            return file;
        }),
        html = path.join(scratch, "part.html");
    call("trend", "-q", ...files, "--time-from-name", "{version}", "--focus", "^a$", "-o", html);
    const page = await open("file://" + html, { live: false });
    await page.focus("svg[role=application]");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter"); // on v2
    assert.equal(await hashOf(page), "");
    await toView(page, "Flame");
    await until(page, "v3, 3 of 4");
    assert.equal(await hashOf(page), "#column=v3");
    await page.focus(SLIDER);
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await until(page, "v1, 1 of 4");
    const { x, y, width, height } = await (await page.$(SLIDER)).boundingBox();
    await page.mouse.click(x + (1.5 * width) / 4, y + height / 2);
    await page.waitForFunction(() => document.body.textContent.includes("there is nothing to draw of v2"));
    await until(page, "v1, 1 of 4");
    await page.focus("[role=tree]");
    await page.keyboard.press("]");
    await until(page, "v3, 3 of 4");
    await done(page);
});

test("zoom and view stay from point to point; a reload shows the same; Escape leads back to the trend", async () => {
    const page = await openPage("#zoom=main;handle;query&column=v2.4");
    await until(page, "v2.4, 4 of 10, a step");
    await page.focus(SLIDER);
    await page.keyboard.press("ArrowRight");
    await until(page, "v2.5, 5 of 10, a step");
    assert.equal(await hashOf(page), "#zoom=main;handle;query&column=v2.5");
    const boxes = await rowsOn(page);
    await page.reload();
    await until(page, "v2.5, 5 of 10, a step");
    assert.deepEqual(await rowsOn(page), boxes);
    await page.click("text=Why at v2.5?");
    await page.waitForFunction(() => document.querySelector("h1").textContent.includes("sort takes 1."));
    await page.goBack();
    await until(page, "v2.5, 5 of 10, a step");
    assert.deepEqual(await rowsOn(page), boxes);
    await page.focus("[role=tree]");
    await page.keyboard.press("Escape"); // the zoom
    await page.waitForFunction(() => location.hash === "#column=v2.5");
    await page.keyboard.press("Escape");
    await page.waitForSelector("svg[role=application]");
    assert.equal(await hashOf(page), "");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Flame");
    await page.keyboard.press("Enter");
    await until(page, "v2.5, 5 of 10, a step");
    await page.keyboard.press("t"); // the differential that was open does not turn it, too
    assert.equal(await page.evaluate(() => document.documentElement.style.colorScheme), "light");
    await done(page);
});

test("Enter on a point at which nothing stepped opens its flame graph", async () => {
    const page = await openPage();
    await page.focus("svg[role=application]");
    for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
    assert.match(await page.textContent("svg[role] > g:last-of-type"), /Enter or a click opens the flame graph/);
    await page.keyboard.press("Enter");
    await until(page, "v2.3, 3 of 10");
    await done(page);
});

test("an address that is no text opens the trend; a picture of a step does not carry the profile of the points", async () => {
    for (const fragment of ["#step=%", "#column=%E0", "#view=table&step=%"]) {
        const page = await open("file://" + page_file + fragment, { live: false });
        await page.waitForSelector("svg[role=application], .fr-sorts", { state: "attached" });
        assert.equal(await page.textContent(".fr-tabs [aria-selected=true]"), fragment.includes("table") ? "Table" : "Trend");
        await done(page);
    }
    const page = await openPage("#step=v2.5", { live: true });
    const [download] = await Promise.all([page.waitForEvent("download"), fromMore(page, "Save picture, SVG")]),
        file = path.join(scratch, "step.svg");
    await download.saveAs(file);
    assert.doesNotMatch(fs.readFileSync(file, "utf8"), /data-flamerender="data"/);
    assert.equal(await page.textContent(".fr-notice"), "saved, without its profile");
    await done(page);
});

test("on a phone a finger chooses a point, and the menu leads back", async () => {
    const page = await openPage("#column=v2.10", { width: 390, height: 844, hasTouch: true });
    await until(page, "v2.10, 10 of 10");
    const { x, y, width, height } = await (await page.$(SLIDER)).boundingBox();
    assert.ok(height >= 40 && x >= 0 && x + width <= 390, `${x} ${width} ${height}`);
    await page.touchscreen.tap(x + 0.25 * width, y + height / 2);
    await until(page, "v2.3, 3 of 10");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    await fromMore(page, "\u2039 Trend");
    await page.waitForSelector("svg[role=application]");
    await done(page);
});

test("axe finds nothing amiss, light and dark, wide and narrow", async () => {
    for (const [width, colorScheme] of [[1200, "light"], [390, "dark"]]) {
        const page = await openPage("#column=v2.5", { colorScheme, width });
        await until(page, "v2.5, 5 of 10, a step");
        await page.evaluate(axe);
        const found = await page.evaluate(async () => {
            const result = await window.axe.run(document, { resultTypes: ["violations"] });
            return result.violations.map((v) => v.id + ": " + v.nodes[0].html);
        });
        assert.deepEqual(found, [], width + " " + colorScheme);
        await done(page);
    }
});

test("where runs cannot be read again the page has no such tab, and says so", async () => {
    const html = path.join(scratch, "piped.html"),
        files = [1, 2, 3].map((i) => path.join(points, `api-v2.${i}.folded`)),
        said = execFileSync("sh", ["-c", `cat "$1" | "$0" trend "$@" /dev/stdin --by order -o ${html} 2>&1`, program, ...files], { encoding: "utf8" });
    assert.match(said, /the page does not hold the flame graphs of its points: '\/dev\/stdin' cannot be read again/);
    const page = await open("file://" + html, { live: false });
    assert.deepEqual(await page.$$eval("[role=tab]", (all) => all.map((tab) => tab.textContent)), ["Trend"]);
    await done(page);
});
