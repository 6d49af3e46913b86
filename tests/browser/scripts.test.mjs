/*
 * scripts.test.mjs - each kind of picture carries its own script, scripts keep their sizes, and what is committed of
 * them stays small.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { membersOf } from "../../render/assets/members.mjs";
import { done, open, useBrowser } from "./browser.mjs";
import { root, run } from "./picture.mjs";

useBrowser();

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
