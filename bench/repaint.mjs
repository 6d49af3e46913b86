// repaint.mjs PROGRAM INPUT [RUNS] - what a step of a resize, and another choice of colour, cost the main thread of a page
// of INPUT in Chromium, in ms of its CPU time, so that other programs matter little:
//
//     FR_BUILD_DIR=build/test node bench/repaint.mjs build/test/flamerender cpp-dwarf-inlined.perf.gz 5
//
// A run has 16 steps of 30 px from a window of 1920 x 1000 px, of which "step" is the longest task, and all choices of
// the list of colours once. It needs playwright-core, which tests/browser/run.sh installs.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";

const build = path.resolve(process.env.FR_BUILD_DIR || "build/test");
const { chromium } = createRequire(path.join(build, "tests/browser/node_modules/"))("playwright-core");
const [program, input, runs = "5"] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "page-")), html = path.join(folder, "out.html");
const STEPS = 16, COLOURS = "select[aria-label=Colour]";

/* Until what was drawn last is seen. */
const seen = (page) => page.evaluate(() => new Promise((ready) => requestAnimationFrame(() => setTimeout(ready))));

async function counterOf(page) {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
    return async () => (await cdp.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value * 1000;
}

/* CPU time of the tasks of all main threads during `act`, the longest first. */
async function tasksOf(browser, act) {
    const cdp = await browser.newBrowserCDPSession(), events = [];
    cdp.on("Tracing.dataCollected", ({ value }) => events.push(...value));
    await cdp.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: ["toplevel", "__metadata"] } });
    await act();
    const complete = new Promise((ready) => cdp.on("Tracing.tracingComplete", ready));
    await cdp.send("Tracing.end");
    await complete;
    const threadOf = ({ pid, tid }) => `${pid}:${tid}`;
    const mains = events.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(threadOf);
    const tasks = events.filter((event) => /RunTask$/.test(event.name) && event.tdur && mains.includes(threadOf(event)));
    return tasks.map(({ tdur }) => tdur / 1000).sort((a, b) => b - a);
}

async function resize(browser, page) {
    const cdp = await page.context().newCDPSession(page);
    const [longest] = await tasksOf(browser, async () => {
        for (let i = 1; i <= STEPS; i++) {
            const width = 1920 - 30 * (i <= STEPS / 2 ? i : STEPS - i);
            await cdp.send("Emulation.setDeviceMetricsOverride", { width, height: 1000, deviceScaleFactor: 1, mobile: false });
            await seen(page);
        }
    });
    return longest;
}

async function recolour(page) {
    const now = await counterOf(page), times = [];
    const [own, all] = await page.$eval(COLOURS, (list) => [list.value, Array.from(list.options, ({ value }) => value)]);
    for (const way of [...all.filter((one) => one !== own), own]) {
        await page.waitForTimeout(400);
        const before = await now();
        await page.selectOption(COLOURS, way);
        await seen(page);
        times.push(await now() - before);
    }
    return times;
}

const say = (what, list) => {
    const sorted = list.toSorted((a, b) => a - b);
    console.log(`${what}: median ${sorted[sorted.length >> 1].toFixed(0)} ms, most ${sorted.at(-1).toFixed(0)} ms, of ${sorted.length}`);
};

execFileSync(program, ["render", "-q", "--data", "full", "-o", html, input]);
const browser = await chromium.launch({ executablePath: process.env.FR_CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const steps = [], colours = [];
for (let run = 0; run < Number(runs); run++) {
    const page = await (await browser.newContext({ viewport: { width: 1920, height: 1000 }, reducedMotion: "reduce" })).newPage();
    await page.goto("file://" + html);
    await page.waitForSelector(".fr-view .fr-boxes :is(path, canvas)", { state: "attached" });
    await page.waitForTimeout(1500);
    colours.push(...await recolour(page));
    steps.push(await resize(browser, page));
    await page.context().close();
}
await browser.close();
say("step of a resize", steps);
say("another colour", colours);
fs.rmSync(folder, { recursive: true });
