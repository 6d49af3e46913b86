/*
 * picture.mjs - pictures of the program under test, and what they carry.
 *
 *     FR_PROGRAM, FR_BUILD_DIR   as in every test (tests/CMakeLists.txt)
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = process.env.FR_SOURCE_DIR || fileURLToPath(new URL("../../", import.meta.url));
export const program = process.env.FR_PROGRAM || path.join(root, "build/dev/flamerender");
export const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "viewer-"));
process.on("exit", () => fs.rmSync(scratch, { recursive: true, force: true }));

/** What the program writes for `input` (text, or the path of a file). */
export function run(args, input) {
    const isFile = !input.includes("\n");
    return execFileSync(program, ["render", "-q", ...args, isFile ? input : "-"], {
        input: isFile ? "" : input,
        encoding: "utf8",
        maxBuffer: 1 << 28,
    });
}

/** A picture in both forms: {file, svg, scene}. */
export function draw(name, input, ...args) {
    const file = path.join(scratch, name + ".svg");
    const svg = run(["--format", "svg", ...args], input);
    fs.writeFileSync(file, svg);
    return {
        file,
        svg,
        scene: JSON.parse(run(["--format", "scene-json", ...withoutSvgOptions(args)], input)),
    };
}

function withoutSvgOptions(args) {
    return args.filter((arg) => !/^--(data|views|search|link|static)/.test(arg));
}

export function recording(name) {
    return path.join(root, "tests/data", name + ".perf.gz");
}

/** Returns a recording of 20 s whose thread 30 runs in the first 8, and calls `hot` in second 5. */
export function quietThread() {
    const file = path.join(scratch, "quiet.perf"),
        sample = (time, tid, name) => `app ${tid} [000] ${(100 + time).toFixed(6)}: cycles:\n\t 55 ${name} (/app)\n\t 44 main (/app)\n\n`;
    const at = (time) => sample(time, 20, "work") + (time < 8 ? sample(time + 0.01, 30, Math.floor(time) === 5 ? "hot" : "idle_work") : "");
    fs.writeFileSync(file, Array.from({ length: 201 }, (_, i) => at(i / 10)).join(""));
    return file;
}


/** The text of a <metadata> of a picture, "" where there is none. */
export function metadataOf(svg, what) {
    const found = new RegExp(`<metadata data-flamerender="${what}">([^<]*)</metadata>`).exec(svg);
    return found
        ? found[1]
              .replaceAll("&lt;", "<")
              .replaceAll("&gt;", ">")
              .replaceAll("&quot;", '"')
              .replaceAll("&amp;", "&")
        : "";
}

/** Numbers from a seed: the same sequence everywhere. */
export function randomFrom(seed) {
    let state = seed >>> 0;
    return (below) => {
        state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
        return (state >>> 8) % below;
    };
}
