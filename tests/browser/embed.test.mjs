/*
 * embed.test.mjs - `--fragment`: three elements in a page of somebody else. They answer each for itself, the page's
 * style does not reach them, theirs does not leave them, and without a script they are pictures.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import test from "node:test";
import { done, open, useBrowser } from "./browser.mjs";
import { program, recording, run, scratch } from "./picture.mjs";

const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

useBrowser();

const STYLE = "body{font:italic 20px serif;color:#a00}svg{border:9px solid red}path{fill:lime!important}button{display:none}";

function fragment(input, ...args) {
    return run(["--format", "html", "--fragment", ...args], input);
}

function differential(...args) {
    const sides = ["shop-before", "shop-after"].map(recording);
    return execFileSync(program, ["diff", "-q", "--format", "html", "--fragment", ...args, ...sides], { encoding: "utf8" });
}

/* A page with a recording in 420 px, a small profile and a differential. */
function pageOfThree() {
    const parts = [fragment(recording("nodejs"), "--embed-height", "420"), fragment("main;a 5\nmain;b 7\n"), differential()],
        file = path.join(scratch, "three.html"),
        head = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Three</title><style>${STYLE}</style></head>`;
    fs.writeFileSync(file, `${head}<body><main><h1>Report</h1>${parts.join("<p>between</p>")}</main></body></html>`);
    return file;
}

const opened = (file, options) => open("file://" + file, { live: false, ...options });

/* What is zoomed, searched and drawn in each of them. */
function states(page) {
    return page.$$eval("flame-graph", (all) =>
        all.map(({ shadowRoot }) => ({
            zoomed: Boolean(shadowRoot.querySelector(".fr-crumbs text")),
            search: shadowRoot.querySelector(".fr-bar input").value,
            boxes: shadowRoot.querySelectorAll(".fr-moving .fr-boxes path").length,
        })),
    );
}

test("three in a page: a zoom and a search in one leave the others and the address alone", async () => {
    const page = await opened(pageOfThree());
    await page.waitForFunction(
        () => [...document.querySelectorAll("flame-graph")].every(({ shadowRoot }) => shadowRoot.querySelector(".fr-bar")),
    );
    const before = await states(page);
    assert.ok(before.length === 3 && before.every(({ zoomed, boxes }) => !zoomed && boxes > 2));
    const second = page.locator("flame-graph").nth(1);
    const box = await second.locator(".fr-moving .fr-labels text", { hasText: /^b$/ }).boundingBox();
    await page.mouse.click(box.x + 2, box.y + 4);
    await page.keyboard.press("/");
    await page.keyboard.type("main");
    const after = await states(page);
    assert.deepEqual([after[0], after[2]], [before[0], before[2]]);
    assert.deepEqual([after[1].zoomed, after[1].search], [true, "main"]);
    assert.equal(await page.evaluate(() => location.hash), "");
    const third = page.locator("flame-graph").nth(2);
    await third.locator("button", { hasText: "Width" }).click();
    assert.match(await third.locator(".fr-bar").textContent(), /Width: shop-after/);
    await done(page);
});

test("styles of the page do not reach them, theirs stay inside, and the height is as asked", async () => {
    const page = await opened(pageOfThree());
    await page.waitForFunction(() => document.querySelector("flame-graph").shadowRoot.querySelector(".fr-bar"));
    const found = await page.evaluate(() => {
        const host = document.querySelector("flame-graph"),
            inner = (selector) => getComputedStyle(host.shadowRoot.querySelector(selector));
        return {
            height: host.getBoundingClientRect().height,
            scrolls: host.scrollHeight > 421,
            border: inner("svg").borderTopWidth,
            font: inner("text").fontStyle,
            fill: inner(".fr-boxes path").fill,
            button: inner(".fr-bar button:not([hidden])").display,
            heading: getComputedStyle(document.querySelector("h1")).fontStyle,
            sheets: document.adoptedStyleSheets.length,
            root: host.shadowRoot.querySelector(".fr-current").getBoundingClientRect().bottom <= host.getBoundingClientRect().bottom,
        };
    });
    assert.equal(found.height, 420);
    assert.ok(found.scrolls && found.root, "its root is in sight");
    assert.deepEqual([found.border, found.font, found.heading, found.sheets], ["0px", "normal", "italic", 0]);
    assert.notEqual(found.fill, "rgb(0, 255, 0)");
    assert.notEqual(found.button, "none");
    await done(page);
});

test("controls stay in sight while an element scrolls; the page stays where it was", async () => {
    const page = await opened(pageOfThree());
    await page.waitForFunction(() => document.querySelector("flame-graph").shadowRoot.querySelector(".fr-bar"));
    for (const top of [0, -200, -10000]) {
        await page.$eval("flame-graph", (host, y) => host.scrollTo(0, y), top);
        await page.waitForFunction(() => {
            const one = document.querySelector("flame-graph"),
                [bar, host] = [one.shadowRoot.querySelector(".fr-bar"), one].map((each) => each.getBoundingClientRect());
            return bar.top >= host.top && bar.bottom <= host.bottom;
        });
    }
    assert.equal(await page.evaluate(() => scrollY), 0);
    await done(page);
});

test("without a script they are pictures; axe finds nothing, light and dark", async () => {
    const file = pageOfThree(),
        still = await opened(file, { javaScriptEnabled: false });
    for (const svg of await still.locator("flame-graph svg").all()) {
        const box = await svg.boundingBox();
        assert.ok(box.width > 600 && box.width <= 1200 && box.height > 60);
    }
    await done(still);
    for (const colorScheme of ["light", "dark"]) {
        const page = await opened(file, { colorScheme });
        await page.waitForFunction(() => document.querySelector("flame-graph").shadowRoot.querySelector(".fr-bar"));
        await page.evaluate(axe);
        const found = await page.evaluate(async () => {
            const rules = { "label-content-name-mismatch": { enabled: false } },
                result = await window.axe.run("flame-graph", { resultTypes: ["violations"], rules });
            return result.violations.map((v) => v.id + ": " + v.nodes[0].html.slice(0, 200));
        });
        assert.deepEqual(found, []);
        await done(page);
    }
});
