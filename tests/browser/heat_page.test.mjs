/*
 * heat_page.test.mjs - the page of a heatmap: a selection by pointer, keys or address gives the flame graph
 * of just these samples, as the command that the page shows draws it.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import test from "node:test";
import { done, fromMore, hashOf, open, rowsIn, rowsOn, serve, textOf, useBrowser } from "./browser.mjs";
import { program, quietThread, randomFrom, recording, scratch } from "./picture.mjs";
import { decodeBase64 } from "../../render/assets/data/bytes.js";
import { decodeChanges } from "../../render/assets/data/pack_changes.js";
import { decodePack } from "../../render/assets/data/pack.js";
import { compareProfiles } from "../../render/assets/profile/compare.js";
import { describeRates } from "../../render/assets/heat/heat_words.js";
import { coveredBy, decodeSamples, profileAt } from "../../render/assets/data/samples.js";

const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

useBrowser();

function heatmap(name, input, ...args) {
    const file = path.join(scratch, name + ".html");
    execFileSync(program, ["heatmap", "-q", input, "-o", file, ...args]);
    return "file://" + file;
}

/* How many boxes the program draws. */
function boxesOf(input, ...args) {
    const scene = JSON.parse(
        execFileSync(program, ["-q", "--format", "scene-json", "--icicle", input, ...args], {
            encoding: "utf8",
        }),
    );
    return scene.boxes.length;
}

function statement(page) {
    return page.$$eval(".fr-details .fr-who p", (all) =>
        all.flatMap((text) => text.textContent.replaceAll("\u202f", " ").split(" \u00b7 ")),
    );
}

/* The facts under the title of the page. */
async function titleOf(page) {
    return (await page.textContent(".fr-facts")).replaceAll("\u202f", " ");
}

/* The middle of a cell in the window. */
async function cell(page, column, row) {
    return page.evaluate(
        ([c, r]) => {
            const svg = document.querySelector("#flamerender-picture svg"),
                { columns } = JSON.parse(document.getElementById("flamerender-heat").textContent),
                [left, width, bottom, row] = svg.dataset.plot.split(" ").map(Number);
            const x = left + (width * (c + 0.5)) / columns,
                y = bottom - (r + 0.5) * row;
            const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
            return { x: at.x, y: at.y };
        },
        [column, row],
    );
}

async function drag(page, from, to) {
    const a = await cell(page, ...from),
        b = await cell(page, ...to);
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    await page.mouse.move(b.x, b.y, { steps: 4 });
    await page.mouse.up();
}

test("a drag over the stall shows its culprit, and the command that shows the same", async () => {
    const page = await open(heatmap("stall", recording("stall")));
    assert.match(await titleOf(page), /^[\d ]+ samples of .* of recording . column 1 s, cell 20 ms/);
    assert.deepEqual(
        await page.$$eval(".fr-cells ul li", (all) => all.map((entry) => entry.textContent.replace(/\s+/g, " "))),
        ["0 4 samples in 20 ms", "blank: not recorded"],
    );
    await drag(page, [3, 20], [3, 30]);
    assert.equal(await textOf(page, "#flamerender-selection"), "flamerender INPUT --range 3.4-3.62");
    assert.equal(await titleOf(page), "3.4-3.62 s · 42 samples · 5.39 %");
    assert.equal(await hashOf(page), "#range=3.4-3.62");
    const labels = await page.$$eval("#flamerender-flame .fr-labels text", (all) =>
        all.map((text) => text.textContent),
    );
    assert.ok(labels.includes("rebuild_index"), labels.join());
    const said = await statement(page);
    const n = boxesOf(recording("stall"), "--range", "3.4-3.62");
    assert.ok(said.includes(`${n} boxes, all drawn`), said.join(" | "));
    await page.keyboard.press("Escape");
    assert.match(await titleOf(page), /^[\d ]+ samples of .* of recording . column 1 s, cell 20 ms/);
    await done(page);
});

test("the command at the foot draws the part that is selected; a picture that is saved of it carries no other profile", async () => {
    const page = await open(heatmap("part", recording("stall"))),
        command = () => page.textContent("main .fr-command"),
        savedAs = async () => {
            const [download] = await Promise.all([page.waitForEvent("download"), fromMore(page, "Save picture, SVG")]),
                file = path.join(scratch, "part.svg");
            await download.saveAs(file);
            return fs.readFileSync(file, "utf8");
        };
    assert.equal(await command(), "flamerender part.html --sort=value --icicle -o new.svg");
    assert.match(await savedAs(), /data-flamerender="data"/);
    await drag(page, [3, 20], [3, 30]);
    assert.equal(await command(), "flamerender INPUT --range 3.4-3.62 --sort=value --icicle -o new.svg");
    const args = (await command()).replace("flamerender INPUT", "").replace("-o new.svg", "").trim().split(" "),
        scene = JSON.parse(execFileSync(program, ["-q", "--format", "scene-json", "--width", "1200", recording("stall"), ...args], { encoding: "utf8" }));
    assert.deepEqual(await rowsOn(page), rowsIn(scene));
    assert.doesNotMatch(await savedAs(), /data-flamerender="data"/);
    assert.doesNotMatch(await savedAs(), /From 3\.4/); // which is the title of the whole
    await page.goto(page.url().replace(/#.*/, "#range=3.4-3.62&steps=ignore:%5Erebuild_index%24"));
    await page.waitForFunction(() => document.querySelector("main .fr-command").textContent.includes("--ignore"));
    assert.equal(await command(), "flamerender INPUT --range 3.4-3.62 --ignore '^rebuild_index$' --sort=value --icicle -o new.svg");
    await done(page);
});

test("Back from the address of a selection takes it away; a band of any period is drawn at once", async () => {
    const page = await open(heatmap("back", recording("stall"))),
        whole = await titleOf(page);
    await page.click(".fr-chip >> text=/^\u2460/");
    await page.waitForFunction(() => location.hash === "#range=3.4-3.6");
    await page.waitForFunction(() => /^3/.test(document.querySelector(".fr-facts").textContent)); // the event comes later
    assert.equal(await titleOf(page), "3.4-3.6 s \u00b7 39 samples \u00b7 5.01 %");
    await page.focus("#flamerender-picture svg");
    await page.keyboard.press("b");
    await page.goBack();
    await page.waitForFunction(() => !location.hash);
    await page.waitForFunction(() => /^779/.test(document.querySelector(".fr-facts").textContent));
    assert.equal(await titleOf(page), whole);
    assert.match(await textOf(page, "#flamerender-selection"), /^Drag over cells/);
    await page.focus("#flamerender-picture svg");
    await page.keyboard.press("ArrowRight"); // the keys move the first selection again
    assert.match(await hashOf(page), /^#range=/);
    await page.evaluate(() => {
        location.hash = "#range=0-0.000000001/0.000000002";
    });
    await page.waitForFunction(() => document.getElementById("flamerender-selection").textContent.includes("--band"));
    assert.match(await titleOf(page), /^0-0\.000000001 s of every 0\.000000002 s/);
    await done(page);
});

test("the address keeps its query when a selection ends", async (t) => {
    const host = await serve(new Map([["query.html", heatmap("query", recording("stall")).slice(7)]]));
    t.after(() => host.close());
    const page = await open(host.url + "query.html?run=7");
    await drag(page, [3, 20], [3, 30]);
    const address = () => page.evaluate(() => location.href); // page.url() may come later
    assert.equal(await address(), host.url + "query.html?run=7#range=3.4-3.62");
    await page.keyboard.press("Escape");
    assert.equal(await address(), host.url + "query.html?run=7");
    await done(page);
});

test("a time without samples says so, and the next selection is drawn again", async () => {
    const page = await open(heatmap("empty", recording("stall")));
    await drag(page, [5, 4], [5, 4]);
    assert.equal(await textOf(page, ".fr-nothing"), "5.08-5.1 s \u00b7 0 samples \u00b7 0.00 %: no samples in this time");
    assert.ok(await page.isVisible(".fr-nothing"));
    assert.ok(!(await page.isVisible(".fr-details")) && !(await page.isVisible(".fr-command")));
    await page.keyboard.press("Escape");
    assert.ok((await page.isVisible(".fr-details")) && (await page.isVisible(".fr-command")));
    await drag(page, [3, 20], [3, 30]);
    assert.equal(await titleOf(page), "3.4-3.62 s \u00b7 42 samples \u00b7 5.39 %");
    await goTo(page, "#range=5.08-5.1", "--range 5.08-5.1"); // from a selection that has samples
    const isOnTop = () =>
        page.$eval(".fr-nothing", (nothing) => {
            const { x, y, width, height } = nothing.getBoundingClientRect();
            return document.elementFromPoint(x + width / 2, y + height / 2) === nothing;
        });
    assert.ok(await isOnTop());
    await page.fill(".fr-search input", "main");
    assert.equal(await page.textContent(".fr-found"), "");
    await page.keyboard.press("Escape");
    await page.click("[aria-label='More (e)']");
    assert.equal(await page.locator(".fr-more button >> text=Save").count(), 0);
    await page.keyboard.press("Escape");
    assert.equal(await titleOf(page), "5.08-5.1 s \u00b7 0 samples \u00b7 0.00 %");
    assert.equal(await page.textContent("h1"), "When the CPU was busy");
    const opened = await open(page.url().replace(/#.*/, "#range=5.08-5.1"), { live: false });
    await opened.waitForSelector(".fr-nothing:not([hidden])");
    assert.deepEqual(await opened.locator("[role=tab]").allTextContents(), await page.locator("[role=tab]").allTextContents());
    assert.equal(await textOf(opened, ".fr-chips"), await textOf(page, ".fr-chips"));
    await opened.focus("#flamerender-picture svg");
    await opened.keyboard.press("Escape");
    await opened.waitForSelector(".fr-view .fr-boxes path", { state: "attached" });
    assert.ok(!(await opened.isVisible(".fr-nothing")) && (await opened.isVisible(".fr-details")));
    await done(opened);
    await done(page);
});

test("a lane without samples, compared, has the tabs, chips and keys of a page", async () => {
    const file = path.join(scratch, "idle-lane.perf"),
        sample = (comm, pid, at, name) =>
            `${comm} ${pid}/${pid} [000] ${at.toFixed(6)}: cycles:\n\t55 ${name} ([kernel.kallsyms])\n\t66 start (${comm})\n\n`,
        of = (comm, pid, name) => Array.from({ length: 60 }, (_, i) => sample(comm, pid, 5 + i / 10, name));
    fs.writeFileSync(file, [...of("swapper", 0, "native_safe_halt"), ...of("app", 7, "work")].join(""));
    const page = await open(heatmap("idle-lane", file) + "#lane=pid:0&idle=exclude&range=3-4&base=1-2", { live: false });
    await page.waitForSelector(".fr-nothing:not([hidden])");
    assert.ok((await page.locator("[role=tab]").count()) > 1);
    await page.click("[aria-label='List the keys (?)']");
    await page.waitForSelector("text=Selection: compare it with the rest");
    await done(page);
});

/* Samples at random times, at cell edges and twice at the same time, with periods as values. */
function randomRecording(seed) {
    const random = randomFrom(seed);
    let text = "",
        us = 5_000_000 + random(900_000);
    for (let i = 0; i < 400; i++) {
        us += random(5) ? random(30_000) : 20_000 - (us % 20_000);
        const at = (us / 1e6).toFixed(6);
        text += `app ${7 + random(2)}/7 [000] ${at}: ${1 + random(9)} cycles:\n`;
        for (let depth = 1 + random(4); depth > 0; depth--)
            text += `\t4011d6 f${random(5)}+0x1 (/usr/bin/app)\n`;
        text += "\n";
    }
    return text;
}

/* The same as rows, each of several samples. */
function randomRows(seed) {
    const random = randomFrom(seed),
        rows = ["time\ttype\tunit\tstack_id\tvalue\tstack"];
    for (let i = 0, ms = 5_000; i < 400; i++) {
        ms += random(30);
        const stack = Array.from({ length: 1 + random(4) }, () => "f" + random(5)).join(";");
        rows.push(`${ms}000000\tcpu-clock\tsamples\t${stack.replaceAll(";", "-")}\t${1 + random(9)}\t${stack}`);
    }
    return rows.join("\n") + "\n";
}

/* An inert script of a page. */
function partOf(html, what) {
    return new RegExp(`id="flamerender-${what}">([^<]*)<`).exec(html)[1];
}

/* "a;b;c" -> value, of the samples between two times in ns. */
function stacksOf(pack, samples, from, to, lasts) {
    const part = profileAt(pack, 0, samples, { from, to }, lasts).pack,
        path = [""],
        found = new Map();
    for (let i = 1; i < part.parent.length; i++) {
        const name = part.names[part.frames.name[part.frame[i]]],
            above = path[part.parent[i]];
        path.push(above ? above + ";" + name : name);
        const value = Number(part.columns[0].values[i]);
        if (value) found.set(path[i], (found.get(path[i]) || 0) + value);
    }
    return found;
}

function foldedOf(file, range, ...more) {
    const args = ["convert", "-q", "--format", "folded", "--range", range, ...more, file];
    const text = execFileSync(program, args, {
        encoding: "utf8",
    });
    return new Map(
        text
            .trim()
            .split("\n")
            .map((line) => [line.replace(/ \d+$/, ""), Number(/\d+$/.exec(line)[0])]),
    );
}

test("random recordings: the samples of a range are the program's, to the last one", async () => {
    let compared = 0;
    for (const seed of [1, 2, 3, 4]) {
        const file = path.join(scratch, `random${seed}.perf`),
            random = randomFrom(seed + 100);
        fs.writeFileSync(file, randomRecording(seed));
        const html = fs.readFileSync(heatmap("random" + seed, file).slice("file://".length), "utf8"),
            pack = await decodePack(decodeBase64(partOf(html, "data"))),
            samples = await decodeSamples(decodeBase64(partOf(html, "samples")));
        assert.equal(samples.n, 400);
        for (let k = 0; k < 12; k++) {
            const first = 20 * random(250),
                last = first + 20 * (1 + random(100)),
                range = `${first / 1000}-${last / 1000}`,
                got = stacksOf(pack, samples, first * 1e6, last * 1e6);
            if (!got.size) continue;
            assert.deepEqual([...got].sort(), [...foldedOf(file, range)].sort(), `${seed}: ${range}`);
            compared++;
        }
    }
    assert.ok(compared > 30);
});

/* [path, base, new, own base, own new, points, error, verdict, seen] of each node of the program's differential. */
async function changesOf(file, base, added) {
    const html = path.join(scratch, "changes.html");
    const args = ["diff", "-q", "--data=full", "--exact-names", "--base-range", base, "--new-range", added];
    execFileSync(program, [...args, file, "-o", html]);
    const text = fs.readFileSync(html, "utf8"),
        view = JSON.parse(partOf(text, "view"));
    return { view, rows: rowsOf(await decodeChanges(decodeBase64(partOf(text, "changes")), view), view) };
}

function rowsOf(tree, view) {
    const { total, self, fills } = tree.sides,
        paths = [""],
        rows = [];
    for (let i = 0; i < tree.n; i++) {
        if (i) paths[i] = paths[tree.parent[i]] + ";" + tree.names[tree.name[i]];
        const of = (c) => Object.values(c).map((column) => Number(column[i])),
            colours = [fills.total[i], fills.self[i]].map((fill) => view.fills[fill][0][0]);
        rows.push([paths[i], ...of(total), ...of(self), ...colours]);
    }
    return rows.sort((a, b) => (a[0] < b[0] ? -1 : 1));
}

/* The same as the page compares it. */
async function pageChanges(html, base, added) {
    const text = fs.readFileSync(html, "utf8"),
        heat = JSON.parse(partOf(text, "heat")),
        whole = JSON.parse(partOf(text, "view")),
        pack = await decodePack(decodeBase64(partOf(text, "data"))),
        samples = await decodeSamples(decodeBase64(partOf(text, "samples")));
    const side = (at) => {
        const seconds = coveredBy(at, heat.recorded) / 1e9;
        return { ...profileAt(pack, 0, samples, at), column: 0, kinds: [], label: "", seconds };
    };
    const sides = [side(base), side(added)],
        found = compareProfiles(...sides, whole);
    describeRates(found, sides, heat);
    return { view: found.view, rows: rowsOf(found.tree, found.view) };
}

const times = (text) => {
    const [ends, period] = text.split("/"),
        [from, to] = ends.split("-").map((part) => Math.round(Number(part) * 1e3) * 1e6);
    return { from, to, period: period && Number(period) * 1e9 };
};

test("two selections: the differential is the program's, node by node, colours and verdicts too", async () => {
    const random = randomFrom(77);
    let compared = 0;
    for (const seed of [0, 5, 6, 7, 8]) {
        const file = seed ? path.join(scratch, `sides${seed}.${seed === 8 ? "tsv" : "perf"}`) : recording("stall");
        if (seed) fs.writeFileSync(file, seed === 8 ? randomRows(seed) : randomRecording(seed));
        const html = heatmap("sides" + seed, file).slice("file://".length);
        for (let k = 0; k < 6; k++) {
            const at = [0, 0, 0, 0].map(() => 20 * random(350)).sort((a, b) => a - b),
                added = `${at[0] / 1000}-${(at[1] + 20) / 1000}`,
                range = `${(at[2] + 20) / 1000}-${(at[3] + 40) / 1000}`,
                base = k % 3 === 0 ? "rest" : k % 3 === 1 ? range : "0.24-0.5/1",
                want = await changesOf(file, base, added),
                rest = { ...times(added), outside: true },
                got = await pageChanges(html, base === "rest" ? rest : times(base), times(added));
            assert.deepEqual(got.rows, want.rows, `${seed}: ${base} ${added}`);
            for (const key of ["factor", "points", "rate", "ramps"])
                assert.deepEqual(got.view.diff[key], want.view.diff[key], `${key} ${seed} ${base} ${added}`);
            compared += want.rows.length;
        }
    }
    assert.ok(compared > 500, String(compared));
});

/* The words and boxes of the differential that a page shows. */
async function shownChange(page) {
    if (!(await page.$("#flamerender-change"))) return { hidden: true };
    return page.$eval("#flamerender-change", (figure) => ({
        hidden: !figure.isConnected,
        title: document.querySelector("h1").textContent,
        texts: Array.from(document.querySelectorAll(".fr-labels text, .fr-who p"), (text) => text.textContent),
    }));
}

test("against the rest, against a second selection, swapped: the command draws the same", async () => {
    const page = await open(heatmap("diff", recording("stall")));
    await drag(page, [3, 20], [3, 30]);
    await page.keyboard.press("r");
    let shown = await shownChange(page);
    assert.equal(shown.title.replaceAll("\u202f", " "), "rebuild_index: 0 \u2192 182 samples/s, sure beyond sampling noise");
    assert.equal(await hashOf(page), "#range=3.4-3.62&base=rest");
    assert.equal(await page.$("#flamerender-flame"), null);
    const command = await textOf(page, "#flamerender-selection"),
        args = command.replace(/^flamerender diff INPUT /, "").split(" ");
    const scene = JSON.parse(
        execFileSync(program, ["diff", "-q", "--icicle", "--format", "scene-json", recording("stall"), ...args], { encoding: "utf8" }),
    );
    assert.ok(shown.texts.some((text) => text.includes(`${scene.boxes.length} boxes, all drawn`)), shown.texts.join("|"));
    await page.keyboard.press("r");
    assert.ok((await shownChange(page)).hidden);
    await page.keyboard.press("b");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowRight");
    assert.equal(await textOf(page, "#flamerender-selection"), "flamerender diff INPUT --exact-names --base-range 4.6-5.62 --new-range 3.4-3.62");
    await page.keyboard.press("x");
    shown = await shownChange(page);
    assert.equal(shown.title.replaceAll("\u202f", " "), "rebuild_index: 182 \u2192 0 samples/s, sure beyond sampling noise");
    assert.equal(await hashOf(page), "#range=4.6-5.62&base=3.4-3.62");
    await page.click("text=Clear");
    assert.match(await titleOf(page), /^[\d ]+ samples of .* of recording . column 1 s, cell 20 ms/);
    await done(page);
    const again = await open(heatmap("diff", recording("stall")) + "#range=3.4-3.62&base=rest");
    assert.ok((await shownChange(again)).title.startsWith("rebuild_index: 0"));
    await done(again);
});

/* Three threads that wait for up to 700 ms, in one of three places. */
function randomWaits(seed) {
    const random = randomFrom(seed),
        at = (us) => (us / 1e6).toFixed(6),
        records = [];
    for (const tid of [11, 12, 13])
        for (let us = 5_000_000 + random(900_000); us < 14_000_000; ) {
            const end = us + 1 + random(700_000);
            records.push([us, `app ${tid} [000] ${at(us)}: sched:sched_switch: app:${tid} [120] S ==> ` +
                `swapper/0:0 [120]\n\t7f0${random(3)} wait${random(3)} (/bin/app)\n\t7f02 main (/bin/app)\n`]);
            records.push([end, `swapper 0 [000] ${at(end)}: sched:sched_switch: swapper/0:0 [120] R ==> ` +
                `app:${tid} [120]\n\tff81 schedule_idle ([kernel.kallsyms])\n`]);
            us = end + 1 + random(50_000);
        }
    return records.sort((a, b) => a[0] - b[0]).map(([, text]) => text).join("\n");
}

test("waits: a selection takes the time that it shares with each; the program does the same", async () => {
    const random = randomFrom(9),
        file = path.join(scratch, "waits.perf"),
        ends = [...new Set(Array.from({ length: 12 }, () => 20 * random(500)))].sort((a, b) => a - b);
    fs.writeFileSync(file, randomWaits(3));
    const url = heatmap("waits", file, "--off-cpu"),
        html = fs.readFileSync(url.slice("file://".length), "utf8"),
        pack = await decodePack(decodeBase64(partOf(html, "data"))),
        samples = await decodeSamples(decodeBase64(partOf(html, "samples"))),
        sumOf = (stacks) => [...stacks.values()].reduce((a, b) => a + b, 0),
        parts = [0, ...ends, 20_000].map((end, i, all) => [all[i - 1], end]).slice(1);
    let sum = 0;
    for (const [first, last] of parts.filter(([a, b]) => b > a)) {
        const got = stacksOf(pack, samples, first * 1e6, last * 1e6, true);
        if (!got.size) continue;
        const want = foldedOf(file, `${first / 1000}-${last / 1000}`, "--off-cpu");
        assert.deepEqual([...got].sort(), [...want].sort(), `${first}-${last}`);
        sum += sumOf(want);
    }
    assert.equal(sum, sumOf(foldedOf(file, "0-20", "--off-cpu")));
    const page = await open(url);
    await drag(page, [3, 20], [3, 30]);
    assert.equal(await textOf(page, "#flamerender-selection"), "flamerender INPUT --off-cpu --range 3.4-3.62");
    const total = sumOf(foldedOf(file, "3.4-3.62", "--off-cpu"));
    assert.ok((await titleOf(page)).startsWith(`3.4-3.62 s \u00b7 ${Number((total / 1e6).toPrecision(3))} ms`));
    await done(page);
});

test("a search marks the cells in which it finds something", async () => {
    const page = await open(heatmap("found", recording("stall")));
    await page.click(".fr-search input");
    await page.keyboard.type("rebuild_index");
    assert.match(await textOf(page, ".fr-selections > span"), /^"rebuild_index" is in 11 of \d+ cells with samples, in 5\.13.% of/);
    const at = await cell(page, 3, 25);
    await page.mouse.move(at.x, at.y);
    const tip = await page.$eval("g[visibility=visible] text", (text) => text.textContent.replaceAll("\u202f", " "));
    assert.equal(tip, '3.5-3.52 s \u00b7 4 samples \u00b7 0.51 % \u00b7 100.00 % has "rebuild_index"');
    const holes = await page.$eval('path[fill-rule="evenodd"]', (path) => path.getAttribute("d").split("M").length - 2);
    assert.equal(holes, 11);
    await page.fill(".fr-search input", "");
    assert.equal(await page.$eval('path[fill-rule="evenodd"]', (path) => path.getAttribute("d")), "");
    await done(page);
});

/* Samples every 2 ms in 20 s; from 0.6 to 0.7 s of every second twice as many. */
function everySecond() {
    const file = path.join(scratch, "every-second.perf"),
        lines = [];
    for (let i = 0; i < 10000; i++)
        for (let k = i % 500 >= 300 && i % 500 < 350 ? 3 : 1; k > 0; k--)
            lines.push(`app 7 [000] ${(100 + i / 500 + k / 10000).toFixed(6)}: cycles:\n\t 55 ${k > 1 ? "flush" : "work"} (/app)\n\n`);
    fs.writeFileSync(file, lines.join(""));
    return file;
}

test("what stands out is a link that selects it, a range and a band", async () => {
    for (const [name, input, title] of [
        ["link", recording("stall"), /^3\.4-3\.6 s · 39 samples/],
        ["band_link", everySecond(), /^0\.(58|6)-0\.7 s of every second · 3 \d00 samples/],
    ]) {
        const page = await open(heatmap(name, input));
        for (let twice = 0; twice < 2; twice++) {
            await page.click(".fr-chip >> nth=0");
            await page.waitForFunction(() => document.getElementById("flamerender-selection").textContent.startsWith("flamerender INPUT --"));
            assert.match(await titleOf(page), title);
            await page.focus("#flamerender-picture svg");
            await page.keyboard.press("Escape");
            assert.match(await titleOf(page), /^[\d ]+ samples of .* of recording . column 1 s, cell 20 ms/);
        }
        await done(page);
    }
});

/* A minute with a burst of 50 ms every 1.007 s, which is later in each second. */
function drifting(event = "cpu-clock", periodOf = () => 1) {
    const times = [];
    for (let i = 0; i < 6000; i++) times.push([7 + i / 100 + 0.0007 * (i % 11), "work"]);
    for (let k = 0; k < 59; k++) for (let i = 0; i < 10; i++) times.push([7.3 + 1.007 * k + i * 0.005, "tick"]);
    times.sort(([a], [b]) => a - b);
    return times.map(([at, name]) => `app 1/1 [000] ${at.toFixed(6)}: ${periodOf(name)} ${event}:\n\t1 ${name} (x)\n\t1 main (x)\n`).join("\n") + "\n";
}

/* The same as rows that stand for several samples. */
function driftingRows() {
    const samples = drifting().matchAll(/ (\d+)\.(\d+): 1 cpu-clock:\n\t1 (\w+)/g),
        rows = Array.from(samples, ([, s, us, name]) =>
            `${s}${us}000\tcpu-clock\tsamples\t${name}\t${name === "tick" ? 3 : 2}\tmain;${name}\n`);
    return "time\ttype\tunit\tstack_id\tvalue\tstack\n" + rows.join("");
}

test("a chip selects a burst that drifts: the samples of the command that the page shows, after a reload too", async () => {
    const file = path.join(scratch, "drifting.perf");
    fs.writeFileSync(file, drifting());
    const page = await open(heatmap("drifting", file));
    await page.click(".fr-chip >> text=/^\u2460 every 1\\.007.s/");
    await page.waitForFunction(() => document.getElementById("flamerender-selection").textContent.includes("--band"));
    const command = await textOf(page, "#flamerender-selection"),
        [, band] = /^flamerender INPUT --band ([\d.]+-[\d.]+\/1\.007)$/.exec(command),
        top = JSON.parse(execFileSync(program, ["top", "-q", "--format", "json", "--band", band, file], { encoding: "utf8" })),
        [samples] = top.subtitle.replaceAll("\u202f", "").match(/^\d+/);
    for (let twice = 0; twice < 2; twice++) {
        const title = (await titleOf(page)).replace(/(\d) (?=\d{3})/g, "$1");
        assert.ok(title.includes(` s of every 1.007 s \u00b7 ${samples} samples \u00b7 `), title);
        assert.ok((await statement(page)).includes(`${boxesOf(file, "--band", band)} boxes, all drawn`));
        assert.equal(await hashOf(page), "#range=" + band);
        await page.reload();
        await page.waitForFunction(() => location.hash && document.querySelector(".fr-view .fr-boxes path"));
    }
    await page.focus("#flamerender-picture svg");
    await page.keyboard.press("r");
    assert.equal(await textOf(page, "#flamerender-selection"),
        `flamerender diff INPUT --exact-names --base-range rest --new-range ${band}`);
    assert.match(await textOf(page, "h1"), /^tick: 0 \u2192 /);
    await page.keyboard.press("p");
    assert.match(await textOf(page, "#flamerender-selection"), /--new-range [\d.]+-[\d.]+$/);
    await done(page);
});

test("facts and searches tell cells in what these hold, samples or weights; no command finds a band of a part", async () => {
    const perf = path.join(scratch, "drifting-cycles.perf"),
        rows = path.join(scratch, "drifting-rows.tsv"),
        band = "0.3-0.35/1.007",
        top = (file, ...args) => JSON.parse(execFileSync(program, ["top", "-q", "--format", "json", file, ...args], { encoding: "utf8" })),
        told = (...args) => Number(/^\d+/.exec(top(...args).subtitle.replaceAll("\u202f", ""))[0]),
        share = (part, whole) => ((100 * part) / whole).toFixed(2) + " %";
    fs.writeFileSync(perf, drifting("cycles", (name) => (name === "tick" ? 3_000_000 : 1000)));
    fs.writeFileSync(rows, driftingRows());
    for (const [file, name, unit] of [[perf, "samples", "samples"], [perf, "weight", "events"], [rows, "auto", "samples"]]) {
        const args = name === "auto" ? [] : ["--value", name],
            page = await open(heatmap("drifting-" + name, file, ...args) + `#range=${band}&search=tick`, { live: false }),
            weight = name === "samples" ? ["--weight", "samples"] : [],
            [of, whole, tick] = [["--band", band], [], ["--focus", "tick"]].map((part) => told(file, ...weight, ...part));
        await page.waitForFunction(() => document.querySelector(".fr-view .fr-boxes path"));
        const title = (await titleOf(page)).replace(/(\d) (?=\d{3})/g, "$1");
        assert.equal(title, `0.3-0.35 s of every 1.007 s \u00b7 ${of} ${unit} \u00b7 ${share(of, whole)}`);
        await page.focus("#flamerender-picture svg");
        await page.keyboard.press("Escape");
        await page.waitForFunction(() => document.querySelector(".fr-selections > span").textContent.includes("is in"));
        const said = (await textOf(page, ".fr-selections > span")).replaceAll("\u202f", " ");
        assert.ok(said.endsWith(`cells with samples, in ${share(tick, whole)} of the ${unit}.`), said);
        await done(page);
    }
    const part = await open(heatmap("drifting-part", perf, "--range", "0-30") + "#range=" + band, { live: false });
    await part.waitForFunction(() => document.querySelector(".fr-view .fr-boxes path"));
    assert.match(await textOf(part, "#flamerender-selection"), /^No command draws just this/);
    await done(part);
});

/* Goes to an address in the page as it is, and waits for what the selection says then. */
async function goTo(page, hash, command) {
    await page.evaluate((to) => {
        location.hash = to;
    }, hash);
    await page.waitForFunction((text) => document.getElementById("flamerender-selection").textContent.endsWith(text), command);
}

const listed = (page) => page.$$eval("main .fr-change", (all) => all.map((one) => one.textContent)),
    optionsOn = (page) => page.$$eval("main select", (all) => all.map((menu) => menu.textContent));

/* The words that name both sides: of menus and of headings. */
const namesOn = (page) => page.$$eval("main option, main th[scope=col]", (all) => all.map((one) => one.textContent));

test("another comparison has its own list of changes, in which keys walk, and its own names of sides", async () => {
    const url = heatmap("again", recording("stall")),
        page = await open(url + "#range=3.4-3.62&base=rest");
    assert.match((await listed(page))[0], /^rebuild_index/);
    await page.keyboard.press("j");
    assert.match(await textOf(page, "main .fr-notice"), /^1 of \d+: rebuild_index/);
    await goTo(page, "#range=1-2&base=rest", "--new-range 1-2");
    const fresh = await open(url + "#range=1-2&base=rest");
    assert.match(await textOf(fresh, "main .fr-change:first-of-type b"), /\d/);
    assert.deepEqual(await listed(page), await listed(fresh));
    for (const key of ["2", "T"]) {
        await page.keyboard.press(key);
        await fresh.keyboard.press(key);
        assert.deepEqual(await namesOn(page), await namesOn(fresh));
    }
    assert.ok((await namesOn(page)).includes("total, 1-2\u202fs"));
    await page.keyboard.press("j");
    assert.equal(await textOf(page, "main .fr-notice"), "no function changed");
    await done(fresh);
    await done(page);
});

test("lists of threads and the legend have the shares of what is selected; so has a picture that is saved", async () => {
    const url = heatmap("shares", recording("stall")),
        page = await open(url + "#colour=package"),
        legend = () => page.$$eval("main .fr-legend .fr-entry", (all) => all.map((one) => one.textContent.replaceAll("\u202f", " ")));
    assert.ok((await legend()).includes("kernel 0.6 %"), (await legend()).join());
    await goTo(page, "#range=3-4&colour=package", "--range 3-4");
    const fresh = await open(url + "#range=3-4&colour=package");
    assert.deepEqual(await optionsOn(page), await optionsOn(fresh));
    await done(fresh);
    await goTo(page, "#range=3.4-3.62&colour=package", "--range 3.4-3.62");
    assert.deepEqual((await legend()).slice(0, 2), ["stall 100 %", "kernel"]);
    const [download] = await Promise.all([page.waitForEvent("download"), fromMore(page, "Save picture, SVG")]),
        file = path.join(scratch, "shares.svg");
    await download.saveAs(file);
    assert.doesNotMatch(fs.readFileSync(file, "utf8"), /kernel 0\.6|stall 99\.4/);
    await done(page);
});

test("a selection that an address or a button makes is none that the pointer goes on with", async () => {
    const page = await open(heatmap("picked", recording("stall"))),
        command = () => textOf(page, "#flamerender-selection"),
        begin = async (...at) => {
            const { x, y } = await cell(page, ...at);
            await page.mouse.click(x, y);
        },
        hover = async (...at) => {
            const { x, y } = await cell(page, ...at);
            await page.mouse.move(x, y, { steps: 3 });
        };
    await begin(1, 20);
    await page.click(".fr-chip >> nth=0");
    await page.waitForFunction(() => document.getElementById("flamerender-selection").textContent.endsWith(" 3.4-3.6"));
    await hover(6, 10);
    assert.equal(await command(), "flamerender INPUT --range 3.4-3.6");
    await page.keyboard.down("Shift");
    await begin(1, 20);
    await page.keyboard.up("Shift");
    assert.match(await command(), /--base-range 1\.4-1\.42/);
    await goTo(page, "#range=2-3", "--range 2-3");
    await hover(6, 10);
    assert.equal(await command(), "flamerender INPUT --range 2-3");
    await begin(1, 20);
    await page.click("button >> text=Compare with the rest");
    await hover(6, 10);
    assert.match(await command(), /--base-range rest --new-range 1\.4-1\.42$/);
    await page.keyboard.press("Control+k"); // two graphs, of which one is shown
    assert.equal(await page.$$eval("dialog[open]", (all) => all.length), 1);
    await done(page);
});

test("a chip leaves the search and the theme of the address", async () => {
    const page = await open(heatmap("kept", recording("stall")) + "#search=main&theme=dark");
    await page.click(".fr-chip >> nth=0");
    await page.waitForFunction(() => document.getElementById("flamerender-selection").textContent.endsWith(" 3.4-3.6"));
    assert.equal(await hashOf(page), "#range=3.4-3.6&search=main&theme=dark");
    assert.equal(await page.inputValue("main .fr-search input"), "main");
    await done(page);
});

test("a search finds a sample that lasts in all cells in which it does", async () => {
    const events = [{ name: "long", ph: "X", ts: 0, dur: 1e6, pid: 1, tid: 1 }, { name: "late", ph: "X", ts: 1e6, dur: 1e6, pid: 1, tid: 1 }],
        file = path.join(scratch, "lasts.json");
    fs.writeFileSync(file, JSON.stringify({ traceEvents: events }));
    const page = await open(heatmap("lasts", file));
    await page.fill(".fr-search input", "long");
    assert.match(await textOf(page, ".fr-selections > span"), /^"long" is in 50 of 100 cells with samples, in 50\.00 % of/);
    await done(page);
});

test("keys select, a search stays, Escape shows the whole again", async () => {
    const page = await open(heatmap("keys", recording("stall")));
    await page.click(".fr-search input");
    await page.keyboard.type("rebuild");
    const all = await textOf(page, ".fr-found");
    await page.focus("#flamerender-picture svg");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowUp");
    assert.match(await titleOf(page), /^2-2\.04 s · \d samples/);
    await page.keyboard.press("Escape");
    assert.match(await titleOf(page), /^[\d ]+ samples of .* of recording . column 1 s, cell 20 ms/);
    assert.equal(await textOf(page, ".fr-found"), all);
    await done(page);
});

test("axe finds nothing, light and dark, on a phone and a desk; --static has no script", async () => {
    const url = heatmap("axe", recording("stall"));
    for (const colorScheme of ["light", "dark"])
        for (const width of [390, 1200]) {
            const page = await open(url + "#range=3.4-3.62", { colorScheme, width, height: 900 });
            await page.evaluate(axe);
            const found = await page.evaluate(async () => {
                const result = await window.axe.run(document, { resultTypes: ["violations"] });
                return result.violations.map((v) => v.id + ": " + v.nodes[0].html.slice(0, 150));
            });
            assert.deepEqual(found, []);
            assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
            await done(page);
        }
    const still = fs.readFileSync(heatmap("static", recording("stall"), "--static").slice(7), "utf8");
    assert.ok(!still.includes("<script"));
});

test("amounts that a factor multiplied are those of the flame graph below", async () => {
    const file = path.join(scratch, "weights.perf"),
        sample = (thread, time, ns) => `app 10/${thread} [000] ${time}: ${ns} cpu-clock: \n\t1 main (a)\n\n`;
    fs.writeFileSync(file, sample(10, "1.000000", 1000000) + sample(10, "1.200000", 3000000) + sample(11, "2.200000", 3000000));
    const page = await open(heatmap("factor", file, "--value", "weight", "--factor", "2") + "#range=0-0.5"),
        text = "0-0.5\u202fs \u00b7 8\u202fms \u00b7 57.14\u202f%";
    await page.waitForFunction((part) => document.body.textContent.includes(part), text);
    await done(page);
});

test("values that are not judged are not called sure; rates that are too large are points", async () => {
    const span = (name, tid, ts, dur) => ({ name, ph: "X", ts: ts * 1e6, dur: dur * 1e6, pid: 1, tid }),
        spans = [span("a", 1, 0, 4), span("b", 2, 1, 1), span("b", 2, 3, 0.5)],
        trace = path.join(scratch, "unjudged.json"),
        cycles = path.join(scratch, "large.perf");
    fs.writeFileSync(trace, JSON.stringify({ traceEvents: spans }));
    const unjudged = await open(heatmap("unjudged", trace) + "#range=1-2&base=rest");
    await unjudged.waitForFunction(() => /CPUs, not judged: the number of samples is not known$/.test(document.querySelector("h1").textContent));
    await done(unjudged);
    const record = (i) => `app 7/7 [000] ${(1 + i / 100).toFixed(6)}: 3000000000 cycles:\n\t10 ${i % 3 && i < 100 ? "f" : "g"} (/bin/x)\n\n`;
    fs.writeFileSync(cycles, Array.from({ length: 200 }, (_, i) => record(i)).join(""));
    const large = await open(heatmap("large", cycles, "--weight", "period", "--value", "weight") + "#range=0-1&base=1-2");
    await large.waitForFunction(() => /events\/s, sure/.test(document.querySelector("h1").textContent.replaceAll("\u202f", " ")));
    const legend = (await large.textContent(".fr-foot")).replaceAll("\u202f", " ");
    assert.doesNotMatch(legend, /[\d]\/s (more|less)/);
    assert.match(legend, /(points|pp)/);
    await done(large);
});

test("commands repeat what the cells were drawn with; of a part of the time there is no rest", async () => {
    const page = await open(heatmap("drawn", recording("stall"), "--where", "tid=7237", "--hide", "^main$", "--range", "2-5") + "#range=3.4-3.6"),
        command = () => textOf(page, "#flamerender-selection");
    assert.equal(await command(), "flamerender INPUT --where tid=7237 --hide '^main$' --relative-percentages --then --range 3.4-3.6");
    await page.focus("#flamerender-picture svg");
    await page.keyboard.press("r");
    await page.waitForFunction(() => /base=rest/.test(location.hash));
    assert.doesNotMatch(await command(), /rest --new-range/);
    const commands = await page.$$eval("main .fr-command", (all) => all.map((one) => one.textContent).join(""));
    assert.equal(commands, ""); // the page alone does not draw it
    await done(page);
    const several = await open(heatmap("several", recording("stall"), "--range", "1-2", "--range", "4-5") + "#range=1-2&base=4-5");
    await several.waitForFunction(() => /base=4-5/.test(location.hash));
    assert.doesNotMatch(await textOf(several, "#flamerender-selection"), /INPUT/);
    assert.doesNotMatch(await several.textContent("h1"), /samples\/s/); // how long they last is not known
    assert.doesNotMatch(await several.textContent("main"), /runs of one program usually differ/); // two times of one
    await done(several);
    const two = await open(heatmap("two", recording("stall"), recording("stall")) + "#range=3.4-3.6");
    assert.match(await textOf(two, "#flamerender-selection"), /^flamerender INPUT --range 3\.4-3\.6/);
    await two.focus("#flamerender-picture svg");
    await two.keyboard.press("r");
    await two.waitForFunction(() => /base=rest/.test(location.hash));
    assert.doesNotMatch(await textOf(two, "#flamerender-selection"), /INPUT/); // diff would compare the recordings
    await done(two);
});

test("the table of another selection has the steps that hold", async () => {
    const page = await open(heatmap("steps", recording("stall")) + "#range=3.4-3.6&view=table&steps=focus:^rebuild_index$"),
        names = async () => (await page.$$eval("#flamerender-table tbody tr", (all) => all.map((row) => row.cells[0].textContent))).sort(),
        wanted = (range) =>
            execFileSync(program, ["top", "-q", "--max-rows", "0", "--format", "csv", "--focus", "^rebuild_index$", "--range", range, recording("stall")], { encoding: "utf8" })
                .trim().split("\r\n").slice(1).length;
    await page.waitForSelector("#flamerender-table tbody tr");
    assert.equal((await names()).length, wanted("3.4-3.6"));
    await page.evaluate(() => {
        location.hash = location.hash.replace("3.4-3.6", "3.3-3.5");
    });
    await page.waitForFunction(() => /3\.3-3\.5/.test(document.querySelector("#flamerender-selection").textContent));
    assert.equal((await names()).length, wanted("3.3-3.5"));
    await done(page);
});

test("rates are of the whole time against which a part stands, also where nothing of what was chosen ran in it", async () => {
    const input = quietThread(),
        page = await open(heatmap("quiet", input, "--where", "tid=30") + "#range=5-6&base=rest"),
        sides = ["--exact-names", "--base-range", "rest", "--new-range", "5-6"],
        svg = execFileSync(program, ["diff", "-q", input, "--where", "tid=30", ...sides], { encoding: "utf8" });
    await page.waitForFunction(() => /base=rest/.test(location.hash));
    assert.match(svg, /<title>hot is new: 0 /);
    assert.equal(await page.textContent("h1"), /<title>([^<]*)/.exec(svg)[1].replace(" is new", ""));
    await done(page);
});
