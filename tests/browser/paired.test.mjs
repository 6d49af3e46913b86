/*
 * paired.test.mjs - names that differ by run or that moved are one in a differential made in the page, as in
 * `flamerender diff`: on random profiles, on recordings, and on names of all spellings.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { decodeBase64 } from "../../render/assets/data/bytes.js";
import { kindsOf } from "../../render/assets/data/open_file.js";
import { decodePack } from "../../render/assets/data/pack.js";
import { compareProfiles } from "../../render/assets/profile/compare.js";
import { VERDICTS } from "../../render/assets/profile/verdict.js";
import { findMovedLines } from "../../render/assets/profile/moved_lines.js";
import { pairNames } from "../../render/assets/profile/paired_names.js";
import { program, randomFrom, recording, run, scratch } from "./picture.mjs";

function fileOf(name, text) {
    const file = path.join(scratch, name);
    fs.writeFileSync(file, text);
    return file;
}

async function sideOf(file, label) {
    const html = run(["--format", "html"], file),
        part = (what) => new RegExp(`id="flamerender-${what}">([^<]*)<`).exec(html)[1],
        view = JSON.parse(part("view")),
        pack = await decodePack(decodeBase64(part("data")));
    return { view, side: { pack, column: view.column, kinds: kindsOf(view), label } };
}

async function compareFiles(...files) {
    const [{ view, side }, { side: added }] = await Promise.all([sideOf(files[0], "base"), sideOf(files[1], "new")]),
        { sides, notes } = pairNames([side, added]);
    return { notes, made: compareProfiles(...sides, view, notes) };
}

function reportOf(...files) {
    const args = ["diff", "-q", "--format", "json", "--max-rows", "0", ...files];
    return JSON.parse(execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28 }));
}

/* Every function with its values and verdicts, by name. */
function assertSameFunctions(made, report, what) {
    const rows = made.tree.functions.map(({ name, total, self }) => [
        name,
        [total.base, total.new, self.base, self.new].map(Number),
        VERDICTS[total.verdict],
    ]);
    const wanted = report.rows.map((row) => [
        row.function,
        [row.base, row.new, row.self_base, row.self_new],
        row.verdict,
    ]);
    const sorted = (all) => Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
    assert.deepEqual(sorted(rows), sorted(wanted), what);
}

/* ---- random profiles ---- */

const hex = (random, n) => Array.from({ length: n }, () => "0123456789abcdef"[random(16)]).join("");

/* What may differ by run: a function of number i, in the spelling `of`. */
const SPELLINGS = [
    ({ i, lines }) => `f${i % 4} (/srv/app.js:${lines(i)}:${1 + (i % 3)})`,
    ({ i, lines }) => ` (/srv/app.js:${lines(i)}:7)`,
    ({ i, lines, dir }) => `JS:${"*~^"[i % 3]}g${i} ${dir}/lib.js:${lines(i)}:5`,
    ({ i, random, dir }) => `handle${i % 3} (${dir}/views${i % 2}.py:${1 + random(9)})`,
    ({ i, lines }) => `block in total - /srv/shop.rb:${lines(i)}`,
    ({ i, lines }) => `<lambda> (/srv/tasks.py:${lines(i)})`,
    ({ i, dir }) => `py::run${i}:${dir}/main.py`,
    ({ i, random }) => `/srv/a.py:step${i % 2}:${1 + random(5)}`,
    ({ i, lines }) => `{closure:/srv/app.php:${lines(i)}-99}`,
    ({ i, lines, dir }) => `parse${i} ${dir}/parse.php:${lines(i)}`,
    ({ random, i }) => `App${i % 2}$$Lambda$${random(20)}/0x${hex(random, 8)}.run`,
    ({ i }) => `App${i % 2}$$Lambda.run`,
    ({ i, random }) => `core::fmt${i % 3}::h${hex(random, 16)}`,
    ({ i, random }) => `parse${i % 3}.isra.${random(3)}`,
    ({ random }) => `0x${hex(random, 8)}`,
    ({ random }) => hex(random, 12),
    ({ random }) => `[perf-${random(9999)}.map]`,
    ({ i, random }) => `GeneratedMethodAccessor${random(9)}.invoke${i % 2}`,
    ({ random, i }) => `/build/glibc-${hex(random, 4)}/elf/dl${i % 3}.c`,
];

function randomNames(random, isNew) {
    const moved = random(3) - 1,
        dir = isNew && random(2) ? "/ci/" + random(3) : "/ci/9",
        lines = (i) => Math.max(1, 10 * i + (isNew ? moved * (i > 4) + (random(6) ? 0 : 3) : 0));
    return (i) => (i % 3 ? SPELLINGS[(i * 7) % SPELLINGS.length]({ i, random, lines, dir }) : "fn" + i);
}

function randomPair(seed) {
    const random = randomFrom(seed),
        n = 8 + random(60),
        stacks = Array.from({ length: 8 + random(80) }, () => Array.from({ length: 1 + random(5) }, () => random(n)));
    return [false, true].map((isNew) => {
        const spell = randomNames(random, isNew),
            names = Array.from({ length: n }, (_, i) => spell(i)),
            root = "server-" + random(9999);
        return stacks
            .map((stack) => `${root};${stack.map((i) => names[i]).join(";")} ${1 + random(50)}\n`)
            .join("");
    });
}

test("random profiles with names that moved or differ by run have the functions of the program", async () => {
    let joined = 0;
    for (let seed = 1; seed <= 40; seed++) {
        const files = randomPair(seed).map((text, i) => fileOf(`paired-${seed}-${i}.folded`, text)),
            { made, notes } = await compareFiles(...files),
            report = reportOf(...files);
        assertSameFunctions(made, report, `seed ${seed}`);
        joined += notes.length;
        for (const words of ["another line", "by run"]) {
            const count = (all) => parseInt(all.find((note) => note.includes(words) && /^\d+ (f|n)/.test(note)) || "0", 10);
            assert.equal(count(notes), count(report.notes), `seed ${seed}: ${words}`);
        }
    }
    assert.ok(joined > 60, `${joined} notes`);
});

test("functions of one name in a file are paired with a look at few of the others", () => {
    let looks = 0;
    const n = 3000,
        row = (called, line, inBase, inNew) => ({
            ...{ called, column: 5, inBase, inNew },
            get line() {
                looks++;
                return line;
            },
        }),
        both = (line) => [row(1, line, true, false), row(1, line + 3, false, true)],
        rows = Array.from({ length: n }, (_, i) => both(10 * i + 10)).flat(),
        pairs = findMovedLines([row(0, 1, true, true), ...rows]);
    for (let i = 1; i < 2 * n; i += 2) assert.equal(pairs.get(i), i + 1);
    assert.ok(looks < 60 * n, String(looks));
});

test("of recordings of a program whose files moved only what changed has changed", async () => {
    const files = ["shop-before", "shop-after"].map(recording),
        { made, notes } = await compareFiles(...files);
    assertSameFunctions(made, reportOf(...files), "recordings");
    assert.equal(made.view.title, "0 of 495 functions changed; 1 may have");
    assert.deepEqual(notes, ["12 functions are compared with the same function at another line or in another file"]);
    assert.ok(made.view.notes.endsWith(notes[0]), made.view.notes);
});
