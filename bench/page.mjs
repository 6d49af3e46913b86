// page.mjs PROGRAM [NODES[:DEPTH]...] - how a page of so many nodes (bench/calls.mjs) opens and answers in Chromium. It needs
// playwright-core, which tests/browser/run.sh installs:
//
//     FR_BUILD_DIR=build/test node bench/page.mjs build/test/flamerender 500000 1000000 100000:100000
//
// "open" is from the start of the navigation to the first frame with boxes of the viewer; "answers" the longest time in
// which the page ran no other task while it loaded, both the least and the most of five; zoom and search the least of five,
// to the frame after what they drew. The heap is that after a collection.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { stacksOf } from "./calls.mjs";

const build = path.resolve(process.env.FR_BUILD_DIR || "build/test");
const { chromium } = createRequire(path.join(build, "tests/browser/node_modules/"))("playwright-core");
const [program, ...sizes] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "page-"));

function makePage(nodes, depth) {
    const [folded, html] = ["in.folded", "out.html"].map((name) => path.join(folder, name));
    const lines = fs.openSync(folded, "w");
    for (const line of stacksOf(nodes, depth)) fs.writeSync(lines, line);
    fs.closeSync(lines);
    execFileSync(program, ["render", "-q", "--data", "full", "-o", html, folded]);
    const text = fs.readFileSync(html, "utf8"),
        data = /id="flamerender-data"[^>]*>([^<]*)</.exec(text)[1];
    return { html, size: text.length, data: data.length };
}

/* In the page, before its scripts: when boxes are there, and the longest wait. */
function watch() {
    let last = performance.now();
    window.bench = { open: 0, longest: 0 };
    const tick = () => {
        const now = performance.now();
        if (!window.bench.open) window.bench.longest = Math.max(window.bench.longest, now - last);
        last = now;
        if (!window.bench.open && document.querySelector(".fr-view .fr-boxes :is(path, canvas)"))
            requestAnimationFrame(() => setTimeout(() => (window.bench.open = performance.now())));
        else setTimeout(tick, 1);
    };
    tick();
}

/* Milliseconds from `act` to the frame after it. */
async function timed(page, act, turn) {
    return page.evaluate(([source, at]) => new Promise((ready) => {
        const before = performance.now();
        (0, eval)(source)(at);
        requestAnimationFrame(() => setTimeout(() => ready(performance.now() - before)));
    }), [act.toString(), turn]);
}

async function least(page, act) {
    const times = [];
    for (let turn = 0; turn < 5; turn++) times.push(await timed(page, act, turn));
    return Math.min(...times);
}

const zoom = (turn) => {
    const key = turn % 2 ? "Escape" : "Enter";
    if (!(turn % 2)) for (const step of ["Home", "ArrowDown", "ArrowDown", "ArrowDown"])
        document.querySelector("[role=tree]").dispatchEvent(new KeyboardEvent("keydown", { key: step, bubbles: true }));
    document.querySelector("[role=tree]").dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
};
const search = (turn) => {
    const field = document.querySelector(".fr-search input");
    field.value = ["flush", "/^std::.*(row|key)/", "e", "/(read|write)_b.*\\)$/", "Parser"][turn];
    field.dispatchEvent(new Event("input"));
};

async function measure(nodes, depth) {
    const { html, size, data } = makePage(nodes, depth),
        browser = await chromium.launch({ executablePath: process.env.FR_CHROMIUM || "/usr/bin/chromium",
            args: ["--no-sandbox", "--disable-gpu", "--enable-precise-memory-info", "--js-flags=--expose-gc"] });
    const opened = [], waits = [];
    let page = null;
    for (let i = 0; i < 5; i++) {
        if (page) await page.close();
        page = await (await browser.newContext({ viewport: { width: 1200, height: 900 }, reducedMotion: "reduce" })).newPage();
        page.on("pageerror", (error) => console.log(String(error)));
        page.on("console", (message) => console.log(message.text()));
        await page.addInitScript(watch);
        await page.goto("file://" + html);
        await page.waitForFunction(() => window.bench.open);
        const { open, longest } = await page.evaluate(() => window.bench);
        opened.push(open);
        waits.push(longest);
    }
    const range = (list) => `${Math.min(...list).toFixed(0)} to ${Math.max(...list).toFixed(0)}`;
    const zoomed = await least(page, zoom), found = await least(page, search);
    const heap = await page.evaluate(() => { window.gc(); return performance.memory.usedJSHeapSize / 1e6; });
    await browser.close();
    console.log(`${nodes} nodes${depth ? `, one stack of ${depth}` : ""}: page ${(size / 1e6).toFixed(2)} MB, data ${(data / nodes).toFixed(2)} ` +
        `bytes a node; open ${range(opened)} ms, answers within ${range(waits)} ms, heap ${heap.toFixed(0)} MB, ` +
        `zoom ${zoomed.toFixed(0)} ms, search ${found.toFixed(0)} ms`);
}

for (const size of sizes.length ? sizes : ["500000"]) {
    const [nodes, depth = 0] = size.split(":").map(Number);
    await measure(nodes, depth);
}
fs.rmSync(folder, { recursive: true });
