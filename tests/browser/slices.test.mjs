/*
 * slices.test.mjs - a page of 500 000 nodes loads in slices: the browser may do other work between them, and the static
 * picture stands until the viewer's is ready.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { done, open, useBrowser } from "./browser.mjs";
import { root, run, scratch } from "./picture.mjs";
import { SLICE } from "../../render/assets/data/slices.js";

const { stacksOf } = await import(path.join(root, "bench/calls.mjs"));

const NODES = 500000;
/* Each goes through all nodes: stacks, values, merging, the order of names, the tree, functions, the order of sizes. */
const TIMES = 7;

useBrowser();

/* In the page, before its scripts: each rest, and whether the static picture stood then. */
function watchRests() {
    const Channel = window.MessageChannel;
    window.rests = [];
    window.MessageChannel = function () {
        const stands = document.querySelector("figure svg rect, figure svg path"),
            drawn = document.querySelector(".fr-view");
        window.rests.push(Boolean(stands && !drawn));
        return new Channel();
    };
}

test("500 000 nodes: the page rests while it loads, and the static picture stands until it is ready", async () => {
    const file = path.join(scratch, "calls.html");
    fs.writeFileSync(file, run(["--format", "html", "--data", "full"], [...stacksOf(NODES)].join("")));
    const page = await open("file://" + file, { live: false, init: watchRests });
    await page.waitForSelector(".fr-view .fr-boxes canvas");
    const rests = await page.evaluate(() => window.rests);
    assert.ok(rests.length >= Math.floor(NODES / SLICE) * TIMES, `${rests.length} rests`);
    assert.ok(rests.every((stood) => stood));
    await done(page);
});
