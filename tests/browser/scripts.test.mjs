/*
 * scripts.test.mjs - each kind of picture carries its own script, scripts keep their sizes, and what is committed of
 * them stays small.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { inflateRawSync } from "node:zlib";
import { membersOf } from "../../render/assets/members.mjs";
import { done, open, useBrowser } from "./browser.mjs";
import { program, root, run } from "./picture.mjs";

useBrowser();

const SCRIPTS = [
    { name: "flame", mostBytes: 75_000, input: "main 1\n" },
    { name: "diff", mostBytes: 86_000, input: "main 1 2\n" },
];

function scriptOf(name) {
    return fs.readFileSync(path.join(process.env.FR_BUILD_DIR, `generated/script_${name}.js`), "utf8");
}

for (const { name, mostBytes, input } of SCRIPTS)
    test(`the script '${name}': a picture carries it, at most ${mostBytes} bytes`, () => {
        const script = scriptOf(name),
            written = run(["--format", "svg"], input);
        assert.ok(written.includes("<script>//<![CDATA[\n" + script + "\n//]]></script>"));
        assert.ok(Buffer.byteLength(script) <= mostBytes, String(Buffer.byteLength(script)));
    });

const TIMED = [1, 2, 3].map((s) => `app 1/1 [000] ${s}.000000: 1 cpu-clock:\n\t1 main (x)\n\n`).join("");

/* Four files of a trend, the value of a function in each. */
function points() {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "fr-scripts-"));
    return [1, 2, 3, 4].map((value) => {
        const file = path.join(folder, value + ".folded");
        fs.writeFileSync(file, `main;a 1\nmain;b ${value}\n`);
        return file;
    });
}

function write(args, input) {
    return execFileSync(program, [...args, "-q", "--format", "html"], { input, encoding: "utf8" });
}

const PAGES = [
    { name: "page", mostBytes: 235_000, html: () => write([], "main 1\n") },
    { name: "heat_page", mostBytes: 246_000, html: () => write(["heatmap"], TIMED) },
    { name: "trend_page", mostBytes: 210_000, html: () => write(["trend", ...points()], "") },
];

/* The text of an element of inert data, inflated. */
function unpacked(html, what) {
    const [, base64] = new RegExp(`<script type="application/octet-stream" id="flamerender-${what}">([^<]*)</script>`).exec(html);
    return inflateRawSync(Buffer.from(base64, "base64")).toString("utf8");
}

const hashOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

for (const { name, mostBytes, html } of PAGES)
    test(`the script '${name}': a page carries it packed, its policy allows it, at most ${mostBytes} bytes`, () => {
        const script = scriptOf(name),
            start = scriptOf("start_page"),
            written = html();
        assert.equal(unpacked(written, "program"), script);
        assert.equal(unpacked(written, "style"), fs.readFileSync(path.join(process.env.FR_BUILD_DIR, "generated/page_live.css"), "utf8"));
        assert.deepEqual(written.match(/<script>[^]*?<\/script>/g), ["<script>" + start + "</script>"]);
        assert.equal(/script-src ([^;]*);/.exec(written)[1], hashOf(start) + " " + hashOf(script));
        assert.ok(Buffer.byteLength(script) <= mostBytes, String(Buffer.byteLength(script)));
        assert.ok(Buffer.byteLength(start) <= 1_000, String(Buffer.byteLength(start)));
    });

for (const [name, mostBytes] of [["heat", 12_000], ["trend", 5_200]])
    test(`the script '${name}' of heatmaps and trends: at most ${mostBytes} bytes`, () => {
        const n = Buffer.byteLength(scriptOf(name));
        assert.ok(n <= mostBytes, String(n));
    });

test("the packed layers have at most 125 KB together", () => {
    const folder = path.join(root, "render/assets/packed"),
        sizes = fs.readdirSync(folder).map((name) => fs.statSync(path.join(folder, name)).size);
    assert.ok(sizes.length > 0);
    assert.ok(sizes.reduce((a, b) => a + b) <= 125_000, String(sizes));
});

test("the committed scripts have at most 300 KB together, plain ASCII without what ends a script", () => {
    const folder = path.join(root, "render/assets/minified"),
        texts = fs.readdirSync(folder).map((name) => fs.readFileSync(path.join(folder, name), "latin1"));
    assert.ok(texts.length > 0);
    assert.ok(texts.join("").length <= 300_000);
    for (const text of texts) assert.doesNotMatch(text, /[^\n\t -~]|\]\]>|<\/script|<!--/i);
});

function filesUnder(folder, end) {
    const files = fs.readdirSync(path.join(root, folder), { recursive: true }).filter((file) => file.endsWith(end));
    return files.map((file) => fs.readFileSync(path.join(root, folder, file), "utf8"));
}

test("no member that is shortened is a name of the browser's, or a key of data that the program writes", async () => {
    const members = membersOf(path.join(root, "render/assets")),
        page = await open("data:text/html,<title>names</title>", { live: false }),
        names = await page.evaluate(() => {
            const of = ({ value }) => (value && value.prototype ? Object.getOwnPropertyNames(value.prototype) : []),
                all = Object.entries(Object.getOwnPropertyDescriptors(window));
            return all.flatMap(([name, what]) => [name, ...of(what)]);
        }),
        taken = new Set(names),
        program = [...filesUnder("render", ".c"), ...filesUnder("model", ".c")].join("\n");
    await done(page);
    assert.ok(taken.has("addEventListener") && members.includes("showSelected"));
    assert.deepEqual(members.filter((name) => taken.has(name) || program.includes(`"${name}"`)), []);
});
