/*
 * diff.test.mjs - the picture of a differential: the viewer's tree, widths, labels and words are those of the
 * program, and every gesture does what it says.
 */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import test from "node:test";
import { decodeBase64 } from "../../render/assets/data/bytes.js";
import { setColour } from "../../render/assets/profile/change.js";
import { changeLine } from "../../render/assets/profile/change_words.js";
import { setWidth } from "../../render/assets/profile/diff_width.js";
import { decodeChanges } from "../../render/assets/data/pack_changes.js";
import { shareOf } from "../../render/assets/profile/facts.js";
import { kindOf } from "../../render/assets/profile/tree.js";
import { furnish } from "../../render/assets/draw/furniture.js";
import { layoutFlame, paintedWidth } from "../../render/assets/draw/layout.js";
import { labelTextOf, signedText } from "../../render/assets/draw/paint.js";
import {
    boxesIn,
    boxesOn,
    done,
    hashOf,
    labelsOn,
    middleOf,
    open,
    textOf,
    tip,
    useBrowser,
} from "./browser.mjs";
import { draw, metadataOf, randomFrom, run, scratch } from "./picture.mjs";

useBrowser();

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/* parse grew by its own code, its callee is gone; the share of kept fell only because of that. */
const SIDES =
    "main;kept 5000 5000\nmain;parse 1000 3000\nmain;parse;gone 900 0\nmain;came;deep 0 700\nmain;tiny 2 3\n" +
    Array.from({ length: 12 }, (_, i) => `main;same${i} 300 300\n`).join("");

const MARKS = ["grew", "shrank", "own_grew", "own_shrank", "new", "gone"];

async function treeOf(svg) {
    const view = JSON.parse(metadataOf(svg, "view"));
    return { view, tree: await decodeChanges(decodeBase64(metadataOf(svg, "changes")), view) };
}

/* Two sides with shared heads; some stacks on one side only. */
function randomSides(seed) {
    const random = randomFrom(seed),
        lines = [];
    for (let i = 0; i < 80 + random(150); i++) {
        const stack = Array.from({ length: 1 + random(7) }, () => "abcd\u4e16"[random(5)]);
        const base = random(4) ? 1 + random(1000) : 0,
            added = random(4) ? Math.floor(base * (0.5 + random(100) / 100)) : random(500);
        lines.push(["main", ...stack].join(";") + ` ${base} ${added}`);
    }
    return lines.join("\n") + "\n";
}

function boxesOf({ tree, view }, layout, furniture) {
    return layout.node.map((node, i) => {
        const x0 = layout.x0[i],
            x1 = layout.x1[i],
            change = tree.sides.changeOf(tree, view, node),
            width = paintedWidth(x0, x1);
        const label = signedText(labelTextOf(tree, node, view), width, change, view) || null;
        const told = label ? change.marks & ~3 : change.marks;
        return {
            name: tree.nameOf(node),
            row: layout.row[i],
            x0: x0 / 10,
            x1: x1 / 10,
            y: furniture.rowY(layout.row[i]) / 10,
            total: tree.total[node],
            fill: tree.fill[node],
            label,
            marks: MARKS.filter((_, bit) => told & (1 << bit)),
        };
    });
}

function wantedBoxes(scene) {
    return scene.boxes.map(({ name, row, x0, x1, y, total, fill, label, marks }) => {
        return { name, row, x0, x1, y, total, fill, label, marks };
    });
}

/* Controls without room beside the title are below all else. */
function compareWith({ tree, view }, scene) {
    const layout = layoutFlame(tree, view, 0, view.width);
    const furniture = furnish(layout, view, view.width, layout.rows.length, 900);
    const got = boxesOf({ tree, view }, layout, furniture);
    assert.deepEqual(got, wantedBoxes(scene));
    return { layout, furniture, height: (furniture.height - furniture.strip) / 10 };
}

function sceneOf(input, ...args) {
    return JSON.parse(run(["--format", "scene-json", ...args], input));
}

test("random sides, carried whole and only as drawn", async () => {
    for (let seed = 1; seed <= 30; seed++) {
        const input = randomSides(seed),
            args = [
                ["--width", "1200"],
                ["--width", "300", "--truncate", "start"],
                ["--icicle", "--sort", "value"],
                ["--callers", "--negate"],
                ["--width-of", "new"],
                ["--width-of", "max", "--minwidth", "2"],
                ["--width-of", "delta"],
            ][seed % 7];
        const scene = sceneOf(input, ...args);
        for (const carried of [["--data=auto"], ["--data=none"]]) {
            const data = await treeOf(run(["--format", "svg", ...carried, ...args], input));
            const { furniture, height } = compareWith(data, scene);
            if (data.tree.complete) assert.equal(height, scene.height);
            const wanted = scene.texts.filter((t) => data.tree.complete || t.role !== "statement");
            const got = furniture.texts.filter((t) => data.tree.complete || t.role !== "statement");
            assert.deepEqual(got.map((t) => t.text).slice(1), wanted.map((t) => t.text).slice(1));
        }
    }
});

test("another width is the picture of that width", async () => {
    for (let seed = 40; seed < 52; seed++) {
        const input = randomSides(seed),
            data = await treeOf(run(["--format", "svg"], input));
        for (const width of ["new", "base", "mean"]) {
            setWidth(data.tree, data.view, width);
            compareWith(data, sceneOf(input, "--width-of", width));
        }
    }
});

test("values beyond 2^53 are halved alike", async () => {
    const input = "a;b 9007199254740993 1\na;c 3 9007199254740997\nd 9007199254740995 7\n";
    compareWith(await treeOf(run(["--format", "svg"], input)), sceneOf(input));
});

test("an empty side", async () => {
    const input = "a;b 0 10\na;c 0 30\n";
    compareWith(await treeOf(run(["--format", "svg"], input)), sceneOf(input));
});

function titleOf(tree, node, view) {
    const inner = tree.parent[node] > 0 && shareOf(tree, node, tree.parent[node]) + " of parent",
        kind = kindOf(tree, node, view);
    return [tree.titleOf(node), changeLine(tree, node, view), inner, kind].filter(Boolean).join(" \u00b7 ");
}

test("the same words as in the titles of the static picture", async () => {
    const unescape = (text) =>
        text
            .replaceAll("&lt;", "<")
            .replaceAll("&gt;", ">")
            .replaceAll("&quot;", '"')
            .replaceAll("&amp;", "&");
    for (const input of [SIDES, randomSides(5), randomSides(6)]) {
        const { tree, view } = await treeOf(run(["--format", "svg"], input));
        const titles = run(["--static", "--minwidth", "0", "--width", "99999", "--format", "svg"], input)
            .split("<title>")
            .slice(2)
            .map((piece) => unescape(piece.split("</title>")[0]));
        const got = Array.from({ length: tree.n }, (_, node) => titleOf(tree, node, view));
        const drawn = got.filter((_, node) => tree.total[node] > 0);
        assert.deepEqual(drawn.sort(), titles.sort());
    }
});

test("a tooltip has kind and share of the parent", async () => {
    const { file, scene } = draw("diff-facts", "main;read;copy_[k] 30 90\nmain;read 30 30\nmain;rest 40 40\n"),
        page = await open("file://" + file),
        { x, y } = middleOf(scene.boxes.find((box) => box.name === "copy"));
    await page.mouse.move(x, y);
    const facts = await tip(page);
    assert.deepEqual([facts.name, facts.kind], ["copy", "kernel"]);
    assert.equal(facts["of parent"], "50.00 % \u2192 75.00 %");
    await done(page);
});

test("the words of the legend fit a phone", async () => {
    const { file, scene } = draw("diff-phone", "main;a 100 100\nmain;b 1000 3000\nmain;c 1500 900\n"),
        page = await open("file://" + file, { width: 390, height: 844 }),
        words = scene.texts.filter(({ role }) => role === "legend").map(({ text }) => text),
        shown = await page.$$eval(".fr-furniture text", (all) => all.map((text) => text.textContent));
    for (const text of words) assert.ok(shown.includes(text), text);
    await done(page);
});

test("colour by own code", async () => {
    const { tree, view } = await treeOf(run(["--format", "svg"], SIDES));
    const parse = tree.name.findIndex((name) => tree.names[name] === "parse");
    const before = tree.fill[parse];
    setColour(tree, view, true);
    assert.notEqual(tree.fill[parse], before);
    assert.ok(tree.sides.changeOf(tree, view, parse).points > tree.sides.total.points[parse]);
});

/* Beside a short title there is room for the controls. */
const SHORT = ["--title", "Sides"];

async function openSides(name, ...args) {
    const picture = draw(name, SIDES, ...SHORT, ...args);
    return { ...picture, page: await open("file://" + picture.file) };
}

function named(scene, name) {
    return scene.boxes.find((box) => box.name === name);
}

test("the first picture is the scene; tooltips have both sides", async () => {
    const { page, scene } = await openSides("sides");
    assert.deepEqual(await boxesOn(page), boxesIn(scene));
    assert.deepEqual(
        (await labelsOn(page)).sort(),
        scene.boxes.flatMap((box) => box.label ?? []).sort(),
    );
    const place = middleOf(named(scene, "kept"));
    await page.mouse.move(place.x, place.y);
    const facts = await tip(page);
    assert.equal(facts.name, "kept");
    assert.equal(facts.base, "47.61 % \u00b7 5 000 samples");
    assert.equal(facts.new, "40.64 % \u00b7 5 000 samples");
    assert.match(facts.share, /^\u22126\.97 pp, because others grew$/);
    assert.match(facts.itself, /^0\.00 pp \u00b1 \d+\.\d\d \(\u00d7 1\.00\), within noise$/);
    await done(page);
});

test("width and colour by button and key; the words follow", async () => {
    const { page } = await openSides("toggles");
    const subtitle = () => textOf(page, ".fr-head");
    assert.match(await subtitle(), /width is the mean of both shares/);
    await page.keyboard.press("w");
    assert.match(await subtitle(), /width is the share in new/);
    assert.deepEqual(await boxesOn(page), boxesIn(sceneOf(SIDES, ...SHORT, "--width-of", "new")));
    assert.equal(await page.textContent(".fr-live"), "width: new, colour: total");
    await page.click("text=Width: new");
    assert.match(await subtitle(), /width is the share in base/);
    assert.deepEqual(await boxesOn(page), boxesIn(sceneOf(SIDES, ...SHORT, "--width-of", "base")));
    await page.click("text=Colour: total");
    assert.match(await subtitle(), /colour is the change of own value/);
    await page.keyboard.press("s");
    await page.keyboard.press("w");
    assert.doesNotMatch(await subtitle(), /own value/);
    assert.match(await subtitle(), /width is the mean of both shares/);
    await done(page);
});

test("zoomed to what one side has not, the other width shows its caller", async () => {
    const { page, scene } = await openSides("gone"),
        place = middleOf(named(scene, "gone"));
    await page.mouse.click(place.x, place.y);
    assert.match(await hashOf(page), /gone/);
    await page.keyboard.press("w"); // new
    assert.match(await textOf(page, ".fr-moving .fr-labels"), /parse/);
    await done(page);
});

/* The title is the answer: it is whole, and nothing moves when the script takes over. */
test("where the title is long the controls stand at the foot of the window", async () => {
    const { file, scene } = draw("answer", SIDES.replace("kept 5000 5000", "kept 5000 3200")), // of one size
        page = await open("file://" + file);
    const bar = await page.locator(".fr-bar").boundingBox();
    const title = scene.texts.filter(({ role }) => role === "title").map(({ text }) => text);
    assert.match(title.join(" "), / takes .* as long: .*% of samples, sure beyond /);
    assert.equal(await page.textContent(".fr-head text"), scene.texts[0].text);
    assert.deepEqual(await boxesOn(page), boxesIn(scene));
    assert.ok(bar.y >= 850 && bar.y + bar.height <= 900, JSON.stringify(bar));
    await done(page);
});

test("narrow: every control is in the window", async () => {
    const { file } = draw("narrow", SIDES),
        page = await open("file://" + file, { width: 420 });
    await page.keyboard.press("/");
    await page.keyboard.type("e");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    for (const control of await page.$$(".fr-bar button:not([hidden]), .fr-bar input")) {
        const at = await control.boundingBox();
        assert.ok(at.x >= 0 && at.x + at.width <= 420, JSON.stringify(at));
    }
    const bar = await page.locator(".fr-bar").boundingBox();
    assert.ok(bar.y + bar.height <= 900, JSON.stringify(bar));
    await done(page);
});

test("a search sums both sides", async () => {
    const { page } = await openSides("search");
    await page.keyboard.press("/");
    await page.keyboard.type("parse");
    assert.equal(await textOf(page, ".fr-found"), "18.1 % \u2192 24.4 % \u00b7 1 box");
    await done(page);
});

test("marks: dots, hatching and bars; dimmed where a search leaves them out", async () => {
    const { page } = await openSides("marks");
    const marks = () =>
        page.$$eval(".fr-marks path", (all) =>
            all.map((path) => Array.from(path.attributes, (a) => `${a.name}="${a.value}"`).join(" ")),
        );
    const before = (await marks()).join("\n");
    assert.match(before, /stroke-linecap="round"/);
    assert.match(before, /skewX\(-45\)/);
    assert.match(before, /fill-opacity/);
    assert.doesNotMatch(before, /fr-dim/);
    await page.keyboard.press("/");
    await page.keyboard.type("kept");
    assert.match((await marks()).join("\n"), /fr-dim/);
    await done(page);
});

test("what a side has nothing of is drawn as nothing where the width is that side's, and is not zoomed to", async () => {
    const file = path.join(scratch, "nothing.html");
    writeFileSync(file, run(["--format", "html", ...SHORT], SIDES));
    const page = await open("file://" + file + "#zoom=main;parse;gone&width=new");
    await page.waitForSelector(".fr-boxes path");
    await page.evaluate(() => {
        location.hash = "#view=table&width=new&function=gone";
    });
    await page.waitForSelector("text=Called by 1 function");
    await done(page);
});

test("a side of which a filter left nothing has no width; one of own widths only where the picture began so", async () => {
    const file = path.join(scratch, "nothing-left.html");
    writeFileSync(file, run(["--format", "html", "--focus", "came"], SIDES));
    for (const width of ["base", "max"]) {
        const page = await open("file://" + file + "#width=" + width);
        await page.waitForSelector(".fr-boxes path");
        assert.deepEqual(await page.$$eval("option:disabled", (all) => all.map((one) => one.textContent)), ["Width: base"]);
        assert.match(await textOf(page, ".fr-facts"), /width is the mean of both shares/);
        await page.keyboard.press("w");
        await page.keyboard.press("w");
        assert.match(await textOf(page, ".fr-facts"), /width is the mean of both shares/); // mean, new, mean
        await done(page);
    }
});

const EMPTY = Array.from({ length: 20 }, (_, i) => `main;f3;same${i} V\n`).join("");

test("a side without values has no width, and its shares are 0 %", async () => {
    for (const [empty, values] of [["new", "10 0"], ["base", "0 10"]]) {
        const file = path.join(scratch, `empty-${empty}.html`);
        writeFileSync(file, run(["--format", "html"], `main;f1 ${values}\nmain;f2 ${values}\n` + EMPTY.replaceAll("V", values)));
        const page = await open("file://" + file + `#width=${empty}&view=table&function=f1`);
        await page.waitForSelector("text=Called by 1 function");
        const widths = await page.$$eval("option:not(:disabled)", (all) => all.map((one) => one.textContent)),
            other = empty === "new" ? "base" : "new",
            said = (await page.textContent("main")).replaceAll("\u202f", " ");
        assert.ok(widths.includes("Width: " + other) && !widths.includes("Width: " + empty), widths.join());
        assert.match(said, empty === "new" ? /4\.5 % \u2192 0 %/ : /0 % \u2192 4\.5 %/);
        assert.doesNotMatch(said, /100 % \u2192 4|4\.5 % \u2192 100|by chance/);
        await done(page);
    }
});

test("axe finds nothing amiss, light and dark", async () => {
    for (const colorScheme of ["light", "dark"]) {
        const { file } = draw("axe", SIDES),
            page = await open("file://" + file, { colorScheme });
        await page.evaluate(axe);
        const found = await page.evaluate(async () => {
            const result = await window.axe.run(document, { resultTypes: ["violations"] });
            return result.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]);
        });
        assert.deepEqual(found, []);
        await page.context().close();
    }
});
