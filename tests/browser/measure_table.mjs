/*
 * measure_table.mjs [--write] - render/assets/measure_table.js from render/measure_table.inc, the one
 * table of both measures; without --write it fails where they differ.
 */
import fs from "node:fs";

const root = new URL("../../", import.meta.url);
const source = fs.readFileSync(new URL("render/measure_table.inc", root), "utf8");
const target = new URL("render/assets/measure_table.js", root);
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

function rowsOf(name) {
    const body = source.match(new RegExp(name + "\\[\\] = \\{([^;]*)\\};"))[1];
    return Array.from(body.matchAll(/\{(\w+), (\w+), (\w+)\}/g), (row) => row.slice(1).map(Number));
}

function pack(rows) {
    let code = 0;
    return rows
        .map(([first, last, value]) => {
            const item = [(first - code).toString(36), (last + 1 - first).toString(36)];
            code = last + 1;
            return (value ? [...item, value.toString(36)] : item).join(" ");
        })
        .join(",");
}

const advances = source
    .match(/advances\[\] = \{([^;]*)\};/)[1]
    .match(/\d+/g)
    .map(Number);
const regular = advances.filter((_, i) => i % 2 === 0);
const text = `/*
 * measure_table.js - made by tests/browser/measure_table.mjs from render/measure_table.inc.
 *
 * Ranges are "gap length value" in base 36, the gap counted from the end of the range before; advances
 * are two digits of base 64 each, in 1/2048 em.
 */
export const GLYPH_RANGES =
    "${pack(rowsOf("ranges"))}";
export const GLYPH_ADVANCES =
    "${regular.map((n) => DIGITS[n >> 6] + DIGITS[n & 63]).join("")}";
export const MARK_RANGES =
    "${pack(rowsOf("marks"))}";
`;

if (process.argv.includes("--write")) fs.writeFileSync(target, text);
else if (fs.readFileSync(target, "utf8") !== text) {
    console.error("render/assets/measure_table.js is not made from render/measure_table.inc");
    process.exit(1);
}
