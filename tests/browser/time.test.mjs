/*
 * time.test.mjs - time in a page: which pages open in it, and the strip of samples, whose brush gives the boxes of the
 * program's --range by pointer, keys, touch and address.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import test from "node:test";
import { decodeBase64 } from "../../render/assets/data/bytes.js";
import { decodeChart } from "../../render/assets/data/chart_samples.js";
import { decodePack } from "../../render/assets/data/pack.js";
import { readLabels } from "../../render/assets/data/pack_labels.js";
import { TimedSamples } from "../../render/assets/profile/range.js";
import { transformPack } from "../../render/assets/profile/transform.js";
import { foldedOfPack } from "../../render/assets/view/export_folded.js";
import { done, fromMore, hashOf, labelsOn, open, rowsIn, rowsOn, textOf, toView, useBrowser } from "./browser.mjs";
import { program, quietThread, randomFrom, recording, root, run, scratch } from "./picture.mjs";

const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const STALL = recording("stall"),
    CPUPROFILE = path.join(root, "golden/cpuprofile/heatmap/in.json"),
    TRACE = path.join(root, "golden/chrome_trace/clang/in.json"),
    SAFARI = path.join(root, "golden/safari/recording/in.json");

useBrowser();

function pageOf(name, input, ...args) {
    const file = path.join(scratch, name + ".html");
    fs.writeFileSync(file, run(["--format", "html", ...args], input));
    return "file://" + file;
}

function sceneOf(input, ...args) {
    return JSON.parse(run(["--format", "scene-json", "--width", "1200", ...args], input));
}

function viewOf(input, ...args) {
    return JSON.parse(/id="flamerender-view">([^<]*)</.exec(run(["--format", "html", ...args], input))[1]);
}

/* The facts that the program writes under the title, as the page shows them. */
function factsOf(input, ...args) {
    return viewOf(input, ...args).subtitle.replaceAll("\u202f", " ");
}

/* Where a time in seconds lies on the strip; `y` is its middle. */
async function placesOn(page) {
    const { left, width, y, from, to } = await page.$eval(".fr-slices", (slices) => {
        const { left, width, top, height } = slices.getBoundingClientRect(),
            [from, to] = ["from", "to"].map((end) => parseFloat(slices.parentElement.dataset[end]));
        return { left, width, y: top + height / 2, from, to };
    });
    return { x: (time) => left + (width * (time - from)) / (to - from), y };
}

async function drag(page, from, to) {
    const { x, y } = await placesOn(page);
    await page.mouse.move(x(from), y);
    await page.mouse.down();
    await page.mouse.move(x((from + to) / 2), y);
    await page.mouse.move(x(to), y);
    await page.mouse.up();
}

const chosen = (page) => page.getAttribute(".fr-slices", "aria-valuetext");

async function shows(page, input, ...args) {
    assert.deepEqual(await rowsOn(page), rowsIn(sceneOf(input, ...args)));
    assert.equal(await textOf(page, ".fr-facts"), factsOf(input, ...args));
    assert.equal(await page.textContent("h1"), viewOf(input, ...args).title);
}

/* ---- which pages open in time ---- */

test("the program says which pages open in time, and which have parts", () => {
    for (const input of [CPUPROFILE, TRACE, SAFARI]) {
        assert.equal(viewOf(input).time.opens, true, input);
        assert.equal(viewOf(input, "--hide", "main").time.opens, true);
        assert.equal(viewOf(input, "--sort", "value").time.opens, undefined); // asked for
        assert.equal(viewOf(input).time.lasts, true);
        assert.equal(viewOf(input).time.title, undefined); // one thread: what ran most says more
        assert.equal(viewOf(input, "--title", "mine").time.title, "mine");
    }
    const { time } = viewOf(STALL);
    assert.equal(time.opens, undefined);
    assert.equal(time.lasts, undefined);
    assert.equal(time.parts, true);
    assert.match(time.title, /of the time runs in one thread: query 7238$/);
    assert.equal(time.start, 214037000);
    assert.deepEqual(time.recorded, [214037000, 8192462000]);
    const record = (time) => `app 7/7 [000] ${time}: 1 cycles: \n\t40 f (/bin/x)\n\n`;
    assert.equal(viewOf(record("1.0") + record("1.5")).time.parts, true);
    assert.equal(viewOf(record("1.0") + record("1.5").replace("1.5: ", "")).time.parts, undefined); // without a time
});

for (const [name, input, lane] of [["cpuprofile", CPUPROFILE, "all threads"], ["chrome-trace", TRACE, "clang++ 25596"]])
    test(`the page of a ${name} opens in time; the flame graph is a click away`, async () => {
        const page = await open(pageOf("opens-" + name, input)),
            selected = () => page.textContent("[role=tab][aria-selected=true]");
        assert.equal(await selected(), "Time");
        assert.equal(await hashOf(page), "");
        assert.deepEqual(await rowsOn(page), rowsIn(sceneOf(input, "--flamechart")));
        assert.deepEqual((await labelsOn(page)).slice(0, 2), ["all", lane]);
        assert.equal(await page.textContent("h1"), viewOf(input).title); // the answer
        assert.match(await page.textContent("h1"), /^\d+\u202f% of the time is in /);
        await toView(page, "Flame");
        assert.equal(await hashOf(page), "#order=name");
        await shows(page, input);
        await page.goBack();
        assert.equal(await selected(), "Time");
        await toView(page, "Callers");
        assert.equal(await hashOf(page), "#order=largest&from=leaves");
        await page.reload();
        await page.waitForSelector(".fr-view .fr-boxes path", { state: "attached" });
        assert.equal(await selected(), "Callers");
        await page.keyboard.press("b");
        assert.equal(await selected(), "Time");
        await done(page);
        const titled = await open(pageOf("titled-" + name, input, "--title", "mine"));
        assert.equal(await titled.textContent("h1"), "mine");
        await done(titled);
        const sorted = await open(pageOf("sorted-" + name, input, "--sort", "value"));
        assert.equal(await sorted.textContent("[role=tab][aria-selected=true]"), "Flame");
        await done(sorted);
    });

test("a page of several threads opens on the one that worked longest; what idles is last", async () => {
    const input = path.join(root, "golden/chrome_trace/busiest_first/in.json"),
        page = await open(pageOf("busiest", input)),
        lanes = (await labelsOn(page)).filter((label) => /^(waits|helps|works) \d$/.test(label));
    assert.deepEqual(lanes, ["works 3", "helps 2", "waits 1"]);
    assert.deepEqual(await rowsOn(page), rowsIn(sceneOf(input, "--flamechart")));
    await done(page);
});

test("in time the parts of the title lead to the table and to the flame graph", async () => {
    const page = await open(pageOf("answers", STALL, "--where", "tid=7238") + "#order=time"),
        [itself, under] = ["itself", "is under"].map((words) => page.locator("h1 a", { hasText: words }));
    await itself.click();
    assert.equal(await page.textContent("[role=tab][aria-selected=true]"), "Table");
    await toView(page, "Time");
    const name = (await under.textContent()).replace(/.* is under /, "");
    await under.click();
    assert.equal(await page.textContent("[role=tab][aria-selected=true]"), "Flame");
    assert.match(await hashOf(page), new RegExp(`zoom=.*;${name}(&|$)`));
    await done(page);
});

test("a step from a page that opened in time shows the flame graph, and without it that stays", async () => {
    const page = await open(pageOf("stepped", TRACE) + "#steps=focus%3ABackend");
    await shows(page, TRACE, "--focus", "Backend");
    await page.click("[data-what=step]");
    await shows(page, TRACE);
    await done(page);
});

/* ---- ranges ---- */

function foldedOf(input, ...args) {
    const text = execFileSync(program, ["convert", "-q", "--format", "folded", ...args, input], { encoding: "utf8" });
    return text.split("\n").sort();
}

test("random ranges of recordings have the stacks of --range", async () => {
    const random = randomFrom(7),
        names = ["stall", "native", "nodejs", "gopipe", "convoy", "waiter", "collect", "multi", "templates", "known"];
    let n = 0;
    for (const input of [...names.map(recording), CPUPROFILE, TRACE, SAFARI]) {
        const html = run(["--format", "html", "--data", "full"], input),
            part = (what) => new RegExp(`id="flamerender-${what}">([^<]*)<`).exec(html)[1],
            view = JSON.parse(part("view"));
        if (!view.time?.parts) continue;
        n++;
        const pack = await decodePack(decodeBase64(part("data")), readLabels),
            samples = new TimedSamples(pack, await decodeChart(decodeBase64(part("chart"))), view.time),
            [first, last] = view.time.recorded;
        pack.cut = (pattern) => samples.cut(pattern);
        const moment = () => first + ((last - first) * random(1000)) / 1000,
            ranges = Array.from({ length: 4 }, () => [moment(), moment()].sort((a, b) => a - b));
        for (const ends of [[0, last + 1e9], ...ranges]) {
            const pattern = ends.map((ns) => (ns / 1e9).toFixed(6)).join("-"),
                cut = transformPack(pack, { step: "range", pattern });
            if (!cut.columns[0].values.some((value) => value)) continue;
            const stacks = foldedOfPack(cut, 0, () => true).split("\n").sort();
            assert.deepEqual(stacks, foldedOf(input, "--range", pattern), input + " " + pattern);
        }
    }
    assert.ok(n > 8, String(n));
});

/* ---- the strip ---- */

test("a drag over the strip gives the boxes, facts and title of --range", async () => {
    const page = await open(pageOf("stall", STALL)),
        place = () => page.$eval(".fr-stage", (stage) => JSON.stringify(stage.getBoundingClientRect())),
        before = await place();
    assert.equal(await chosen(page), "all");
    await drag(page, 3.41, 3.59);
    assert.equal(await chosen(page), "3.4 to 3.6 s");
    assert.equal(await hashOf(page), "#steps=range%3A3.4-3.6");
    assert.equal(await textOf(page, "[data-what=step]"), "seconds 3.4-3.6");
    await shows(page, STALL, "--range", "3.4-3.6");
    assert.equal(await place(), before); // nothing moved
    assert.equal(await page.textContent(".fr-command"), "flamerender INPUT --range 3.4-3.6 -o new.svg");
    await page.reload();
    await page.waitForSelector(".fr-view .fr-boxes path", { state: "attached" });
    await shows(page, STALL, "--range", "3.4-3.6");
    await drag(page, 1.01, 2.99);
    await shows(page, STALL, "--range", "1-3");
    await page.goBack();
    await shows(page, STALL, "--range", "3.4-3.6");
    await page.click("[data-what=step]");
    await shows(page, STALL);
    assert.match(await page.textContent(".fr-command"), /^flamerender stall\.html -o/);
    await done(page);
});

test("a click outside of the brush ends it, one inside does not; so does Escape in the picture", async () => {
    const page = await open(pageOf("ends", STALL));
    await drag(page, 3.41, 3.59);
    const { x, y } = await placesOn(page);
    await page.mouse.click(x(3.5), y);
    assert.equal(await chosen(page), "3.4 to 3.6 s");
    await page.mouse.click(x(6), y);
    assert.equal(await chosen(page), "all");
    await drag(page, 3.59, 3.41); // to the left
    assert.equal(await chosen(page), "3.4 to 3.6 s");
    await page.focus(".fr-moving .fr-labels");
    await page.keyboard.press("Escape");
    assert.equal(await chosen(page), "all");
    assert.equal(await hashOf(page), "");
    await done(page);
});

test("keys move the part, its end, and end it", async () => {
    const page = await open(pageOf("keys", STALL)),
        press = async (key, said) => {
            await page.keyboard.press(key);
            assert.equal(await chosen(page), said, key);
        };
    await page.focus(".fr-slices");
    await press("ArrowRight", "0.2 to 0.25 s");
    await press("ArrowRight", "0.25 to 0.3 s");
    await press("Shift+ArrowRight", "0.25 to 0.35 s");
    await press("Shift+ArrowRight", "0.25 to 0.4 s");
    await press("Shift+ArrowLeft", "0.25 to 0.35 s");
    await shows(page, STALL, "--range", "0.25-0.35");
    await press("ArrowLeft", "0.2 to 0.3 s");
    await press("ArrowLeft", "0.2 to 0.3 s"); // the start
    await press("Shift+End", "0.2 to 8.25 s");
    await press("Escape", "all");
    await press("Home", "0.2 to 0.25 s");
    await press("Escape", "all");
    await press("End", "8.2 to 8.25 s"); // after the last sample: the picture stays
    assert.match(await textOf(page, ".fr-notice"), /nothing would be left/);
    assert.equal(await hashOf(page), "");
    await press("ArrowLeft", "8.15 to 8.2 s");
    await shows(page, STALL, "--range", "8.15-8.2");
    await done(page);
});

test("with other steps a part stands first, as in the program; table and export follow", async () => {
    const page = await open(pageOf("steps", STALL));
    await page.selectOption("[aria-label=tid]", "7238");
    await drag(page, 1.01, 1.99);
    await shows(page, STALL, "--range", "1-2", "--where", "tid=7238");
    assert.equal(await hashOf(page), "#steps=range%3A1-2;where%3Atid%3D7238");
    await toView(page, "Table");
    const args = ["top", "-q", "--format", "json", "--max-rows", "0", "--range", "1-2", "--where", "tid=7238", STALL],
        top = execFileSync(program, args, { encoding: "utf8" }),
        rows = await page.$$eval("#flamerender-table tbody tr", (all) =>
            all.map((row) => [row.querySelector("th button").title, Number(row.querySelector("data").value)]));
    const wanted = JSON.parse(top).rows.map((row) => [row.function, row.self]);
    assert.deepEqual(Object.fromEntries(rows), Object.fromEntries(wanted));
    await toView(page, "Flame");
    const saved = page.waitForEvent("download");
    await fromMore(page, "Picture, SVG");
    const svg = fs.readFileSync(await (await saved).path(), "utf8");
    assert.match(svg.replaceAll("\u202f", " "), /1-2 s · tid=7238/);
    await page.keyboard.press("Escape");
    assert.equal(await hashOf(page), "#steps=where%3Atid%3D7238");
    assert.equal(await textOf(page, ".fr-facts"), factsOf(STALL, "--where", "tid=7238"));
    await done(page);
});

test("an address chooses one part of the time, as the program reads it, or none", async () => {
    const url = pageOf("addressed", STALL);
    for (const [steps, ...args] of [
        ["range:3.4-3.6;range:1-2", "--range", "3.4-3.6"],
        ["range:-1-2"], // no second is below 0
        ["range:0x1-0x5"],
        ["range:3.4-3.6-9"],
    ]) {
        const page = await open(url + "#steps=" + steps);
        await shows(page, STALL, ...args);
        await done(page);
    }
});

test("samples that last are cut at the ends of a part", async () => {
    for (const [input, range] of [[TRACE, "0.02-0.0955"], [CPUPROFILE, "0.095-0.205"], [SAFARI, "0.5105-0.512"]]) {
        const page = await open(pageOf("lasts", input) + "#order=name&steps=range%3A" + range);
        await shows(page, input, "--range", range);
        await done(page);
    }
});

test("in the view of time the strip shows what the window shows, and a drag moves that there", async () => {
    const page = await open(pageOf("in-time", STALL) + "#order=time");
    assert.equal(await chosen(page), "all");
    await drag(page, 3.01, 3.99);
    await page.waitForFunction(() => /span=/.test(location.hash));
    assert.equal(await chosen(page), "3 to 4 s");
    assert.match(await hashOf(page), /^#order=time&span=0\.3485/);
    await page.focus(".fr-slices");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !/span=/.test(location.hash));
    assert.equal(await chosen(page), "all");
    await done(page);
});

test("from a flame graph of a part the view of time shows that part; Back brings the flame graph again", async () => {
    const page = await open(pageOf("part-in-time", STALL));
    await drag(page, 3.41, 3.59);
    await toView(page, "Time");
    await page.waitForFunction(() => /span=/.test(location.hash));
    assert.match(await hashOf(page), /^#order=time&span=/);
    assert.equal(await chosen(page), "3.4 to 3.6 s");
    assert.equal(await page.getAttribute("[role=tab] >> text=Time", "aria-selected"), "true");
    await page.goBack();
    await shows(page, STALL, "--range", "3.4-3.6");
    await done(page);
});

test("a box of the view of time is the one of its address, not the first of its name", async () => {
    const record = (time, f) => `app 7/7 [000] ${time}: 1 cycles: \n\t40 ${f} (/bin/x)\n\t41 main (/bin/x)\n\n`,
        page = await open(pageOf("boxes_in_time", record("1.0", "work") + record("1.1", "wait") + record("1.2", "work") + record("1.6", "wait"), "--flamechart")),
        axis = (shown) => shown.$$eval(".fr-axis text", (all) => all.map((text) => text.textContent.replaceAll("\u202f", " "))),
        work = page.locator(".fr-labels text >> text=work").last();
    await work.click({ force: true });
    await page.waitForFunction(() => location.hash.includes("at=200000000"));
    const second = await axis(page);
    assert.ok(second.includes("0.22 s"), second.join());
    const again = await open(page.url());
    assert.deepEqual(await axis(again), second);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !location.hash.includes("zoom"));
    await page.goBack();
    await page.waitForFunction(() => location.hash.includes("zoom"));
    assert.deepEqual(await axis(page), second);
    await done(again);
    await done(page);
});

test("a page has no strip where its samples have no times, or of two profiles", async () => {
    const page = await open(pageOf("folded", "main;a 3\nmain;b 4\n"));
    assert.equal(await page.isVisible(".fr-strip"), false);
    await done(page);
    const compared = await open(pageOf("compared", STALL));
    assert.equal(await compared.isVisible(".fr-strip"), true);
    fs.writeFileSync(path.join(scratch, "other.folded"), "main;a 3\nmain;b 4\n");
    await compared.setInputFiles("input[type=file]", path.join(scratch, "other.folded"));
    await compared.waitForFunction(() => /compared with a file/.test(document.querySelector(".fr-chips").textContent));
    assert.equal(await compared.isVisible(".fr-strip"), false);
    await done(compared);
});

test("numbers that a page cannot say exactly leave the rest of it as it is", async () => {
    const record = (time, period) => `app 7/7 [000] ${time}: ${period} cycles: \n\t40 work (/bin/x)\n\t41 main (/bin/x)\n\n`,
        large = await open(pageOf("large-values", record("1.0", 1) + record("1.2", 2 ** 52), "--weight", "period"));
    assert.equal(await large.$eval(".fr-strip", (strip) => strip.hidden), true);
    await toView(large, "Time");
    assert.deepEqual(await labelsOn(large), ["all", "app 7", "app", "main", "work"]);
    await done(large);
    const years = await open(pageOf("years", record("1.0", 1) + record("1.2", 1) + record("7000000.0", 1)));
    assert.match(await textOf(years, "figcaption, .fr-foot"), /3 samples/);
    assert.equal(await years.$eval(".fr-strip", (strip) => strip.hidden), true);
    await done(years);
    assert.match(run(["--format", "html"], record("1.0", 1) + record("7000000.0", 1)), /<p>no order in time: it lasts more than 52 days/);
});

test("by touch on a phone; the strip has room for a finger, and axe finds nothing", async () => {
    const page = await open(pageOf("phone", STALL), { hasTouch: true, width: 390, height: 844 }),
        { x, y } = await placesOn(page),
        client = await page.context().newCDPSession(page),
        touch = (type, ...times) => {
            const touchPoints = times.map((time) => ({ x: x(time), y }));
            return client.send("Input.dispatchTouchEvent", { type, touchPoints });
        };
    assert.equal(await page.$eval(".fr-strip", (strip) => strip.getBoundingClientRect().height), 28);
    await touch("touchStart", 3.41);
    await touch("touchMove", 3.5);
    await touch("touchMove", 3.79);
    await touch("touchEnd");
    assert.equal(await chosen(page), "3.4 to 3.8 s");
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run());
    assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0].html]), []);
    await done(page);
});

test("at 900 x 600 nothing but the stage scrolls", async () => {
    const page = await open(pageOf("low", STALL), { width: 900, height: 600 });
    await drag(page, 3.41, 3.59);
    const over = await page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return [scrollWidth - innerWidth, scrollHeight - innerHeight];
    });
    assert.deepEqual(over, [0, 0]);
    await done(page);
});

test("a range in the address of a page without times is left out, and said", async () => {
    const file = path.join(scratch, "no_times.folded");
    fs.writeFileSync(file, "main;a 5\nmain;b 5\n");
    const page = await open(pageOf("no_times", file) + "#steps=range:0-1;focus:a", { live: false });
    await page.waitForSelector("text=some steps of the address leave nothing here");
    assert.equal(await page.textContent(".fr-command"), "flamerender no_times.html --focus a -o new.svg");
    await done(page);
});

test("a list of labels that samples one by one do not have is hidden while a range holds", async () => {
    const page = await open(pageOf("mill", path.join(root, "tests/data/mill.jfr.gz"))),
        list = page.locator("[aria-label=thread]");
    assert.ok(await list.isVisible());
    await page.evaluate(() => {
        location.hash = "#steps=range:0-1";
    });
    await list.waitFor({ state: "hidden" });
    await page.goBack();
    await list.waitFor({ state: "visible" });
    await list.selectOption("grinder");
    await drag(page, 0.2, 0.6);
    await page.waitForSelector("text=samples of a range have no labels: not done");
    await done(page);
});

test("the command of a part repeats what the page was drawn with", async () => {
    const page = await open(pageOf("hidden", STALL, "--hide", "^main$", "--where", "tid=7238"));
    await drag(page, 2, 3);
    const command = await page.textContent(".fr-command"),
        drawn = "flamerender INPUT --hide '^main$' --where tid=7238 --relative-percentages --then --range ",
        [range] = command.slice(drawn.length).split(" ");
    assert.equal(command, drawn + range + " -o new.svg");
    const words = ["--hide", "^main$", "--where", "tid=7238", "--relative-percentages", "--then", "--range", range];
    assert.deepEqual(await rowsOn(page), rowsIn(sceneOf(STALL, ...words)));
    await page.setInputFiles("input[type=file]", { name: "x.txt", mimeType: "text/plain", buffer: Buffer.from("no stacks") });
    await page.waitForSelector("text=x.txt cannot be compared");
    assert.equal(await page.textContent(".fr-command"), command);
    await done(page);
});

test("in time a search has the share of all lanes that it finds, at most all", async () => {
    const span = (name, tid, ts, dur) => ({ name, ph: "X", ts: ts * 1e6, dur: dur * 1e6, pid: 1, tid }),
        input = path.join(scratch, "lanes.json");
    fs.writeFileSync(input, JSON.stringify({ traceEvents: [span("a", 1, 0, 4), span("a", 2, 0, 3), span("b", 3, 1, 1)] }));
    const page = await open(pageOf("lanes", input));
    await page.fill(".fr-search input", "/^a$/");
    await page.waitForFunction(() => /^87\.5\u202f% \u00b7 2 boxes/.test(document.querySelector(".fr-found").textContent));
    await page.fill(".fr-search input", "thread");
    await page.waitForFunction(() => /^(100\u202f%|0\u202f%)/.test(document.querySelector(".fr-found").textContent));
    await done(page);
});

test("a page of a range has parts of that range alone", async () => {
    const page = await open(pageOf("ranged", STALL, "--range", "2.003-4.987"));
    await drag(page, 2.01, 2.4);
    const [, range] = /--range (\S+)/.exec(await page.textContent(".fr-command"));
    assert.match(range, /^2\.0(0[3-9]|1)\d*-/); // from the first sample on
    assert.deepEqual(await rowsOn(page), rowsIn(sceneOf(STALL, "--range", range)));
    await page.keyboard.press("Escape");
    await drag(page, 4.5, 5);
    assert.match(await page.textContent(".fr-command"), /--range 4\.\d+-4\.987 /); // which its end is not in
    await done(page);
});

test("a part of a page knows the time in which nothing of what it shows ran", async () => {
    const input = quietThread(),
        where = ["--where", "tid=30"];
    for (const [name, args, steps] of [
        ["quiet", where, ["--range", "6-12"]],
        ["quiet_range", [...where, "--range", "4-16"], ["--range", "6-12"]],
    ]) {
        const page = await open(pageOf(name, input, ...args) + "#steps=range:6-12");
        await page.waitForSelector("text=seconds 6-12");
        const facts = await textOf(page, ".fr-facts"),
            inAnyOrder = (text) => text.split(" \u00b7 ").filter((fact) => fact !== "4-16 s").sort();
        assert.match(facts, /^20 samples of cycles in 6.00 s of recording/);
        assert.deepEqual(inAnyOrder(facts), inAnyOrder(factsOf(input, ...where, ...steps)));
        await done(page);
    }
});

test("a flame chart says what of it is not in the file, and what a search may not find there", async () => {
    const file = path.join(scratch, "dense.perf"),
        sample = (tid, i, name) => `app ${tid} [000] ${(100 + i / 100).toFixed(6)}: cycles:\n\t 55 ${name} (/app)\n\t 44 main (/app)\n\n`;
    const at = (i) => sample(20, i, i < 15000 || i % 2 ? "a" : "b") + (i < 10000 ? sample(30, i, "c") : "");
    fs.writeFileSync(file, Array.from({ length: 40000 }, (_, i) => at(i)).join(""));
    for (const suffix of ["html", "svg"]) {
        const picture = path.join(scratch, "dense." + suffix);
        run(["--flame-chart", "-o", picture], file);
        const page = await open("file://" + picture),
            shows = (text) =>
                page.waitForFunction((part) => document.documentElement.textContent.replaceAll("\u202f", " ").includes(part), text);
        await shows("9 boxes drawn \u00b7 50.0 % of the time is not in this file");
        await page.locator("input").first().fill("/^a$/");
        await shows("at least 30.0 % \u00b7 1 box (50.0 % of the profile is not in this file)");
        await done(page);
    }
});
