/*
 * measure.test.mjs - the viewer measures every character as the program does: its table, which the build
 * makes, is compared row by row with render/measure_table.inc.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { textWidth } from "../../render/assets/draw/measure.js";
import { root } from "./picture.mjs";

const EM = 2048; // font units; at this size a unit is a tenth of a px
const source = fs.readFileSync(path.join(root, "render/measure_table.inc"), "utf8");

function tableOf(name) {
    return source.match(new RegExp(name + "\\[\\] = \\{([^;]*)\\};"))[1];
}

/* "{0x0020, 0x007e, 0}" */
function rangesOf(name) {
    return Array.from(tableOf(name).matchAll(/\{(\w+), (\w+), (\w+)\}/g), (row) =>
        row.slice(1).map(Number),
    );
}

test("every glyph has its advance, one that the font lacks a whole em", () => {
    const advances = tableOf("advances").match(/\d+/g).map(Number),
        marks = rangesOf("marks"),
        isMark = (code) => marks.some(([first, last]) => code >= first && code <= last);
    let n = 0;
    for (const [first, last, index] of rangesOf("ranges"))
        for (let code = first; code <= last; code++, n++) {
            const wanted = advances[2 * (index + code - first)] || EM;
            assert.equal(
                textWidth(String.fromCodePoint(code), EM),
                isMark(code) ? EM : wanted,
                code.toString(16),
            );
        }
    assert.equal(2 * n, advances.length);
});

test("every mark after a letter adds its own width, its neighbours that of a letter", () => {
    const letter = textWidth("n", EM),
        marks = rangesOf("marks");
    for (const [first, last, width] of marks)
        for (const code of [first, last])
            assert.equal(
                textWidth("n" + String.fromCodePoint(code), EM) - letter,
                width,
                code.toString(16),
            );
});
