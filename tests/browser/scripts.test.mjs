/*
 * scripts.test.mjs - each kind of picture carries its own script, scripts keep their sizes, and what is committed of
 * them stays small.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { root, run } from "./picture.mjs";

const SCRIPTS = [
    { name: "flame", mostBytes: 75_000, format: "svg", input: "main 1\n" },
    { name: "diff", mostBytes: 86_000, format: "svg", input: "main 1 2\n" },
    { name: "page", mostBytes: 235_000, format: "html", input: "main 1\n" },
];

function scriptOf(name) {
    return fs.readFileSync(path.join(process.env.FR_BUILD_DIR, `generated/script_${name}.js`), "utf8");
}

for (const { name, mostBytes, format, input } of SCRIPTS)
    test(`the script '${name}': a picture carries it, at most ${mostBytes} bytes`, () => {
        const script = scriptOf(name),
            written = run(["--format", format], input),
            inPicture = "<script>//<![CDATA[\n" + script + "\n//]]></script>";
        assert.ok(written.includes(format === "html" ? "<script>" + script + "</script>" : inPicture));
        assert.ok(Buffer.byteLength(script) <= mostBytes, String(Buffer.byteLength(script)));
    });

for (const [name, mostBytes] of [["heat", 12_000], ["heat_page", 246_000], ["trend", 5_200], ["trend_page", 210_000]])
    test(`the script '${name}' of heatmaps and trends: at most ${mostBytes} bytes`, () => {
        const n = Buffer.byteLength(scriptOf(name));
        assert.ok(n <= mostBytes, String(n));
    });

test("the committed scripts have at most 300 KB together, plain ASCII without what ends a script", () => {
    const folder = path.join(root, "render/assets/minified"),
        texts = fs.readdirSync(folder).map((name) => fs.readFileSync(path.join(folder, name), "latin1"));
    assert.ok(texts.length > 0);
    assert.ok(texts.join("").length <= 300_000);
    for (const text of texts) assert.doesNotMatch(text, /[^\n\t -~]|\]\]>|<\/script|<!--/i);
});
