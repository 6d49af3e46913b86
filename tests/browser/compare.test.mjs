/*
 * compare.test.mjs - two profiles in one page: totals, the factor, points, errors and verdicts are those of
 * `flamerender diff --exact-names` on random profiles and recordings, and hands reach it.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import zlib from "node:zlib";
import { decodeBase64 } from "../../render/assets/data/bytes.js";
import { compareProfiles } from "../../render/assets/profile/compare.js";
import { readFolded } from "../../render/assets/data/folded.js";
import { VERDICTS } from "../../render/assets/profile/verdict.js";
import { kindsOf, openFile } from "../../render/assets/data/open_file.js";
import { decodePack } from "../../render/assets/data/pack.js";
import { decodeChanges } from "../../render/assets/data/pack_changes.js";
import { done, fromMore, hashOf, open, textOf, tip, useBrowser } from "./browser.mjs";
import { program, randomFrom, recording, run, scratch } from "./picture.mjs";

/* Two profiles of one program; the second has some functions that grew, shrank, came and went. */
function randomPair(seed) {
    const random = randomFrom(seed),
        n = 5 + random(40),
        jit = seed % 3 ? "" : "_[j]",
        unsteady = ["futex_wait", "asm_sysvec_timer", "asm_exc_page_fault", "JS:sort", "sum (/srv/w.js:1:15)", "words" + jit],
        isSteady = () => random(4) || seed % 3 === 1,
        functions = Array.from({ length: n }, (_, i) => (isSteady() ? "fn" + i : unsteady[random(unsteady.length)])),
        size = 1 + random(seed % 2 ? 100 : 9000);
    const stacks = Array.from({ length: 10 + random(150) }, () => {
        const length = 1 + random(7);
        return Array.from({ length }, () => functions[random(n)]).join(";");
    });
    const times = functions.map(() => (random(5) ? 1 : random(4) / 2)),
        scale = 1 + random(3);
    const lines = (isNew) =>
        stacks.map((stack) => {
            const change = isNew ? times[functions.indexOf(stack.split(";").at(-1))] * scale : 1;
            return `${stack} ${Math.round((size + random(size)) * change)}`;
        });
    return [lines(false), lines(true)].map((all) => all.join("\n") + "\n");
}

function fileOf(name, text) {
    const file = path.join(scratch, name);
    fs.writeFileSync(file, text);
    return file;
}

function partsOf(html) {
    const part = (what) => (new RegExp(`id="flamerender-${what}">([^<]*)<`).exec(html) || ["", ""])[1];
    const bytes = (what) => decodeBase64(part(what));
    return { view: JSON.parse(part("view")), data: bytes("data"), changes: bytes("changes") };
}

async function sideOf(file, label, ...args) {
    const { view, data } = partsOf(run(["--format", "html", ...args], file));
    return { view, side: { pack: await decodePack(data), column: view.column, kinds: kindsOf(view), label } };
}

function reportOf(files, ...options) {
    const args = ["diff", "-q", ...options, "--format", "json", "--max-rows", "0", ...files];
    return JSON.parse(execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28 }));
}

function pictureOf(...files) {
    const args = ["diff", "-q", "--exact-names", "--format", "html", ...files];
    return partsOf(execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28 }));
}

function near(a, b, what) {
    assert.ok(Math.abs((a || 0) - (b || 0)) <= 2e-6 * Math.max(1, Math.abs(b || 0)) + 5.1e-4, `${what}: ${a}, not ${b}`);
}

/* Every function, with both sides, as the program reports it. */
function assertSame(made, report, seed) {
    const rows = new Map(report.rows.map((row) => [row.function, row]));
    assert.equal(made.tree.functions.length, rows.size, `seed ${seed}`);
    for (const { name, total, self } of made.tree.functions) {
        const row = rows.get(name),
            what = `seed ${seed}, ${name}`;
        assert.deepEqual([Number(total.base), Number(total.new)], [row.base, row.new], what);
        assert.deepEqual([Number(self.base), Number(self.new)], [row.self_base, row.self_new], what);
        near(total.points / 1000, row.change, what);
        near(total.error / 1000, row.error, what);
        near(total.share / 1000, row.share_change, what);
        near(self.points / 1000, row.self_change, what);
        assert.equal(VERDICTS[total.verdict], row.verdict, what);
        assert.equal(VERDICTS[self.verdict], row.self_verdict, what);
    }
}

async function compareFiles(base, added) {
    const a = await sideOf(base, "base"),
        b = await sideOf(added, "new");
    return compareProfiles(a.side, b.side, a.view);
}

test("totals, points, errors and verdicts of random profiles are those of the program", async () => {
    let typical = 0,
        changed = 0,
        maybe = 0;
    for (let seed = 1; seed <= 60; seed++) {
        const files = randomPair(seed).map((text, i) => fileOf(`${seed}-${i}.folded`, text)),
            made = await compareFiles(...files);
        assertSame(made, reportOf(files, "--exact-names"), seed);
        typical += made.sides.factor.used === "typical";
        const isOf = (words) => ({ total }) => words.includes(VERDICTS[total.verdict]),
            of = (...words) => made.tree.functions.filter(isOf(words)).length;
        changed += of("grew", "shrank", "new", "gone");
        maybe += of("maybe");
    }
    const seen = `${typical} typical factors, ${changed} changes, ${maybe} perhaps`;
    assert.ok(typical > 5 && changed > 100 && maybe > 100, seen);
});

test("pages of a part that a name chose: of most of the samples, of few, and as a whole of their own", async () => {
    const used = [];
    for (const [share, kind, ...more] of [[8, ""], [1, ""], [1, "_[j]"], [1, "", "--relative-percentages"]]) {
        const stacks = (grown) => Array.from({ length: 20 }, (_, i) => `main;chosen;f${i}${kind} ${share * (100 + i) * grown}`),
            texts = [1, 2].map((grown) => [...stacks(grown), "main;rest 9000", ""].join("\n")),
            [base, added] = texts.map((text, i) => fileOf(`part${used.length}-${i}.folded`, text)),
            args = ["--focus", "^chosen$", ...more],
            [a, b] = [await sideOf(base, "base", ...args), await sideOf(added, "new", ...args)],
            made = compareProfiles(a.side, b.side, a.view);
        assertSame(made, reportOf([base, added], "--exact-names", ...args), used.length);
        used.push(/typical/.test(made.sides.factor.text) ? "typical" : made.sides.factor.used);
    }
    assert.deepEqual(used, ["typical", "share", "share", "typical"]);
});

/* Weighted samples of `names` in turn. */
function weighted(name, names) {
    const sample = (_, i) =>
        `app 7/7 [000] ${(5 + i / 100).toFixed(6)}: ${10 + ((i * 37) % 91) ** 2} cycles:\n` +
        `\t4011d6 ${names[i % names.length]}+0x1 (/usr/bin/app)\n\t4012d6 main+0x1 (/usr/bin/app)\n`;
    return fileOf(name, Array.from({ length: 300 }, sample).join("\n") + "\n");
}

test("a side of weights of which nothing was chosen is weighted as the other", async () => {
    const files = [weighted("both.perf", ["chosen", "rest", "rest"]), weighted("rest.perf", ["rest"])],
        args = ["--focus", "^chosen$"],
        a = await sideOf(files[0], "base", ...args),
        b = await sideOf(files[1], "new"),
        { pack } = b.side,
        left = { leftOut: 1, squares: null },
        none = pack.columns.map((column) => ({ ...column, ...left, values: column.values.map(() => 0) }));
    const made = compareProfiles(a.side, { ...b.side, pack: { ...pack, isPart: true, columns: none } }, a.view),
        chosen = (rows, name) => rows.find((row) => row[name] === "chosen"),
        { total } = chosen(made.tree.functions, "name"),
        row = chosen(reportOf(files, "--exact-names", ...args).rows, "function");
    near(total.points / 1000, row.change, "change");
    near(total.error / 1000, row.error, "error");
    assert.equal(VERDICTS[total.verdict], row.verdict);
    const empty = pack.columns.map((column) => ({ ...column, ...none[0], leftOut: 0, reference: 0n })),
        gone = compareProfiles(a.side, { ...b.side, pack: { ...pack, columns: empty } }, a.view);
    assert.equal(gone.view.notes, "one side has no values \u00b7 names are compared as they stand");
});

test("sides of weights with different decimals are those of the program", async () => {
    const file = recording("shop-before"),
        drawn = [["--divide-by", "8"], []].map((args, i) => {
            const page = path.join(scratch, `decimals${i}.html`);
            fs.writeFileSync(page, run(["--format", "html", ...args], file));
            return page;
        }),
        [a, b] = [await sideOf(file, "base", "--divide-by", "8"), await sideOf(file, "new")];
    assertSame(compareProfiles(a.side, b.side, a.view), reportOf(drawn, "--exact-names"), "decimals");
});

test("weighted recordings, their factor and their picture are those of the program", async () => {
    const files = ["shop-before", "shop-after"].map(recording),
        made = await compareFiles(...files),
        { view: drawn } = pictureOf(...files);
    assertSame(made, reportOf(files, "--exact-names"), "recordings");
    assert.ok(drawn.notes.startsWith(made.sides.factor.text), drawn.notes);
    assert.equal(made.view.diff.factor, drawn.diff.factor);
    assert.deepEqual(made.view.diff.ramps, drawn.diff.ramps);
    assert.equal(made.view.diff.changed, drawn.diff.changed);
    assert.deepEqual(made.view.fills.slice(0, 33), drawn.fills.slice(0, 33));
});

/* Every box, by its path: both sides, what is shown of its change, and its colours. */
function nodesOf({ names, name, parent, n, sides }) {
    const paths = [""],
        rows = {};
    for (let node = 0; node < n; node++) {
        paths[node] = node ? paths[parent[node]] + ";" + names[name[node]] : "";
        rows[paths[node]] = ["total", "self"].flatMap((which) => {
            const { base, new: added, points, share, error, verdict, seen } = sides[which],
                fill = sides.fills[which][node];
            return [base, added, points, share, error, verdict, seen].map((column) => column[node]).concat(fill);
        });
    }
    return rows;
}

test("each box has the numbers, the verdict and the colours of the picture that the program draws", async () => {
    const pairs = [1, 2, 3, 5, 8, 13, 21, 34].map((seed) =>
        randomPair(seed).map((text, i) => fileOf(`boxes-${seed}-${i}.folded`, text)),
    );
    for (const files of [["shop-before", "shop-after"].map(recording), ...pairs]) {
        const made = await compareFiles(...files),
            drawn = pictureOf(...files);
        assert.deepEqual(nodesOf(made.tree), nodesOf(await decodeChanges(drawn.changes, drawn.view)), files[0]);
    }
});

test("folded text is read as the program reads it", async () => {
    const text = "# comment\n\nmain;a b;sys_read_[k] 10\nmain;x\\x3by 3\r\n;main 2\n  5\nmain;\u0007 1\nmain;\u00a0\f e\u3000_[k]\u3000 7\n",
        file = fileOf("odd.folded", text),
        { side } = await sideOf(file, "base"),
        made = compareProfiles(side, { ...readFolded(text), column: 0, label: "new" }, (await sideOf(file, "")).view);
    for (const { name, total } of made.tree.functions) assert.equal(total.base, total.new, name);
    assert.ok(made.tree.functions.some(({ name }) => name === "x;y"));
    for (const bad of ["main;x\n", "main 1 2\nb 3 4\n", "", "main;a -3\n"]) assert.throws(() => readFolded(bad), Error);
});

/* The program's test of the same table is in tests/unit/test_folded.c. */
test("values of folded text are those of the program, or refused as there", () => {
    const table = fs.readFileSync(path.join(process.env.FR_SOURCE_DIR, "tests/data/folded_values.tsv"), "utf8"),
        rows = table.split("\n").filter((row) => row && !row.startsWith("#"));
    for (const [token, digits, decimals] of rows.map((row) => row.split("\t"))) {
        const read = () => readFolded(`main;a ${token}\n`).pack.columns[0];
        if (decimals === undefined) {
            assert.throws(read, token === "-5" ? /negative/ : digits === "too large" ? /larger than/ : /no decimal/, token);
        } else {
            assert.equal(String(read().reference), digits, token);
            assert.equal(read().decimals, Number(decimals), token);
        }
    }
    assert.throws(() => readFolded("a 9223372036854775807\nb 1\n"), /together are larger/);
    assert.throws(() => readFolded("a 9223372036854775807\nb .5\n"), /too large for 1 decimals/);
});

test("folded text of a million lines, and of one long line, is read in time that grows with its length", () => {
    const lines = Array.from({ length: 1e6 }, (_, i) => `main;f${i % 1000} 1`);
    assert.equal(readFolded(lines.join("\n")).pack.columns[0].reference, 1000000n);
    assert.throws(() => readFolded("main;a" + " ".repeat(4e6) + "b"), /no decimal number/);
    assert.throws(() => readFolded("main;a " + "1".repeat(4e6) + "x"), /no decimal number/);
    assert.throws(() => readFolded("main;a 1" + "0".repeat(4e6)), /larger than/);
    assert.equal(readFolded("main;" + "a_[k]".repeat(1e6) + "_[k]".repeat(1e6) + " 1").kinds[1], "kernel");
});

function given(bytes) {
    return { name: "a.gz", size: bytes.length, arrayBuffer: async () => bytes };
}

test("a packed file is refused by what it unpacks to", async () => {
    const member = zlib.gzipSync(Buffer.alloc(2 ** 26)),
        bomb = Buffer.concat(Array.from({ length: 9 }, () => member));
    await assert.rejects(openFile(given(bomb)), /unpacks to more than 512 MiB/);
    assert.equal((await openFile(given(zlib.gzipSync("main;a 1\n")))).pack.names.includes("a"), true);
    // A page may say that its data are of any length.
    const data = zlib.deflateSync(Buffer.alloc(2 ** 26)),
        length = Buffer.from([0x80, 0x80, 0x80, 0x80, 0x10]), // 4 GiB
        packed = Buffer.concat([Buffer.from("FRPK\x01"), length, data]).toString("base64"),
        page = `<main id="flamerender-view">{}</main><b id="flamerender-data">${packed}</b>`;
    await assert.rejects(openFile(given(Buffer.from(page))), /unpacks to more than 512 MiB/);
});

function varint(n) {
    return n < 128 ? [n] : [(n & 127) | 128, ...varint(n >>> 7)];
}

/* The data of a page, with one byte changed, in a page of its own. */
function damage(page, raw, at, byte) {
    const changed = Buffer.from(raw);
    changed[at] = byte;
    const head = [...Buffer.from("FRPK"), ...varint(1), ...varint(raw.length)],
        data = Buffer.concat([Buffer.from(head), zlib.deflateSync(changed)]);
    const text = page.replace(/(id="flamerender-data">)[^<]*/, (_, mark) => mark + data.toString("base64"));
    return { data, file: fileOf("damaged.html", text) };
}

test("a page refuses damaged data that the program refuses", async () => {
    const input = fileOf("pack.folded", "main;a_[k] 10\nmain;b;c 3.5\nmain;b 200000\nx;y;z 1\n"),
        page = run(["--format", "html"], input),
        packed = Buffer.from(/id="flamerender-data">([^<]*)/.exec(page)[1], "base64"),
        raw = zlib.inflateSync(packed.subarray(packed.findIndex((byte, i) => i > 4 && byte < 128) + 1));
    // Behind the end stands what pages do not read: a change that moves the end is judged by that.
    const endOf = (bytes) =>
        decodePack(bytes, function* (from) {
            yield;
            return from.at;
        });
    const end = await endOf(packed);
    const random = randomFrom(7);
    for (let i = 0; i < 150; i++) {
        const { data, file } = damage(page, raw, random(end), random(256)),
            taken = await endOf(data).catch(() => null);
        if (taken === end) assert.doesNotThrow(() => run(["--format", "svg"], file), `change ${i}`);
    }
});

useBrowser();

function pageOf(name, input, ...args) {
    return "file://" + fileOf(name + ".html", run(["--format", "html", ...args], input));
}

async function markdownOf(page) {
    await page.evaluate(() => {
        navigator.clipboard.writeText = async (text) => {
            document.body.dataset.copied = text;
        };
    });
    await fromMore(page, "Copy as Markdown");
    return page.$eval("body", (body) => body.dataset.copied);
}

const BASE = "main;work;old 300\nmain;work;same 500\nmain;io 200\n";
const NEW = "main;work;fresh 400\nmain;work;same 500\nmain;io 190\n";

/* Whether the panel behind "..." offers to compare. */
async function offersToCompare(page) {
    await page.click("[aria-label='More (e)']");
    const found = await page.isVisible(".fr-more button >> text=Compare with a file");
    await page.keyboard.press("Escape");
    return found;
}

function rowsOf(page) {
    return page.$$eval("#flamerender-table tbody tr", (all) =>
        all.map((row) => [
            row.querySelector("button").title,
            ...[...row.children].slice(1).map((cell) => cell.textContent.replaceAll("\u202f", " ")),
        ]),
    );
}

test("a file that is chosen or dropped shows the differential; swap, changes, search and the own profile again", async () => {
    const page = await open(pageOf("base", BASE)),
        file = fileOf("new.folded", NEW);
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), fromMore(page, "Compare with a file")]);
    await chooser.setFiles(file);
    await page.waitForSelector("text=compared with a file");
    assert.equal(await textOf(page, "h1"), "2 of 6 functions changed");
    assert.deepEqual((await rowsOf(page))[0], [
        "fresh", "0 %", "36.70 %", "+36.70 pp ± 5.45, new", "0 %", "36.70 %", "+36.70 pp ± 5.45, new",
    ]);
    await page.keyboard.press("j");
    assert.match(await textOf(page, ".fr-notice"), /^1 of 2: fresh \+36.70 pp/);
    assert.equal((await tip(page)).base, "0 % · 0 samples");
    await page.keyboard.press("k");
    assert.match(await textOf(page, ".fr-notice"), /^2 of 2: old −30.00 pp/);
    await page.keyboard.press("w");
    assert.equal(await page.$eval("[aria-label=Width]", (menu) => menu.selectedOptions[0].textContent), "Width: new");
    await fromMore(page, "Swap sides");
    assert.match((await rowsOf(page))[0].join(" "), /^fresh 36.70 % 0 % −36.70 pp ± 5.45, gone/);
    await page.keyboard.press("/");
    await page.keyboard.type("old");
    assert.deepEqual((await rowsOf(page)).map(([name]) => name), ["old"]);
    await page.click("text=compared with a file");
    await page.waitForSelector("text=compared with a file", { state: "detached" });
    assert.match(await page.title(), /of the samples/);
    assert.match(await textOf(page, "h1"), /of the samples/);
    assert.ok(await offersToCompare(page));
    await done(page);
});

test("Back leaves a comparison, Forward shows it again, in the order of its sides", async () => {
    const page = await open(pageOf("walks_back", BASE)),
        shows = (facts) => page.waitForFunction((part) => document.querySelector(".fr-facts").textContent.includes(part), facts);
    await page.keyboard.press("T");
    await page.setInputFiles("input[type=file]", fileOf("walks_back.folded", NEW));
    await shows("this page \u2192 the file");
    await page.keyboard.press("1");
    await fromMore(page, "Swap sides");
    await shows("the file \u2192 this page");
    await page.goBack();
    await shows("this page \u2192 the file");
    await page.goBack();
    await shows("samples \u00b7 width is their share");
    assert.equal(await page.$$eval("text=compared with a file", (all) => all.length), 0);
    await page.goForward();
    await shows("this page \u2192 the file");
    await page.click("text=compared with a file");
    await shows("samples \u00b7 width is their share");
    await page.goForward();
    await shows("the file \u2192 this page");
    await done(page);
});

test("Back shows the comparison of its entry: of files of one name, and of a file that is not kept says so", async () => {
    const page = await open(pageOf("entries", BASE)),
        shows = (facts) => page.waitForFunction((part) => document.querySelector(".fr-facts").textContent.includes(part), facts),
        take = (files) => page.setInputFiles("input[type=file]", files),
        [one, other] = [NEW, "main;work;same 4000\n"].map((text, i) => {
            const folder = path.join(scratch, "entries" + i);
            fs.mkdirSync(folder);
            fs.writeFileSync(path.join(folder, "same.folded"), text);
            return path.join(folder, "same.folded");
        }),
        large = fileOf("not_kept.folded", NEW + "# " + "-".repeat(5 << 20) + "\n");
    await take(large);
    await shows("entries \u2192 not_kept");
    await page.keyboard.press("T");
    await take(one);
    await shows("entries \u2192 same \u00b7 1\u202f000 and 1\u202f090 samples");
    await page.keyboard.press("1");
    await take(other);
    await shows("and 4\u202f000 samples");
    await page.goBack();
    await shows("entries \u2192 same \u00b7 1\u202f000 and 1\u202f090 samples");
    await page.goBack();
    await page.waitForSelector("text=compared with not_kept.folded: choose that file");
    await shows("samples \u00b7 width is their share");
    await done(page);
});

test("a file that is refused leaves the comparison as it is, and in its order", async () => {
    const page = await open(pageOf("kept", BASE)),
        heap = pageOf("kept_heap", heapOf("kept_heap", [10, 40])).slice("file://".length),
        order = () => textOf(page, ".fr-facts");
    await page.setInputFiles("input[type=file]", fileOf("kept.folded", NEW));
    await page.waitForSelector("text=compared with a file");
    const before = await order();
    await page.setInputFiles("input[type=file]", heap);
    await page.waitForSelector("text=kept_heap.html cannot be compared");
    await page.keyboard.press("Escape");
    await page.keyboard.press("T");
    await page.goBack();
    await page.waitForFunction(() => !location.hash.includes("view="));
    assert.equal(await order(), before);
    assert.equal(await page.evaluate(() => history.state.swapped), false);
    await done(page);
});

test("Back while a reloaded page opens its comparison leads to the entry before, which has none", async () => {
    const page = await open(pageOf("early", BASE)),
        lines = Array.from({ length: 100_000 }, (_, i) => `main;fn${i % 4999};leaf${i} ${1 + (i % 9)}\n`);
    await page.keyboard.press("T");
    await page.keyboard.press("1");
    await page.setInputFiles("input[type=file]", fileOf("early.folded", lines.join("")));
    await page.waitForSelector("text=compared with a file");
    await page.addInitScript(() => {
        const isOpen = window.setInterval(() => {
            if (!document.querySelector(".fr-tabs")) return;
            window.clearInterval(isOpen);
            window.addEventListener("popstate", () => window.wentBack = true);
            history.back();
        }, 2);
    });
    await page.reload();
    await page.waitForFunction(() => window.wentBack);
    await page.waitForSelector("text=compared with a file", { state: "detached" });
    await page.waitForFunction(() => document.querySelector(".fr-facts").textContent.includes("samples \u00b7 width is their share"));
    assert.equal(await hashOf(page), "#view=calls");
    await done(page);
});

/* A heap profile with four value columns: of two functions, objects and bytes, in use and allocated. */
function heapOf(name, [one, two]) {
    const rows = [`1: 1000 [ 8: ${one}] @ 0x1 0x2`, `2: 2000 [ 2: ${two}] @ 0x3 0x2`],
        head = `heap profile: 3: 3000 [ 10: ${one + two}] @ heapprofile`;
    return fileOf(name + ".heap", [head, ...rows, ""].join("\n"));
}

test("the column that is shown is compared, also after a reload; the address and the command have it", async () => {
    const page = await open(pageOf("column", heapOf("column", [10_000, 40_000]))),
        other = pageOf("columns", heapOf("columns", [40_000, 10_000])).slice("file://".length),
        assertCompared = async () => {
            await page.waitForSelector("text=compared with a file");
            assert.match(await textOf(page, ".fr-facts"), /48.8 KiB and 48.8 KiB/);
            assert.deepEqual(
                (await rowsOf(page)).map((row) => row.slice(0, 3)),
                [["0x0", "20.00 %", "80.00 %"], ["0x2", "80.00 %", "20.00 %"]],
            );
            assert.match(page.url(), /#column=alloc_space&compared=columns.html$/);
        };
    await page.selectOption("[aria-label=Values]", "alloc_space");
    await page.setInputFiles("input[type=file]", other);
    await assertCompared();
    const copied = await markdownOf(page);
    assert.match(copied, /flamerender diff --sample-index=alloc_space column.html columns.html -o diff.html/);
    await page.reload();
    await assertCompared();
    await page.goBack();
    await page.waitForSelector("text=compared with a file", { state: "detached" });
    await page.goForward();
    await assertCompared();
    await page.evaluate(() => {
        document.querySelector("main").classList.add("left");
        window.addEventListener("popstate", () => history.forward(), { once: true }); // while the page goes back
        history.back();
    });
    await page.waitForSelector("main:not(.left) >> text=compared with a file");
    await assertCompared();
    await page.click("text=compared with a file");
    await page.waitForSelector("text=compared with a file", { state: "detached" });
    assert.equal(await page.inputValue("[aria-label=Values]"), "alloc_space");
    await done(page);
});

test("a comparison of a page on which a range holds names the page in its command, and so does what follows", async () => {
    const page = await open(pageOf("ranged", recording("stall")) + "#steps=range:0-1");
    await page.waitForSelector("text=seconds 0-1");
    await page.setInputFiles("input[type=file]", fileOf("ranged.folded", "main;work 400\n"));
    await page.waitForSelector("text=compared with a file");
    assert.match(await markdownOf(page), /flamerender diff ranged.html ranged.folded -o diff.html/);
    await page.click("text=compared with a file");
    await page.waitForSelector("text=compared with a file", { state: "detached" });
    assert.match(await page.textContent(".fr-command"), /^flamerender (ranged.html|INPUT --range 0-1) -o new.svg$/);
    await done(page);
});

test("the command names the column where the file was drawn with another one", async () => {
    const page = await open(pageOf("drawn", heapOf("drawn", [300, 600]))),
        other = pageOf("other", heapOf("other", [300, 900]), "--sample-index", "alloc_space").slice("file://".length);
    await page.setInputFiles("input[type=file]", other);
    await page.waitForSelector("text=compared with a file");
    const copied = await markdownOf(page);
    assert.match(copied, /flamerender diff --sample-index=inuse_space drawn.html other.html -o diff.html/);
    await done(page);
});

test("a column that the file calls by another name is named, without a command; each amount has its unit", async () => {
    const page = await open(pageOf("named", heapOf("named", [300, 600]))),
        folded = fileOf("bytes.folded", "0x2;0x0 9000\n0x2;0x1 7000\n"),
        other = path.join(scratch, "bytes.html");
    execFileSync(program, ["render", "-q", "--weight-unit", "bytes", folded, "-o", other]);
    await page.selectOption("[aria-label=Values]", "alloc_space");
    await page.setInputFiles("input[type=file]", other);
    await page.waitForSelector("text=compared with a file");
    assert.match(await textOf(page, ".fr-facts"), /900 bytes and 15.6 KiB \u00b7 one run a side \u00b7 alloc_space/);
    assert.match(await page.title(), /3 functions, not judged/);
    const copied = await markdownOf(page);
    assert.match(copied, /not judged/);
    assert.doesNotMatch(copied, /flamerender/);
    await done(page);
});

test("different events of one unit are refused, as the program refuses them", async () => {
    const recorded = (event) => fileOf(event + ".perf", `app 7 [000] 1.000000: 1000 ${event}:\n\t 55 work (/app)\n\n`),
        other = pageOf("misses", recorded("cache-misses")).slice("file://".length),
        page = await open(pageOf("cycles", recorded("cycles")));
    await page.setInputFiles("input[type=file]", other);
    await page.waitForSelector("text=It measured cache-misses, and this page cycles: different events cannot be compared");
    assert.throws(() => reportOf([path.join(scratch, "cycles.html"), other]));
    await done(page);
});

test("values that do not fit when they are scaled are refused, as the program refuses them", async () => {
    const page = await open(pageOf("large", "main;a 7000000000000000000\n"));
    await page.setInputFiles("input[type=file]", fileOf("fine.folded", "main;a 1.000000001\n"));
    await page.waitForSelector("text=A value does not fit when scaled by 9 decimals");
    assert.throws(() => reportOf([fileOf("large.folded", "main;a 7000000000000000000\n"), fileOf("fine.folded", "main;a 1.000000001\n")]));
    await done(page);
});

test("changes are walked in the order of the table", async () => {
    const page = await open(pageOf("walked", "main;a 3000\nmain;b 500\nmain;c 100\nmain;same 6400\n"));
    await page.setInputFiles("input[type=file]", fileOf("walked.folded", "main;a 2500\nmain;b 1100\nmain;c 2\nmain;same 6400\n"));
    await page.waitForSelector("text=compared with a file");
    for (const [name] of (await rowsOf(page)).slice(0, 3)) {
        await page.keyboard.press("j");
        assert.match(await textOf(page, ".fr-notice"), new RegExp(`^. of .: ${name} `));
    }
    assert.equal((await rowsOf(page))[0][0], "b");
    await done(page);
});

/* Drops a file on the page, as a browser does it. */
function drop(page, name, text) {
    return page.evaluate(
        ([called, content]) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([content], called));
            for (const type of ["dragover", "drop"])
                window.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
        },
        [name, text],
    );
}

test("what is dropped may be a page or a picture; what cannot be compared is refused in words", async () => {
    const page = await open(pageOf("own", BASE));
    for (const [name, why] of [
        ["odd.txt", /odd.txt cannot be comparedLine 1: expected 'frame;frame value'/],
        ["page.html", /page.html cannot be comparedIt is no page or picture of flamerender/],
        ["bare.svg", /bare.svg cannot be comparedIt does not carry its profile/],
        ["both.html", /both.html cannot be comparedIt is a differential already/],
    ]) {
        const files = [fileOf("b.folded", BASE), fileOf("n.folded", NEW)],
            text = {
                "odd.txt": "no profile\n",
                "page.html": "<!DOCTYPE html><title>x</title>",
                "bare.svg": run(["--format", "svg", "--data=none"], BASE),
                "both.html": execFileSync(program, ["diff", "-q", "--format", "html", ...files], { encoding: "utf8" }),
            };
        await drop(page, name, text[name]);
        await page.waitForFunction((end) => document.querySelector(".fr-refusal").textContent.includes(end), name);
        assert.match(await textOf(page, ".fr-refusal"), why);
        assert.match(await textOf(page, ".fr-refusal code"), new RegExp(`^flamerender diff own.html ${name} -o diff.html$`));
        await page.waitForTimeout(20);
        assert.ok(await page.isVisible(".fr-refusal"), "it stays");
        await page.click(".fr-refusal >> text=Close");
    }
    for (const format of ["svg", "html"]) {
        await drop(page, "v2." + format, run(["--format", format], NEW));
        await page.waitForSelector("text=compared with a file");
        assert.match((await rowsOf(page))[0].join(" "), /^fresh 0 % 36.70 %/);
        await page.click("text=compared with a file");
        await page.waitForSelector("text=compared with a file", { state: "detached" });
    }
    const newer = await open(pageOf("newer", NEW)),
        [saved] = await Promise.all([newer.waitForEvent("download"), fromMore(newer, "Save picture, SVG")]);
    await drop(page, "saved.svg", fs.readFileSync(await saved.path(), "utf8"));
    await page.waitForSelector("text=compared with a file");
    assert.match((await rowsOf(page))[0].join(" "), /^fresh 0 % 36.70 %/);
    await done(newer);
    await done(page);
});

test("the table of a differential's page lists every function with the numbers of the report", async () => {
    const sides = ["shop-before", "shop-after"].map(recording),
        file = path.join(scratch, "table.html");
    execFileSync(program, ["diff", "-q", ...sides, "-o", file]);
    const args = ["diff", "-q", "--format", "json", "--max-rows", "0", ...sides],
        report = JSON.parse(execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28 })),
        page = await open("file://" + file + "#view=table"),
        changed = report.rows.filter((row) => /grew|shrank|new|gone|maybe/.test(row.verdict + row.self_verdict));
    assert.equal((await rowsOf(page)).length, changed.length);
    await page.click("text=/Also the .* that did not change/");
    while (await page.isVisible("text=/Show more/")) await page.click("text=/Show more/");
    const shown = await page.$$eval("#flamerender-table tbody tr", (all) =>
        all.map((row) => [
            row.querySelector("button").title,
            ...[...row.querySelectorAll("data")].map((data) => Number(data.value)),
            row.children[6].textContent.replaceAll("\u202f", " "),
        ]),
    );
    assert.equal(shown.length, report.rows.length);
    const rows = new Map(report.rows.map((row) => [row.function, row]));
    for (const [name, selfBase, selfNew, base, added, change] of shown) {
        const row = rows.get(name);
        assert.deepEqual([selfBase, selfNew, base, added], [row.self_base, row.self_new, row.base, row.new], name);
        const points = Number(/^[^ ]*/.exec(change)[0].replace("−", "-").replace("<", ""));
        assert.ok(Math.abs(points - row.change) < 0.0101, `${name}: ${change}, not ${row.change}`);
    }
    await page.click("#flamerender-table thead >> text=total, change");
    const points = (await rowsOf(page)).map((cells) => Math.abs(Number(/^[^ ]*/.exec(cells[6])[0].replace("−", "-"))));
    assert.ok(points.every((value, i) => !i || !(value > points[i - 1] + 1e-9)), "the largest change first");
    await done(page);
});

test("callers and callees of a differential have the numbers of both sides", async () => {
    const files = [fileOf("sb.folded", "a;f;g 30\nb;f 20\nc 50\n"), fileOf("sn.folded", "a;f;g 60\nb;f 10\nc 30\n")],
        file = path.join(scratch, "sandwich.html");
    execFileSync(program, ["diff", "-q", ...files, "-o", file]);
    const page = await open("file://" + file + "#view=table&function=f");
    assert.match(await textOf(page, ".fr-sandwich p"), /total 50.00 % → 70.00 %, \+20.00 pp/);
    const spoken = await page.$$eval(".fr-sandwich .fr-current", (all) =>
        all.map((one) => one.getAttribute("aria-label").replaceAll("\u202f", " ")),
    );
    assert.ok(spoken.every((text) => text.startsWith("f, ") && text.includes("50.00 % → 70.00 %")), spoken[0]);
    await page.focus(".fr-sandwich [aria-label^=Callees]");
    await page.keyboard.press("ArrowDown");
    const callee = await page.getAttribute("#fr-callee", "aria-label");
    assert.match(callee.replaceAll("\u202f", " "), /^g, .*30.00 % → 60.00 %, \+30.00 pp .*not judged/);
    await done(page);
});
