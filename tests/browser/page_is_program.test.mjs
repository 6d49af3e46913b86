/*
 * page_is_program.test.mjs - the viewer's tree and layout, run in node on what a picture carries, give
 * the boxes of scene-json: names, values, edges, rows, labels, colours.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { decodeBase64 } from "../../render/assets/data/bytes.js";
import { decodeChart } from "../../render/assets/data/chart_samples.js";
import { decodePack } from "../../render/assets/data/pack.js";
import { decodeFills } from "../../render/assets/data/embedded_data.js";
import { layoutUnzoomed } from "../../render/assets/draw/unzoomed_layout.js";
import { buildChart } from "../../render/assets/profile/chart.js";
import { formatShare, formatGrouped, formatMultiple } from "../../render/assets/profile/format.js";
import { furnish } from "../../render/assets/draw/furniture.js";
import { buildTree } from "../../render/assets/profile/tree_at_once.js";
import { layoutFlame } from "../../render/assets/draw/layout.js";
import { boxesOf, randomStacks, treeOf, wantedBoxes } from "./boxes_of.mjs";
import { draw, randomFrom, recording, root, run } from "./picture.mjs";

async function compare(input, ...args) {
    const svg = run(["--format", "svg", ...args], input);
    const text = run(
        ["--format", "scene-json", ...args.filter((arg) => !arg.startsWith("--data"))],
        input,
    );
    const data = await treeOf(svg),
        layout = layoutFlame(data.tree, data.view, 0, data.view.width);
    const furniture = furnish(layout, data.view, data.view.width, layout.rows.length, 900);
    const got = boxesOf(data, layout, furniture),
        wanted = wantedBoxes(text),
        scene = JSON.parse(text);
    assert.deepEqual(got, wanted);
    assert.equal((furniture.height - furniture.strip) / 10, scene.height);
    const texts = furniture.texts.filter(
        (t) => t.role !== "title" && (data.tree.complete || t.role !== "statement"),
    );
    assert.deepEqual(
        texts.map((t) => t.text),
        wantedTexts(scene, data),
    );
    return data;
}

function wantedTexts(scene, { tree }) {
    return scene.texts
        .filter((t) => t.role !== "title" && (tree.complete || t.role !== "statement"))
        .map((t) => t.text);
}

test("random profiles, carried whole", async () => {
    for (let seed = 1; seed <= 40; seed++) {
        const args = [
            ["--width", "1200"],
            ["--width", "300", "--truncate", "start"],
            ["--icicle", "--truncate", "middle", "--names", "full"],
            ["--sort", "value", "--minwidth", "1%"],
            ["--max-depth", "4", "--height", "25"],
        ][seed % 5];
        const { tree } = await compare(randomStacks(seed), ...args);
        assert.ok(tree.complete);
    }
});

test("random profiles, only what is drawn", async () => {
    for (let seed = 1; seed <= 20; seed++) {
        const args = [
            ["--data=none"],
            ["--callers"],
            ["--sort", "input"],
            ["--data=none", "--minwidth", "3"],
        ][seed % 4];
        const { tree } = await compare(randomStacks(seed), ...args);
        assert.equal(tree.complete, tree.lost.every((value) => !value));
    }
});

test("recordings", async () => {
    for (const file of fs
        .readdirSync(path.join(root, "tests/data"))
        .filter((name) => name.endsWith(".perf.gz")))
        for (const args of [
            [],
            ["--fold-recursion", "--width", "3840"],
            ["--focus", "a", "--icicle"],
        ])
            await compare(recording(file.replace(".perf.gz", "")), ...args);
});

/* perf script whose names are in several modules each, more than have hues of their own. */
function randomModules(seed) {
    const random = randomFrom(seed),
        lines = [];
    for (let i = 0; i < 40 + random(200); i++) {
        lines.push(`app 7/7 [000] 1.${String(i).padStart(6, "0")}: ${1 + random(5)} cycles:`);
        for (let depth = 1 + random(7); depth > 0; depth--) {
            const module = random(5) ? `/lib/lib${random(2 + (seed % 15))}.so` : "[unknown]";
            lines.push(`\t401000 f${random(4)}+0x1 (${module})`);
        }
        lines.push("");
    }
    return lines.join("\n") + "\n";
}

test("colour by module, carried whole and only what is drawn", async () => {
    const by = "--color-by=module";
    for (let seed = 1; seed <= 30; seed++) {
        const input = randomModules(seed);
        const { tree, view } = await compare(input, by, ...(seed % 2 ? ["--sort", "value"] : []));
        assert.ok(tree.complete && view.byFill);
        await compare(input, by, "--data=none", "--width", "400");
        await compare(input, by, "--callers");
    }
    for (const name of ["native", "nodejs", "stall"]) await compare(recording(name), by);
});

test("a name in several modules has the colour of most of its value, however many colours stand before", async () => {
    let several = 0;
    for (let seed = 1; seed <= 10; seed++) {
        const { tree, view } = await treeOf(run(["--format", "svg", "--color-by=module"], randomModules(seed))),
            higher = (fill) => fill + 200, // a page has those of its palette first
            moved = { root: higher(view.root), frameFills: Uint8Array.from(view.frameFills, higher) },
            { fill } = buildTree(tree.pack, { ...view, ...moved });
        assert.deepEqual([...fill], Array.from(tree.fill, higher));
        several += tree.frames.name.filter((name, i, all) => all.indexOf(name) < i).length;
    }
    assert.ok(several > 0);
});

/* Stacks in their order, and samples with times and threads: boxes have places of their own. */
test("flame charts", async () => {
    for (let seed = 1; seed <= 10; seed++) {
        const { tree, view } = await compare(randomStacks(seed), "--flamechart", "--data=none");
        assert.equal(view.chart, 1);
        assert.ok(tree.offset);
        await compare(randomStacks(seed), "--flamechart", "--merge-adjacent=no", "--icicle");
    }
    const timed = path.join(root, "golden/flame/chart_lanes/in.perf"),
        text = fs.readFileSync(timed, "utf8"),
        { tree, view } = await compare(text, "--flamechart");
    assert.equal(view.chart, 2);
    const lanes = [...tree.lane].filter((lane, i) => tree.depth[i] === 1);
    assert.deepEqual(lanes, [0, 4]);
    const node = tree.lane.lastIndexOf(4),
        layout = layoutFlame(tree, view, node, 12000),
        zoomed = furnish(layout, view, 12000, layout.rows.length, 900);
    assert.deepEqual(layout.row, [1]);
    assert.deepEqual(
        zoomed.texts.filter((t) => t.role === "axis").map((t) => t.text),
        ["0.1", "0.15", "0.2"].map((s) => s + "\u202fs"),
    );
});

/* perf script of several threads; some samples stand at one time. */
function randomTimes(random) {
    const lines = [];
    for (let i = 0, at = 1e6; i < 20 + random(150); i++) {
        const tid = 7 + random(3);
        at += [0, 1, 1000, 1000, 1000, 90000][random(6)] * (1 + random(2));
        lines.push(`${tid === 7 ? "app" : "worker"} 7/${tid} [000] ${(at / 1e6).toFixed(6)}: ${1 + random(5)} cycles:`);
        for (let depth = random(6); depth >= 0; depth--) lines.push(`\t401000 f${random(3)}+0x1 (/bin/app)`);
        lines.push("");
    }
    return lines.join("\n") + "\n";
}

async function compareInTime(input, ...args) {
    const html = run(["--format", "html", ...args], input),
        part = (what) => new RegExp(`id="flamerender-${what}">([^<]*)<`).exec(html)[1],
        own = JSON.parse(part("view")),
        general = "What ran when", // of which a page says what to look at instead
        view = { ...own, title: general, ...own.time, frameFills: decodeFills(own) },
        pack = await decodePack(decodeBase64(part("data"))),
        tree = buildChart(pack, await decodeChart(decodeBase64(part("chart"))), view),
        layout = layoutUnzoomed(tree, view, view.width),
        furniture = furnish(layout, view, view.width, layout.rows.length, 900);
    const text = run(["--format", "scene-json", "--flamechart", ...args], input);
    assert.deepEqual(boxesOf({ tree, view }, layout, furniture), wantedBoxes(text));
    const title = JSON.parse(text).texts.filter((t) => t.role === "title");
    assert.equal(own.time.title ?? general, title.map((t) => t.text).join(" "));
    assert.deepEqual(
        furniture.texts.filter((t) => t.role === "axis" || t.role === "subtitle").map((t) => t.text),
        JSON.parse(text).texts.filter((t) => t.role === "axis" || t.role === "subtitle").map((t) => t.text),
    );
    return tree;
}

test("a page's samples as time goes are the program's flame chart", async () => {
    for (let seed = 1; seed <= 30; seed++) {
        const args = [[], ["--width", "300"], ["--icicle", "--minwidth", "3"], ["--minwidth", "0"], ["--max-depth", "4"]];
        await compareInTime(randomTimes(randomFrom(seed * 13)), ...args[seed % 5]);
    }
    for (const name of ["native", "nodejs", "convoy"]) await compareInTime(recording(name));
});

test("a page of more than 200 000 samples says why it has no chart; one without times says nothing", () => {
    const sample = (i) => `a 7/7 [000] ${1 + i / 1e6}: 1 cycles:\n\t401000 f+0x1 (/bin/a)\n\n`,
        many = run(["--format", "html"], Array.from({ length: 200001 }, (_, i) => sample(i)).join(""));
    assert.match(many, /"untimed":"there are more than 200\s000 samples"/);
    assert.match(many, /<p>no order in time: there are more than 200\s000 samples \(--flamechart draws it\)<\/p>/);
    assert.doesNotMatch(many, /id="flamerender-chart"/);
    const [, view] = /id="flamerender-view">([^<]*)</.exec(run(["--format", "html"], "main 1\n"));
    assert.doesNotMatch(view, /"untimed"|"time"/);
});

test("values beyond 2^53", async () => {
    const { tree } = await compare(
        "a;b 9007199254740993\na;c 3\nd 9007199254740995\na 7777777777777777777\n",
    );
    assert.equal(tree.total[0], 7795792176287259768n);
    await compare("a;b 4503599627370497\na;c 3\n");
});

test("zoomed: the boxes are those of the subtree drawn alone", async () => {
    for (let seed = 50; seed < 60; seed++) {
        const data = await treeOf(run(["--format", "svg"], randomStacks(seed)));
        const { tree, view } = data;
        for (let node = 1; node < tree.n; node += 17) {
            const layout = layoutFlame(tree, view, node, 12000);
            assert.deepEqual([layout.x0[0], layout.x1[0], layout.row[0]], [200, 11800, 1]);
            layout.node.forEach((at, i) => {
                if (i === 0) return;
                const parent = layout.boxOf.get(tree.parent[at]);
                assert.ok(layout.x0[i] >= layout.x0[parent] && layout.x1[i] <= layout.x1[parent]);
                const share = (layout.x1[i] - layout.x0[i]) / 11600,
                    exact = tree.total[at] / tree.total[node];
                assert.ok(Math.abs(share - exact) <= 1 / 11600);
            });
        }
    }
});

test("numbers read as the program writes them", () => {
    assert.equal(formatGrouped(1234567, 0), "1\u202f234\u202f567");
    assert.equal(formatGrouped("-0", 0), "0");
    assert.equal(formatGrouped(123456725, 2), "1\u202f234\u202f567.25");
    assert.equal(formatGrouped(120, 2), "1.2");
    assert.equal(formatShare(1, 3, 2), "33.33\u202f%");
    assert.equal(formatShare(1, 200000, 2), "<0.01\u202f%");
    assert.equal(formatShare(1n << 62n, (1n << 62n) + 1n, 1), ">99.9\u202f%");
    assert.equal(formatMultiple(12345678, 0, "ns"), "12.3\u202fms");
    assert.equal(formatMultiple(9996000000, 0, "ns"), "10.0\u202fs");
    assert.equal(formatMultiple(4 << 20, 0, "bytes"), "4.00\u202fMiB");
    assert.equal(formatMultiple(5, 0, "samples"), "");
});

test("the picture says the same numbers as its scene", async () => {
    const { svg, scene } = draw("numbers", randomStacks(3), "--static");
    assert.ok(!svg.includes("<script") && !svg.includes("<metadata"));
    assert.equal(svg.match(/<title>/g).length, scene.boxes.length + 1);
});
