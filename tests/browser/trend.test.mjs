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
import { done, fromMore, open, toView, useBrowser } from "./browser.mjs";
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
    assert.ok(titles.some((t) => t.startsWith("sort \u00b7 v2.5 \u00b7 ") && /flamerender diff .*v2\.4\S+ --new \S+v2\.5\S+ .*-o/.test(t)));
    assert.equal(await page.$$eval("script", (all) => all.length), 0);
    await done(page);
});

/* A part that a page carries. */
function partOf(file, what) {
    const found = new RegExp(`id="flamerender-${what}">([^<]*)<`).exec(readFileSync(file, "utf8"));
    return found && found[1];
}

test("the page holds the differentials beside steps: what diff draws of the same files, to the byte", () => {
    const html = drawTrend("steps.html"),
        steps = JSON.parse(partOf(html, "steps"));
    assert.deepEqual(steps.map(({ name }) => name), ["v2.4", "v2.8", "v2.5", "v2.6"]);
    const titles = titlesOf(drawTrend("still.svg", "--static"));
    for (const { point, name } of steps) {
        const title = titles.find((one) => one.includes(` \u00b7 ${name} \u00b7 `) && one.includes(" why: ")),
            command = title.split(" why: ")[1].replace(/-o diff\.svg$/, "--icicle -q -o alone.html");
        execFileSync("sh", ["-c", command.replace(/^flamerender/, '"$0"'), program], { cwd: scratch });
        for (const part of ["changes", "view", "functions"])
            assert.equal(partOf(html, `${part}-${point}`), partOf(path.join(scratch, "alone.html"), part), name);
    }
});

/* Until the differential is open whose title has a part; without a part until none is. */
const opened = (page, title) =>
    page.waitForFunction((part) => {
        const shown = document.querySelectorAll("figure[id^=flamerender-step]");
        return part ? shown.length === 1 && document.querySelector("h1").textContent.includes(part) : !shown.length;
    }, title);

test("a step opens its differential by key, pointer, touch, button and address; Escape and Back close it", async () => {
    const url = "file://" + drawTrend("open.html"),
        page = await open(url, { live: false, hasTouch: true }),
        hash = () => page.evaluate(() => location.hash);
    await page.focus("svg[role=application]");
    for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowRight");
    const [, command] = await tipOf(page);
    assert.match(command, /^Enter or a click opens the differential; c copies: flamerender diff --base \S+v2/);
    await page.keyboard.press("Enter");
    await opened(page, "std::vector");
    assert.equal(await hash(), "#step=v2.4");
    assert.match(await page.textContent(".fr-who p"), /all points together: std::vector\S* .*7\.03\s%\s\u2192 10\.57\s%/);
    assert.ok(await page.evaluate(() => Boolean(document.activeElement.closest("figure[id^=flamerender-step]"))));
    await page.keyboard.press("Escape");
    await opened(page, "");
    assert.equal(await hash(), "");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Why at v2.4?");
    await page.click("text=Why at v2.5?");
    await opened(page, "sort takes 1.");
    await page.click("text=Why at v2.8?");
    await opened(page, "log_line");
    await page.goBack();
    await opened(page, "sort takes 1.");
    await page.click("text=\u2039 Trend");
    await opened(page, "");
    await page.focus("svg[role=application]");
    await page.keyboard.press("Home");
    for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowRight");
    const at = await page.$eval("svg[role] > g:last-of-type > circle", (ring) => {
        const { x, y, width, height } = ring.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
    });
    await page.touchscreen.tap(...at);
    await opened(page, "sort takes 1.");
    await done(page);
    const again = await open(url + "#step=v2.8", { live: false });
    await opened(again, "log_line");
    await done(again);
});

test("why at a step: the list of changes, and a table of functions with callers and callees", async () => {
    const page = await open("file://" + drawTrend("why.html") + "#step=v2.5", { live: false }),
        listed = () => page.$$eval(".fr-change", (all) => all.map((one) => one.title));
    await opened(page, "sort takes 1.");
    await page.waitForSelector(".fr-change");
    assert.ok((await listed()).includes("sort"));
    assert.deepEqual(await page.$$eval("[role=tab]", (all) => all.map((tab) => tab.textContent)), ["Flame", "Table", "Calls"]);
    await page.click(".fr-change[title=sort]");
    await page.waitForFunction(() => document.querySelector(".fr-who h2").textContent === "sort");
    await toView(page, "Table");
    await page.waitForSelector("tbody tr");
    await page.click("tbody button[title=sort]");
    await page.waitForFunction(() => /function=sort/.test(location.hash) && document.querySelector(".fr-sandwich h2").textContent === "sort");
    assert.match(await page.evaluate(() => location.hash), /step=v2\.5/);
    await done(page);
});

for (const name of ["trend.svg", "trend.html"])
    test(`${name}: keys and pointer read every point, and a step has its command to copy`, async () => {
        const titles = titlesOf(drawTrend("still.svg", "--static")),
            page = await open("file://" + drawTrend(name), { live: false });
        await page.focus("svg[role=application]");
        const read = [];
        for (let i = 0; i < titles.length; ) {
            await page.keyboard.press(i ? "ArrowDown" : "Home");
            for (;;) {
                const [words, command] = await tipOf(page);
                read.push(words + command.replace(/^Enter.* copies: /, " \u00b7 why: ").replace(/^Enter.*(ential|graph)$/, ""));
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
        const [wanted, ink] = await page.evaluate(() => {
            const title = document.querySelector("h1, svg[role] > text"),
                styles = [title, document.querySelector("svg[role] > g:last-of-type")].map((one) => getComputedStyle(one));
            return [title.matches("h1") ? styles[0].color : styles[0].fill, styles[1].color];
        });
        assert.equal(ink, wanted, "the tip has the theme's ink");
        const copies = name === "trend.svg" ? "Enter or a click copies" : "Enter or a click opens the differential; c copies";
        assert.ok(shown[1].startsWith(copies + ": flamerender diff "), shown.join(" | "));
        await page.keyboard.press("Escape");
        await page.mouse.move(...at);
        assert.deepEqual(await tipOf(page), shown);
        if (name === "trend.svg") await page.mouse.click(...at);
        else await page.keyboard.press("c");
        await page.waitForFunction(
            () => /copied|flamerender diff/.test(document.querySelector("svg[role] > g:last-of-type").textContent),
        );
        await done(page);
    });

test("'Copy link' says what the browser made of it, also where pages have no clipboard", async () => {
    const page = await open("file://" + drawTrend("link.html"), { live: false, permissions: ["clipboard-read", "clipboard-write"] }),
        noticed = (text) => page.waitForFunction((wanted) => document.querySelector(".fr-notice").textContent === wanted, text);
    await fromMore(page, "Copy link");
    await noticed("copied");
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
    await noticed("");
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined })); // as in a page over http
    await fromMore(page, "Copy link");
    await noticed("the browser does not allow this page to copy");
    await done(page);
});

test("on a phone nothing is wider than the window", async () => {
    const page = await open("file://" + drawTrend("narrow.html"), { live: false, width: 390, height: 800 }),
        widths = await page.evaluate(() => {
            const panels = document.querySelector(".fr-points"), caption = document.querySelector("h1");
            return [document.documentElement.scrollWidth, panels.scrollWidth, caption.offsetWidth];
        });
    assert.equal(widths[0], 390);
    assert.ok(widths[1] <= 366 && widths[2] <= 350, widths.join());
    await done(page);
});

test("on a phone labels are whole and have 11 px, panels stand one a row, the legend is in sight", async () => {
    const page = await open("file://" + drawTrend("phone.html"), { live: false, width: 390, height: 844 }),
        seen = await page.$$eval(".fr-points text:not([display])", (all) =>
            all.filter((text) => text.textContent).map((text) => {
                const { left, right } = text.getBoundingClientRect(),
                    isName = text.getAttribute("font-weight") === "700",
                    size = parseFloat(getComputedStyle(text).fontSize);
                return { text: text.textContent, left, right, isName, size };
            }),
        );
    assert.deepEqual(seen.filter(({ left, right, size }) => left < 11 || right > 379 || size < 11), []);
    const names = seen.filter(({ isName }) => isName);
    assert.ok(names.length >= 9);
    assert.deepEqual(names.filter(({ left }) => Math.abs(left - 12) > 1), []);
    const { top, bottom } = await page.$eval(".fr-last ul", (list) => list.getBoundingClientRect().toJSON());
    assert.ok(bottom > top && bottom <= 844, `${top} ${bottom}`);
    await done(page);
});

test("on a dark screen the page of a trend has the colours of its picture", async () => {
    const coloursOf = async (name) => {
        const page = await open("file://" + drawTrend(name), { live: false, colorScheme: "dark" }),
            fills = await page.$$eval("svg[role=application] g[transform] :is(rect, path)", (all) =>
                all.map((one) => getComputedStyle(one).fill),
            );
        await done(page);
        return fills;
    };
    const colours = await coloursOf("dark.html");
    assert.ok(new Set(colours).size > 4);
    assert.deepEqual(new Set(colours), new Set(await coloursOf("dark.svg")));
});

test("the table has the rows of the report, and sorts by its headings", async () => {
    const args = ["trend", "-q", points, "--time-from-name", "{version}", "--format", "json"],
        { rows } = JSON.parse(execFileSync(program, args, { encoding: "utf8" })),
        page = await open("file://" + drawTrend("table.html"), { live: false }),
        names = () => page.$$eval(".fr-wide-table tbody th", (all) => all.map((th) => th.textContent)),
        sorted = (by) => rows.slice().sort(by).map((row) => row.function);
    assert.deepEqual(await names(), sorted(() => 0));
    const values = await page.$$eval(".fr-wide-table tbody tr", (all) =>
        all.map((row) => [...row.querySelectorAll("data")].map((data) => Number(data.value))),
    );
    const amounts = (row) => [row.from, row.to, row.change, row.times, row.q].filter((n) => n !== null);
    assert.deepEqual(values, rows.map(amounts));
    await page.click("[role=tab] >> text=Table");
    await page.click(".fr-wide-table button:text-is('to')");
    assert.deepEqual(await names(), sorted((a, b) => b.to - a.to));
    await page.click(".fr-wide-table button:text-is('to')");
    assert.deepEqual(await names(), sorted((a, b) => a.to - b.to));
    await page.focus(".fr-wide-table button:text-is('since')");
    await page.keyboard.press("Enter");
    assert.deepEqual(await names(), sorted((a, b) => a.point - b.point));
    assert.equal(await page.getAttribute(".fr-wide-table th:nth-child(3)", "aria-sort"), "ascending");
    await done(page);
});

test("axe finds nothing amiss, light and dark, picture and page", async () => {
    drawTrend("trend.svg");
    drawTrend("trend.html");
    for (const [name, width] of [["trend.svg", 1200], ["trend.html", 1200], ["trend.html#step=v2.4", 390]])
        for (const colorScheme of ["light", "dark"]) {
            const page = await open("file://" + path.join(scratch, name), { live: false, colorScheme, width });
            if (name.includes("#")) await opened(page, "std::vector");
            assert.ok(name === "trend.svg" || (await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
            await page.evaluate(axe);
            const found = await page.evaluate(async () => {
                const result = await window.axe.run(document, { resultTypes: ["violations"] });
                return result.violations.map((v) => v.id + ": " + v.nodes[0].html);
            });
            assert.deepEqual(found, [], name + " " + colorScheme);
            await done(page);
        }
});
