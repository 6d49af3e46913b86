/*
 * link.test.mjs - --link: the key g opens the source of a box, and nothing that is not on the web.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { linkOf } from "../../render/assets/link.js";
import { done, middleOf, open, useBrowser } from "./browser.mjs";
import { draw } from "./picture.mjs";

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
