/*
 * states.test.mjs - every state has an address: random states of every kind of page, made by hands and keys, are the
 * same after a reload, in what is said, chosen and drawn.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { done, fromMore, hashOf, open, textOf, toView, useBrowser } from "./browser.mjs";
import { program, randomFrom, recording, scratch } from "./picture.mjs";

useBrowser();

const points = path.join(process.env.FR_SOURCE_DIR, "golden", "shared", "points"),
    OTHER = path.join(scratch, "other.folded"),
    SEARCHES = ["main", "a", "/e.*r/", "read", "rows"];

function call(...args) {
    execFileSync(program, args, { cwd: scratch });
}

function write(name, text) {
    fs.writeFileSync(path.join(scratch, name), text);
    return name;
}

/* Two profiles of one program in which some functions grew. */
function folded(grew) {
    const random = randomFrom(5),
        names = ["main", "serve", "parse", "read", "rows", "sort", "render"],
        lines = Array.from({ length: 60 }, () => {
            const stack = Array.from({ length: 2 + random(6) }, () => names[1 + random(6)]),
                value = 20 + random(90);
            return `main;${stack.join(";")} ${stack.at(-1) === "rows" ? value * grew : value}`;
        });
    return lines.join("\n") + "\n";
}

write("base.folded", folded(1));
write("other.folded", folded(4));
call("render", "-q", "base.folded", "-o", "flame.html");
call("diff", "-q", "base.folded", "other.folded", "-o", "diff.html");
call("heatmap", "-q", recording("stall"), "-o", "heat.html");
call("trend", "-q", points, "--time-from-name", "{version}", "-o", "trend.html");

/* ---- what is seen ---- */

/* The frame that is shown, without what moves by itself. */
function seenOn(page) {
    return page.evaluate(() => {
        const all = (selector, of) => Array.from(document.querySelectorAll(selector), of),
            strip = document.querySelector(".fr-scrub [role=slider]"),
            field = document.querySelector(".fr-search input");
        return {
            title: document.querySelector("h1").textContent,
            facts: document.querySelector(".fr-facts")?.textContent, // nothing before the page has begun
            tab: all("[role=tab][aria-selected=true]", (tab) => tab.textContent),
            row: all(".fr-panel:not(.fr-away) tr[aria-current]", (row) => row.textContent),
            around: all(".fr-panel:not(.fr-away) .fr-around h2", (name) => name.textContent),
            boxes: all(".fr-panel:not(.fr-away) .fr-boxes path", (one) => one.getAttribute("d")).sort(),
            marks: all(".fr-panel:not(.fr-away) .fr-marks > *", (one) => one.localName).length,
            search: field ? field.value + document.querySelector(".fr-found").textContent : "",
            menus: all(".fr-controls select, .fr-selections select", (menu) => menu.value),
            chips: all(".fr-chip", (chip) => chip.textContent),
            theme: document.documentElement.style.colorScheme,
            ground: getComputedStyle(document.body).backgroundColor,
            point: strip ? strip.ariaValueText : "",
            cells: all("#flamerender-selection, .fr-lane[aria-pressed=true]", (one) => one.textContent),
            lanes: all(".fr-lane", (one) => one.textContent).length,
        };
    });
}

/* What is seen once nothing changes any more. */
async function settled(page) {
    for (let last = ""; ; await page.waitForTimeout(60)) {
        const seen = await seenOn(page);
        if (JSON.stringify(seen) === last) return seen;
        last = JSON.stringify(seen);
    }
}

/* ---- what hands do ---- */

async function zoom(page, random) {
    await page.focus("[role=tree][aria-label=Frames]");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown"); // away from the root of an icicle
    const level = await page.getAttribute("[role=tree][aria-label=Frames] .fr-current", "aria-level"),
        away = level === "1" ? "ArrowUp" : "ArrowDown";
    for (let i = 1 + random(3); i > 0; i--) await page.keyboard.press(away);
    for (let i = random(3); i > 0; i--) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
}

async function search(page, random) {
    await page.fill(".fr-search input", SEARCHES[random(SEARCHES.length)]);
}

async function choose(page, random) {
    if (!(await page.$("#fr-tab-table"))) return; // of the differential beside a step
    await toView(page, "Table");
    const rows = await page.$$(".fr-functions tbody button:visible");
    if (rows.length) await rows[random(rows.length)].click();
}

async function turn(page, random) {
    for (let i = 1 + random(2); i > 0; i--) await page.keyboard.press("t");
}

/* To one of the tabs, by its digit. */
async function tab(page, random) {
    await page.focus("[role=tab][aria-selected=true]");
    await page.keyboard.press(String(1 + random(4)));
}

const shape = (page) => page.keyboard.press("i"),
    width = (page) => page.keyboard.press("w"),
    colour = (page) => page.keyboard.press("s"),
    VIEWER = [zoom, search, choose, tab, shape];

async function compare(page, random) {
    await page.setInputFiles("input[type=file]", OTHER);
    await page.waitForSelector(".fr-chip >> text=compared with a file");
    if (random(2)) await fromMore(page, "Swap sides");
}

async function select(page, random) {
    await page.focus("#flamerender-picture svg");
    for (let i = random(5); i >= 0; i--) await page.keyboard.press("ArrowRight");
    for (let i = random(9); i >= 0; i--) await page.keyboard.press("ArrowUp");
    for (let i = random(9); i >= 0; i--) await page.keyboard.press("Shift+ArrowUp");
    if (random(2)) await page.keyboard.press("r");
}

async function lanes(page, random) {
    await page.selectOption("select[aria-label=Lanes]", "tid");
    const all = await page.$$(".fr-lane");
    if (random(3)) await all[random(all.length)].click();
}

async function point(page, random) {
    await toView(page, "Flame");
    await page.focus(".fr-scrub [role=slider]");
    for (let i = random(9); i > 0; i--) await page.keyboard.press("ArrowLeft");
}

async function step(page, random) {
    const chips = await page.$$(".fr-chip >> text=Why at");
    await chips[random(chips.length)].click();
    await page.waitForSelector("figure[id^=flamerender-step]");
}

const KINDS = [
    { name: "flame", first: [[], [compare]], more: VIEWER },
    { name: "diff", first: [[]], more: [...VIEWER, width, colour] },
    { name: "heat", first: [[], [select], [lanes], [lanes, select]], more: VIEWER },
    { name: "trend", first: [[point], [step]], more: VIEWER },
];

/* The acts of a state: those that a kind begins with, then some of a viewer, the theme among them. */
function actsOf({ first, more }, random) {
    const acts = [...first[random(first.length)]];
    for (let i = 1 + random(3); i > 0; i--) acts.push(more[random(more.length)]);
    if (random(2)) acts.push(turn);
    return acts;
}

for (let seed = 1; seed <= 20; seed++) {
    const random = randomFrom(seed * 77),
        kind = KINDS[seed % 4],
        acts = actsOf(kind, random),
        title = acts.map(({ name }) => name).join(", ");
    test(`state ${seed} of ${kind.name} survives a reload: ${title}`, async () => {
        const page = await open("file://" + path.join(scratch, kind.name + ".html"), { live: kind.name !== "trend" });
        for (const act of acts) {
            await act(page, random);
            await settled(page);
        }
        const seen = await settled(page),
            hash = await hashOf(page);
        await page.reload();
        const isSame = (wanted) => JSON.stringify(wanted) === JSON.stringify(seen);
        let again = await settled(page);
        for (let tries = 0; tries < 20 && !isSame(again); tries++) again = await settled(page);
        assert.deepEqual(again, seen, hash);
        assert.equal(await hashOf(page), hash);
        await done(page);
    });
}

test("the table of a trend and its theme survive a reload", async () => {
    const page = await open("file://" + path.join(scratch, "trend.html"), { live: false });
    await toView(page, "Table");
    await page.keyboard.press("t");
    assert.equal(await hashOf(page), "#view=table&theme=light");
    const seen = await settled(page);
    await page.reload();
    await page.waitForFunction(() => document.querySelector("[aria-selected=true]")?.textContent === "Table");
    assert.deepEqual(await settled(page), seen);
    await done(page);
});

test("an address of a comparison, where its file is not known, says which file is missing", async () => {
    const page = await open("file://" + path.join(scratch, "flame.html") + "#compared=other.folded");
    await page.waitForFunction(() => document.querySelector(".fr-notice").textContent !== "");
    assert.equal(await textOf(page, ".fr-notice"), "compared with other.folded: choose that file");
    await done(page);
});

test("a link to the changes of own code has their scale in the legend", async () => {
    const page = await open(`file://${scratch}/diff.html#colour=own`),
        legend = () => page.textContent(".fr-legend"),
        linked = await legend();
    for (const [hash, isLike] of [
        ["", false],
        ["#colour=own", true],
    ]) {
        await page.evaluate((text) => (location.hash = text), hash);
        await settled(page);
        assert.equal((await legend()) === linked, isLike, hash);
    }
    await done(page);
});

/* ---- what a browser saves ---- */

for (const name of ["flame", "diff", "heat", "trend"])
    test(`${name}: a page that the browser saved as it stands opens as the page itself, twice over`, async () => {
        const counted = (page) => page.$$eval("h1,[role=tab],main,body>script", (all) => all.map((one) => one.localName));
        let page = await open(`file://${scratch}/${name}.html`, { live: name !== "trend" });
        const seen = await settled(page),
            elements = await counted(page);
        for (const times of ["once", "twice"]) {
            await page.click("[role=tab]:nth-of-type(2)");
            fs.writeFileSync(path.join(scratch, "saved.html"), await page.content());
            await done(page);
            /* What scripts had styled has attributes for it in the saved page, until the copy takes its place. */
            page = await open(`file://${scratch}/saved.html`, { live: name !== "trend", allowed: ["Applying inline style"] });
            assert.deepEqual(await settled(page), seen, times);
            assert.deepEqual(await counted(page), elements, times);
        }
        await done(page);
    });
