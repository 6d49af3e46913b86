/*
 * views.test.mjs - every view of a page: axe finds nothing, and the HTML checker (vnu, where java is) no error in
 * what the script made of the page; on a desk, on a phone, with forced colours, at a zoom of 200 %.
 */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import test from "node:test";
import { done, open, useBrowser } from "./browser.mjs";
import { program, recording, run, scratch } from "./picture.mjs";

const require = createRequire(import.meta.url),
    axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"),
    vnu = require.resolve("vnu-jar/build/dist/vnu.jar");

useBrowser();

async function violations(page) {
    await page.evaluate(axe);
    return page.evaluate(async () => {
        const result = await window.axe.run(document, { resultTypes: ["violations"] });
        return result.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html.slice(0, 160)).join(" | "));
    });
}

function pageOf(name, write) {
    const file = path.join(scratch, name + ".html");
    write(file);
    return "file://" + file;
}

const profile = () =>
    pageOf("profile", (file) => fs.writeFileSync(file, run(["--format", "html"], recording("nodejs"))));
const differential = () =>
    pageOf("differential", (file) =>
        execFileSync(program, ["diff", "-q", ...["shop-before", "shop-after"].map(recording), "-o", file]),
    );

/* Shows a box's function in the middle. */
async function sandwich(page) {
    await keys(page, "2");
    await page.click("#flamerender-table tbody button >> nth=0");
    await page.waitForSelector(".fr-sandwich svg");
}

async function keys(page, ...all) {
    for (const key of all) await page.keyboard.press(key);
}

async function compare(page) {
    const file = path.join(scratch, "other.svg");
    fs.writeFileSync(file, run(["--format", "svg"], recording("shop-after")));
    await page.setInputFiles("input[type=file]", file);
    await page.waitForSelector("text=compared with a file", { state: "attached" });
}

/* Each view: the page, and what a reader does. */
const VIEWS = {
    flame: [profile, (page) => keys(page, "i")],
    zoomed: [profile, (page) => keys(page, "ArrowDown", "ArrowDown", "Enter")],
    searched: [profile, (page) => keys(page, "/", "s", "o", "r", "t", "Enter")],
    "table by name": [profile, (page) => keys(page, "2").then(() => page.click("#flamerender-table thead button >> nth=0"))],
    sandwich: [profile, sandwich],
    "call tree": [profile, (page) => keys(page, "T", "ArrowDown", "*", "/", "s", "o")],
    "call tree of both sides": [differential, (page) => keys(page, "T", "ArrowDown")],
    callers: [profile, (page) => keys(page, "b")],
    "menu of a box": [profile, (page) => keys(page, "ArrowDown", "ArrowDown", "m")],
    "export menu": [profile, (page) => keys(page, "e")],
    palette: [profile, (page) => keys(page, ":")],
    "list of keys": [profile, (page) => keys(page, "?")],
    differential: [differential, (page) => keys(page, "j")],
    "sandwich of both sides": [differential, sandwich],
    compared: [profile, compare],
};

const SCREENS = {
    desk: { width: 1200, height: 900 },
    "dark phone": { width: 390, height: 844, colorScheme: "dark" },
    "forced colours": { width: 1000, height: 800, forcedColors: "active" },
    "200 %": { width: 640, height: 450, deviceScaleFactor: 2 },
};

const written = [];

for (const [name, [make, act]] of Object.entries(VIEWS))
    test(`${name}: axe finds nothing on any screen, and nothing is wider than the window`, async () => {
        const url = make();
        for (const [screen, options] of Object.entries(SCREENS)) {
            const page = await open(url, options);
            await act(page);
            assert.deepEqual(await violations(page), [], screen);
            const scrolls = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
            assert.ok(!scrolls, screen + ": the page scrolls sideways");
            if (screen === "desk") {
                const file = path.join(scratch, `view-${written.length}.html`);
                fs.writeFileSync(file, await page.content());
                written.push([name, file]);
            }
            await done(page);
        }
    });

/* The checker takes inert data for scripts, and what the script styles for style attributes that the policy stops. */
const LET_THROUGH = /violates Content Security Policy/;

test("the checker finds no error in any view", (t) => {
    if (spawnSync("java", ["-version"]).error) return t.skip("no java");
    const files = written.map(([, file]) => file),
        args = ["-jar", vnu, "--errors-only", "--format", "json", "--exit-zero-always"],
        said = (list) => JSON.parse(spawnSync("java", [...args, ...list], { encoding: "utf8", maxBuffer: 1 << 28 }).stderr),
        errors = said(files).messages.filter(({ message }) => !LET_THROUGH.test(message));
    const nameOf = (url) => written.find(([, file]) => url.endsWith(path.basename(file)))[0];
    assert.equal(files.length, Object.keys(VIEWS).length);
    assert.deepEqual(errors.map(({ url, message, extract }) => `${nameOf(url)}: ${message}: ${extract}`).slice(0, 8), []);
    const bad = path.join(scratch, "bad.html");
    fs.writeFileSync(bad, fs.readFileSync(files[0], "utf8").replace("</main>", "</h2></main>"));
    assert.ok(said([bad]).messages.length > 0, "the checker finds what is wrong");
    return undefined;
});
