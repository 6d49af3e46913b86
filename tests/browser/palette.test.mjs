/*
 * palette.test.mjs - the commands of a page: the palette lists, filters and runs those that apply, and every
 * key of the list of keys is one command.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import test from "node:test";
import { done, hashOf, open, textOf, useBrowser } from "./browser.mjs";
import { run, scratch } from "./picture.mjs";

const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

useBrowser();

const FOLDED = "main;foo 30\nmain;foo;bar 60\nworker;park 180\n";

function pageOf(name, input, ...args) {
    const file = path.join(scratch, name + ".html");
    fs.writeFileSync(file, run(["--format", "html", ...args], input));
    return "file://" + file;
}

function options(page) {
    return page.$$eval(".fr-palette li span", (all) => all.map((one) => one.textContent));
}

async function violations(page) {
    await page.evaluate(axe);
    return page.evaluate(async () => {
        const result = await window.axe.run(document, { resultTypes: ["violations"] });
        return result.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html.slice(0, 120)).join(" | "));
    });
}

test("the keyboard alone finds and runs a command, and the focus comes back", async () => {
    const page = await open(pageOf("palette", FOLDED)),
        isOpen = () => page.$eval(".fr-palette", (dialog) => dialog.open);
    await page.focus("[role=tree]");
    await page.keyboard.press("Control+k");
    assert.ok(await isOpen());
    const all = await options(page);
    assert.ok(all.includes("Turn over: flame or icicle"));
    assert.ok(!all.includes("Zoom out by one"), "nothing is zoomed");
    await page.keyboard.type("FLAME over");
    assert.deepEqual(await options(page), ["Turn over: flame or icicle"]);
    await page.keyboard.press("Enter");
    assert.ok(!(await isOpen()));
    assert.equal(await hashOf(page), "#shape=icicle");
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("role")), "tree");
    await page.keyboard.press(":");
    assert.ok(await isOpen());
    await page.keyboard.press("ArrowDown");
    const second = await page.$eval(".fr-palette [aria-selected=true]", (one) => one.id);
    assert.equal(await page.getAttribute(".fr-palette input", "aria-activedescendant"), second);
    await page.keyboard.press("Escape");
    assert.ok(!(await isOpen()));
    assert.equal(await hashOf(page), "#shape=icicle", "Escape is the dialog's alone");
    await done(page);
});

test("a click runs a command; what is filtered away runs nothing", async () => {
    const page = await open(pageOf("palette-click", FOLDED));
    await page.keyboard.press(":");
    await page.keyboard.type("nothing like it");
    await page.keyboard.press("Enter");
    assert.ok(await page.$eval(".fr-palette", (dialog) => dialog.open));
    await page.fill(".fr-palette input", "");
    await page.click(".fr-palette li >> text=/^Order of siblings/");
    assert.equal(await hashOf(page), "#order=largest");
    await done(page);
});

test("axe finds nothing in the palette, light and dark, on a phone and a desk", async () => {
    const url = pageOf("palette-axe", FOLDED);
    for (const colorScheme of ["light", "dark"])
        for (const width of [390, 1200]) {
            const page = await open(url, { colorScheme, width, height: 700 });
            await page.keyboard.press(":");
            assert.deepEqual(await violations(page), []);
            await done(page);
        }
});

test("no two commands have one key, in a flame graph and in a differential", async () => {
    for (const input of [FOLDED, "main;parse 40 90\nmain;kept 50 50\n"]) {
        const page = await open(pageOf("keys" + input.length, input));
        await page.keyboard.press("?");
        const keys = await page.$$eval(".fr-dialog dt", (all) => all.map((one) => one.textContent));
        assert.equal(new Set(keys).size, keys.length, keys.join());
        assert.ok((await textOf(page, "dialog[aria-label=Keys]")).includes(": or Ctrl+K"));
        await done(page);
    }
});
