/*
 * link.test.mjs - --link: the key g opens the source of a box, and nothing that is not on the web.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { linkOf } from "../../render/assets/profile/link.js";
import { done, middleOf, open, useBrowser } from "./browser.mjs";
import { draw, scratch } from "./picture.mjs";

useBrowser();

function named(scene, name) {
    return scene.boxes.find((box) => box.name === name);
}

/* A tree with a frame of a file and one without. */
const TREE = {
    names: ["", "foo<a&b>", "/src/my code/a.c", "bar"],
    frame: [0, 0, 1],
    frames: { file: [2, 0], line: [12, 0] },
    titleOf: (node) => ["all", "foo<a&b>", "bar"][node],
};

test("templates are filled, and each part escaped", () => {
    const address = (node, link) => linkOf(TREE, node, { link });
    assert.equal(
        address(1, "https://h/s{file}#L{line}"),
        "https://h/s/src/my%20code/a.c#L12",
    );
    assert.equal(address(1, "http://h/?q={name}"), "http://h/?q=foo%3Ca%26b%3E");
    assert.equal(address(2, "https://h/s{file}#L{line}"), "");
    assert.equal(address(2, "https://h/{name}"), "https://h/bar");
    assert.equal(address(0, "https://h/{file}"), "");
    assert.equal(address(1, "javascript:{name}"), "");
    assert.equal(address(1, "{name}"), "");
    assert.equal(address(1, undefined), "");
});

test("g opens the source of the box under the pointer", async () => {
    const { file, scene } = draw("link", "main;foo 3\nmain;bar 2\n", "--link=https://h/{name}?a=1");
    const page = await open("file://" + file);
    await page.evaluate(() => {
        window.open = (...what) => (window.opened = what);
    });
    const { x, y } = middleOf(named(scene, "foo"));
    await page.mouse.move(x, y);
    await page.keyboard.press("g");
    assert.deepEqual(await page.evaluate(() => window.opened), [
        "https://h/foo?a=1",
        "_blank",
        "noopener,noreferrer",
    ]);
    await done(page);
});

test("without a template g opens nothing", async () => {
    const { file } = draw("no_link", "main;foo 3\n");
    const page = await open("file://" + file);
    await page.evaluate(() => {
        window.open = () => (window.opened = true);
    });
    await page.keyboard.press("g");
    assert.equal(await page.evaluate(() => window.opened), undefined);
    await done(page);
});

test("names have titles and addresses of their own, labels a size, and what is found a colour", async () => {
    const attributes = path.join(scratch, "attributes");
    fs.writeFileSync(attributes, "foo\thref=https://h/foo?a=1&b\nbar\ttitle=the <b>bar</b>\n");
    const { file, scene } = draw("attributes", "main;foo 3\nmain;bar 2\n", "--nameattr=" + attributes,
        "--nametype=Function:", "--search-color=#e600e6", "--stroke-color=#123456", "--fontsize=16");
    const page = await open("file://" + file + "#search=foo");
    await page.evaluate(() => {
        window.open = (...what) => (window.opened = what);
    });
    const at = async (name) => {
        const { x, y } = middleOf(named(scene, name));
        await page.mouse.move(x, y);
        return page.$eval(".fr-name", (e) => e.textContent);
    };
    assert.equal(await at("main"), "Function: main");
    assert.equal(await at("bar"), "the <b>bar</b>");
    assert.equal(await at("foo"), "Function: foo");
    await page.keyboard.press("g");
    assert.equal((await page.evaluate(() => window.opened))[0], "https://h/foo?a=1&b");
    const found = await page.$$eval(".fr-boxes path.fr-lit", (all) =>
        all.map((p) => [getComputedStyle(p).fill, getComputedStyle(p).stroke]));
    assert.deepEqual(found, [["rgb(230, 0, 230)", "rgb(18, 52, 86)"]]);
    const label = await page.$eval(".fr-labels text:not(.fr-dim)", (e) => [e.textContent, getComputedStyle(e).fontSize]);
    assert.deepEqual(label, ["foo", "16px"]);
    await done(page);
});
