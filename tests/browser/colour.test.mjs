/*
 * colour.test.mjs - colours that depend on the profile are those of the scene, before and after a zoom: by self in a
 * picture that carries its profile, by label in one whose viewer works on what is drawn. Another choice in a page
 * paints the same boxes in place: what it shows is what a page shows that opens with that choice.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { callerTree } from "../../render/assets/profile/callers.js";
import { largestFirst } from "../../render/assets/profile/reorder.js";
import { buildTree } from "../../render/assets/profile/tree_at_once.js";
import { randomStacks, treeOf } from "./boxes_of.mjs";
import { done, elementsOn, middleOf, open, textOf, useBrowser } from "./browser.mjs";
import { draw, randomFrom, root, run, scratch } from "./picture.mjs";

useBrowser();

const INPUT = "main;parse 30\nmain;read 20\nmain;run;parse 20\nmain;run;odd 1\n";

function fillsOf(page) {
    return page.$$eval(".fr-boxes path", (all) => [...new Set(all.map((p) => p.getAttribute("fill")))].sort());
}

function fillsIn(scene, names) {
    const fill = (name) => scene.fills[scene.boxes.find((box) => box.name === name).fill].light;
    return [...new Set(names.map(fill))].sort();
}

for (const [name, ...args] of [
    ["self", "--color-by=self", "--scheme=light"],
    ["label", "--label=host=a", "--color-by=label:host", "--scheme=light"],
])
    test("colour by " + name + " stays with a zoom", async () => {
        const { file, scene } = draw("by_" + name, INPUT, ...args),
            page = await open("file://" + file);
        assert.deepEqual(await fillsOf(page), fillsIn(scene, ["", "main", "parse", "read", "run", "odd"]));
        const { x, y } = middleOf(scene.boxes.find((box) => box.name === "run"));
        await page.mouse.click(x, y);
        await page.waitForFunction(() => !document.getAnimations().length);
        await page.waitForFunction(() => location.hash.length > 1);
        assert.deepEqual(await fillsOf(page), fillsIn(scene, ["run", "parse", "odd"]));
        await done(page);
    });

test("what V8 calls idle is a kind of its own, and so is its runtime, in the page as in the picture", async () => {
    const input = path.join(root, "golden/transform/idle_v8/in.cpuprofile"),
        file = path.join(scratch, "idle.html"),
        { fills, boxes } = draw("idle", input, "--scheme=light").scene,
        fillIn = (name) => fills[boxes.find((box) => box.name === name).fill].light;
    fs.writeFileSync(file, run(["--format", "html", "--sort=name", "--scheme=light"], input));
    const page = await open("file://" + file);
    assert.equal(await textOf(page, ".fr-foot .fr-legend"), "managed / JIT 33.3 %idle 50.0 %runtime 16.7 %");
    assert.equal(fillIn("(idle)"), "#a7adb4");
    const drawn = await fillsOf(page);
    for (const name of ["(idle)", "(program)", "run (/srv/a.js:5:3)"]) assert.ok(drawn.includes(fillIn(name)), name);
    await done(page);
});

/* Fills of a random way, which frames of one name need not agree on. */
function randomWay(random, { n }, byFill) {
    return { byFill, root: random(8), frameFills: Uint8Array.from({ length: n }, () => random(8)) };
}

const coloursOf = ({ fill, frame }) => ({ fill, frame });

test("a tree that takes other colours in place is the one that is built in them, in each order and from the leaves", async () => {
    for (let seed = 1; seed <= 20; seed++) {
        const random = randomFrom(seed),
            { view: own, tree } = await treeOf(run(["--format", "svg", "--data=full"], randomStacks(seed))),
            { pack } = tree,
            views = [true, false, true].map((byFill) => ({ ...own, ...randomWay(random, pack.frames, byFill) })),
            made = (view) => {
                const roots = buildTree(pack, view);
                return [roots, largestFirst(roots), callerTree(pack, view, "largest"), callerTree(pack, view, "name")];
            },
            [roots, largest, ...leaves] = made(own);
        for (const view of [...views, own]) {
            for (const one of [roots, ...leaves]) one.recolour(view);
            assert.deepEqual([roots, largest, ...leaves].map(coloursOf), made(view).map(coloursOf), `seed ${seed}`);
        }
    }
});

/* 24 modules, of which some have a function of one name. */
function samples() {
    const random = randomFrom(4),
        frame = () => `\t${1 + random(99)} f${random(12)} (/lib/m${random(24)}.so)\n`,
        kernel = () => (random(3) ? "" : `\tffff00 sys${random(4)} ([kernel.kallsyms])\n`);
    return Array.from({ length: 60 }, (_, i) => {
        const stack = Array.from({ length: 1 + random(12) }, frame).join("");
        return `app 1/1 [000] ${i}.000000: ${1 + random(50)} cpu-clock:\n${kernel()}${stack}\t1 main (/bin/app)\n\n`;
    }).join("");
}

const PARTS = ".fr-map, .fr-boxes, .fr-labels, .fr-crumbs, .fr-legend, .fr-functions, .fr-details",
    READY = ".fr-view .fr-boxes :is(path, canvas)";

/* Counts the layouts that are made: each has a column of places (layout.js). */
function countLayouts() {
    window.layouts = 0;
    window.Int32Array = new Proxy(Int32Array, {
        construct(type, args) {
            window.layouts++;
            return Reflect.construct(type, args);
        },
    });
}

const WAYS = ["kind", "module", "self", "search", "package"],
    choose = (page, way) => page.selectOption("[aria-label=Colour]", way);

for (const [what, words] of [
    ["from the roots", ""],
    ["zoomed and searched", "zoom=app;main&search=f1"],
    ["the largest first", "order=largest"],
    ["from the leaves", "from=leaves&order=largest"],
    ["as time goes", "order=time"],
    ["after a step, with chains folded", "steps=focus:f3&chains=folded"],
])
    for (const form of ["SVG", "canvas"])
        test(`a choice of colour lays nothing out, and shows what a page opens with: ${what}, ${form}`, async () => {
            const html = run(["--format", "html"], samples()),
                file = path.join(scratch, `ways_${form}.html`),
                forced = html.replace('id="flamerender-picture"', '$& data-canvas-from="0"'),
                options = { live: false, height: 400, init: countLayouts };
            fs.writeFileSync(file, form === "SVG" ? html : forced);
            const address = (way) => `file://${file}#${words}&colour=${way}`,
                page = await open(address("package"), options);
            await page.waitForSelector(READY, { state: "attached" });
            for (const way of WAYS) {
                const before = await page.evaluate(() => window.layouts);
                assert.ok(before > 0);
                await choose(page, way);
                const made = (await page.evaluate(() => window.layouts)) - before;
                assert.ok(made === 0 || words.startsWith("steps"), `${way}: ${made}`); // steps are taken again, by such columns
                const fresh = await open(address(way), options);
                await fresh.waitForSelector(READY, { state: "attached" });
                assert.deepEqual(await elementsOn(page, PARTS), await elementsOn(fresh, PARTS), way);
                await done(fresh);
            }
            const before = await page.evaluate(() => window.layouts);
            await page.setViewportSize({ width: 1000, height: 400 });
            await page.waitForFunction((n) => window.layouts > n, before); // such a change does lay out
            await done(page);
        });

test("an address that names another colour colours the map, too, where the words under the title are the author's", async () => {
    const file = path.join(scratch, "map.html"),
        options = { live: false, height: 400 };
    fs.writeFileSync(file, run(["--format", "html", "--subtitle", "my line"], samples()));
    const page = await open(`file://${file}#colour=package`, options),
        fresh = await open(`file://${file}#colour=kind`, options);
    await page.evaluate(() => (location.hash = "#colour=kind"));
    await page.waitForFunction(() => document.querySelector("[aria-label=Colour]").value === "kind");
    assert.deepEqual(await elementsOn(page, ".fr-map"), await elementsOn(fresh, ".fr-map"));
    await done(fresh);
    await done(page);
});
