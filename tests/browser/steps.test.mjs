/*
 * steps.test.mjs - transforms of a page by mouse, key and touch: the menu of a box, the row of steps, Back,
 * addresses, callers, and the command line, which gives the same numbers. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import test from "node:test";
import { done, fromMore, hashOf, open, textOf, tip, toView, useBrowser } from "./browser.mjs";
import { program, recording, root, run, scratch } from "./picture.mjs";

const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

useBrowser();

function pageOf(name, input, ...args) {
    const file = path.join(scratch, name + ".html");
    fs.writeFileSync(file, run(["--format", "html", ...args], input));
    return "file://" + file;
}

const SMALL =
    "main;parse;lex;read 5\nmain;parse;lex 3\nmain;parse;scan 2\n" +
    "main;emit;read;read 2\nmain;emit 2\nmain;it's 6\n";

/* The middle of a labelled box. */
async function placeOf(page, name) {
    const label = page.locator(".fr-moving .fr-labels text", { hasText: name }).first(),
        at = await label.boundingBox();
    return { x: at.x + 2, y: at.y + at.height / 2 };
}

async function choose(page, name, item) {
    const { x, y } = await placeOf(page, name);
    await page.mouse.click(x, y, { button: "right" });
    await page.click(`.fr-menu button >> text=${item}`);
}

function rowsOf(page) {
    return page.$$eval("#flamerender-table tbody tr", (all) =>
        all.map((row) => [
            row.querySelector("th button").title,
            ...Array.from(row.querySelectorAll("data"), (data) => Number(data.value)),
        ]),
    );
}

/* What `top` says after the steps of the page's command line. */
async function topOf(page) {
    const command = await page.textContent(".fr-command"),
        shell = command
            .replace(/^flamerender /, `"$FR_PROGRAM" top -q --format json --max-rows 0 `)
            .replace(/ --(callers|icicle|sort=\w+)/g, "")
            .replace(/ -o new.svg$/, "");
    const text = execFileSync("sh", ["-c", shell], {
        cwd: scratch,
        encoding: "utf8",
        env: { ...process.env, FR_PROGRAM: program },
    });
    return JSON.parse(text).rows.map((row) => [row.function, row.self, row.total]);
}

function sceneOf(command) {
    const shell = command
        .replace(/^flamerender /, `"$FR_PROGRAM" -q `)
        .replace(/ -o new.svg$/, " --format scene-json");
    return JSON.parse(
        execFileSync("sh", ["-c", shell], {
            cwd: scratch,
            encoding: "utf8",
            env: { ...process.env, FR_PROGRAM: program },
        }),
    );
}

/* Title and facts of the page, and those of the program for the command that the page shows. */
async function assertSameFacts(page) {
    const scene = sceneOf(await page.textContent(".fr-command")),
        lines = (wanted) => scene.texts.filter(({ role }) => role === wanted).map(({ text }) => text);
    assert.equal(await page.textContent(".fr-facts"), lines("subtitle").join(" \u00b7 "));
    assert.equal(await page.textContent("h1"), lines("title").join(" "));
}

function labels(page) {
    return page.$$eval(".fr-moving .fr-labels text", (all) => all.map((text) => text.textContent));
}

test("each row of the menu does what its option does; the table and the command follow", async () => {
    const url = pageOf("menu", SMALL);
    for (const [name, item, chip, words] of [
        ["lex", "Only stacks with it", "only stacks with lex", "--focus '^lex$'"],
        ["lex", "Drop stacks with it", "without stacks with lex", "--ignore '^lex$'"],
        ["it's", "Hide it", "hidden: it's", "--hide '^it'\\''s$'"],
        ["parse", "Start stacks at it", "starts at parse", "--show-from '^parse$'"],
        ["lex", "Fold recursion", "recursion folded", "--fold-recursion=cycles"],
    ]) {
        const page = await open(url);
        await choose(page, name, item);
        assert.equal(await textOf(page, "[data-what=step]"), chip + "");
        assert.equal(
            await page.textContent(".fr-command"),
            `flamerender menu.html ${words} -o new.svg`,
        );
        assert.deepEqual((await rowsOf(page)).sort(), (await topOf(page)).sort());
        await assertSameFacts(page);
        await done(page);
    }
});

test("steps stack, Back undoes the last, a button takes any away, the address keeps them", async () => {
    const url = pageOf("stack", SMALL),
        page = await open(url);
    await choose(page, "parse", "Start stacks at it");
    await choose(page, "lex", "Only stacks with it");
    assert.equal(
        await page.textContent(".fr-command"),
        "flamerender stack.html --show-from '^parse$' --then --focus '^lex$' -o new.svg",
    );
    assert.deepEqual(await labels(page), ["all \u00b7 40.0\u202f% of the whole", "parse", "lex", "read"]);
    const linked = await hashOf(page);
    assert.match(linked, /steps=show-from%3A%5Eparse%24;focus%3A%5Elex%24$/);
    await page.goBack();
    assert.equal(await page.$$eval("[data-what=step]", (all) => all.length), 1);
    await page.goForward();
    await page.click("[data-what=step] >> nth=0");
    assert.deepEqual(await labels(page), [
        "all \u00b7 40.0\u202f% of the whole",
        "main",
        "parse",
        "lex",
        "read",
    ]);
    await done(page);
    const again = await open(url + linked);
    assert.equal(await again.$$eval("[data-what=step]", (all) => all.length), 2);
    assert.deepEqual((await rowsOf(again)).sort(), (await topOf(again)).sort());
    await done(again);
});

test("what would leave nothing is not done, from the menu or an address", async () => {
    const url = pageOf("nothing", SMALL),
        page = await open(url);
    await choose(page, "main", "Drop stacks with it");
    assert.equal(await textOf(page, ".fr-notice"), "nothing would be left: not done");
    assert.equal(await page.$$eval("[data-what=step]", (all) => all.length), 0);
    await choose(page, "main", "Only stacks with it");
    assert.equal(await textOf(page, ".fr-notice"), "that changes nothing here");
    await done(page);
    const linked = await open(url + "#steps=focus:%5Elex%24;focus:nowhere;hide:(");
    assert.equal(await linked.$$eval("[data-what=step]", (all) => all.length), 1);
    await linked.waitForFunction(() =>
        document.querySelector(".fr-notice").textContent.includes("leave nothing"),
    );
    await done(linked);
});

test("by key: m opens the menu, arrows and Enter choose, Escape leaves; b turns to callers", async () => {
    const page = await open(pageOf("keys-menu", SMALL));
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("m");
    assert.equal(await page.getAttribute(".fr-menu", "aria-label"), "parse");
    await page.keyboard.press("Escape");
    assert.ok(await page.isHidden(".fr-menu"));
    await page.keyboard.press("m");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    assert.equal(await textOf(page, "[data-what=step]"), "without stacks with parse");
    await page.keyboard.press("b");
    assert.match(await hashOf(page), /from=leaves/);
    const command = await page.textContent(".fr-command");
    assert.equal(
        command,
        "flamerender keys-menu.html --ignore '^parse$' --callers -o new.svg",
    );
    await assertSameFacts(page);
    const drawn = sceneOf(command).boxes.filter((box) => box.row === 1);
    const names = (await labels(page)).filter((name) => drawn.some((box) => box.name === name));
    assert.deepEqual(names.slice(0, 3), drawn.map((box) => box.name));
    await page.keyboard.press("b");
    assert.ok(!/from=/.test(await hashOf(page)));
    await done(page);
});

test("presets hide a runtime, from the list or the palette", async () => {
    const page = await open(pageOf("presets", recording("gopipe")));
    await page.click("[aria-label='More (e)']");
    await page.selectOption("[aria-label='Hide a runtime']", "go");
    assert.equal(await textOf(page, "[data-what=step]"), "runtime hidden: go");
    assert.match(await page.textContent(".fr-command"), / --hide-runtime go /);
    const table = await rowsOf(page);
    assert.ok(table.length > 5 && !table.some(([name]) => name.startsWith("runtime.")));
    await page.keyboard.press(":");
    await page.keyboard.type("take all steps");
    await page.keyboard.press("Enter");
    assert.equal(await page.$$eval("[data-what=step]", (all) => all.length), 0);
    await done(page);
});

test("another value column and one process are picked; table, titles and the command follow", async () => {
    const heap = path.join(root, "golden/shared/labels.pb"),
        page = await open(pageOf("columns", heap));
    assert.match(await textOf(page, ".fr-headline"), /233 KiB allocated · width is share of memory/);
    await page.selectOption("[aria-label=Values]", "alloc_objects");
    assert.match(await textOf(page, ".fr-headline"), /21 objects allocated · width is their share/);
    assert.match(await hashOf(page), /column=alloc_objects/);
    await choose(page, "serve", "Start stacks at it");
    assert.match(await page.textContent(".fr-command"), / --sample-index=alloc_objects /);
    await assertSameFacts(page);
    assert.deepEqual((await rowsOf(page)).sort(), (await topOf(page)).sort());
    const linked = page.url();
    await page.goBack();
    await page.goBack();
    assert.equal(await page.inputValue("[aria-label=Values]"), "alloc_space");
    assert.match(await textOf(page, ".fr-headline"), /233 KiB allocated/);
    await done(page);
    const again = await open(linked);
    assert.match(await textOf(again, ".fr-headline"), /21 objects allocated/);
    await done(again);

});

test("shares in lists are of the column that is shown", async () => {
    const url = pageOf("lists", path.join(root, "golden/shared/labels.pb")),
        page = await open(url),
        rows = () => page.$$eval("[aria-label=bytes] option", (all) => all.map(({ text }) => text.replaceAll("\u202f", " ")));
    assert.deepEqual(await rows(), ["bytes: all 3", "bytes 65536 82.3 %", "bytes 4096 17.1 %", "bytes 64 0.1 %"]);
    await page.selectOption("[aria-label=Values]", "alloc_objects");
    assert.deepEqual(await rows(), ["bytes: all 3", "bytes 4096 47.6 %", "bytes 64 23.8 %", "bytes 65536 14.3 %"]);
    await page.selectOption("[aria-label=bytes]", "64");
    assert.equal(await textOf(page, "[data-what=step]"), "only samples with bytes=64");
    await page.selectOption("[aria-label=Values]", "alloc_space");
    assert.equal(await page.inputValue("[aria-label=bytes]"), "64");
    await done(page);
});

test("Back and Forward to other stacks have the search that the field has", async () => {
    const page = await open(pageOf("found", "main;a;find 3\nmain;b;find 2\nmain;b 4\n")),
        found = () => textOf(page, ".fr-found");
    await page.fill(".fr-search input", "find");
    await page.evaluate(() => document.activeElement.blur());
    const roots = await found();
    await page.keyboard.press("b");
    const leaves = await found();
    assert.notEqual(leaves, roots);
    for (const [go, wanted] of [["goBack", roots], ["goForward", leaves]]) {
        await page[go]();
        await page.waitForFunction((name) => document.querySelector("[role=tab][aria-selected=true]").textContent === name,
            go === "goBack" ? "Flame" : "Callers");
        assert.equal(await found(), wanted);
    }
    await done(page);
});

/* [name of the case, ids of the two recorded, what their names are of]: a comm is a thread's name, and the process's
 * only where all threads are first ones. */
const RUNNERS = [
    ["processes", ["7/7", "9/9"], "process"],
    ["threads", ["7/7", "7/9"], "thread"],
    ["lone ids", ["7", "9"], "thread"],
];

for (const [name, [first, second], kind] of RUNNERS)
    test(`the rows on the root of ${name} have the word ${kind}, and a list of their names`, async () => {
        const record = (comm, ids, time) => `${comm} ${ids} [000] ${time}: 1 cycles: \n\t40 work (/bin/x)\n\n`,
            input = record("java", first, "1.0") + record("java", first, "1.1") + record("GC task", second, "1.2"),
            page = await open(pageOf("runners-" + kind, input)),
            list = `[aria-label='${kind} name']`;
        assert.deepEqual(await page.$$eval(list + " option", (all) => all.map((row) => row.textContent)), [
            `All 2 ${kind} names`,
            "java  66.7\u202f%",
            "GC task  33.3\u202f%",
        ]);
        const spoken = await page.$$eval(".fr-labels text", (all) => all.map((label) => label.getAttribute("aria-label")));
        assert.ok(spoken.some((text) => text.startsWith(`java, ${kind},`)), spoken.join("\n"));
        assert.ok(spoken.some((text) => text.startsWith("work,") && text.includes(`${kind} GC task`)), spoken.join("\n"));
        for (const one of ["GC task", "java"]) {
            await page.selectOption(list, one);
            assert.equal(await textOf(page, "[data-what=step]"), "only stacks with " + one);
        }
        await page.selectOption(list, "");
        assert.equal(await page.$$eval("[data-what=step]", (all) => all.length), 0);
        await done(page);
    });

test("samples of one thread: the list, the shares, the table and the command; the address keeps it", async () => {
    const record = (tid, time, f) => `app 7/${tid} [000] ${time}: 1 cycles: \n\t40 ${f} (/bin/x)\n\n`,
        input = record(7, "1.0", "work") + record(8, "1.1", "work") + record(8, "1.2", "wait"),
        page = await open(pageOf("threads", input));
    assert.deepEqual(await page.$$eval("[aria-label=tid] option", (all) => all.map((row) => row.textContent)), [
        "tid: all 2",
        "tid 8 app  66.7\u202f%",
        "tid 7 app  33.3\u202f%",
    ]);
    await page.selectOption("[aria-label=tid]", "8");
    assert.equal(await textOf(page, "[data-what=step]"), "only samples with tid=8");
    assert.match(await page.textContent(".fr-command"), / --where tid=8 /);
    await assertSameFacts(page);
    assert.deepEqual((await rowsOf(page)).sort(), (await topOf(page)).sort());
    assert.match(await textOf(page, "#flamerender-table tbody"), /wait.*50\.0/s);
    const linked = page.url();
    await page.selectOption("[aria-label=tid]", "7");
    assert.equal(await textOf(page, "[data-what=step]"), "only samples with tid=7");
    await page.selectOption("[aria-label=tid]", "");
    assert.equal(await page.$$eval("[data-what=step]", (all) => all.length), 0);
    assert.match(await textOf(page, "#flamerender-table tbody"), /wait.*33\.3/s);
    await done(page);
    const again = await open(linked);
    assert.equal(await again.inputValue("[aria-label=tid]"), "8");
    await done(again);
});

test("as time goes: o shows a lane for each thread; zoom, search, tooltip, callers and the address work there", async () => {
    const record = (tid, time, f) => `app 7/${tid} [000] ${time}: 1 cycles: \n\t40 ${f} (/bin/x)\n\t41 main (/bin/x)\n\n`,
        input = record(7, "1.0", "work") + record(8, "1.1", "work") + record(7, "1.2", "wait") + record(7, "1.4", "work"),
        page = await open(pageOf("time", input));
    await page.keyboard.press("o");
    await page.keyboard.press("o");
    assert.match(await textOf(page, ".fr-headline"), /runs in one thread: app 7600.ms · from left to right, a lane for each thread/);
    assert.deepEqual(await labels(page), ["all", "app 7", "app", "main", "work", "wait", "work", "app 8", "app", "main", "work"]);
    assert.match(await hashOf(page), /order=time/);
    assert.match(await textOf(page, "#flamerender-table tbody"), /work.*75\.0.*wait.*25\.0/s); // of the samples
    const { x, y } = await placeOf(page, "wait");
    await page.mouse.move(x, y);
    const { total } = await tip(page);
    assert.equal(total, "200 ms (200 000 000 ns)");
    await page.mouse.click(x, y);
    assert.match(await hashOf(page), /zoom=app%207;app;main;wait/);
    await page.keyboard.press("f");
    assert.match(await textOf(page, ".fr-sandwich"), /wait.*self 25\.00/s);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.fill(".fr-search input", "work");
    assert.match(await textOf(page, ".fr-found"), / · 3 boxes/);
    const linked = page.url();
    await page.selectOption("[aria-label=tid]", "7");
    assert.equal(await page.inputValue("[aria-label=Order]"), "name"); // steps are of sums
    await done(page);
    const again = await open(linked);
    assert.match(await textOf(again, ".fr-headline"), /What ran when|runs in one thread/);
    await again.keyboard.press("b");
    assert.match(await textOf(again, ".fr-headline"), /of the (time|samples)/);
    await done(again);
});

test("chains of single callees are one box: its label, tooltip, search, keys and zoom", async () => {
    const page = await open(pageOf("chains", "main;a;b;c;leaf 5\nmain;a;b;c;other 3\nmain;a;b;c;other;x 2\n"));
    await page.keyboard.press("x");
    assert.deepEqual(await labels(page), ["all", "main +3", "leaf", "other", "x"]);
    assert.match(await hashOf(page), /chains=folded/);
    const { x, y } = await placeOf(page, "main +3");
    await page.mouse.move(x, y);
    assert.match((await tip(page)).line, /\+3: a; b; c$/);
    await page.mouse.move(5, 5);
    await page.fill(".fr-search input", "/^b$/");
    assert.deepEqual(
        await page.$$eval(".fr-moving .fr-labels text:not(.fr-dim)", (all) => all.map((t) => t.textContent)),
        ["main +3"],
    );
    await page.fill(".fr-search input", "");
    await page.focus(".fr-moving .fr-labels");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    assert.match(await page.getAttribute("#fr-current", "aria-label"), /^leaf/);
    await page.keyboard.press("ArrowDown");
    assert.match(await page.getAttribute("#fr-current", "aria-label"), /^main/);
    await page.mouse.click(x, y);
    assert.deepEqual(await labels(page), ["main", "a +2", "leaf", "other", "x"]);
    await page.keyboard.press("x");
    assert.deepEqual(await labels(page), ["main", "a", "b", "c", "leaf", "other", "x"]);
    await done(page);
});

test("by touch: a finger that stays opens the menu", async () => {
    const page = await open(pageOf("press", SMALL), { hasTouch: true, width: 390, height: 800 }),
        { x, y } = await placeOf(page, "parse"),
        client = await page.context().newCDPSession(page);
    const touch = (type, touchPoints) => client.send("Input.dispatchTouchEvent", { type, touchPoints });
    await touch("touchStart", [{ x, y }]);
    await page.waitForSelector(".fr-menu:not([hidden])");
    await touch("touchEnd", []);
    await page.tap(".fr-menu button >> text=Hide it");
    assert.equal(await textOf(page, "[data-what=step]"), "hidden: parse");
    await done(page);
});

test("what the search finds is a step; in callers the share is the same, and zoom works", async () => {
    const page = await open(pageOf("found", recording("nodejs"))),
        share = async () => (await textOf(page, ".fr-found")).split(" \u00b7 ")[0];
    await page.keyboard.press("/");
    await page.keyboard.type("/Sort|sort/");
    const before = await share();
    assert.match(before, /^4\d\.\d %$/);
    await toView(page, "Callers");
    assert.equal(await share(), before);
    const { x, y } = await placeOf(page, "Builtins_MergeAt");
    await page.mouse.click(x, y);
    assert.match(await hashOf(page), /^#zoom=Builtins_MergeAt&search=.*&from=leaves$/);
    await fromMore(page, "Only stacks that the search finds");
    assert.equal(await share(), "100 % of zoom");
    await page.fill(".fr-search input", "");
    assert.deepEqual((await rowsOf(page)).sort(), (await topOf(page)).sort());
    await done(page);
});

test("axe finds nothing with steps and with the menu, and a phone shows them in its width", async () => {
    const url = pageOf("axe-steps", recording("gopipe"));
    for (const colorScheme of ["light", "dark"])
        for (const width of [390, 1200]) {
            const page = await open(url, { colorScheme, width, height: 800 });
            const { x, y } = await placeOf(page, "main.main");
            await page.mouse.click(x, y, { button: "right" });
            await page.evaluate(axe);
            const violations = () =>
                page.evaluate(async () => {
                    const result = await window.axe.run(document);
                    return result.violations.map(({ id, nodes }) => id + nodes.map((n) => n.html));
                });
            assert.deepEqual(await violations(), [], "menu");
            await page.click(".fr-menu button >> text=Start stacks at it");
            assert.deepEqual(await violations(), [], "steps");
            assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
            assert.equal(await tip(page), null);
            await done(page);
        }
});

test("a page that was drawn of a part says how much a step leaves; a label says its samples", async () => {
    const drawn = await open(pageOf("part", "main;a;x 30\nmain;a;y 10\nmain;b 60\n", "--focus", "^a$"));
    assert.match(await textOf(drawn, ".fr-facts"), /^40 of 100 samples/);
    await drawn.evaluate(() => {
        location.hash = "#steps=focus:x";
    });
    await drawn.waitForFunction(() => /^30 of 100 samples/.test(document.querySelector(".fr-facts").textContent));
    await done(drawn);
    const file = path.join(root, "tests/data/pprof/cpu-labels.pb.gz"),
        page = await open(pageOf("labelled", file));
    await page.selectOption("[aria-label=handler]", { index: 1 });
    await assertSameFacts(page);
    await done(page);
});
