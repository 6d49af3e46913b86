/*
 * colour.test.mjs - colours that depend on the profile are those of the scene, before and after a zoom: by self in a
 * picture that carries its profile, by label in one whose viewer works on what is drawn.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { done, middleOf, open, useBrowser } from "./browser.mjs";
import { draw } from "./picture.mjs";

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
