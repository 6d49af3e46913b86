/*
 * minified.test.mjs - the committed scripts are those that terser makes of the modules, pictures carry them,
 * each kind its own, and they keep their sizes.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { minifiedFile } from "./minify.mjs";
import { root, run } from "./picture.mjs";

const BUNDLES = [
    { name: "flame", mostBytes: 70_300, input: "main 1\n" },
    { name: "diff", mostBytes: 80_200, input: "main 1 2\n" },
    { name: "page", mostBytes: 195_000, input: "main 1\n" },
];

for (const { name, mostBytes, input } of BUNDLES)
    test(`minified/${name}.js is made of its modules: else \`make viewer\` makes it anew`, async () => {
        const read = (...parts) => fs.readFileSync(path.join(...parts), "utf8"),
            joined = read(process.env.FR_BUILD_DIR, `generated/bundle_${name}.js`),
            committed = read(root, `render/assets/minified/${name}.js`);
        assert.ok(committed === (await minifiedFile(name, joined)), "run make viewer, and commit it");
        const written = run(["--format", name === "page" ? "html" : "svg"], input),
            [, code] = /^\/\*[^]*?\*\/\n([^]*)\n$/.exec(committed),
            inPicture = "<script>//<![CDATA[\n" + code + "\n//]]></script>";
        assert.ok(written.includes(name === "page" ? "<script>" + code + "</script>" : inPicture));
        assert.ok(Buffer.byteLength(code) <= mostBytes, String(Buffer.byteLength(code)));
    });

for (const [name, mostBytes] of [["heat", 12_000], ["heat_page", 121_000], ["trend", 5_200], ["trend_page", 85_000]])
    test(`minified/${name}.js, of heatmaps and trends, likewise`, async () => {
        const made = path.join(process.env.FR_BUILD_DIR, `generated/bundle_${name}.js`),
            committed = fs.readFileSync(path.join(root, `render/assets/minified/${name}.js`), "utf8"),
            wanted = await minifiedFile(name, fs.readFileSync(made, "utf8"));
        assert.ok(committed === wanted, "run make viewer, and commit it");
        assert.ok(Buffer.byteLength(committed) <= mostBytes, String(Buffer.byteLength(committed)));
    });
