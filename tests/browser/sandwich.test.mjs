/*
 * sandwich.test.mjs - a function with its callers and callees: the numbers are those of `--show-from` and
 * `--callers` of the program, and mouse, keys and addresses reach them.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import test from "node:test";
import { calleesOf, callersOf } from "../../render/assets/profile/callers_callees.js";
import { decodeBase64 } from "../../render/assets/data/bytes.js";
import { functionsOf } from "../../render/assets/profile/functions.js";
import { decodePack } from "../../render/assets/data/pack.js";
import { buildTree } from "../../render/assets/profile/tree_at_once.js";
import { done, hashOf, open, textOf, toView, useBrowser } from "./browser.mjs";
import { metadataOf, program, randomFrom, recording, run, scratch } from "./picture.mjs";

const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

useBrowser();

function randomStacks(seed) {
    const random = randomFrom(seed);
    return Array.from({ length: 40 + random(80) }, () => {
        const stack = Array.from({ length: 1 + random(8) }, () => "f" + random(9));
        return stack.join(";") + " " + (1 + random(50));
    }).join("\n") + "\n";
}

async function treeOf(input) {
    const svg = run(["--format", "svg"], input),
        view = JSON.parse(metadataOf(svg, "view"));
    view.frameFills = decodeBase64(view.frames);
    return { view, tree: buildTree(await decodePack(decodeBase64(metadataOf(svg, "data"))), view) };
}

/* "f1;f2" to total, from below the root. */
function pathsOf(tree) {
    const path = [""],
        totals = {};
    for (let node = 0; node < tree.n; node++) {
        path[node] = (node ? path[tree.parent[node]] + ";" : "") + tree.nameOf(node);
        totals[path[node]] = tree.total[node];
    }
    return totals;
}

/* The same of a scene whose root has the one child `name`, or of one to be put on it. */
function pathsIn(input, ...args) {
    const scene = JSON.parse(run(["--format", "scene-json", "--minwidth", "0", ...args], input)),
        open = [],
        totals = {};
    for (const box of scene.boxes.filter((one) => one.kind !== "rest")) {
        open.length = box.row;
        open.push(box.name);
        if (box.row) totals[open.slice(1).join(";")] = box.total;
    }
    return totals;
}

/* Stacks with the outermost `name` at their ends. */
function cutAt(input, name) {
    const rows = input.trim().split("\n").map((line) => /^(.*) (\d+)$/.exec(line).slice(1));
    return rows
        .map(([stack, value]) => [stack.split(";"), value])
        .filter(([stack]) => stack.includes(name))
        .map(([stack, value]) => stack.slice(0, stack.indexOf(name) + 1).join(";") + " " + value)
        .join("\n") + "\n";
}

test("random profiles: the numbers are the program's", async () => {
    for (let seed = 1; seed <= 12; seed++) {
        const input = randomStacks(seed),
            { tree, view } = await treeOf(input);
        const csv = execFileSync(program, ["top", "-q", "--format", "json", "-"], { input, encoding: "utf8" }),
            wanted = JSON.parse(csv).rows.map((row) => [row.function, row.self, row.total]);
        const rows = functionsOf(tree),
            got = rows.map(({ name, self, total }) => [name, self, total]);
        assert.deepEqual(got.sort(), wanted.sort());
        for (const row of rows) {
            assert.deepEqual(
                pathsOf(calleesOf(tree, row.id, view)),
                pathsIn(input, "--show-from", `^${row.name}$`),
            );
            assert.deepEqual(
                pathsOf(callersOf(tree, row.id, view)),
                pathsIn(cutAt(input, row.name), "--callers"),
            );
        }
    }
});

async function violations(page) {
    await page.evaluate(axe);
    return page.evaluate(async () => {
        const result = await window.axe.run(document, { resultTypes: ["violations"] });
        return result.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html.slice(0, 120)).join(" | "));
    });
}

function pageOf(name, input) {
    const file = path.join(scratch, name + ".html");
    fs.writeFileSync(file, run(["--format", "html"], input));
    return "file://" + file;
}

test("mouse, keys and addresses open a function, and lead on; Back leads back", async () => {
    const url = pageOf("sandwich", recording("nodejs")),
        page = await open(url);
    await toView(page, "Table");
    await page.click("#flamerender-table tbody button >> text=Builtins_ArrayTimSort");
    assert.match(await hashOf(page), /view=table&function=Builtins_ArrayTimSort/);
    assert.match(await textOf(page, ".fr-sandwich p"), /^self 9.27 %, 19 samples · total 45.85 %, 94 samples$/);
    await page.focus("[aria-label^=Callees]");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    assert.equal(await textOf(page, ".fr-sandwich h2"), "Builtins_MergeAt");
    await page.goBack();
    assert.equal(await textOf(page, ".fr-sandwich h2"), "Builtins_ArrayTimSort");
    await page.keyboard.press("Escape");
    assert.ok(await page.isHidden(".fr-sandwich"));
    await done(page);
    const linked = await open(url + "#view=table&function=node%3A%3AStart");
    assert.equal(await textOf(linked, ".fr-sandwich h2"), "node::Start");
    await done(linked);
});

test("beside the table keys are of its function: arrows scroll, c copies its name, Enter shows it in the picture", async () => {
    const file = path.join(scratch, "keys.html");
    fs.writeFileSync(file, run(["--format", "html"], "main;a;b 5\nmain;c 7\n"));
    const page = await open("file://" + file + "#view=table&function=b", { permissions: ["clipboard-read", "clipboard-write"] });
    assert.equal(await page.textContent(".fr-who h2"), "b");
    await page.evaluate(() => {
        window.stopped = [];
        window.addEventListener("keydown", (event) => window.stopped.push(event.key, event.defaultPrevented));
    });
    for (const key of ["ArrowUp", "ArrowDown", "Home"]) await page.keyboard.press(key);
    assert.deepEqual(await page.evaluate(() => window.stopped), ["ArrowUp", false, "ArrowDown", false, "Home", false]);
    assert.equal(await page.textContent(".fr-who h2"), "b");
    await page.keyboard.press("c");
    await page.waitForFunction(() => document.querySelector(".fr-notice").textContent === "copied");
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "b");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector(".fr-tabs [aria-selected=true]").textContent === "Flame");
    assert.equal(await hashOf(page), "");
    assert.equal(await page.textContent(".fr-who h2"), "b");
    await done(page);
});

test("rows beyond the two hundred next to the function are not drawn, and that is said", async () => {
    const chain = (letter) => Array.from({ length: 300 }, (_, i) => letter + i).join(";"),
        folded = `${chain("a")};middle;${chain("b")} 5\nmiddle;leaf 2\n`;
    const page = await open(pageOf("deep-views", folded) + "#view=table&function=middle"),
        said = await textOf(page, ".fr-sandwich p");
    const words = "only the 200 rows next to it are drawn";
    assert.ok(said.endsWith(` · Callers: ${words} · Callees: ${words}`), said);
    await done(page);
});

test("hostile names are inert, and axe finds nothing, light and dark, on a phone and a desk", async () => {
    const hostile = "main;<img src=x onerror=window.hit=2> 9\nmain;</script><script>window.hit=1</script> 3\n";
    const bad = await open(pageOf("hostile-views", hostile) + "#view=table&function=main");
    assert.equal(await bad.evaluate(() => window.hit), undefined);
    assert.equal(await bad.$$eval("img", (all) => all.length), 0);
    await done(bad);
    const url = pageOf("axe-views", recording("gopipe"));
    for (const colorScheme of ["light", "dark"])
        for (const width of [390, 1200]) {
            const page = await open(url, { colorScheme, width, height: 800 });
            await toView(page, "Table");
            await page.click("#flamerender-table tbody button");
            assert.deepEqual(await violations(page), [], "sandwich");
            assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
            await done(page);
        }
});
