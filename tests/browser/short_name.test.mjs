/*
 * short_name.test.mjs - the viewer's shorter forms of names are those of the program
 * (tests/slow/short_names.c), on names of recordings and on random ones made of their pieces.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import path from "node:path";
import { test } from "node:test";
import { shortForms } from "../../render/assets/draw/short_name.js";
import { program, randomFrom, recording } from "./picture.mjs";

const SEED = Number(process.env.FR_SEED) || 1;
const PIECES =
    "std:: (anonymous)  (x (/srv/y operator ( ) < > <<  -> [ ] { } a.b /srv/ .js :12 :7 JS:* LazyCompile:~ node: :: \\ " +
    ", std::allocator< (anonymous namespace) as const Order get com. net/ .isra.0 @@GLIBC_2.17 put@plt \u00e9\u4e2d _ $ {{closure}}";

function programForms(names) {
    const tool = path.join(process.env.FR_BUILD_DIR, "tests/short_names");
    const text = execFileSync(tool, { input: names.join("\n") + "\n", encoding: "utf8", maxBuffer: 1 << 28 });
    return text.split("\n").slice(0, names.length).map((line) => line.split("\t"));
}

function compare(names) {
    const wanted = programForms(names);
    names.forEach((name, i) => assert.deepEqual(shortForms(name), wanted[i], name));
}

test("names of recordings", () => {
    for (const name of ["templates", "nodejs", "native", "gopipe"]) {
        const folded = execFileSync(program, ["convert", "-q", "--format", "folded", recording(name)], {
            encoding: "utf8",
            maxBuffer: 1 << 28,
        });
        const names = new Set(folded.split("\n").flatMap((line) => line.replace(/ \d+$/, "").split(";")));
        names.delete("");
        assert.ok(names.size > 20, name);
        compare(Array.from(names));
    }
});

test("random names", () => {
    const random = randomFrom(SEED),
        pieces = PIECES.split(" ");
    const names = Array.from({ length: 20000 }, () =>
        Array.from({ length: 1 + random(9) }, () => pieces[random(pieces.length)] || " ").join(random(3) ? "" : " "),
    ).filter((name) => name.trim());
    compare(names);
});
