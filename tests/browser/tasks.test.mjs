/*
 * tasks.test.mjs - what people open a profile for takes at most two clicks, and nothing has to be scrolled: the hottest
 * leaf, who calls it, the share of an expression, the picture without recursion, one thread.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { done, open, textOf, useBrowser } from "./browser.mjs";
import { program, recording, run, scratch } from "./picture.mjs";

useBrowser();

const corpus = path.join(process.env.FLAMERENDER_CORPUS || "", "recordings"),
    THEIRS = ["node", "java"].map((name) => path.join(corpus, name + ".perf.gz")).filter((file) => fs.existsSync(file)),
    INPUTS = [...["gopipe", "nodejs", "stall"].map(recording), ...THEIRS];

/* A function that calls itself, below one that does not. */
const RECURSION = "main;walk;walk;walk;walk;walk;walk;leaf 60\nmain;walk;walk;leaf 20\nmain;other 20\n";

const SIZES = [[1200, 800], [390, 844]],
    PHONE = 700, // px; narrower windows have the controls in the menu
    MENU = "[aria-label='More (e)']";

async function openPage(input, width, height) {
    const file = path.join(scratch, "task.html");
    fs.writeFileSync(file, run(["--format", "html"], input));
    const page = await open("file://" + file, { live: false, width, height });
    await page.waitForSelector(".fr-moving .fr-labels text", { state: "attached" });
    return page;
}

/* Returns what `top` says of a profile after steps, which are options. */
function topOf(input, ...args) {
    const isFile = !input.includes("\n"),
        text = execFileSync(program, ["top", "-q", "--format", "json", ...args, isFile ? input : "-"], {
            input: isFile ? "" : input,
            encoding: "utf8",
            maxBuffer: 1 << 28,
        });
    return JSON.parse(text);
}

/* True where an element is in the window as it stands, whole, and nothing lies over its middle. */
function isSeen(page, selector) {
    return page.$eval(selector, (one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect(),
            over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2),
            fits = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
        return fits && (one.contains(over) || over.contains(one));
    });
}

/* True where two rows at least of the callers and callees are in the window: the function and who calls it. */
function areCallersSeen(page) {
    return page.$$eval(".fr-around .fr-labels text", (all) => {
        const places = all.map((text) => text.getBoundingClientRect()),
            seen = places.filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight);
        return new Set(seen.map(({ top }) => Math.round(top))).size >= 2;
    });
}

async function click(page, selector) {
    await page.waitForSelector(selector);
    assert.ok(await isSeen(page, selector), selector + " is out of sight");
    await page.click(selector);
}

for (const [width, height] of SIZES) {
    const at = `, ${width} px wide`;

    test("the hottest leaf and who calls it: the tab of the table, its first row" + at, async () => {
        for (const input of INPUTS) {
            const page = await openPage(input, width, height),
                [hottest] = topOf(input).rows;
            await click(page, "[role=tab] >> text=Table");
            const row = ".fr-functions tbody tr:first-child";
            assert.ok(await isSeen(page, row), input);
            assert.equal(await page.$eval(row, (one) => one.querySelector("[title]").title.split("\n")[0]), hottest.function);
            await click(page, row + " [title]");
            await page.waitForSelector(".fr-around h2, .fr-around h3");
            assert.match(await page.textContent(".fr-around .fr-caption"), /^Called by|^No function calls it/, input);
            assert.ok(await isSeen(page, ".fr-around h2"), input);
            assert.ok(await areCallersSeen(page), input);
            assert.equal(await page.evaluate(() => scrollY), 0, input);
            await done(page);
        }
    });

    test("the share of an expression: typed into the field" + at, async () => {
        for (const input of INPUTS) {
            const page = await openPage(input, width, height);
            await page.keyboard.press("/");
            await page.keyboard.type("/^m|read/");
            await page.waitForFunction(() => /%/.test(document.querySelector(".fr-found")?.textContent || ""));
            assert.ok(await isSeen(page, ".fr-found"));
            await done(page);
        }
    });

    test("without recursion: a chip, or a row of the menu" + at, async () => {
        const page = await openPage(RECURSION, width, height),
            row = width < PHONE ? ".fr-more button" : ".fr-chip";
        if (width < PHONE) await click(page, MENU);
        await click(page, row + " >> text=fold recursion");
        await page.waitForFunction(() => /fold-recursion/.test(location.hash));
        assert.ok((await textOf(page, ".fr-chips")).includes("recursion folded"));
        await done(page);
        const other = await openPage(INPUTS[0], width, height);
        await click(other, MENU);
        await click(other, ".fr-more button >> text=Fold recursion");
        await done(other);
    });

    test("one thread: a choice from a list" + at, async () => {
        const page = await openPage(recording("stall"), width, height);
        const list = "select[aria-label='thread name']";
        if (width < PHONE) await click(page, MENU);
        assert.ok(await isSeen(page, list), "the list of threads is out of sight");
        await page.selectOption(list, "query");
        await page.waitForFunction(() => /steps=/.test(location.hash));
        const { subtitle } = topOf(recording("stall"), "--where", "comm=query");
        const [samples] = subtitle.match(/^\d+/);
        assert.match(await textOf(page, ".fr-facts"), new RegExp(`^${samples} of `));
        await done(page);
    });
}
