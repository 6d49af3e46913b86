/*
 * page.test.mjs - the HTML page: the viewer of the SVG takes over the static picture under the page's own
 * policy, opens on the root in any window, and answers to pointer, keys, addresses and searches; the table
 * stays.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { execFileSync } from "node:child_process";
import { done, fromMore, hashOf, open, rowsIn, rowsOn, textOf, tip, toView, useBrowser } from "./browser.mjs";
import { program, recording, run, scratch } from "./picture.mjs";
import { createRequire } from "node:module";

const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

useBrowser();

function pageOf(name, input, ...args) {
    const file = path.join(scratch, name + ".html");
    fs.writeFileSync(file, run(["--format", "html", ...args], input));
    return "file://" + file;
}

/* A hundred rows, wider than the window is high, and two siblings whose names and sizes disagree. */
function tall() {
    const names = Array.from({ length: 100 }, (_, i) => "row" + i).join(";");
    return `${names} 10\na_small 20\nz_large 70\n`;
}

function labels(page) {
    return page.$$eval(".fr-moving .fr-labels text", (all) => all.map((text) => text.textContent));
}

async function violations(page) {
    await page.evaluate(axe);
    return page.evaluate(async () => {
        const result = await window.axe.run(document, { resultTypes: ["violations"] });
        return result.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html.slice(0, 120)).join(" | "));
    });
}

test("what fits the window is a flame graph; what does not is an icicle, the largest first", async () => {
    const low = await open(pageOf("low", "main;a_small 20\nmain;z_large 70\n"));
    const rows = await low.$$eval(".fr-boxes path", (all) => all.map((p) => p.getBoundingClientRect().top));
    assert.ok(rows.length >= 3);
    const lowLabels = await labels(low);
    assert.ok(lowLabels.indexOf("a_small") < lowLabels.indexOf("z_large"), "by name");
    await done(low);

    const high = await open(pageOf("high", tall()));
    const found = await high.evaluate(() => ({
        root: document.querySelector(".fr-current").getBoundingClientRect().top,
        scrolled: window.scrollY,
        wide: document.documentElement.scrollWidth <= innerWidth,
        words: [...document.querySelectorAll(".fr-moving .fr-labels text")].map((t) => [
            t.textContent,
            t.getBoundingClientRect().left,
        ]),
    }));
    assert.equal(found.scrolled, 0);
    assert.ok(found.root > 60 && found.root < 190, "the root stands under the title");
    assert.ok(found.wide);
    const left = new Map(found.words);
    assert.ok(left.get("z_large") < left.get("a_small"), "the largest first");
    await done(high);
});

test("gestures, addresses and searches of a picture work in the page; the table stays", async () => {
    const url = pageOf("nodejs", recording("nodejs"));
    const page = await open(url);
    assert.match(await page.title(), /^11\u202f% of the time is in \(anonymous\) .*server.js:61:19\) itself/);
    assert.equal(await page.$$eval("#flamerender-table tbody tr", (all) => all.length), 100);
    const box = page.locator(".fr-moving .fr-labels text", { hasText: /^node::Start$/ }).first(),
        at = await box.boundingBox();
    await page.mouse.move(at.x + 2, at.y + 4);
    assert.equal((await tip(page)).name, "node::Start");
    await page.mouse.click(at.x + 2, at.y + 4);
    assert.match(await hashOf(page), /^#zoom=node;.*node%3A%3AStart$/);
    await page.keyboard.press("/");
    await page.keyboard.type("sortNumbers");
    assert.match(await textOf(page, ".fr-found"), /^53.7 % of zoom · 2 boxes/);
    const linked = await hashOf(page);
    await page.goBack();
    assert.equal(await page.$(".fr-crumbs text"), null);
    await done(page);

    const again = await open(url + linked);
    assert.notEqual(await again.$(".fr-crumbs text"), null);
    assert.match(await textOf(again, ".fr-found"), / · 2 boxes/);
    await done(again);
});

test("a differential's page has both sides, widths and colours", async () => {
    const file = path.join(scratch, "diff.html");
    const sides = ["shop-before", "shop-after"].map(recording);
    execFileSync(program, ["diff", "-q", ...sides, "-o", file]);
    const page = await open("file://" + file);
    await page.keyboard.press("w");
    assert.match(await hashOf(page), /width=new/);
    assert.ok((await page.$$eval("#flamerender-table tbody tr", (all) => all.length)) > 0);
    await done(page);
});

test("callers and the order of input draw what the program drew", async () => {
    for (const args of [["--callers"], ["--sort", "input"]]) {
        const page = await open(pageOf("order", "b;x 5\na;x 7\nb;y 9\n", ...args));
        const [first] = (await labels(page)).filter((text) => text !== "all");
        assert.ok(["x", "b", "y"].includes(first), first);
        await done(page);
    }
});

test("hostile names and titles are inert in a page that runs a script", async () => {
    const folded =
        "main;</script><script>window.hit=1</script> 10\nmain;<img src=x onerror=window.hit=2> 9\n";
    const page = await open(pageOf("hostile", folded, "--title", "</title><script>window.hit=3</script>"));
    assert.equal(await page.evaluate(() => window.hit), undefined);
    assert.equal(await page.$$eval("img", (all) => all.length), 0);
    await done(page);
});

test("axe finds nothing, light and dark, on a phone and a desk", async () => {
    const url = pageOf("axe", recording("gopipe"));
    for (const colorScheme of ["light", "dark"])
        for (const width of [390, 1200]) {
            const page = await open(url, { colorScheme, width, height: 800 });
            assert.deepEqual(await violations(page), []);
            const wide = await page.evaluate(() => document.documentElement.scrollWidth);
            assert.ok(wide <= width);
            await page.keyboard.press("?");
            assert.deepEqual(await violations(page), [], "with help");
            await done(page);
        }
});

test("without a script the page is whole", async () => {
    const page = await open(pageOf("plain", recording("templates")), { live: false, javaScriptEnabled: false });
    assert.ok((await page.locator(".rising path, .rising rect").count()) > 50);
    assert.ok(await page.locator("h1").isVisible());
    await page.context().close();
});

test("a browser that can't unpack the viewer shows the page as it was written, and says nothing", async () => {
    for (const init of [() => delete window.DecompressionStream, () => (window.DecompressionStream = class { constructor() { throw new TypeError("deflate-raw"); } })]) {
        const page = await open(pageOf("unpacked", recording("templates")), { live: false, starts: false, init });
        assert.equal(await page.evaluate(() => document.adoptedStyleSheets.length), 0);
        assert.equal(await page.locator(".fr-page").count(), 0);
        assert.ok((await page.locator(".rising path, .rising rect").count()) > 50);
        await done(page);
    }
});

test("the table of a differential has room for names, and scrolls in itself", async () => {
    const input = "main;a_function_of_some_length 100 300\nmain;b 1000 800\n" + "main;c;d 5000 5000\n",
        file = pageOf("wide-table", input);
    for (const width of [1200, 390]) {
        const page = await open(file + "#view=table", { live: false, width, height: 800 });
        await page.waitForSelector("thead button"); // of the table that sorts, which takes the place of the other
        const name = await page.locator("tbody th").first().boundingBox();
        assert.ok(name.width >= (width === 1200 ? 240 : 100), `${width}: ${name.width}`);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
        await page.context().close();
    }
});

test("without a script a high picture opens on its root, under its title", async () => {
    const tall = "main;" + "deep;".repeat(120) + "leaf 10\nmain;other 30\n",
        page = await open(pageOf("tall", tall), { live: false, javaScriptEnabled: false, height: 800 }),
        seen = async (selector) => {
            const { y, height } = await page.locator(selector).first().boundingBox();
            return y >= 0 && y + height <= 800;
        };
    assert.ok(await seen("h1"));
    for (const text of ["main", "other"]) assert.ok(await seen(`.rising text:text-is("${text}")`), text);
    await page.context().close();
});

const FOLDED = "main;foo 30\nmain;foo.cold 10\nmain;foo;bar 60\nworker;park 180\n";

function sceneOf(input, ...args) {
    return JSON.parse(run(["--format", "scene-json", ...args], input));
}

/* Which shape the panel behind "..." says that holds. */
async function pressed(page) {
    await page.click("[aria-label='More (e)']");
    const found = await page.$$eval(".fr-more [aria-pressed=true]", (all) => all.map((e) => /^(Icicle|Flame)/.exec(e.textContent)?.[0]));
    await page.keyboard.press("Escape");
    return found.filter(Boolean).join();
}

test("shape and order change in place, and draw what the program draws", async () => {
    const input = recording("nodejs"),
        page = await open(pageOf("orders", input));
    assert.equal(await pressed(page), "Icicle");
    assert.deepEqual(await rowsOn(page), rowsIn(sceneOf(input, "--icicle", "--sort", "value")));
    await page.keyboard.press("o");
    assert.deepEqual(await rowsOn(page), rowsIn(sceneOf(input, "--icicle")));
    await page.keyboard.press("i");
    assert.equal(await hashOf(page), "#shape=flame&order=name");
    assert.deepEqual(await rowsOn(page), rowsIn(sceneOf(input)));
    await toView(page, "Time");
    assert.equal(await hashOf(page), "#shape=flame&order=time");
    assert.deepEqual(await rowsOn(page), rowsIn(sceneOf(input, "--flamechart")));
    await toView(page, "Flame");
    await page.selectOption("[aria-label=Order]", "largest");
    assert.deepEqual(await rowsOn(page), rowsIn(sceneOf(input, "--sort", "value")));
    await fromMore(page, "Icicle");
    assert.equal(await hashOf(page), "");
    await done(page);
});

test("zoom, search and Back survive another shape and order", async () => {
    const page = await open(pageOf("survive", FOLDED)),
        scene = sceneOf(FOLDED, "--icicle", "--sort", "value"),
        main = scene.boxes.find((box) => box.name === "main");
    assert.equal(await pressed(page), "Flame");
    await page.keyboard.press("o");
    await page.keyboard.press("i");
    assert.deepEqual(await rowsOn(page), rowsIn(scene));
    const { left, top } = await page.$eval(".fr-view", (view) =>
        view.closest("svg").getBoundingClientRect().toJSON(),
    );
    const highest = Math.min(...scene.boxes.map(({ y }) => y));
    await page.mouse.click(left + (main.x0 + main.x1) / 2, top + main.y - highest + 5);
    assert.equal(await hashOf(page), "#zoom=main&shape=icicle&order=largest");
    await page.keyboard.press("/");
    await page.keyboard.type("bar");
    assert.match(await textOf(page, ".fr-found"), /^60\.0 % of zoom · 1 box$/);
    await page.keyboard.press("Enter");
    assert.equal((await tip(page)).total, "60 samples");
    await page.keyboard.press("Escape");
    await page.keyboard.press("i");
    assert.equal(await hashOf(page), "#zoom=main&order=largest");
    await page.reload();
    await page.waitForSelector(".fr-crumbs text");
    assert.equal((await rowsOn(page)).length, 4);
    assert.equal(await pressed(page), "Flame");
    await page.goBack();
    assert.equal((await rowsOn(page)).length, scene.boxes.length);
    await done(page);
});

test("a differential turns over and reorders with both choices", async () => {
    const file = path.join(scratch, "diff-orders.html"),
        sides = ["shop-before", "shop-after"].map(recording),
        scene = (...args) =>
            JSON.parse(execFileSync(program, ["diff", "-q", "--format", "scene-json", "--width", String(width), ...args, ...sides]));
    execFileSync(program, ["diff", "-q", ...sides, "-o", file]);
    const page = await open("file://" + file),
        width = await page.$eval(".fr-scroll > svg", (svg) => svg.getBoundingClientRect().width);
    await page.keyboard.press("o");
    assert.deepEqual(await rowsOn(page), rowsIn(scene("--icicle")));
    await page.keyboard.press("o");
    await page.keyboard.press("w");
    await page.keyboard.press("o");
    await page.keyboard.press("i");
    assert.deepEqual(await rowsOn(page), rowsIn(scene("--width-of", "new")));
    await done(page);
});

/* What `top` says: {name: "self total"}, and the names in its order. */
function topOf(input, ...args) {
    const text = execFileSync(program, ["top", "-q", "--format", "json", "-n", "1000000", ...args, "-"], {
        input,
        encoding: "utf8",
    });
    return JSON.parse(text);
}

function rowsOf(page) {
    return page.$$eval("#flamerender-table tbody tr", (all) =>
        all.map((row) => [
            row.querySelector("th button").title,
            ...Array.from(row.querySelectorAll("data"), (data) => Number(data.value)),
        ]),
    );
}

const RECURSIVE = "a;b;a;c 4\na;b;b 3\na 2\nc;a 5\nc;d;c 1\n";

test("the table has all functions with the numbers of top, and is sorted by its headings", async () => {
    const page = await open(pageOf("functions", RECURSIVE)),
        top = topOf(RECURSIVE).rows.map((row) => [row.function, row.self, row.total]);
    assert.deepEqual((await rowsOf(page)).toSorted(), top.toSorted());
    await toView(page, "Table");
    const columns = { self: 1, total: 2 };
    for (const [name, at] of Object.entries(columns)) {
        await page.click(`thead button:text-is("${name}")`);
        const values = (await rowsOf(page)).map((row) => row[at]);
        if (name === "self") values.reverse(); // it was the first: a click turns it
        assert.deepEqual(values, values.toSorted((a, b) => b - a));
    }
    await page.click('thead button:text-is("function")');
    assert.deepEqual((await rowsOf(page)).map(([name]) => name), ["a", "b", "c", "d"]);
    assert.equal(await page.getAttribute("thead th:first-child", "aria-sort"), "ascending");
    await page.keyboard.press("Enter");
    assert.equal(await page.getAttribute("thead th:first-child", "aria-sort"), "descending");
    assert.equal(await hashOf(page), "#view=table&sort=-name");
    await done(page);
});

test("the search filters the table; a click on a function leaves no search behind", async () => {
    const page = await open(pageOf("filter", "main;f(x) 3\nmain;f(x);g 4\nmain;g 1\nmain;gg 2\n"));
    await toView(page, "Table");
    await page.click('tbody button:text-is("f(x)")');
    assert.equal(await hashOf(page), "#view=table&function=f(x)");
    assert.deepEqual([await page.inputValue(".fr-search input"), (await rowsOf(page)).length], ["", 4]);
    await page.fill(".fr-search input", "g");
    assert.deepEqual(await rowsOf(page), [["g", 5, 5], ["gg", 2, 2]]);
    assert.match(await textOf(page, "caption"), /^2 of 4 functions that the search finds, in samples/);
    await page.fill(".fr-search input", "");
    assert.equal((await rowsOf(page)).length, 4);
    await page.evaluate(axe);
    assert.deepEqual(await violations(page), []);
    await done(page);
});
