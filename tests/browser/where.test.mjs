/*
 * where.test.mjs - samples chosen in a page by labels and threads, with steps after it, give the boxes of the program:
 * of the command line that the page shows, on the page, and of the same --where on what the page was made of.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { decodeBase64 } from "../../render/assets/data/bytes.js";
import { decodePack } from "../../render/assets/data/pack.js";
import { readLabels } from "../../render/assets/data/pack_labels.js";
import { Derived } from "../../render/assets/profile/derived.js";
import { furnish } from "../../render/assets/draw/furniture.js";
import { layoutFlame } from "../../render/assets/draw/layout.js";
import { argumentsOf, exactly, readSteps, writeSteps } from "../../render/assets/profile/steps.js";
import { buildTree } from "../../render/assets/profile/tree_at_once.js";
import { labelsOf } from "../../render/assets/profile/label_filter.js";
import { boxesOf, wantedBoxes } from "./boxes_of.mjs";
import { metadataOf, program, randomFrom, scratch } from "./picture.mjs";

function runProgram(...args) {
    return spawnSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28 });
}

/* ---- profiles with labels ---- */

/* perf script of several threads. */
function randomThreads(random) {
    const lines = [],
        threads = Array.from({ length: 2 + random(4) }, (_, i) => [["app", "worker", "db pool"][random(3)], 7 + random(2), 7 + i]);
    for (let i = 0; i < 30 + random(60); i++) {
        const [comm, pid, tid] = threads[random(threads.length)];
        lines.push(`${comm} ${pid}/${tid} [000] 1.${String(i * 1000 + random(900)).padStart(6, "0")}: ${1 + random(5)} cycles:`);
        for (let depth = 1 + random(6); depth > 0; depth--) lines.push(`\t401000 f${random(4)}+0x1 (/bin/app)`);
        lines.push("");
    }
    return Buffer.from(lines.join("\n") + "\n");
}

function varint(value) {
    const bytes = [];
    for (value = BigInt.asUintN(64, BigInt(value)); value > 127n; value >>= 7n) bytes.push(Number(value & 127n) | 128);
    return [...bytes, Number(value)];
}

const number = (field, value) => [...varint(field << 3), ...varint(value)];
const bytes = (field, content) => [...varint((field << 3) | 2), ...varint(content.length), ...content];

/* A pprof profile with one or two value columns; values of labels are texts, numbers, or both of one key. */
function randomPprof(random) {
    const texts = [""],
        id = (text) => (texts.includes(text) ? texts.indexOf(text) : texts.push(text) - 1),
        functions = ["main", "alloc", "serve", "parse", "gc"],
        nColumns = 1 + random(2),
        out = [];
    for (let k = 0; k < nColumns; k++) out.push(bytes(1, [...number(1, id("t" + k)), ...number(2, id("count"))]));
    const label = () => {
        const kind = random(6);
        if (kind < 3) return [...number(1, id("handler")), ...number(2, id(["/tree", "/a=b", "x y;z", "8"][random(4)]))];
        if (kind < 5) return [...number(1, id("bytes")), ...number(3, [64, -5, 4096, 2 ** 40][random(4)])];
        return [...number(1, id("mixed")), ...(random(2) ? number(2, id("5")) : number(3, 5))];
    };
    for (let i = 0; i < 20 + random(50); i++) {
        const sample = [];
        for (let depth = 1 + random(5); depth > 0; depth--) sample.push(number(1, 1 + random(functions.length)));
        for (let k = 0; k < nColumns; k++) sample.push(number(2, random(9) + (k ? 0 : 1)));
        for (let n = random(4); n > 0; n--) sample.push(bytes(3, label()));
        out.push(bytes(2, sample.flat()));
    }
    functions.forEach((name, i) => {
        out.push(bytes(4, [...number(1, i + 1), ...bytes(4, number(1, i + 1))]));
        out.push(bytes(5, [...number(1, i + 1), ...number(2, id(name))]));
    });
    for (const text of texts) out.push(bytes(6, [...Buffer.from(text)]));
    return Buffer.from(out.flat());
}

/* ---- page and program ---- */

async function open(content) {
    const source = path.join(scratch, "labelled.in"),
        file = path.join(scratch, "labelled.html");
    fs.writeFileSync(source, content);
    const { status, stderr } = runProgram(source, "-o", file, "--minwidth=0", "--sample-index=0");
    assert.equal(status, 0, stderr);
    const html = fs.readFileSync(file, "utf8"),
        svg = runProgram("-q", source, "--format=svg", "--data=full", "--minwidth=0", "--sample-index=0").stdout,
        view = JSON.parse(metadataOf(svg, "view")),
        [, data] = /id="flamerender-data">([^<]*)</.exec(html),
        pack = await decodePack(decodeBase64(data), readLabels);
    view.frameFills = decodeBase64(view.frames);
    const tree = buildTree(pack, view);
    return { html, source, file, view, pack, tree, stderr, derived: new Derived(view, tree, "name") };
}

function placeless(boxes) {
    return boxes.map((box) => ({ ...box, y: 0, label: box.name ? box.label : "all" }));
}

function boxesAfter({ derived, view }, steps) {
    view.whole = derived.chosen(steps) ?? view.whole;
    const tree = derived.treeOf({ steps, order: "name", from: "roots" }),
        layout = layoutFlame(tree, view, 0, view.width),
        furniture = furnish(layout, view, view.width, layout.rows.length, 900);
    return placeless(boxesOf({ tree, view }, layout, furniture));
}

/* Whether something was left to compare. */
function compare(page, steps) {
    const words = [...argumentsOf(steps), "--minwidth=0", "--sample-index=0"],
        isPossible = page.derived.possible(steps).length === steps.length,
        wanted = [page.file, page.source].map((file) => runProgram("render", "-q", "--format=scene-json", file, ...words));
    for (const { status, stderr } of wanted) assert.equal(status, isPossible ? 0 : 5, words.join(" ") + "\n" + stderr);
    if (!isPossible) return 0;
    const got = boxesAfter({ ...page, view: { ...page.view }, derived: page.derived }, steps);
    for (const { stdout } of wanted) assert.deepEqual(got, placeless(wantedBoxes(stdout)), words.join(" "));
    return 1;
}

function randomSteps(random, { pack, tree }) {
    const name = () => exactly(tree.names[tree.name[1 + random(tree.n - 1)]]),
        keys = labelsOf(pack, 0),
        steps = [];
    for (let n = random(3); n > 0; n--) steps.push({ step: ["focus", "ignore", "hide"][random(3)], pattern: name() });
    for (let n = 1 + random(2); n > 0; n--) {
        const { key, values } = keys[random(keys.length)];
        steps.push({ step: "where", pattern: key + "=" + values[random(values.length)][0] });
    }
    return readSteps(writeSteps(steps)); // as an address has them
}

for (const [what, make] of [["threads", randomThreads], ["labels", randomPprof]])
    test(`random profiles, samples chosen by ${what}`, async () => {
        let n = 0;
        for (let seed = 1; seed <= 12; seed++) {
            const random = randomFrom(seed * 11),
                page = await open(make(random));
            for (let round = 0; round < 4; round++) n += compare(page, randomSteps(random, page));
        }
        assert.ok(n > 15, String(n));
    });

test("all rows of a stack are its value; keys of texts and numbers are omitted, and named", async () => {
    const { html, pack, stderr } = await open(randomPprof(randomFrom(5))),
        { labels } = pack;
    assert.equal(labels.omitted, "mixed");
    assert.match(stderr, /not on the page: mixed/);
    assert.match(html, /<p>labels not on this page: mixed \(--where chooses by them before it is drawn\)<\/p>/);
    pack.columns.forEach(({ values }, k) => {
        const sums = new Float64Array(values.length);
        labels.stack.forEach((stack, row) => (sums[stack] += labels.values[k][row]));
        assert.deepEqual(sums, values);
    });
    assert.deepEqual(labelsOf(pack, 0).map(({ key }) => key).sort(), ["bytes", "handler"]);
});

test("a key with more than 1000 values is not carried, one with 1000 is", async () => {
    for (const nValues of [1000, 1001]) {
        const lines = Array.from(
            { length: nValues },
            (_, i) => `app 7/${100 + i} [000] 1.${String(i).padStart(6, "0")}: 1 cycles:\n\t401000 f${i % 3}+0x1 (/bin/app)\n`,
        );
        const { pack } = await open(Buffer.from(lines.join("\n") + "\n"));
        assert.equal(pack.labels.omitted, nValues > 1000 ? "tid" : "");
        assert.equal(labelsOf(pack, 0).length, nValues > 1000 ? 0 : 1);
    }
});

test("a recording of one thread carries none", async () => {
    const { pack } = await open(Buffer.from("app 7/7 [000] 1.000001: 1 cycles:\n\t401000 f+0x1 (/bin/app)\n\n"));
    assert.equal(pack.labels, undefined);
});
