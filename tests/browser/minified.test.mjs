/*
 * minified.test.mjs - the committed script is the one that terser makes of the modules, pictures carry it,
 * and it keeps its size.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { minifiedFile } from "./minify.mjs";
import { draw, root } from "./picture.mjs";

const MOST_BYTES = 80_000;

test("the committed script is that of the modules: else `make viewer` makes it anew", async () => {
    const read = (...parts) => fs.readFileSync(path.join(...parts), "utf8"),
        joined = read(process.env.FR_BUILD_DIR, "generated/assets.c.js"),
        committed = read(root, "render/assets/minified/viewer.js");
    assert.ok(committed === (await minifiedFile(joined)), "run make viewer, and commit what it writes");
    const [, code] = /^\/\*[^]*?\*\/\n([^]*)\n$/.exec(committed),
        { svg } = draw("minified", "main 1\n");
    assert.ok(svg.includes("<script>//<![CDATA[\n" + code + "\n//]]></script>"));
    assert.ok(Buffer.byteLength(code) <= MOST_BYTES, String(Buffer.byteLength(code)));
});
