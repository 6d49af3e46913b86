/*
 * documents.test.mjs - pages of documentation as docs/stills.md says to make them: MkDocs and Sphinx build one with two
 * live pictures and an image in it. In the page both answer, each for itself, ids are unique, and the image is there.
 */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { done, open, useBrowser } from "./browser.mjs";
import { program, recording, run, scratch } from "./picture.mjs";

useBrowser();

const has = (tool) => spawnSync(tool, ["--version"]).status === 0;

/* The two fragments and the image in a folder of their own. */
function ingredients(name) {
    const folder = path.join(scratch, name);
    fs.mkdirSync(folder, { recursive: true });
    for (const [file, input] of [["one", "native"], ["two", "nodejs"]])
        fs.writeFileSync(path.join(folder, `${file}.html`), run(["--fragment", "--format", "html"], recording(input)));
    execFileSync(program, [recording("native"), "--for", "github", "-q", "-o", path.join(folder, "still.svg")]);
    return folder;
}

function mkdocs() {
    const folder = ingredients("mkdocs/docs"), root = path.dirname(folder), read = (name) => fs.readFileSync(path.join(folder, name), "utf8");
    fs.writeFileSync(path.join(root, "mkdocs.yml"), "site_name: x\nuse_directory_urls: false\ntheme: {name: mkdocs, highlightjs: false}\nplugins: []\n");
    fs.writeFileSync(path.join(folder, "index.md"),
        `# Speed\n\n<div>\n${read("one.html")}</div>\n\nbetween\n\n<div>\n${read("two.html")}</div>\n\n![a still](still.svg)\n`);
    fs.rmSync(path.join(folder, "one.html"));
    fs.rmSync(path.join(folder, "two.html"));
    execFileSync("mkdocs", ["build", "-q"], { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
    return path.join(root, "site/index.html");
}

function sphinx() {
    const folder = ingredients("sphinx");
    fs.writeFileSync(path.join(folder, "conf.py"), 'project = "x"\n');
    fs.writeFileSync(path.join(folder, "index.rst"),
        "Speed\n=====\n\n.. raw:: html\n   :file: one.html\n\nbetween\n\n.. raw:: html\n   :file: two.html\n\n.. image:: still.svg\n");
    execFileSync("sphinx-build", ["-q", folder, path.join(folder, "out")], { stdio: ["ignore", "inherit", "inherit"] });
    return path.join(folder, "out/index.html");
}

/* What is zoomed and how many boxes are drawn in each picture. */
function states(page) {
    return page.$$eval("flame-graph", (all) =>
        all.map(({ shadowRoot }) => ({
            zoomed: Boolean(shadowRoot.querySelector(".fr-crumbs text")),
            boxes: shadowRoot.querySelectorAll(".fr-moving .fr-boxes path").length,
        })),
    );
}

async function check(file) {
    const page = await open("file://" + file, { live: false, own: "file://" + path.dirname(file) });
    await page.waitForFunction(() => {
        const all = [...document.querySelectorAll("flame-graph")];
        return all.length === 2 && all.every(({ shadowRoot }) => shadowRoot?.querySelector(".fr-bar"));
    });
    const before = await states(page);
    assert.ok(before.every(({ zoomed, boxes }) => !zoomed && boxes > 5), JSON.stringify(before));
    const twice = await page.evaluate(() => {
        const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
        return ids.filter((id, i) => ids.indexOf(id) !== i);
    });
    assert.deepEqual(twice, []);
    assert.ok(await page.$eval("img[src*='still.svg']", ({ naturalWidth }) => naturalWidth === 800));
    assert.doesNotMatch(await page.$eval("body", (body) => body.innerText), /shadowroot|<svg|function\(/);

    // A click zooms the one that it is in.
    const label = page.locator("flame-graph").nth(1).locator(".fr-moving .fr-labels text").nth(3);
    await label.scrollIntoViewIfNeeded();
    const box = await label.boundingBox();
    await page.mouse.click(box.x + 3, box.y + 5);
    await page.waitForFunction(() => document.querySelectorAll("flame-graph")[1].shadowRoot.querySelector(".fr-crumbs text"));
    assert.deepEqual((await states(page))[0], before[0]);
    const wide = await page.$$eval("flame-graph", (all) => all.map((one) => one.getBoundingClientRect().right <= innerWidth));
    assert.deepEqual(wide, [true, true]);
    if (process.env.FR_SHOTS) await page.screenshot({ path: path.join(process.env.FR_SHOTS, path.basename(path.dirname(path.dirname(file))) + ".png"), fullPage: true });
    await done(page);
}

for (const [tool, build] of [["mkdocs", mkdocs], ["sphinx-build", sphinx]])
    test(`${tool}: two live pictures and an image in a page`, { skip: !has(tool) && `skipped: no ${tool}` }, () => check(build()));
