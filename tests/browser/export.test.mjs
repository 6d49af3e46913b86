/*
 * export.test.mjs - out of the page: pictures that the program reads back, stacks that equal the program's, links;
 * by mouse and keys, under the page's policy and without a request.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { boxesOn, done, fromMore, open, toView, useBrowser } from "./browser.mjs";
import { program, recording, run, scratch } from "./picture.mjs";
import { markdownOf } from "../../render/assets/view/markdown.js";

useBrowser();

function pageOf(name, input, ...args) {
    const file = path.join(scratch, name + ".html");
    fs.writeFileSync(file, run(["--format", "html", ...args], input));
    return "file://" + file;
}

/* Runs the program; folded stacks of a file, say. */
function told(...args) {
    return execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28 });
}

function foldedOf(file, ...args) {
    return told("convert", "-q", "--format", "folded", ...args, file);
}

/* The bytes that a row of the menu saves: {name, bytes}. */
async function saved(page, row) {
    const [download] = await Promise.all([page.waitForEvent("download"), fromMenu(page, row)]);
    const file = path.join(scratch, download.suggestedFilename());
    await download.saveAs(file);
    return { name: download.suggestedFilename(), file, bytes: fs.readFileSync(file) };
}

async function fromMenu(page, row) {
    await fromMore(page, row);
}

function fillsIn(svg) {
    return new Set([...svg.matchAll(/<path[^>]*fill="(#\w+)"/g)].map(([, fill]) => fill));
}

test("a picture that is saved is what is seen, in its zoom and theme, and the program reads it", async () => {
    for (const colorScheme of ["light", "dark"]) {
        const page = await open(pageOf("own", recording("nodejs")), { colorScheme });
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("Enter");
        const seen = await boxesOn(page),
            { name, file, bytes } = await saved(page, "SVG");
        assert.equal(name, "own.svg");
        assert.equal(foldedOf(file), foldedOf(recording("nodejs")));
        const svg = bytes.toString();
        assert.ok(!/class=|<script|<style|http:(?!\/\/www.w3.org)/.test(svg));
        const picture = await open("file://" + file, { live: false });
        const drawn = await picture.$$eval("path", (all) => all.map((one) => one.getAttribute("d")).join(""));
        assert.ok(seen.length > 20);
        assert.equal(drawn.split("M").length - 1 >= seen.length, true);
        const ground = await picture.$eval("rect", (one) => one.getAttribute("fill"));
        assert.equal(ground, colorScheme === "dark" ? "#15171c" : "#ffffff");
        assert.ok(fillsIn(svg).size > 1);
        await done(picture);
        await done(page);
    }
});

test("what is dimmed by a search is pale in the picture; after steps it carries no profile", async () => {
    const page = await open(pageOf("steps", "main;a 5\nmain;b;c 7\nmain;b 2\n") + "#search=c");
    const pale = await saved(page, "SVG");
    assert.match(pale.bytes.toString(), /<path[^>]*opacity="0.25"/);
    assert.match(pale.bytes.toString(), /data-flamerender="data"/);
    await fromMore(page, "Only stacks that the search finds");
    const { bytes } = await saved(page, "SVG");
    assert.ok(!bytes.toString().includes('data-flamerender="data"'));
    const stacks = await saved(page, "folded");
    assert.equal(stacks.bytes.toString(), "main;b;c 7\n");
    await done(page);
});

test("a PNG has two pixels for each of the window's", async () => {
    const page = await open(pageOf("png", "main;a 5\nmain;b 7\n"), { width: 900, height: 600 }),
        [, width, height] = /<svg[^>]* viewBox="0 0 (\d+) (\d+)/.exec((await saved(page, "SVG")).bytes.toString()).map(Number),
        { name, bytes } = await saved(page, "PNG");
    assert.equal(name, "png.png");
    assert.equal(bytes.subarray(1, 4).toString(), "PNG");
    assert.equal(width, await page.locator(".fr-axis").first().evaluate((svg) => svg.getBoundingClientRect().width));
    assert.equal(bytes.readUInt32BE(16), 2 * width);
    assert.ok(Math.abs(bytes.readUInt32BE(20) - 2 * height) <= 2);
    await done(page);
});

test("folded stacks are the program's: whole, zoomed, with suffixes and decimals, of a differential", async () => {
    const inputs = [
        recording("nodejs"),
        "main;sys_read_[k];x 10\nmain;sys_read;y 3\nmain;jit_[j] 1\nz;a\\x3bb 2\n",
        "main;a 1.25\nmain;b 2\n# c;d 4\n",
    ];
    for (const [i, input] of inputs.entries()) {
        const url = pageOf("folded" + i, input),
            page = await open(url);
        const { bytes } = await saved(page, "folded");
        assert.equal(bytes.toString(), foldedOf(url.slice(7)));
        await done(page);
    }
    const zoomed = await open(pageOf("zoomed", "main;a;x 5\nmain;b;c 7\nmain;b 2\nb 9\n") + "#zoom=main;b");
    assert.equal((await saved(zoomed, "folded")).bytes.toString(), "main;b 2\nmain;b;c 7\n");
    await done(zoomed);

    const sides = ["main;a 5\nmain;b 7\n", "main;a 15\nmain;c;d 3\n"].map((text, i) => {
        const file = path.join(scratch, `side${i}.folded`);
        fs.writeFileSync(file, text);
        return file;
    });
    const both = path.join(scratch, "both.html");
    told("diff", "-q", ...sides, "-o", both);
    const page = await open("file://" + both);
    assert.equal((await saved(page, "folded")).bytes.toString(), told("diff", "-q", "--format", "folded", ...sides));
    await done(page);
});

/* Rows of CSV by what the last of their columns says: {heading: value}. */
function tableOf(text) {
    const cells = (line) => [...line.matchAll(/"((?:[^"]|"")*)"|([^,"]+)|(?<=^|,)(?=,)/g)].map(([, a, b = ""]) => a ?? b),
        [heads, ...rows] = text.trimEnd().split("\r\n").map(cells);
    const objects = rows.map((row) => Object.fromEntries(row.map((cell, i) => [heads[i], cell])));
    return new Map(objects.map((row) => [row.function, row]));
}

/* Numbers agree in what a page carries: thousandths of points, all of a value and of a share. */
function assertSameCells(own, wanted) {
    for (const [head, value] of Object.entries(own)) {
        const what = `${own.function}: ${head}`;
        if (/change|error/.test(head)) assert.ok(Math.abs(value - wanted[head]) <= 0.00051, `${what}: ${value}`);
        else assert.equal(value, wanted[head], what);
    }
}

test("the table as CSV is that of top, and of a differential that of diff", async () => {
    const input = recording("shop-before"),
        page = await open(pageOf("table", input));
    await page.keyboard.press("e");
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Save table, CSV")]),
        rows = (text) => text.split("\r\n").sort();
    assert.equal(download.suggestedFilename(), "table.csv");
    const own = fs.readFileSync(await download.path(), "utf8");
    assert.deepEqual(rows(own), rows(told("top", "-q", "--format", "csv", "--max-rows", "0", input)));
    await done(page);

    const sides = ["shop-before", "shop-after"].map(recording),
        both = path.join(scratch, "changes.html");
    told("diff", "-q", "--exact-names", "--data", "full", ...sides, "-o", both);
    const changes = await open("file://" + both),
        wanted = tableOf(told("diff", "-q", "--exact-names", "--format", "csv", "--max-rows", "0", ...sides)),
        changed = tableOf((await saved(changes, "CSV")).bytes.toString());
    assert.equal(changed.size, 24);
    for (const [name, row] of changed) assertSameCells(row, wanted.get(name));
    await done(changes);
});

test("keys open the menu and copy; Escape closes it", async () => {
    const url = pageOf("keys", "main;a 5\nmain;b;c 7\n"),
        page = await open(url, { permissions: ["clipboard-read", "clipboard-write"] }),
        copied = () => page.evaluate(() => navigator.clipboard.readText());
    await page.keyboard.press("e");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Save picture, SVG");
    await page.keyboard.press("Escape");
    assert.equal(await page.isVisible(".fr-more"), false);
    for (let i = 0; i < 2; i++) await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.keyboard.press("C");
    assert.match(await copied(), /^main(;b)?$/);
    await page.keyboard.press("l");
    assert.match(await copied(), /keys.html#zoom=main/);
    await page.keyboard.press("e");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    assert.equal(download.suggestedFilename(), "keys.folded");
    await done(page);
});

test("Markdown: names stand as they are, a fence is longer than those in it, what is not there leaves no gap", () => {
    const table = { heads: ["function", "self"], rows: [["std::map<int|*>::_M_\\x`[a]~$&", "5 %"]] };
    assert.equal(
        markdownOf({ title: "8 % is in a_b", facts: "x.perf", table, command: "flamerender 'a```b' -o new.svg" }),
        "**8 % is in a\\_b**\n\nx.perf\n\n" +
            "| function | self |\n| --- | ---: |\n" +
            "| std::map\\<int\\|\\*\\>::\\_M\\_\\\\x\\`\\[a\\]\\~\\$\\& | 5 % |\n\n" +
            "````sh\nflamerender 'a```b' -o new.svg\n````\n",
    );
    assert.equal(markdownOf({ title: "all", facts: "", table: null, command: "" }), "**all**\n");
});

/* The text that a row of the menu copies, in its paragraphs. */
async function copiedBy(page, row) {
    await fromMenu(page, row);
    await page.waitForFunction(() => document.querySelector(".fr-notice").textContent === "copied");
    const text = await page.evaluate(() => navigator.clipboard.readText());
    return text.replaceAll("\u202f", " ").split("\n\n");
}

const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };

test("'Copy as Markdown' has the sentence, five rows of the table, and the command of what is shown", async () => {
    const page = await open(pageOf("told", recording("nodejs")), CLIPBOARD),
        shown = await page.$$eval("#flamerender-table tbody tr", (all) =>
            all.slice(0, 5).map((row) => [row.querySelector("th button").title, ...Array.from(row.cells, (cell) => cell.textContent).slice(1)]),
        ),
        [title, facts, table, command] = await copiedBy(page, "Copy as Markdown"),
        plain = (text) => text.replace(/\\(.)/g, "$1"),
        rows = plain(table).split("\n").slice(2).map((line) => line.slice(2, -2).split(" | "));
    const seen = async (selector) => (await page.textContent(selector)).replaceAll("\u202f", " ");
    assert.equal(plain(title), `**${await seen("h1")}**`);
    assert.equal(plain(facts), await seen(".fr-facts"));
    assert.equal(rows.length, 5);
    assert.deepEqual(rows, shown.map((row) => row.map((text) => text.replaceAll("\u202f", " "))));
    assert.equal(command, `\`\`\`sh\n${await page.textContent(".fr-command")}\n\`\`\`\n`);
    await done(page);
});

test("in the view of time, amounts are times; the table and the stacks that are saved are those of the profile", async () => {
    const url = pageOf("timed", recording("stall")),
        page = await open(url + "#colour=package&from=leaves&steps=ignore:%5Eserve%24", CLIPBOARD),
        told_of = () => page.$$eval(".fr-details dt", (all) => all.map((one) => one.textContent));
    await toView(page, "Time");
    assert.match((await saved(page, "SVG")).bytes.toString(), />stall [\d.]+\u202f%</); // of all samples
    await page.focus("[role=tree]");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("f");
    await page.waitForFunction(() => document.querySelector(".fr-notice").textContent === "no function: it has no callers");
    for (let i = 0; i < 2; i++) await page.keyboard.press("ArrowUp");
    assert.deepEqual(await told_of(), ["self", "total", "of its caller"]);
    assert.match(await page.textContent(".fr-details dl"), /\u202fms/);
    assert.deepEqual(await copiedBy(page, "Copy stack"), ["query;start_thread"]); // without the lane
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => location.hash.includes("zoom="));
    const { bytes: csv } = await saved(page, "Save table, CSV"),
        sorted = (text) => text.split("\r\n").sort();
    assert.deepEqual(sorted(csv.toString()), sorted(told("top", "-q", "-n", "0", "--format", "csv", url.slice(7))));
    assert.equal((await saved(page, "folded")).bytes.toString(), foldedOf(url.slice(7)));
    assert.equal(await page.textContent(".fr-notice"), "saved, of all of the time");
    await done(page);
});

test("Markdown of a differential has both sides and the change; of a comparison the command names both files", async () => {
    const file = path.join(scratch, "both.html");
    told("diff", "-q", recording("shop-before"), recording("shop-after"), "-o", file);
    const page = await open("file://" + file, CLIPBOARD),
        [, , table, command] = await copiedBy(page, "Copy as Markdown"),
        lines = table.split("\n");
    assert.equal(lines[0], "| function | self, shop-before.perf.gz | self, shop-after.perf.gz | change |");
    assert.equal(lines[1], "| --- | ---: | ---: | ---: |");
    assert.equal(
        lines[2],
        "| words (/tmp/demo/shop.js:4:15) | 8.1 % | 23.4 % | +15.26 pp \u00b1 7.57 (\u00d7 2.89), maybe: not sure with one run a side |",
    );
    assert.equal(lines.length, 3); // one function may have changed: the table has no other
    assert.equal(command, "```sh\nflamerender both.html -o new.svg\n```\n");
    await done(page);

    // no name is an option or a subcommand
    for (const [name, file, words] of [
        ["one", "two.folded", "one.html two.folded"],
        ["-o", "top", "./-o.html ./top"],
    ]) {
        const one = await open(pageOf(name, "main;a 5\nmain;b 5\n"), CLIPBOARD);
        fs.writeFileSync(path.join(scratch, file), "main;a 9\nmain;b 1\n");
        await one.setInputFiles("input[type=file]", path.join(scratch, file));
        await one.waitForSelector(".fr-changes");
        assert.equal((await copiedBy(one, "Copy as Markdown")).at(-1), `\`\`\`sh\nflamerender diff ${words} -o diff.html\n\`\`\`\n`);
        await done(one);
    }
});

test("a sheet of paper has the picture in light colours and the table, nothing else", async () => {
    const page = await open(pageOf("paper", recording("nodejs")), { colorScheme: "dark" });
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    const shown = (selector) => page.$eval(selector, (one) => Boolean(one.getClientRects().length));
    assert.equal(await page.getAttribute(".fr-print svg > rect", "fill"), "#ffffff");
    assert.ok(await shown(".fr-print svg"));
    assert.ok(await shown("#flamerender-table table"));
    for (const selector of [".fr-controls", ".fr-headline", "#flamerender-picture", ".fr-foot"])
        assert.ok(!(await shown(selector)), selector);
    assert.equal(await page.$eval("body", (body) => getComputedStyle(body).backgroundColor), "rgb(255, 255, 255)");
    const heads = await page.$$eval("#flamerender-table table:not([role]) thead th", (all) =>
        all.map((th) => [th.innerText, getComputedStyle(th, "::before").content, getComputedStyle(th.parentNode.parentNode).display]),
    ); // browsers repeat text on each sheet, and no buttons
    assert.deepEqual(heads.map(([text, before]) => text || before.slice(1, -1)), ["function", "self", "total"]);
    assert.ok(heads.every(([, , display]) => display === "table-header-group"));
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    assert.equal(await page.$(".fr-print svg"), null);
    await done(page);
});

test("a differential of two times: its table is in points, and no command of the page draws it again", async () => {
    const file = path.join(scratch, "times.html");
    told("diff", "-q", recording("stall"), "--base-range", "1-3", "--new-range", "3-4", "-o", file);
    const page = await open("file://" + file, CLIPBOARD),
        { bytes } = await saved(page, "Save table, CSV");
    assert.match(bytes.toString(), /^"change \(pp\)","error \(pp\)"/);
    assert.doesNotMatch((await copiedBy(page, "Copy as Markdown")).join("\n"), /```sh/);
    await done(page);
});
