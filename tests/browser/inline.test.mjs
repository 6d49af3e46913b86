/*
 * inline.test.mjs - two pictures inlined in one page keep their own colours, ids and names, and the page
 * keeps its own; a dark picture has a dark window around it, with and without a script.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";
import { done, open, serve, useBrowser } from "./browser.mjs";
import { draw } from "./picture.mjs";

useBrowser();

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const GREEN = "main;foo_[j] 30\nmain;bar_[j] 60\nworker_[j];park_[j] 80\n";
const MIXED = "start;read_[k] 30\nstart;std::sort 60\nstart;inl_[i] 20\n";

/* The colours of a picture, text by text and box by box. */
function coloursOf(page, index) {
    return page.$$eval(
        "svg[data-flamerender]",
        (all, i) =>
            Array.from(all[i].querySelectorAll("text, path, rect, line"), (part) => {
                const { fill, stroke } = getComputedStyle(part);
                return [part.localName, part.textContent.slice(0, 40), fill, stroke].join(" ");
            })
                .filter((line) => !line.startsWith("rect"))
                .sort(),
        index,
    );
}

function pageOf(...svgs) {
    const own = ["a0", "g", "i", "m", "t", "l", "k0", "s"]
        .map((name) => `<rect class="${name}" fill="#123456" stroke="#654321"/>`)
        .join("");
    return (
        `<!DOCTYPE html>\n<html lang="en"><title>t</title><body><main><h1>report</h1>` +
        `<svg id="own" width="9" height="9" aria-hidden="true">${own}</svg>${svgs.join("\n")}</main></body></html>`
    );
}

async function servePages(...kinds) {
    const one = draw("inline-one", GREEN, ...kinds).svg,
        two = draw("inline-two", MIXED, ...kinds).svg;
    return serve(
        new Map([
            ["both.html", pageOf(one, two)],
            ["one.html", pageOf(one)],
            ["two.html", pageOf(two)],
        ]),
    );
}

for (const kinds of [[], ["--static"]])
    test(`two pictures, each in its own colours, light and dark ${kinds.join("")}`, async () => {
        const host = await servePages(...kinds),
            live = kinds.length === 0;
        for (const colorScheme of ["light", "dark"]) {
            const pages = {};
            for (const name of ["both", "one", "two"])
                pages[name] = await open(`${host.url}${name}.html`, { colorScheme, live });
            if (live)
                await pages.both.waitForFunction(
                    () => document.querySelectorAll(".fr-view").length === 2,
                );
            const first = await coloursOf(pages.both, 0),
                second = await coloursOf(pages.both, 1);
            assert.deepEqual(first, await coloursOf(pages.one, 0));
            assert.deepEqual(second, await coloursOf(pages.two, 0));
            assert.notDeepEqual(first, second);
            const own = await pages.both.$$eval("#own rect", (all) =>
                all.map((rect) => getComputedStyle(rect).fill + getComputedStyle(rect).stroke),
            );
            assert.deepEqual(new Set(own), new Set(["rgb(18, 52, 86)rgb(101, 67, 33)"]));
            for (const page of Object.values(pages)) await done(page);
        }
        host.close();
    });

test("two pictures: no id twice, names of their own, axe finds nothing", async () => {
    const host = await servePages();
    for (const colorScheme of ["light", "dark"]) {
        const page = await open(host.url + "both.html", { colorScheme });
        await page.waitForFunction(() => document.querySelectorAll(".fr-view").length === 2);
        const ids = await page.$$eval("[id]", (all) => all.map((element) => element.id));
        assert.deepEqual(ids, [...new Set(ids)]);
        const current = await page.$$eval("[role=tree]", (all) =>
            all.map((tree) =>
                tree.contains(document.getElementById(tree.getAttribute("aria-activedescendant"))),
            ),
        );
        assert.deepEqual(current, [true, true]);
        await page.evaluate(axe);
        const found = await page.evaluate(async () => {
            const result = await window.axe.run(document, { resultTypes: ["violations"] });
            return result.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]);
        });
        assert.deepEqual(found, []);
        await done(page);
    }
    host.close();
});

test("keys go to the picture that has the focus", async () => {
    const host = await servePages(),
        page = await open(host.url + "both.html");
    await page.waitForFunction(() => document.querySelectorAll(".fr-view").length === 2);
    await page.locator("[role=tree]").nth(1).focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    const crumbs = await page.$$eval(".fr-crumbs", (all) => all.map((row) => row.textContent));
    assert.deepEqual(crumbs, ["", "all"]);
    await done(page);
    host.close();
});

test("a dark picture has a dark window around it", async () => {
    const dark = { colorScheme: "dark", width: 1900, height: 1400, live: false };
    const pictures = [
        draw("ground-live", GREEN),
        draw("ground-static", GREEN, "--static"),
        draw("ground-dark", GREEN, "--static", "--scheme", "dark"),
    ];
    for (const { file } of pictures) {
        const page = await open("file://" + file, dark);
        const [ground, around] = await page.evaluate(() => [
            getComputedStyle(document.querySelector("rect")).fill,
            getComputedStyle(document.documentElement).backgroundColor,
        ]);
        assert.equal(around, ground);
        assert.equal(around, "rgb(21, 23, 28)");
        await done(page);
    }
    const light = await open("file://" + pictures[0].file, { ...dark, colorScheme: "light" });
    assert.notEqual(
        await light.evaluate(() => getComputedStyle(document.documentElement).backgroundColor),
        "rgb(21, 23, 28)",
    );
    await done(light);
});
