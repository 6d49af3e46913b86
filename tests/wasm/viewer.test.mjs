/*
 * viewer.test.mjs - viewer.html in Chromium, opened as a file: what it shows is what the native program writes, byte for
 * byte, and nothing is ever requested.
 */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const { FR_WASM_DIR, FR_SOURCE_DIR, FR_PROGRAM } = process.env,
    VIEWER = "file://" + path.join(FR_WASM_DIR, "viewer.html"),
    DATA = path.join(FR_SOURCE_DIR, "tests/data"),
    GOLDEN = path.join(FR_SOURCE_DIR, "golden"),
    WAIT_MS = Number(process.env.FR_WAIT_MS) || 600_000,
    SHOWN = ".fr-page .fv-open, .fv-refusal, .fr-refusal[open]";
let browser, scratch;

before(async () => {
    scratch = fs.mkdtempSync(path.join(os.tmpdir(), "viewer-"));
    browser = await chromium.launch({
        executablePath: process.env.FR_CHROMIUM || "/usr/bin/chromium",
        args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage"],
        timeout: WAIT_MS,
    });
});
after(async () => {
    await browser.close();
    fs.rmSync(scratch, { recursive: true });
});

/* An open viewer; `check()` fails where something was requested or a script failed. */
async function openViewer(options = {}) {
    const page = await browser.newPage({ viewport: { width: 1200, height: 800 }, reducedMotion: "reduce", ...options }),
        wrong = [];
    page.setDefaultTimeout(WAIT_MS);
    page.on("request", (request) => /^(file|data|blob):/.test(request.url()) || wrong.push("requested " + request.url()));
    page.on("pageerror", (error) => wrong.push(String(error)));
    page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
    await page.goto(options.url || VIEWER);
    await page.waitForSelector(".fv-drop");
    return { page, check: () => assert.deepEqual(wrong, []) };
}

async function choose(page, files, button = ".fv-main, .fv-open") {
    await page.evaluate(() => document.querySelector(".fv-open, .fv-refusal")?.classList.add("fv-seen"));
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click(button)]);
    await chooser.setFiles(files);
    await page.waitForSelector(".fr-page .fv-open:not(.fv-seen), .fv-refusal:not(.fv-seen), .fr-refusal[open]");
}

async function clickRow(page, text) {
    await page.click('.fr-round[aria-label^="More"]');
    await page.click(`.fr-more .fv-row:text-is("${text}")`);
}

/* The bytes that "Save this page" saves. */
async function saved(page) {
    const [download] = await Promise.all([page.waitForEvent("download"), clickRow(page, "Save this page")]);
    return fs.readFileSync(await download.path());
}

function native(files, ...options) {
    const folder = path.dirname(files[0]),
        command = files.length > 2 ? ["trend"] : files.length === 2 ? ["diff"] : [];
    return spawnSync(FR_PROGRAM, [...command, ...options, ...files.map((file) => path.basename(file)), "--format", "html"], {
        cwd: folder,
        maxBuffer: 1 << 30,
    });
}

/* A readable input of each format, of the goldens. */
function inputsOfAllFormats() {
    const listed = execFileSync(FR_PROGRAM, ["formats"]).toString().split("\n\n")[0],
        formats = [...listed.matchAll(/^ {2}([a-z0-9-]+) +\S/gm)].map(([, name]) => name),
        found = new Map();
    for (const area of fs.readdirSync(GOLDEN).filter((each) => !each.includes(".")))
        for (const name of fs.readdirSync(path.join(GOLDEN, area))) {
            const at = path.join(GOLDEN, area, name);
            if (!fs.statSync(at).isDirectory()) continue;
            for (const file of fs.readdirSync(at).filter((each) => each.startsWith("in."))) {
                const input = path.join(at, file);
                if (fs.statSync(input).isDirectory()) continue;
                const format = formats.find((each) => !found.has(each) && each.replaceAll("-", "_") === area);
                if (format && spawnSync(FR_PROGRAM, ["convert", input, "--input-format", format, "-q"]).status === 0) found.set(format, input);
            }
        }
    return { formats, found };
}

test("a file of every format opens, with the bytes of the native program", async () => {
    const { found } = inputsOfAllFormats();
    assert.ok(found.size >= 30, `only ${[...found.keys()]} have a golden of their own`);
    const { page, check } = await openViewer();
    for (const [format, file] of found) {
        const copy = path.join(scratch, format + "-" + path.basename(file));
        fs.copyFileSync(file, copy);
        const wanted = native([copy]);
        if (wanted.status !== 0) continue;
        await choose(page, [copy]);
        assert.ok(!(await page.$(".fv-refusal, .fr-refusal[open]")), `${format} is refused`);
        assert.ok((await saved(page)).equals(wanted.stdout), `${format}: other bytes`);
    }
    check();
});

test("two files are compared, three are a trend, Back returns, the fragment stays", async () => {
    const shop = ["before-1", "after-1", "before-2", "before-3"].map((name) => path.join(scratch, name + ".perf.gz"));
    for (const [i, file] of shop.entries()) {
        fs.copyFileSync(path.join(DATA, "shop", path.basename(file)), file);
        fs.utimesSync(file, 1000 + i, 1000 + i);
    }
    const { page, check } = await openViewer({ url: VIEWER + "#search=main" });
    await choose(page, [shop[0]]);
    assert.match(page.url(), /#search=main$/);
    const one = await page.title();
    await choose(page, [shop[1], shop[0]]);
    assert.ok((await saved(page)).equals(native([shop[0], shop[1]]).stdout), "the older file is not the base");
    await choose(page, [shop[0], shop[2], shop[3]]);
    assert.ok((await saved(page)).equals(native([shop[0], shop[2], shop[3]]).stdout), "a trend of other bytes");
    await page.goBack();
    await page.goBack();
    await page.waitForFunction((title) => document.title === title, one);
    await page.goForward();
    await page.waitForFunction((title) => document.title !== title, one);
    await page.click('.fr-round[aria-label^="More"]');
    assert.equal(await page.locator(".fr-more .fv-row[aria-pressed]").count(), 3);
    check();
});

test("Back and Forward pass over what is closed; what else is open stays, also after the page is loaded again", async () => {
    const { page, check } = await openViewer(),
        titles = [];
    for (const name of ["a", "b"]) {
        fs.writeFileSync(path.join(scratch, name + ".folded"), `main;${name} 3\n`);
        await choose(page, [path.join(scratch, name + ".folded")]);
        titles.push(await page.title());
    }
    const shows = (title) => page.waitForFunction((wanted) => document.title === wanted, title);
    await clickRow(page, "Close it"); // b
    await page.waitForSelector(".fv-drop");
    await page.goBack(); // where b was
    await page.waitForSelector(".fv-drop");
    await page.goBack();
    await shows(titles[0]);
    await page.click('.fr-round[aria-label^="More"]');
    assert.equal(await page.locator(".fr-more .fv-row[aria-pressed]").count(), 0);
    await page.reload();
    await page.waitForSelector(".fv-drop");
    await page.goForward();
    await page.goForward();
    await page.waitForSelector(".fv-drop");
    await choose(page, [path.join(scratch, "b.folded")]);
    await shows(titles[1]);
    check();
});

test("a file whose name is that of an option or a subcommand opens, and its command is of the file", async () => {
    for (const name of ["top", "-o"]) {
        const { page, check } = await openViewer(),
            file = path.join(scratch, name);
        fs.writeFileSync(file, "main;a 3\nmain;b 1\n");
        await choose(page, [file]);
        assert.equal(await page.textContent(".fr-command"), `flamerender ./${name} -o new.svg`);
        check();
    }
});

/* Drops files and folders on the page, as the system's file manager does. */
async function drop(page, files) {
    const session = await page.context().newCDPSession(page);
    for (const type of ["dragEnter", "dragOver", "drop"])
        await session.send("Input.dispatchDragEvent", { type, x: 600, y: 500, data: { items: [], files, dragOperationsMask: 1 } });
    await page.waitForSelector(SHOWN);
}

test("a file is dropped; a folder of commits, with folders in it, is a trend", async () => {
    const folder = path.join(scratch, "commits"),
        names = ["10/after-1.perf.gz", "2/before-2.perf.gz", "9/before-1.perf.gz"];
    for (const name of names) {
        fs.mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
        fs.copyFileSync(path.join(DATA, "shop", path.basename(name)), path.join(folder, name));
    }
    const one = await openViewer();
    await drop(one.page, [path.join(folder, names[0])]);
    assert.ok((await saved(one.page)).equals(native([path.join(folder, names[0])]).stdout), "a dropped file gives other bytes");
    one.check();
    const all = await openViewer(),
        inOrder = ["2/before-2", "9/before-1", "10/after-1"].map((name) => `commits/${name}.perf.gz`);
    await drop(all.page, [folder]);
    const want = spawnSync(FR_PROGRAM, ["trend", ...inOrder, "--format", "html"], { cwd: scratch, maxBuffer: 1 << 30 }).stdout;
    assert.ok((await saved(all.page)).equals(want), "a dropped folder gives other bytes");
    all.check();
});

test("refusals are in the program's own words; the viewer goes on", async () => {
    const { page, check } = await openViewer(),
        cut = path.join(scratch, "cut.jfr.gz"),
        raw = path.join(scratch, "-not '\"<b>a profile"),
        bomb = path.join(scratch, "bomb.gz");
    fs.writeFileSync(cut, fs.readFileSync(path.join(DATA, "mill.jfr.gz")).subarray(0, 3000));
    fs.writeFileSync(raw, Buffer.from([0, 1, 2, 3, 4, 5, 6, 7]));
    fs.writeFileSync(bomb, execFileSync("sh", ["-c", "head -c 300000000 /dev/zero | gzip -9"], { maxBuffer: 1 << 26 }));
    for (const file of [cut, raw, bomb]) {
        await choose(page, [file]);
        const words = await page.textContent(".fv-words"),
            { stderr } = spawnSync(FR_PROGRAM, ["./" + path.basename(file), "--format", "html"], { cwd: scratch });
        assert.match(words, /^error: /);
        assert.equal(words.split("\n").at(-1).trim(), stderr.toString().replaceAll("flamerender: ", "").trim().split("\n").at(-1));
        assert.ok(!(await page.$("main b")));
    }
    await choose(page, [path.join(DATA, "pprof/heap.pb.gz")]);
    assert.ok(!(await page.$(".fv-refusal")));
    check();
});

test("pasted stacks open; options are a command line; theme is remembered", async () => {
    const { page, check } = await openViewer();
    await page.evaluate(() => {
        const data = new DataTransfer();
        data.setData("text/plain", "main;read 30\nmain;parse 70\n");
        document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await page.waitForSelector(SHOWN);
    assert.match(await page.textContent("main"), /parse/);
    await clickRow(page, "Options…");
    await page.selectOption(".fv-dialog select", { label: "Callers: merged from the leaves" });
    assert.match(await page.textContent(".fv-dialog code"), /^flamerender --callers pasted.txt -o pasted.html$/);
    await page.evaluate(() => document.querySelector(".fv-open").classList.add("fv-seen"));
    await page.click(".fv-dialog .fv-main");
    await page.waitForSelector(".fr-page .fv-open:not(.fv-seen)");
    assert.match(await page.title(), /./);
    await page.click('.fr-round[aria-label^="More"]');
    await page.click('.fr-more button:text-is("Theme: dark")');
    await page.waitForFunction(() => localStorage.getItem("flamerender.theme") === "dark");
    await page.goBack();
    await page.goBack();
    await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
    check();
});

/* Pastes texts, one right after the other, and cancels the reading of the last if asked. */
function pasteAtOnce(page, texts, cancels) {
    return page.evaluate(
        ([all, isEnded]) => {
            for (const text of all) {
                const data = new DataTransfer();
                data.setData("text/plain", text);
                document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
            }
            if (isEnded) document.querySelector("dialog button").click();
        },
        [texts, cancels],
    );
}

test("before the program is ready another opening ends the one before, and Cancel ends it", async () => {
    const { page, check } = await openViewer();
    await pasteAtOnce(page, ["main 1\n", "no profile\nat all\n"], false);
    await page.waitForSelector(".fv-refusal");
    assert.equal(await page.locator("dialog.fv-dialog").count(), 0);
    await page.reload();
    await page.waitForSelector(".fv-drop");
    await pasteAtOnce(page, ["main 1\n"], true);
    await page.waitForFunction(() => !document.querySelector("dialog.fv-dialog"));
    await pasteAtOnce(page, ["main;parse 1\n"], false);
    await page.waitForSelector(SHOWN);
    assert.match(await page.textContent("main"), /parse/);
    check();
});

test("a comparison is of the sample type that was shown", async () => {
    const { page, check } = await openViewer(),
        heaps = [[10_000, 40_000], [40_000, 10_000]].map(([one, two], i) => {
            const file = path.join(scratch, `${i}.heap`),
                rows = [`heap profile: 3: 3000 [ 10: 50000] @ heapprofile`, `1: 1000 [ 8: ${one}] @ 0x1 0x2`, `2: 2000 [ 2: ${two}] @ 0x3 0x2`];
            fs.writeFileSync(file, rows.join("\n") + "\n");
            return file;
        });
    await choose(page, [heaps[0]]);
    await clickRow(page, "Options…");
    await page.selectOption(".fv-dialog label:has-text('Sample type') select", "alloc_space");
    await page.evaluate(() => document.querySelector(".fv-open").classList.add("fv-seen"));
    await page.click(".fv-dialog .fv-main");
    await page.waitForSelector(".fr-page .fv-open:not(.fv-seen)");
    await page.click('.fr-round[aria-label^="More"]');
    await choose(page, [heaps[1]], '.fr-more button:text-matches("^Compare with")');
    assert.match(await page.textContent(".fr-facts"), /alloc_space/);
    check();
});

test("reading is cancelled; what was shown stays, and the next file opens", async () => {
    const { page, check } = await openViewer(),
        large = path.join(scratch, "large.folded"),
        lines = Array.from({ length: 500_000 }, (_, i) => `main;f${i};g${(i * 7) % 1009};h${i} 1`);
    fs.writeFileSync(large, lines.join("\n") + "\n");
    await choose(page, [path.join(DATA, "pprof/heap.pb.gz")]);
    const title = await page.title();
    for (const way of ["button", "Escape"]) {
        await page.evaluate(() => document.querySelector(".fv-open").classList.add("fv-seen"));
        const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click(".fv-open")]);
        await chooser.setFiles([large]);
        await page.waitForSelector(".fv-dialog progress");
        if (way === "Escape") await page.keyboard.press("Escape");
        else await page.click(".fv-dialog button:text-is('Cancel')");
        await page.waitForSelector(".fv-dialog", { state: "detached" });
        assert.equal(await page.title(), title, way);
        assert.ok(!(await page.$(".fv-refusal, .fr-refusal[open]")), way);
    }
    await choose(page, [path.join(DATA, "pprof/cpu-sort.pb.gz")]);
    assert.notEqual(await page.title(), title);
    check();
});

test("a page that is saved opens elsewhere, and requests nothing", async () => {
    const { page, check } = await openViewer(),
        elsewhere = path.join(fs.mkdtempSync(path.join(scratch, "elsewhere-")), "sent.html");
    await choose(page, [path.join(DATA, "pprof/cpu-sort.pb.gz")]);
    fs.writeFileSync(elsewhere, await saved(page));
    check();
    const other = await browser.newPage({ viewport: { width: 1200, height: 800 } }),
        wrong = [];
    other.on("request", (request) => request.url() === "file://" + elsewhere || request.url().startsWith("data:") || wrong.push(request.url()));
    other.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
    other.on("pageerror", (error) => wrong.push(String(error)));
    await other.goto("file://" + elsewhere);
    await other.waitForSelector("[role=tab]");
    assert.equal(await other.title(), await page.title());
    await other.click("[role=tab] >> text=Table");
    assert.ok((await other.$$(".fr-functions tr, .fr-functions [role=row], .fr-function")).length > 5);
    assert.deepEqual(wrong, []);
});
