/*
 * frame.test.mjs - the one frame of all pages: on any screen the title stands first, the tabs and the legend are in the
 * window, nothing but the stage scrolls, and no control moves.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { done, fromMore, hashOf, open, toView, useBrowser } from "./browser.mjs";
import { program, recording, root, scratch } from "./picture.mjs";

useBrowser();

function fileOf(name, args) {
    const file = path.join(scratch, `frame-${name}.html`);
    if (!fs.existsSync(file)) execFileSync(program, [...args, "-q", "-o", file]);
    return "file://" + file;
}

const points = path.join(root, "golden/shared/points");
const PAGES = {
    flame: () => fileOf("flame", ["render", recording("nodejs")]),
    small: () => fileOf("small", ["render", recording("stall")]),
    differential: () => fileOf("diff", ["diff", recording("shop-before"), recording("shop-after")]),
    heatmap: () => fileOf("heat", ["heatmap", recording("stall")]),
    trend: () => fileOf("trend", ["trend", points, "--time-from-name", "{version}"]),
};
const SIZES = [[390, 844], [900, 600], [1200, 800], [1920, 1080]];

/* Where the controls are, as text, and what is out of the window. */
function seen(page) {
    return page.evaluate(() => {
        const whole = document.documentElement,
            all = (selector) => [...document.querySelectorAll(selector)],
            shown = (selector) => all(selector).filter((one) => one.getClientRects().length),
            place = (one) => Object.values(one.getBoundingClientRect().toJSON()).slice(0, 4).map(Math.round).join(),
            rowOf = (one) => Math.round(one.getBoundingClientRect().top / 8),
            nameOf = (one) => one.className || one.localName,
            inside = (one) => one.getBoundingClientRect().top >= 0 && one.getBoundingClientRect().bottom <= innerHeight;
        return {
            places: shown("h1, [role=tab], .fr-menus select, .fr-search, .fr-round, .fr-foot").map(place),
            title: shown("h1")[0].getBoundingClientRect().top,
            tabs: shown("[role=tab]").length,
            rows: new Set(shown(".fr-controls button, .fr-controls select").map(rowOf)).size,
            out: shown("h1, [role=tab], .fr-legend, .fr-last ul, .fr-stage").filter((one) => !inside(one)).map(nameOf),
            scrolls: [whole.scrollHeight - innerHeight, whole.scrollWidth - innerWidth],
        };
    });
}

for (const [kind, urlOf] of Object.entries(PAGES))
    test(`${kind}: title, tabs, stage and legend are in the window on every screen; the page does not scroll`, async () => {
        for (const [width, height] of SIZES) {
            const page = await open(urlOf(), { live: false, width, height, hasTouch: width < 600 });
            await page.waitForSelector("[role=tab]");
            const { title, tabs, rows, out, scrolls } = await seen(page),
                at = `${width}x${height}`;
            assert.ok(title < 40, `${at}: the title is at ${title}`);
            assert.ok(tabs >= 2, at);
            assert.deepEqual(out, [], at);
            assert.ok(scrolls.every((by) => by <= 0), `${at}: scrolls by ${scrolls}`);
            if (width >= 1200) assert.equal(rows, 1, at + ": one row of controls");
            await done(page);
        }
    });

/* How wide the plot of a heatmap is to the window; rows of flame that are wholly in the window; the plot's width. */
function cellsAndRows(page) {
    return page.evaluate(() => {
        const box = (one) => one.getBoundingClientRect(),
            port = box(document.querySelector(".fr-scroll")),
            labels = [...document.querySelectorAll(".fr-moving .fr-labels text")].map(box),
            inside = labels.filter(({ top, bottom }) => top >= port.top && bottom <= port.bottom),
            svg = document.querySelector(".fr-plot svg"),
            holder = box(document.querySelector(".fr-plot")),
            times = [...svg.querySelectorAll("text")].filter((text) => text.getAttribute("visibility") !== "hidden");
        return {
            rows: new Set(inside.map(({ top }) => Math.round(top))).size,
            isWhole: box(svg).bottom <= holder.bottom + 1 && box(svg).right <= innerWidth,
            share: box(svg).width / innerWidth,
            cell: Number(svg.dataset.plot.split(" ")[3]),
            cut: times.map(box).filter(({ left, right }) => left < 0 || right > innerWidth).length,
        };
    });
}

test("cells fill the width from five seconds on, and eight rows of flame are in the window with them, with lanes too", async () => {
    const deep = fileOf("deep-heat", ["heatmap", recording("nodejs")]);
    for (const [width, height] of [[390, 844], [1200, 800], [1920, 1080]])
        for (const url of [PAGES.heatmap(), deep]) {
            const page = await open(url, { width, height, hasTouch: width < 600 }),
                isRight = async (how) => {
                    const { rows, isWhole, share, cell, cut } = await cellsAndRows(page);
                    assert.ok(rows >= (url === deep ? 8 : 7), `${width} ${how}: ${rows} rows`);
                    assert.ok(isWhole && share >= 0.9 && cell >= 1 && !cut, `${width} ${how}: ${[isWhole, share, cell, cut]}`);
                };
            await isRight("opens");
            if (await page.isVisible("[aria-label=Lanes]")) {
                await page.selectOption("[aria-label=Lanes]", { index: 1 });
                await isRight("lanes");
            }
            await page.setViewportSize({ width: width - 60, height: height - 40 });
            await page.waitForFunction((w) => document.querySelector(".fr-plot svg").getBoundingClientRect().right <= w, width - 60);
            await done(page);
        }
});

test("a trend fits its window: one panel a row with labels of 11 px on a phone, all panels in sight at 1200 px", async () => {
    for (const [width, height] of [[390, 844], [1200, 800]]) {
        const page = await open(PAGES.trend(), { live: false, width, height, hasTouch: width < 600 });
        await page.waitForSelector("[role=tab]");
        const { labels, lefts, right, foot, room, lines } = await page.evaluate(() => {
            const box = (one) => one.getBoundingClientRect(),
                svg = document.querySelector(".fr-points>svg"),
                texts = [...svg.querySelectorAll("text")].filter((one) => one.textContent && box(one).width),
                scale = svg.getScreenCTM().a;
            return {
                labels: Math.min(...texts.map((text) => scale * Number(text.getAttribute("font-size")))),
                lefts: new Set([...svg.querySelectorAll("text[font-weight]")].map((one) => one.getAttribute("x"))).size,
                right: Math.max(...[...svg.querySelectorAll("text, rect, line")].map((one) => box(one).right)),
                foot: box(svg).bottom,
                room: box(document.querySelector(".fr-stage")).bottom,
                lines: svg.querySelectorAll("g[pointer-events=none] path, path[stroke]").length,
            };
        });
        assert.ok(right <= width && lines > 0, `${width}: ${right}`);
        if (width < 600) {
            assert.ok(labels >= 11, `${labels} px`);
            assert.equal(lefts, 1);
        } else assert.ok(foot <= room + 1, `${foot} of ${room}`);
        await page.setViewportSize({ width: width - 60, height });
        await page.waitForFunction((w) => document.querySelector(".fr-points>svg").getBoundingClientRect().right <= w, width - 60);
        await done(page);
    }
});

test("what a finger touches in the table of a phone is 40 px high", async () => {
    const page = await open(PAGES.flame() + "#view=table", { width: 390, height: 844, hasTouch: true }),
        heights = await page.$$eval("#flamerender-table button", (all) => all.map((one) => one.getBoundingClientRect().height));
    assert.ok(heights.length > 20 && Math.min(...heights) >= 40, String(Math.min(...heights)));
    await done(page);
});

test("no control moves: by zoom, search, Escape, and from view to view", async () => {
    for (const [width, height] of [[900, 600], [1200, 800]])
        for (const kind of ["flame", "small", "differential"]) {
            const page = await open(PAGES[kind](), { width, height }),
                { places } = await seen(page),
                same = async (when) => assert.deepEqual((await seen(page)).places, places, `${kind} ${width}: ${when}`);
            for (const key of ["ArrowDown", "ArrowUp", "ArrowUp", "Enter"]) await page.keyboard.press(key);
            await same("zoomed");
            await page.keyboard.press("/");
            await page.keyboard.type("s");
            await same("searched");
            await page.keyboard.press("Escape");
            for (let i = 0; i < 3; i++) await page.keyboard.press("Escape");
            await same("Escape");
            for (const tab of await page.$$eval("[role=tab]", (all) => all.map((one) => one.textContent))) {
                await toView(page, tab);
                await same(tab);
            }
            await done(page);
        }
});

/* How many rows of callers and callees are wholly in the window, and whether the function's is. */
function around(page) {
    return page.evaluate(() => {
        const box = document.querySelector(".fr-drawing").getBoundingClientRect(),
            inside = ({ top, bottom }) => top >= box.top - 1 && bottom <= Math.min(box.bottom, innerHeight) + 1,
            own = document.querySelector(".fr-own").getBoundingClientRect(),
            boxes = [...document.querySelectorAll(".fr-drawing .fr-boxes path")],
            rows = boxes.map((path) => path.getBoundingClientRect()).filter(inside);
        const distinct = (list) => new Set(list.map(({ top }) => Math.round(top))).size;
        return {
            own: inside(own),
            callers: distinct(rows.filter(({ bottom }) => bottom <= own.top + 2)),
            callees: distinct(rows.filter(({ top }) => top >= own.bottom - 2)),
        };
    });
}

test("a function, two callers and two callees are in the window: by click, by key, by link; Escape and Back return", async () => {
    const name = "Builtins_ArrayTimSort",
        url = PAGES.flame();
    for (const [width, height] of [[1200, 800], [390, 844]]) {
        const isRight = async (page, how) => {
            const { own, callers, callees } = await around(page);
            assert.ok(own && callers >= 2 && callees >= 2, `${width} ${how}: ${JSON.stringify({ own, callers, callees })}`);
        };
        const page = await open(url, { width, height });
        await toView(page, "Table");
        await page.click(`#flamerender-table button[title="${name}"]`);
        await isRight(page, "click");
        await page.goBack();
        await page.goBack();
        await page.waitForSelector(".fr-scroll:visible");
        const state = () => page.evaluate(() => [document.querySelector(".fr-scroll").scrollTop, document.activeElement.getAttribute("role")]);
        await page.focus(".fr-moving [role=tree]");
        if (!(await page.isVisible(".fr-search input"))) await page.click("[aria-label='Search (/)']");
        await page.fill(".fr-search input", name);
        await page.keyboard.press("Enter");
        await page.focus(".fr-moving [role=tree]");
        const before = [await hashOf(page), ...(await state())];
        await page.keyboard.press("f");
        await isRight(page, "key");
        await page.keyboard.press("Escape");
        assert.deepEqual([await hashOf(page), ...(await state())], before, "Escape");
        await page.keyboard.press("f");
        await isRight(page, "key again");
        await page.goBack();
        await page.waitForSelector(".fr-scroll:visible");
        assert.deepEqual([await hashOf(page), ...(await state())], before, "Back");
        await done(page);
        const linked = await open(url + "#view=table&function=" + name, { width, height });
        await isRight(linked, "link");
        await done(linked);
    }
});

test("the table has a line a row, with shortened names, and 25 of them at 800 px", async () => {
    const page = await open(fileOf("templates", ["render", recording("templates")]) + "#view=table", { width: 1200, height: 800 });
    const rows = await page.$$eval("#flamerender-table tbody tr", (all) =>
        all.map((row) => [row.getBoundingClientRect().height, row.getBoundingClientRect().bottom, row.querySelector("button").textContent, row.querySelector("button").title]),
    );
    const stage = await page.$eval(".fr-stage", (one) => one.getBoundingClientRect().bottom);
    assert.ok(rows.every(([height]) => height <= 22), String(Math.max(...rows.map(([height]) => height))));
    assert.ok(rows.filter(([, bottom]) => bottom <= stage).length >= Math.min(25, rows.length));
    const shortened = rows.filter(([, , text, title]) => text !== title);
    assert.ok(shortened.length > 0, "long names are shortened");
    assert.ok(shortened.every(([, , text, title]) => text.length < title.length));
    await done(page);
});

test("an entry of the legend holds its boxes until it is clicked again, and says what they have themselves", async () => {
    const page = await open(PAGES.flame()),
        lit = () => page.$$eval(".fr-boxes path.fr-lit", (all) => all.length),
        all = await lit(),
        shares = await page.$$eval(".fr-legend b", (list) => list.map((one) => parseFloat(one.textContent.replace("<", ""))));
    assert.ok(Math.abs(shares.reduce((a, b) => a + b) - 100) < 0.6, shares.join());
    await page.click(".fr-entry >> nth=1");
    await page.mouse.move(600, 400);
    const held = await lit();
    assert.ok(held > 0 && held < all);
    assert.equal(await page.getAttribute(".fr-entry >> nth=1", "aria-pressed"), "true");
    await page.click(".fr-entry >> nth=1");
    await page.mouse.move(600, 400);
    assert.equal(await lit(), all);
    await done(page);
});

test("changes stand beside the picture of a differential, and lead to their boxes", async () => {
    const page = await open(PAGES.differential(), { width: 1200, height: 800 });
    const names = await page.$$eval(".fr-change", (all) => all.map((one) => one.title));
    assert.match(names[0], /^words/);
    assert.ok(names.length > 5, "what is within noise follows");
    await page.click(".fr-change >> nth=0");
    assert.match(await page.getAttribute(".fr-current", "aria-label"), /^words/);
    assert.notEqual(await page.getAttribute(".fr-change >> nth=0", "aria-current"), null);
    await page.keyboard.press("k");
    assert.notEqual(await page.getAttribute(".fr-change >> nth=0", "aria-current"), null);
    await done(page);
});

test("callers of what changed, that did not change themselves, have the colour of that", async () => {
    const page = await open(PAGES.differential()),
        words = await page.getAttribute(".fr-change >> nth=0", "title");
    await page.evaluate((name) => (location.hash = "#view=table&function=" + encodeURIComponent(name)), words);
    await page.waitForSelector(".fr-drawing .fr-labels text:visible");
    const rows = await page.$$eval(".fr-drawing .fr-labels text", (all) => all.map((text) => text.textContent)),
        fillsOf = (all) => all.map((path) => path.getAttribute("fill")),
        fills = await page.$$eval(".fr-drawing .fr-boxes:first-child path", fillsOf);
    assert.ok(rows.includes("node::Start"), rows.join());
    assert.equal(rows.filter((text) => /^[+\u2212]/.test(text)).length, 1, rows.join());
    assert.ok(new Set(fills).size <= 2, fills.join());
    await done(page);
});

test("rows of a phone are 28 px high with labels of 13 px; a picture that it saves has those of the program", async () => {
    const page = await open(PAGES.flame(), { width: 390, height: 844 }),
        topsOf = (all) => all.slice(0, 2).map((text) => text.getBoundingClientRect().top),
        [first, second] = await page.$$eval(".fr-moving .fr-labels text", topsOf);
    assert.equal(Math.round(second - first), 28);
    assert.equal(await page.getAttribute(".fr-moving .fr-labels", "font-size"), "13");
    const [download] = await Promise.all([page.waitForEvent("download"), fromMore(page, "Save picture, SVG")]),
        file = path.join(scratch, "phone.svg");
    await download.saveAs(file);
    assert.match(fs.readFileSync(file, "utf8"), /<g font-size="11.5"/);
    await page.setViewportSize({ width: 1200, height: 800 });
    await page.waitForFunction(() => document.querySelector(".fr-moving .fr-labels").getAttribute("font-size") === "11.5");
    await done(page);
});

test("a part of the title is a link to what it names; on a phone no line of it begins with a semicolon", async () => {
    const page = await open(PAGES.flame(), { width: 390, height: 844, hasTouch: true }),
        starts = await page.$$eval("h1", ([heading]) => {
            const range = document.createRange(),
                walker = document.createTreeWalker(heading, window.NodeFilter.SHOW_TEXT),
                found = [];
            let last = 0;
            for (let text = walker.nextNode(); text; text = walker.nextNode())
                for (let i = 0; i < text.length; i++) {
                    range.setStart(text, i);
                    range.setEnd(text, i + 1);
                    const { top, width } = range.getBoundingClientRect();
                    if (width && top > last + 8) found.push(text.data[i]);
                    if (width) last = top;
                }
            return found;
        });
    assert.ok(starts.length >= 2, "the title has one line");
    assert.ok(!starts.includes(";"), starts.join(""));
    const before = await hashOf(page);
    await page.click("h1 a >> nth=0");
    await page.waitForFunction((old) => location.hash !== old, before);
    assert.match(await hashOf(page), /./);
    assert.notEqual(await hashOf(page), "#");
    await done(page);
});

test("a box that is zoomed to has no button that zooms to it", async () => {
    const page = await open(PAGES.small()),
        acts = () => page.$$eval(".fr-actions button", (all) => all.map((one) => one.textContent)),
        { x, y } = await page.locator(".fr-labels text >> text=query_thread").first().boundingBox();
    await page.mouse.move(x + 4, y + 4);
    assert.deepEqual(await acts(), ["Copy name", "Callers", "Only this\u2026", "Zoom"]);
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForFunction(() => location.hash.includes("zoom="));
    assert.deepEqual(await acts(), ["Copy name", "Callers", "Only this\u2026"]);
    await page.keyboard.press("Escape");
    await done(page);
});
