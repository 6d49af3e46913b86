/*
 * ways.test.mjs - what colour means: the program's choice is the same in every picture, and a page's list offers
 * others, which its address, its command, its legend and what it saves keep.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { done, fromMore, hashOf, open, textOf, toView, useBrowser } from "./browser.mjs";
import { program, recording, root, run, scratch } from "./picture.mjs";

useBrowser();

const GO = path.join(process.env.FLAMERENDER_CORPUS || "", "pprof/go-cpu.pb.gz"),
    skip = !fs.existsSync(GO) && "skipped: no FLAMERENDER_CORPUS";
/* 82 % native, of which packages tell all apart. */
const PACKAGES = "main.main;main.run 31\nmain.main;net/http.serve 20\nmain.main;runtime.malloc_[i] 31\nmain.main;sys_[k] 18\n";
const SAID = { package: "colour is the package", module: "colour is the module", self: "function's own code", search: "a search finds" };
const WAYS = ["kind", "package", "module", "self", "search"];

function pageOf(name, input, ...args) {
    const file = path.join(scratch, name + ".html");
    fs.writeFileSync(file, run(["--format", "html", ...args], input));
    return "file://" + file;
}

/* The facts under the title of a page. */
function subtitleOf(html) {
    return JSON.parse(/id="flamerender-view">([^<]*)</.exec(html)[1]).subtitle;
}

function sceneOf(input, ...args) {
    return JSON.parse(run(["--format", "scene-json", ...args], input));
}

/* The colour of each box with a label, by its name, in the light scheme. */
function coloursIn(scene) {
    const named = scene.boxes.filter((box) => box.name);
    return Object.fromEntries(named.map((box) => [box.name, scene.fills[box.fill].light]));
}

/* The same of a page: the fill of the path under the middle of a label. */
function coloursOn(page) {
    return page.evaluate(() => {
        const rectangles = [...document.querySelectorAll(".fr-boxes path")].flatMap((path) =>
            [...path.getAttribute("d").matchAll(/M(-?[\d.]+) (-?[\d.]+)h([\d.]+)/g)].map(([, x, y, w]) => ({
                ...{ x: Number(x), y: Number(y), w: Number(w), fill: path.getAttribute("fill") },
            })),
        );
        const holds = (r, x, y) => r.x - 2 <= x && x <= r.x + r.w + 2 && r.y - 2 <= y && y <= r.y + 19,
            under = ([x, y]) => rectangles.find((r) => holds(r, x, y));
        return Object.fromEntries(
            [...document.querySelectorAll(".fr-moving .fr-labels text")].map((text) => {
                const [x, y] = ["x", "y"].map((name) => Number(text.getAttribute(name)));
                return [text.textContent, under([x, y])?.fill];
            }),
        );
    });
}

const legendOn = (page) => page.$$eval(".fr-legend .fr-entry", (all) => all.map((entry) => entry.textContent)),
    choose = (page, way) => page.selectOption("[aria-label=Colour]", way),
    chosenOn = (page) => page.$eval("[aria-label=Colour]", (list) => list.value),
    commandOn = (page) => textOf(page, ".fr-command");

test("the program chooses alike for every picture, and says so", async () => {
    for (const [input, way] of [
        [PACKAGES, "package"],
        [PACKAGES.replace("sys_[k] 18", "sys_[k] 21"), "kind"],
        [recording("gopipe"), "package"],
        [recording("native"), "kind"],
    ]) {
        const says = (text) => /colour is the package/.test(text);
        assert.equal(says(run(["--format", "svg"], input)), way === "package");
        assert.equal(says(run(["--format", "svg", "--static"], input)), way === "package");
        assert.equal(says(subtitleOf(run(["--format", "html"], input))), way === "package");
        const [chosen, asked] = [[], ["--color-by=" + way]].map((args) => sceneOf(input, ...args));
        assert.deepEqual(chosen, asked);
        const [png, other] = [[], ["--color-by=" + way]].map((args, i) => {
            const file = path.join(scratch, i + ".png"),
                source = input.includes("\n") ? "-" : input;
            execFileSync(program, ["-q", ...args, source, "-o", file], { input: input.includes("\n") ? input : "" });
            return fs.readFileSync(file);
        });
        assert.ok(png.equals(other));
        const page = await open(pageOf("chosen", input), { colorScheme: "light" });
        assert.equal(await chosenOn(page), way);
        assert.doesNotMatch(await commandOn(page), /color-by/);
        await done(page);
    }
});

test("a choice on the page has the colours, words and legend of the program's; address and command keep it", async () => {
    const url = pageOf("ways", PACKAGES, "--icicle"),
        page = await open(url);
    assert.deepEqual(await page.$$eval("[aria-label=Colour] option", (all) => all.map(({ value }) => value)), WAYS);
    for (const way of ["kind", "module", "self", "search", "package"]) {
        await choose(page, way);
        const scene = sceneOf(PACKAGES, "--icicle", "--color-by=" + way),
            seen = { ...coloursIn(scene) };
        assert.deepEqual(await coloursOn(page), { all: scene.fills[scene.boxes[0].fill].light, ...seen }, way);
        const facts = scene.texts.filter(({ role }) => role === "subtitle").map(({ text }) => text).join(" ");
        assert.equal(await page.$eval(".fr-facts", (line) => line.textContent), facts);
        assert.equal(facts.includes(SAID[way] || "colour"), way !== "kind");
        const titles = scene.legend.map(({ title }) => title),
            legend = await legendOn(page);
        assert.deepEqual(legend.map(withoutShare), titles.map(withoutShare));
        if (way === "package") assert.deepEqual(legend, titles);
        if (way === "package") assert.equal(titles[0], "main 31.0\u202f%");
        assert.equal(await hashOf(page), way === "package" ? "" : "#colour=" + way);
        assert.equal(/--color-by=(\w+)/.exec(await commandOn(page))?.[1], way === "package" ? undefined : way);
        const again = await open(url + "#colour=" + way);
        assert.equal(await chosenOn(again), way);
        assert.deepEqual(await coloursOn(again), await coloursOn(page));
        await done(again);
    }
    await done(page);
});

const withoutShare = (text) => text.replace(/ [<>]?[\d.]+\u202f%$/, "");

test("a page that was asked for a colour opens in it, and its commands ask for it too", async () => {
    const page = await open(pageOf("asked", PACKAGES, "--color-by=self"));
    assert.equal(await chosenOn(page), "self");
    assert.match(await commandOn(page), /--color-by=self/);
    await choose(page, "package");
    assert.equal(await hashOf(page), "#colour=package");
    assert.doesNotMatch(await commandOn(page), /color-by/);
    await done(page);
    const palette = await open(pageOf("palette", PACKAGES, "--color-by=java"));
    assert.equal(await chosenOn(palette), "java");
    const before = await coloursOn(palette);
    await choose(palette, "kind");
    assert.notDeepEqual(await coloursOn(palette), before);
    await choose(palette, "java");
    assert.deepEqual(await coloursOn(palette), before);
    await done(palette);
});

test("a frame keeps its kind, whatever colour means", async () => {
    const page = await open(pageOf("kinds", PACKAGES));
    for (const way of WAYS) {
        await choose(page, way);
        await page.keyboard.press("Home");
        const told = await page.$$eval(".fr-moving .fr-labels [aria-label]", (all) => all.map((one) => one.getAttribute("aria-label")));
        assert.ok(told.some((text) => /sys.*kernel/.test(text)), way + ": " + told);
    }
    await done(page);
});

test("steps, callers and the other views keep the colours; steps stay those of the program", async () => {
    const page = await open(pageOf("steps", PACKAGES, "--icicle") + "#colour=module&steps=focus:serve");
    const focused = sceneOf(PACKAGES, "--icicle", "--color-by=module", "--focus", "serve");
    assert.equal(await page.$eval(".fr-facts", (line) => line.textContent), focused.texts.find(({ role }) => role === "subtitle").text);
    assert.match(await commandOn(page), /--focus serve --icicle --color-by=module/);
    await done(page);
    const callers = await open(pageOf("callers", PACKAGES) + "#from=leaves&colour=kind");
    const turned = coloursIn(sceneOf(PACKAGES, "--callers", "--color-by=kind", "--sort=value"));
    const { all, ...seen } = await coloursOn(callers);
    assert.ok(all);
    assert.deepEqual(seen, turned);
    await done(callers);
});

test("the samples as time goes have the colours of the program's chart", async () => {
    const input = fs.readFileSync(path.join(root, "golden/flame/chart_lanes/in.perf"), "utf8");
    for (const way of WAYS) {
        const page = await open(pageOf("time", input) + "#order=time&colour=" + way),
            scene = sceneOf(input, "--flamechart", "--color-by=" + way),
            fills = new Set(Object.values(coloursIn(scene))),
            seen = new Set(await page.$$eval(".fr-boxes path", (all) => all.map((path) => path.getAttribute("fill"))));
        seen.delete(scene.fills[scene.boxes[0].fill].light);
        assert.deepEqual([...seen].sort(), [...fills].sort(), way);
        await toView(page, "Flame");
        assert.equal(await chosenOn(page), way);
        await done(page);
    }
});

test("a picture that is saved has the colours, words and legend that are seen", async () => {
    const page = await open(pageOf("saved", PACKAGES));
    await choose(page, "module");
    const waiting = page.waitForEvent("download");
    await fromMore(page, "Save picture, SVG");
    const svg = fs.readFileSync(await (await waiting).path(), "utf8"),
        scene = sceneOf(PACKAGES, "--color-by=module");
    assert.match(svg, /colour is the module/);
    for (const { fill } of scene.legend) assert.ok(svg.includes(scene.fills[fill].light));
    await done(page);
});

test("where colour is what a search finds, that alone stands out", async () => {
    const page = await open(pageOf("found", PACKAGES) + "#colour=search&search=serve"),
        colours = await coloursOn(page),
        { "net/http.serve": found, ...others } = colours;
    assert.equal(found, "#ee82ee");
    assert.ok(!Object.values(others).includes(found) && new Set(Object.values(others)).size === 2);
    await choose(page, "kind");
    assert.notEqual((await coloursOn(page))["net/http.serve"], found);
    await done(page);
});

test("Go has four hues and more; another choice is there at once", { skip }, async () => {
    const page = await open(pageOf("go", GO)),
        fills = await page.$$eval(".fr-boxes path", (all) => all.map((path) => path.getAttribute("fill"))),
        hues = new Set(fills.map(hueOf).filter((hue) => hue !== null));
    assert.ok(hues.size >= 4, [...hues].join());
    assert.equal(await chosenOn(page), "package");
    await choose(page, "kind");
    assert.equal(await chosenOn(page), "kind");
    await done(page);
});

/* In steps of 30 degrees; null of greys. */
function hueOf(colour) {
    const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)),
        most = Math.max(r, g, b),
        span = most - Math.min(r, g, b);
    if (span < 40) return null;
    const sixth = most === r ? (g - b) / span : most === g ? 2 + (b - r) / span : 4 + (r - g) / span;
    return (Math.round(sixth * 2) + 12) % 12;
}
