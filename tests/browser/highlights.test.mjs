/*
 * highlights.test.mjs - the sentence over a picture: the viewer's, made of what a page carries, is the program's, for
 * recordings, for random stacks and after steps.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { decodeBase64 } from "../../render/assets/data/bytes.js";
import { decodePack } from "../../render/assets/data/pack.js";
import { highlightsOf, sentenceOf, textOf } from "../../render/assets/profile/highlights.js";
import { buildTree } from "../../render/assets/profile/tree_at_once.js";
import { randomStacks } from "./boxes_of.mjs";
import { recording, run } from "./picture.mjs";

/* What the page of an input carries. */
async function carried(input, ...args) {
    const html = run(["--format", "html", ...args], input),
        part = (id) => new RegExp(`id="flamerender-${id}">([^<]*)<`).exec(html)[1],
        view = JSON.parse(part("view"));
    view.frameFills = decodeBase64(view.frames);
    return { view, tree: buildTree(await decodePack(decodeBase64(part("data"))), view) };
}

async function compare(input, ...args) {
    const { tree, view } = await carried(input, ...args);
    assert.equal(textOf(sentenceOf(highlightsOf(tree), view.measures, view.whole, false)), view.title);
    return view.title;
}

test("recordings", async () => {
    for (const name of ["nodejs", "gopipe", "stall", "templates", "native", "convoy"]) await compare(recording(name));
});

test("random stacks", async () => {
    for (let seed = 1; seed <= 60; seed++) await compare(randomStacks(seed));
});

test("what is said", async () => {
    const cases = [
        ["main;a 50\nmain;b 30\nmain;c 20\n", "50\u202f% of the samples are in a itself"],
        ["main;run;a 40\nmain;idle;b 60\n", "60\u202f% of the samples are in b itself, under idle"],
        ["swapper;default_idle 60\nmain;malloc 40\n", "60\u202f% of the samples are idle: default_idle; 40\u202f% allocate memory: malloc, under main"],
        ["main;[libx.so] 4\nmain;b;c 3\nmain;b;d 3\n", "40\u202f% of the samples are in code without names: [libx.so]; 30\u202f% are under c"],
        [
            Array.from({ length: 50 }, (_, i) => `main;f${i} 2\n`).join(""),
            "nothing stands out: no function has 3\u202f% of the samples itself",
        ],
    ];
    for (const [stacks, said] of cases) assert.equal(await compare(stacks), said);
    assert.equal(await compare("main;run;a 1\nmain;run;b 1\n", "--weight-unit", "bytes"), "50\u202f% of the memory is in a itself");
});

test("a title of an author stays", async () => {
    const { view } = await carried("main;a 1\nmain;b 1\n", "--title", "Mine");
    assert.equal(view.title, "Mine");
    assert.equal(view.measures, undefined);
});
