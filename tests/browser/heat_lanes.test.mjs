/*
 * heat_lanes.test.mjs - lanes of a heatmap's page, by thread, process and CPU, and the page without idle CPUs: cells
 * and samples are those of the program's --where and --idle=exclude; pointer, keys and address choose them.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import test from "node:test";
import { done, hashOf, open, textOf, useBrowser } from "./browser.mjs";
import { program, randomFrom, recording, scratch } from "./picture.mjs";
import { decodeBase64 } from "../../render/assets/data/bytes.js";
import { busiest, decodeLanes, LANE_KEYS, lanesOf, samplesOf, sumCells, sumLanes } from "../../render/assets/data/lanes.js";
import { decodePack } from "../../render/assets/data/pack.js";
import { decodeSamples, profileAt } from "../../render/assets/data/samples.js";
import { Cells } from "../../render/assets/heat/heat_cells.js";

useBrowser();

/* Three threads of two processes on three CPUs, and idle CPUs; all at random. */
function randomThreads(seed) {
    const random = randomFrom(seed),
        threads = ["app 7/7", "app 7/8", "db 9/9", "swapper 0/0"];
    let text = "",
        us = 5_000_000 + random(900_000);
    for (let i = 0; i < 500; i++) {
        us += random(5) ? random(30_000) : 20_000 - (us % 20_000);
        const who = threads[random(4)],
            loop = who.startsWith("swapper") && random(3) > 0;
        text += `${who} [00${random(3)}] ${(us / 1e6).toFixed(6)}: ${1 + random(9)} cycles:\n`;
        if (loop) text += "\tff1 native_safe_halt+0x1 ([kernel.kallsyms])\n\tff2 do_idle+0x1 ([kernel.kallsyms])\n";
        else for (let d = 1 + random(4); d > 0; d--) text += `\t4011d6 f${random(5)}+0x1 (/usr/bin/app)\n`;
        text += "\n";
    }
    const file = path.join(scratch, `threads${seed}.perf`);
    fs.writeFileSync(file, text);
    return file;
}

/* Threads that wait for up to 700 ms. */
function randomWaits() {
    const random = randomFrom(8),
        at = (us) => (us / 1e6).toFixed(6),
        records = [];
    for (const tid of [11, 12, 13])
        for (let us = 5_000_000 + random(900_000); us < 14_000_000; ) {
            const end = us + 1 + random(700_000);
            records.push([us, `app 10/${tid} [000] ${at(us)}: sched:sched_switch: app:${tid} [120] S ==> ` +
                `swapper/0:0 [120]\n\t7f0${random(3)} wait${random(3)} (/bin/app)\n\t7f02 main (/bin/app)\n`]);
            records.push([end, `swapper 0/0 [000] ${at(end)}: sched:sched_switch: swapper/0:0 [120] R ==> ` +
                `app:${tid} [120]\n\tff81 schedule_idle ([kernel.kallsyms])\n`]);
            us = end + 1 + random(50_000);
        }
    const file = path.join(scratch, "lane-waits.perf");
    fs.writeFileSync(file, records.sort((a, b) => a[0] - b[0]).map(([, text]) => text).join("\n"));
    return file;
}

function pageOf(file, ...args) {
    const html = path.join(scratch, path.basename(file) + ".html");
    execFileSync(program, ["heatmap", "-q", file, "-o", html, ...args]);
    return html;
}

/* What a page carries. */
async function carried(html) {
    const text = fs.readFileSync(html, "utf8"),
        part = (what) => new RegExp(`id="flamerender-${what}">([^<]*)<`).exec(text)[1],
        samples = await decodeSamples(decodeBase64(part("samples"))),
        pack = await decodePack(decodeBase64(part("data"))),
        who = await decodeLanes(decodeBase64(part("lanes")), samples),
        cells = new Cells(JSON.parse(part("heat")));
    return { pack, samples, who, cells, lasts: cells.view.lasts };
}

/* [cell, number] of the heatmap that the program makes with some options. Its columns may begin later. */
function cellsOf(cells, file, ...args) {
    const heat = JSON.parse(execFileSync(program, ["heatmap", "-q", "--format", "json", file, ...args], { encoding: "utf8" }));
    const shift = heat.first_second - heat.origin_second - cells.view.first;
    return heat.cells.flatMap(([column, ...rest]) =>
        pairs(rest).map(([row, number]) => [(column + shift) * cells.rows + row, number]),
    );
}

/* A line has a row and its number, again and again. */
function pairs(list) {
    return Array.from({ length: list.length / 2 }, (_, i) => list.slice(2 * i, 2 * i + 2));
}

/* "a;b" -> value */
function foldedOf(file, ...args) {
    const text = execFileSync(program, ["convert", "-q", "--format", "folded", file, ...args], { encoding: "utf8" }),
        lines = text.trim().split("\n").map((line) => /^(.*) (\d+)$/.exec(line));
    return lines.map(([, stack, value]) => [stack, Number(value)]).sort();
}

function stacksOf({ pack, lasts }, samples) {
    const part = profileAt(pack, 0, samples, { from: -Infinity, to: Infinity }, lasts).pack,
        stacks = [""],
        found = new Map();
    for (let i = 1; i < part.parent.length; i++) {
        const above = stacks[part.parent[i]],
            name = part.names[part.frames.name[part.frame[i]]];
        stacks.push(above ? above + ";" + name : name);
        const value = Number(part.columns[0].values[i]);
        if (value) found.set(stacks[i], (found.get(stacks[i]) || 0) + value);
    }
    return [...found].sort();
}

/* Compares each lane with the program; what all add up to. */
function together({ pack, samples, who, cells, lasts }, key, file, args) {
    const sums = new Map(),
        options = args.filter((option) => !option.startsWith("--value"));
    const lanes = lanesOf(samples, who, key),
        all = sumLanes(cells, samples, who, lanes, false);
    const sum = (values) => [...values].reduce((a, [, number]) => a + number, 0),
        two = sumLanes(cells, samples, who, busiest(lanes, 2), false);
    assert.equal(two.length, Math.min(2, lanes.length));
    assert.equal(two.reduce((a, values) => a + sum(values), 0), sum(cells.values));
    for (const [k, lane] of lanes.entries()) {
        const mine = samplesOf(samples, who, lane, false),
            own = [...sumCells(cells, mine)];
        assert.deepEqual([...all[k]], own);
        assert.deepEqual(own, cellsOf(cells, file, ...args, "--where", lane.where), lane.where);
        assert.deepEqual(stacksOf({ pack, lasts }, mine), foldedOf(file, ...options, "--where", lane.where), lane.where);
        for (const [cell, number] of own) sums.set(cell, (sums.get(cell) || 0) + number);
    }
    return [...sums].sort((a, b) => a[0] - b[0]);
}

test("lanes of random recordings: cells and stacks are those of --where; together they are the whole", async () => {
    const weighed = [randomThreads(3), "--value=weight"];
    for (const [file, ...args] of [[randomThreads(1)], [randomThreads(2)], weighed, [randomWaits(), "--off-cpu"]]) {
        const page = await carried(pageOf(file, ...args)),
            { cells, samples, who } = page,
            whole = [...sumCells(cells, samples)];
        assert.deepEqual(whole, [...cells.values]);
        for (const key of LANE_KEYS.keys()) assert.deepEqual(together(page, key, file, args), whole, key);
        if (args.length) continue;
        assert.ok(who.anyIdle);
        const busy = samplesOf(samples, who, null, true);
        assert.deepEqual([...sumCells(cells, busy)], cellsOf(cells, file, "--idle=exclude"));
        assert.deepEqual(stacksOf(page, busy), foldedOf(file, "--idle=exclude"));
    }
});

/* What the rings and cells of the picture are drawn of. */
const paths = (page, where) => page.$$eval(where, (all) => all.map((path) => path.getAttribute("d")));
const title = async (page) => (await page.textContent(".fr-facts")).replaceAll("\u202f", " ");

test("a lane by pointer, key and address: its cells, its flame graph, its command; a drag in it selects", async () => {
    const url = "file://" + pageOf(recording("stall")),
        page = await open(url),
        folded = async () => foldedOf(recording("stall"), ...(await textOf(page, "#flamerender-selection")).split(" ").slice(2));
    assert.equal(await page.isHidden(".fr-lanes"), true);
    await page.selectOption("select[aria-label=Lanes]", "tid");
    assert.deepEqual(
        await page.$$eval(".fr-lane", (all) => all.map((one) => one.textContent.replaceAll("\u202f", " "))),
        ["query 7238 \u00b7 396 samples \u00b7 50.83 %", "ingest 7237 \u00b7 383 samples \u00b7 49.17 %"],
    );
    await page.focus(".fr-lane >> nth=1");
    await page.keyboard.press("Enter");
    assert.equal(await textOf(page, "#flamerender-selection"), "flamerender INPUT --where tid=7237");
    assert.equal(await title(page), "ingest 7237 \u00b7 the whole recording");
    assert.equal(await hashOf(page), "#lane=tid:7237");
    assert.equal((await folded()).reduce((sum, [, value]) => sum + value, 0), 383);
    const box = await page.locator(".fr-lanes > svg >> nth=0").boundingBox(),
        x = box.x + (box.width * 200) / 700, // in column 2
        y = (row) => box.y + (box.height * (50 - row)) / 51;
    await page.mouse.move(x, y(20.5));
    await page.mouse.down();
    await page.mouse.move(x, y(29.5), { steps: 3 });
    await page.mouse.up();
    assert.equal(await textOf(page, "#flamerender-selection"), "flamerender INPUT --where tid=7238 --range 2.4-2.6");
    assert.equal(await hashOf(page), "#range=2.4-2.6&lane=tid:7238");
    const sum = (await folded()).reduce((all, [, value]) => all + value, 0);
    assert.ok((await title(page)).startsWith(`query 7238 \u00b7 2.4-2.6 s \u00b7 ${sum} sample`), await title(page));
    const drawn = await paths(page, "#flamerender-picture .fr-ramp2, #flamerender-picture .fr-ramp6");
    assert.ok(drawn.length > 0);
    await done(page);
    const again = await open(url + "#range=3.4-3.6&base=rest&lane=tid:7237");
    await again.waitForSelector(".fr-lane[aria-pressed=true]");
    assert.equal(await textOf(again, "#flamerender-selection"), "flamerender diff INPUT --where tid=7237 --exact-names --base-range rest --new-range 3.4-3.6");
    await again.focus("#flamerender-picture svg");
    await again.keyboard.press("Escape");
    assert.equal(await textOf(again, "#flamerender-selection"), "flamerender INPUT --where tid=7237");
    await again.keyboard.press("Escape");
    assert.match(await title(again), /^779 samples of .* of recording/);
    assert.equal(await hashOf(again), "#lane=tid"); // all lanes, none of them chosen
    await done(again);
});

test("without idle CPUs: cells, command and address; axe finds nothing with lanes, on a phone and a desk", async () => {
    const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"),
        url = "file://" + pageOf(randomThreads(4));
    for (const [width, colorScheme] of [[1200, "light"], [390, "dark"]]) {
        const page = await open(url, { width, colorScheme });
        await page.selectOption("select[aria-label=Lanes]", "cpu");
        await page.click("text=Without idle CPUs");
        assert.equal(await textOf(page, "#flamerender-selection"), "flamerender INPUT --idle=exclude");
        assert.equal(await hashOf(page), "#lane=cpu&idle=exclude");
        await page.evaluate(axe);
        const found = await page.evaluate(async () => {
            const result = await window.axe.run(document, { resultTypes: ["violations"] });
            return result.violations.map((v) => v.id + ": " + v.nodes[0].html.slice(0, 150) + v.nodes[0].failureSummary);
        });
        assert.deepEqual(found, []);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
        const [seen, own] = await page.$eval(".fr-plot", ({ scrollWidth, firstElementChild }) => [
            scrollWidth,
            firstElementChild.viewBox.baseVal.width,
        ]);
        assert.ok(seen >= Math.min(700, Math.floor(own))); // cells and axis stay readable
        await done(page);
    }
});

test("without idle CPUs: the facts say so, and shares are of the same whole as those of the command", async () => {
    const file = randomThreads(1),
        page = await open("file://" + pageOf(file));
    await page.click("text=Without idle CPUs");
    assert.equal(await title(page), "without idle CPUs \u00b7 the whole recording");
    await page.evaluate(() => {
        location.hash += "&range=0-1";
    });
    await page.waitForFunction(() => /--range 0-1/.test(document.querySelector("#flamerender-selection").textContent));
    const args = (await textOf(page, "#flamerender-selection")).split(" ").slice(2),
        drawn = execFileSync(program, ["-q", "--format", "html", "--icicle", ...args, file], { encoding: "utf8", maxBuffer: 1 << 28 }),
        view = JSON.parse(/id="flamerender-view">([^<]*)</.exec(drawn)[1]);
    assert.equal(await page.textContent("main:not([hidden]) h1"), view.title);
    await done(page);
    const drawnSo = await open("file://" + pageOf(file, "--idle=exclude") + "#range=0-1");
    await drawnSo.waitForFunction(() => /--range 0-1/.test(document.querySelector("#flamerender-selection").textContent));
    const words = (await textOf(drawnSo, "#flamerender-selection")).split(" ").slice(2),
        html = execFileSync(program, ["-q", "--format", "html", "--icicle", ...words, file], { encoding: "utf8", maxBuffer: 1 << 28 });
    assert.deepEqual(words, ["--idle=exclude", "--relative-percentages", "--then", "--range", "0-1"]);
    assert.equal(await drawnSo.textContent("main:not([hidden]) h1"), JSON.parse(/id="flamerender-view">([^<]*)</.exec(html)[1]).title);
    await drawnSo.keyboard.press("Escape");
    await drawnSo.waitForFunction(() => location.hash === "");
    const foot = (await drawnSo.textContent("main:not([hidden]) .fr-command")).replaceAll("\u200b", "");
    assert.match(foot, /^flamerender INPUT --idle=exclude --relative-percentages --then\b/); // what it has is more
    await done(drawnSo);
});
