/*
 * labels.test.mjs - what is left of a name that does not fit its box says something: at most one cut label in twenty
 * has fewer than six letters, over the pages of all recordings, and of those of the corpus (FLAMERENDER_CORPUS).
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { done, labelsOn, open, toView, useBrowser } from "./browser.mjs";
import { recording, run, scratch } from "./picture.mjs";

useBrowser();

const OURS = ["gopipe", "nodejs", "templates", "stall", "native", "collect"].map(recording),
    corpus = path.join(process.env.FLAMERENDER_CORPUS || "", "recordings"),
    THEIRS = process.env.FLAMERENDER_CORPUS && fs.existsSync(corpus)
        ? fs.readdirSync(corpus).filter((name) => name.endsWith(".perf.gz")).map((name) => path.join(corpus, name))
        : [],
    skip = !THEIRS.length && "skipped: no FLAMERENDER_CORPUS, and ours cut too few labels to count";

/* "61:19" would be all that is left of a script's function. */
const isCut = (label) => label.includes("\u2026") || /^\d+:\d+$/.test(label),
    isShort = (label) => label.replace(/\u2026/g, "").length < 6;

for (const [width, height] of [[1200, 800], [390, 844]])
    test(`of cut labels at most 5 % have fewer than six letters, ${width} px wide`, { skip }, async () => {
        let cut = [];
        for (const input of [...OURS, ...THEIRS]) {
            const file = path.join(scratch, "labels.html");
            fs.writeFileSync(file, run(["--format", "html"], input));
            const page = await open("file://" + file, { live: false, width, height });
            await page.waitForSelector(".fr-moving .fr-labels text", { state: "attached" });
            for (const view of ["Flame", "Callers"]) {
                if (view !== "Flame") await toView(page, view);
                const labels = await labelsOn(page);
                assert.ok(labels.length > 0, input + " " + view);
                cut = cut.concat(labels.filter(isCut));
            }
            await done(page);
        }
        const short = cut.filter(isShort);
        assert.ok(cut.length >= 20, `${cut.length} cut labels`);
        assert.ok(short.length <= cut.length / 20, `${short.length} of ${cut.length}: ${short.slice(0, 20).join(" ")}`);
    });
