/*
 * compare.test.mjs - two profiles in one page: totals, the factor, points, errors and verdicts are those of
 * `flamerender diff --exact-names` on random profiles and recordings, and hands reach it.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { decodeBase64 } from "../../render/assets/data/bytes.js";
import { compareProfiles } from "../../render/assets/profile/compare.js";
import { readFolded } from "../../render/assets/data/folded.js";
import { VERDICTS } from "../../render/assets/profile/judge.js";
import { kindsOf } from "../../render/assets/data/open_file.js";
import { decodePack } from "../../render/assets/data/pack.js";
import { decodeChanges } from "../../render/assets/data/pack_changes.js";
import { done, open, textOf, tip, useBrowser } from "./browser.mjs";
import { program, randomFrom, recording, run, scratch } from "./picture.mjs";

/* Two profiles of one program; the second has some functions that grew, shrank, came and went. */
function randomPair(seed) {
    const random = randomFrom(seed),
        n = 5 + random(40),
        functions = Array.from({ length: n }, (_, i) => "fn" + i),
        size = 1 + random(60);
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

async function sideOf(file, label) {
    const { view, data } = partsOf(run(["--format", "html"], file));
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
        changed = 0;
    for (let seed = 1; seed <= 60; seed++) {
        const files = randomPair(seed).map((text, i) => fileOf(`${seed}-${i}.folded`, text)),
            made = await compareFiles(...files);
        assertSame(made, reportOf(files, "--exact-names"), seed);
        typical += made.sides.factor.used === "typical";
        changed += made.tree.functions.filter(({ total }) => total.seen).length;
    }
    assert.ok(typical > 5 && changed > 100, `${typical} typical factors, ${changed} changes`);
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
    const text = "# comment\n\nmain;a b;sys_read_[k] 10\nmain;x\\x3by 3\r\n;main 2\n  5\nmain;\u0007 1\n",
        file = fileOf("odd.folded", text),
        { side } = await sideOf(file, "base"),
        made = compareProfiles(side, { ...readFolded(text), column: 0, label: "new" }, (await sideOf(file, "")).view);
    for (const { name, total } of made.tree.functions) assert.equal(total.base, total.new, name);
    assert.ok(made.tree.functions.some(({ name }) => name === "x;y"));
    for (const bad of ["main;x\n", "main 1 2\nb 3 4\n", "", "main;a -3\n"]) assert.throws(() => readFolded(bad), Error);
});

useBrowser();

function pageOf(name, input) {
    return "file://" + fileOf(name + ".html", run(["--format", "html"], input));
}

const BASE = "main;work;old 300\nmain;work;same 500\nmain;io 200\n";
const NEW = "main;work;fresh 400\nmain;work;same 500\nmain;io 190\n";

function toolsOf(page) {
    return page.$$eval(".fr-tools > button:not([hidden])", (all) => all.map((one) => one.textContent));
}

function rowsOf(page) {
    return page.$$eval("#flamerender-table tbody tr", (all) =>
        all.map((row) => [...row.children].map((cell) => cell.textContent.replaceAll("\u202f", " "))),
    );
}

test("a file that is chosen or dropped shows the differential; swap, changes, search and the own profile again", async () => {
    const page = await open(pageOf("base", BASE)),
        file = fileOf("new.folded", NEW);
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click("text=Compare…")]);
    await chooser.setFiles(file);
    await page.waitForSelector("text=Swap sides");
    assert.equal(await textOf(page, "h1"), "2 of 6 functions changed");
    assert.deepEqual((await rowsOf(page))[0], [
        "fresh", "0 %", "36.70 %", "+36.70 pp ± 3.38, new", "0 %", "36.70 %", "+36.70 pp ± 3.38, new",
    ]);
    await page.keyboard.press("j");
    assert.match(await textOf(page, ".fr-found"), /^1 of 2: fresh \+36.70 pp/);
    assert.equal((await tip(page)).base, "0 % · 0 samples");
    await page.keyboard.press("k");
    assert.match(await textOf(page, ".fr-found"), /^2 of 2: old −30.00 pp/);
    await page.keyboard.press("w");
    assert.match(await textOf(page, ".fr-bar"), /Width: new/);
    await page.click("text=Swap sides");
    assert.match((await rowsOf(page))[0].join(" "), /^fresh 36.70 % 0 % −36.70 pp ± 3.38, gone/);
    await page.keyboard.press("/");
    await page.keyboard.type("old");
    assert.deepEqual((await rowsOf(page)).map(([name]) => name), ["old"]);
    await page.click("text=One profile");
    await page.waitForSelector("text=Compare…");
    assert.equal(await page.title(), "Where the samples are");
    assert.equal(await textOf(page, "h1"), "Where the samples are");
    assert.deepEqual((await toolsOf(page)).at(-1), "Compare…");
    await done(page);
});

test("changes are walked in the order of the table", async () => {
    const page = await open(pageOf("walked", "main;a 3000\nmain;b 500\nmain;c 100\nmain;same 6400\n"));
    await page.setInputFiles("input[type=file]", fileOf("walked.folded", "main;a 2500\nmain;b 1100\nmain;c 2\nmain;same 6400\n"));
    await page.waitForSelector("text=Swap sides");
    for (const [name] of (await rowsOf(page)).slice(0, 3)) {
        await page.keyboard.press("j");
        assert.match(await textOf(page, ".fr-found"), new RegExp(`^. of .: ${name} `));
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
        ["odd.txt", /odd.txt cannot be compared: line 1: expected 'frame;frame value'/],
        ["page.html", /page.html cannot be compared: it is no page or picture of flamerender/],
        ["bare.svg", /bare.svg cannot be compared: it does not carry its profile/],
        ["both.html", /both.html cannot be compared: it is a differential already/],
    ]) {
        const files = [fileOf("b.folded", BASE), fileOf("n.folded", NEW)],
            text = {
                "odd.txt": "no profile\n",
                "page.html": "<!DOCTYPE html><title>x</title>",
                "bare.svg": run(["--format", "svg", "--data=none"], BASE),
                "both.html": execFileSync(program, ["diff", "-q", "--format", "html", ...files], { encoding: "utf8" }),
            };
        await drop(page, name, text[name]);
        await page.waitForFunction((end) => document.querySelector(".fr-found").textContent.includes(end), name);
        assert.match(await textOf(page, ".fr-found"), why);
    }
    for (const format of ["svg", "html"]) {
        await drop(page, "v2." + format, run(["--format", format], NEW));
        await page.waitForSelector("text=Swap sides");
        assert.match((await rowsOf(page))[0].join(" "), /^fresh 0 % 36.70 %/);
        await page.click("text=One profile");
        await page.waitForSelector("text=Compare…");
    }
    await done(page);
});

test("the table of a differential's page lists every function with the numbers of the report", async () => {
    const sides = ["shop-before", "shop-after"].map(recording),
        file = path.join(scratch, "table.html");
    execFileSync(program, ["diff", "-q", ...sides, "-o", file]);
    const args = ["diff", "-q", "--format", "json", "--max-rows", "0", ...sides],
        report = JSON.parse(execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28 })),
        page = await open("file://" + file),
        changed = report.rows.filter((row) => /grew|shrank|new|gone/.test(row.verdict + row.self_verdict));
    assert.equal((await rowsOf(page)).length, changed.length);
    await page.click("text=/Also the .* that did not change/");
    while (await page.isVisible("text=/Show more/")) await page.click("text=/Show more/");
    const shown = await page.$$eval("#flamerender-table tbody tr", (all) =>
        all.map((row) => [
            row.children[0].textContent,
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
    const page = await open("file://" + file + "#view=sandwich&function=f");
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
