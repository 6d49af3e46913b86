/*
 * print.test.mjs - every page is one sheet of paper, A4 and Letter, upright and across: the picture with labels that
 * can be read, the largest functions as a table, and no control. Chromium makes the sheets, poppler measures them.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { done, open, useBrowser } from "./browser.mjs";
import { program, recording, scratch } from "./picture.mjs";

useBrowser();

const points = path.join(process.env.FR_SOURCE_DIR, "golden", "shared", "points"),
    LEAST_PT = 7,
    ZOOM = 3, // of pdftohtml, which rounds sizes, at most
    CONTROLS = /Copy|Why at|Function, or|\u2039 Trend|By name|Largest first|No lanes|Compare with|Select|Drag/;

function call(...args) {
    execFileSync(program, args, { cwd: scratch });
}

call("render", "-q", recording("nodejs"), "-o", "flame.html");
call("diff", "-q", recording("shop-before"), recording("shop-after"), "-o", "diff.html");
call("heatmap", "-q", recording("stall"), "-o", "heat.html");
fs.writeFileSync(path.join(scratch, "long.folded"), Array.from({ length: 12 }, (_, i) => `main;std::vector<Foo>::emplace_back<Foo<${i}> >(Foo<${i}>&&) ${i + 1}\n`).join(""));
call("render", "-q", "long.folded", "-o", "long.html");
call("trend", "-q", points, "--time-from-name", "{version}", "-o", "trend.html");

/* {pages, sizes of texts in pt, text} of a sheet as poppler reads it. */
function measure(pdf) {
    const told = (name, ...args) => execFileSync(name, args, { encoding: "utf8" }),
        xml = told("pdftohtml", "-xml", "-i", "-stdout", "-zoom", String(ZOOM), pdf);
    return {
        pages: Number(/Pages:\s+(\d+)/.exec(told("pdfinfo", pdf))[1]),
        sizes: [...xml.matchAll(/<fontspec [^>]*size="(\d+)"/g)].map(([, size]) => size / ZOOM),
        text: told("pdftotext", "-layout", pdf, "-").replaceAll("\u202f", " "),
    };
}

/* Where, and what has to be on the sheet: of the picture, and of the table. */
const SHEETS = [
    ["flame.html", [/^ *13 % of the time|^ *\d+ % of/m, /__libc_start_call_main/, /boxes(, all)? drawn/, /^ *function +self +total/m]],
    ["flame.html#view=table", [/__libc_start_call_main/, /^ *function +self +total/m]],
    ["diff.html", [/words .*takes\s+2\.9x/, /__libc_start_call_main/, /^ *function/m, /\+15\.\d/]],
    ["long.html", [/^ *std::vector<Foo>::emplace_back<Foo<11>/m]],
    ["heat.html#range=3.4-3.6", [/When the CPU was busy/, /rebuild_index/, /800 ms/, /^ *function +self +total/m]],
    ["heat.html#range=3.4-3.6&base=rest", [/rebuild_index/, /800 ms/]],
    ["trend.html", [/push_back took 1\.5x as long/, /no change beyond noise/, /function +what +since/, /log_line +gone/]],
    ["trend.html#column=v2.5", [/6 062 samples of v2\.5/, /push_back/, /^ *function +self +total/m]],
    ["trend.html#step=v2.5", [/sort takes 1\./, /v2\.4/]],
];

for (const [address, wanted] of SHEETS)
    test(`${address} is one sheet that can be read`, async () => {
        const page = await open("file://" + path.join(scratch, address), { live: false, colorScheme: "dark" });
        await page.waitForSelector(".fr-page h1");
        await page.waitForFunction(() => document.querySelector(".fr-boxes path, .fr-view canvas, svg[role=application]"));
        for (const [format, landscape] of [["A4", false], ["A4", true], ["Letter", false], ["Letter", true]]) {
            const file = path.join(scratch, "sheet.pdf"),
                what = `${format}, ${landscape ? "across" : "upright"}`;
            await page.pdf({ path: file, format, landscape, printBackground: true });
            const { pages, sizes, text } = measure(file);
            assert.equal(pages, 1, what);
            assert.ok(sizes.length > 0 && Math.min(...sizes) >= LEAST_PT, `${what}: ${sizes}`);
            for (const part of wanted) assert.match(text, part, what);
            assert.doesNotMatch(text, CONTROLS, what);
        }
        assert.equal(await page.$(".fr-print svg"), null);
        assert.equal(await page.evaluate(() => document.documentElement.style.colorScheme), ""); // as the screen again
        await done(page);
    });
