/*
 * suggestions.test.mjs - chips that say what would make a flame graph smaller: a click takes away what they count, and
 * they stand still whatever else is done.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { boxesOn, done, hashOf, open, textOf, toView, useBrowser } from "./browser.mjs";
import { recording, run, scratch } from "./picture.mjs";

useBrowser();

function pageOf(name, input) {
    const file = path.join(scratch, `suggestions-${name}.html`);
    fs.writeFileSync(file, run(["--format", "html"], input));
    return "file://" + file;
}

const SUGGESTION = "[data-what=suggestion]",
    STEP = "[data-what=step]";
const RECURSION = "main;a;b;a;b;a;b;read 6\nmain;read 4\n",
    IDLE = "(idle) 84\n(root);main;parse 10\n(root);main 6\n",
    SWAPPER = "swapper;do_idle;cpuidle_enter;intel_idle 3\nswapper;do_idle;__schedule 1\napp;main 6\n",
    JVM = "java;Thread::call_run;JavaThread::run;JavaCalls::call;java.lang.Thread.run;Main.run 9\njava;main 1\n",
    ONLY_RUNTIME = "app;main 6\nruntime.mcall;runtime.park_m;runtime.schedule 4\n",
    NARROW = "main;a;a;a;a;a;a;a;a;a 1\nmain;b;b;b;b 7999\n",
    PLAIN = "main;parse;lex;read 5\nmain;emit 2\nmain;lex;lex 1\n";
const MADE = { recursion: RECURSION, idle: IDLE, swapper: SWAPPER, jvm: JVM, runtime: ONLY_RUNTIME };
const INPUTS = [...Object.entries(MADE), ...["nodejs", "gopipe", "stall", "templates", "waiter"].map((name) => [name, recording(name)])];

/* How many rows the picture has, and the value of all of it. */
async function sizeOf(page) {
    const rows = new Set((await boxesOn(page)).map((box) => box.split(" ")[1])),
        text = await page.textContent(".fr-who h2");
    return { rows: rows.size, value: Number(/^All ([\d\u202f]+) samples/.exec(text)[1].replaceAll("\u202f", "")) };
}

const all = (page, selector) => page.$$eval(selector, (found) => found.map(({ textContent }) => textContent.replaceAll("\u202f", " ")));

function assertTaken(text, before, after) {
    const [, rows] = /(\d+) rows/.exec(text) || [],
        [, percent] = /(\d+) %/.exec(text) || [];
    if (rows) {
        assert.equal(before.rows - after.rows, Number(rows), text);
        assert.ok(rows >= before.rows / 5, text);
    } else {
        assert.equal(Math.round((100 * (before.value - after.value)) / before.value), Number(percent), text);
        assert.ok(percent >= 20, text);
    }
}

test("a click takes away the rows or the value that the chip counts; then the chip of the step stands there", async () => {
    const seen = [];
    for (const [name, input] of INPUTS) {
        const url = pageOf(name, input),
            first = await open(url),
            texts = await all(first, SUGGESTION);
        await done(first);
        for (const [i, text] of texts.entries()) {
            const page = await open(url),
                before = await sizeOf(page);
            await page.click(`${SUGGESTION} >> nth=${i}`);
            await page.waitForSelector(STEP);
            assertTaken(text, before, await sizeOf(page));
            assert.ok(!(await all(page, SUGGESTION)).includes(text), text);
            await page.click(STEP);
            assert.deepEqual(await all(page, SUGGESTION), texts);
            assert.deepEqual(await sizeOf(page), before);
            await done(page);
            seen.push(`${name}: ${text}`);
        }
    }
    for (const wanted of [
        "recursion: 4 rows repeat: fold recursion",
        "idle: 84 % is idle: leave out",
        "swapper: 30 % is idle: leave out",
        "jvm: JVM runtime: 4 rows: hide",
        "runtime: Go runtime: 40 %: hide",
    ])
        assert.ok(seen.includes(wanted), `${wanted} is not of\n${seen.join("\n")}`);
    assert.ok(seen.some((text) => text.startsWith("nodejs")), seen.join("\n"));
});

test("no chip for what takes less than a fifth, nor for what would leave nothing", async () => {
    for (const [name, input] of [["plain", PLAIN], ["all-idle", "(idle) 5\n"]]) {
        const page = await open(pageOf(name, input), { live: name === "plain" });
        await page.waitForSelector("[role=tab]");
        assert.deepEqual(await all(page, SUGGESTION), []);
        await done(page);
    }
});

test("idle time is told in the table too, and under callers; rows are of the picture from its roots", async () => {
    const page = await open(pageOf("two", "(idle) 84\n" + RECURSION));
    const both = ["89 % is idle: leave out", "4 rows repeat: fold recursion"];
    assert.deepEqual(await all(page, SUGGESTION), both);
    for (const view of ["Table", "Callers"]) {
        await toView(page, view);
        assert.deepEqual(await all(page, SUGGESTION), both.slice(0, 1), view);
    }
    await toView(page, "Calls");
    assert.deepEqual(await all(page, SUGGESTION), []);
    await toView(page, "Flame");
    assert.deepEqual(await all(page, SUGGESTION), both);
    await done(page);
});

test("chips stand still while one searches, zooms and goes back", async () => {
    const page = await open(pageOf("nodejs", recording("nodejs"))),
        place = (all) => all.map((one) => Object.values(one.getBoundingClientRect().toJSON()).join()),
        places = () => page.$$eval(SUGGESTION, place),
        still = await places();
    assert.ok(still.length > 0);
    await page.keyboard.press("/");
    await page.keyboard.type("a");
    assert.deepEqual(await places(), still);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    const { x, y } = await page.locator(".fr-moving .fr-labels text >> nth=4").boundingBox();
    await page.mouse.click(x + 2, y + 4);
    assert.match(await hashOf(page), /zoom=/);
    assert.ok(await page.isVisible(".fr-holds"));
    assert.deepEqual(await places(), still);
    await page.goBack();
    assert.deepEqual(await places(), still);
    await done(page);
});

test("in a window without room for chips they are rows of the panel of more", async () => {
    const url = pageOf("two", "(idle) 84\n" + RECURSION),
        rows = async (page) => {
            await page.click("[aria-label='More (e)']");
            return (await all(page, ".fr-more button")).filter((text) => /: (leave out|fold recursion)$/.test(text));
        };
    const phone = await open(url, { width: 390, height: 844, hasTouch: true });
    assert.deepEqual(await rows(phone), ["89 % is idle: leave out", "4 rows repeat: fold recursion"]);
    await phone.click(".fr-more button >> text=is idle: leave out");
    assert.match(await hashOf(phone), /steps=hide-runtime%3Akernel-idle/);
    assert.equal(await textOf(phone, ".fr-who h2"), "All 10 samples");
    await done(phone);
    const wide = await open(url);
    assert.deepEqual(await rows(wide), []);
    await done(wide);
});

test("rows are counted again after the window got another width", async () => {
    const page = await open(pageOf("narrow", NARROW));
    assert.deepEqual(await all(page, SUGGESTION), ["8 rows repeat: fold recursion"]);
    await page.setViewportSize({ width: 720, height: 900 });
    const isOther = (selector) => document.querySelector(selector).textContent.startsWith("3 rows");
    await page.waitForFunction(isOther, SUGGESTION);
    const before = await sizeOf(page);
    await page.click(SUGGESTION);
    assertTaken("3 rows", before, await sizeOf(page));
    await done(page);
});
