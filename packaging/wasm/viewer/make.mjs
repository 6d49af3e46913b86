/*
 * make.mjs - makes viewer.html of the module and of the scripts beside this file: node make.mjs build/wasm
 *
 * Its policy lets scripts run by their hashes: its own, and those of the pages that the module writes, which are asked of
 * the module itself.
 */
import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { pathToFileURL } from "node:url";

const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname),
    out = path.resolve(process.argv[2]),
    made = path.join(out, "program/generated"),
    require = createRequire(path.join(out, "npm_tools/package.json")),
    esbuild = require("esbuild"),
    ofPackage = (file) => import(pathToFileURL(path.join(out, "npm", file)).href),
    { nodeFiles } = await ofPackage("node_files.mjs"),
    { run } = await ofPackage("wasi.mjs"),
    bytes = fs.readFileSync(path.join(out, "flamerender.wasm")),
    module = new WebAssembly.Module(bytes);

/* Modules that the build makes are imported as if they stood beside the others. */
const madeModules = {
    name: "made",
    setup(build) {
        build.onResolve({ filter: /\/(measure_table|viewer_style|runtimes|words)\.js$/ }, ({ path: wanted }) => ({
            path: path.join(made, path.basename(wanted)),
        }));
        build.onResolve({ filter: /^worker-text$/ }, () => ({ path: "worker", namespace: "text" }));
        build.onLoad({ filter: /./, namespace: "text" }, async () => ({
            contents: await bundle("worker.mjs"),
            loader: "text",
        }));
    },
};

async function bundle(entry, replaced = {}) {
    const { outputFiles } = await esbuild.build({
        entryPoints: [path.join(here, entry)],
        bundle: true,
        write: false,
        minify: true,
        format: "iife",
        target: "es2022",
        charset: "ascii",
        logLevel: "error",
        plugins: [madeModules],
    });
    let text = outputFiles[0].text.trimEnd();
    for (const [from, to] of Object.entries(replaced)) text = text.replaceAll(from, to);
    if (/<\/script|<!--/i.test(text)) throw new Error(entry + " would not stand in a page");
    return text;
}

/* What the program writes of an input. */
function write(args, inputs) {
    const parts = [],
        file = (text) => ({
            kind: 4,
            stat: () => ({ kind: 4, size: text.length }),
            size: () => text.length,
            read: (to, at) => (to.set(text.subarray(at, at + to.length)), Math.max(0, Math.min(to.length, text.length - at))),
            close() {},
        }),
        files = {
            ...nodeFiles,
            standard: (fd) => ({ kind: 6, isStream: true, read: () => 0, write: (part) => (fd === 1 && parts.push(part.slice()), part.length), close() {} }),
            open: (name) => file(Buffer.from(inputs[name])),
            stat: (name) => {
                if (!(name in inputs)) throw Object.assign(new Error(), { code: "ENOENT" });
                return { kind: 4, size: inputs[name].length, inode: 1 + Object.keys(inputs).indexOf(name) };
            },
        },
        status = run(module, { args: ["flamerender", ...args], env: {}, files });
    if (status) throw new Error(`flamerender ${args.join(" ")} ended with ${status}`);
    return Buffer.concat(parts).toString();
}

const STACKS = "main;a;b 30\nmain;a;c 50\nmain;d 20\n",
    TIMED = [1, 2, 3].map((s) => `app 1/1 [000] ${s}.000000: 1 cpu-clock:\n\t1 main (x)\n\n`).join("");
const PAGES = [
    write(["-", "--format", "html"].slice(1).concat("/a"), { "/a": STACKS }),
    write(["/a", "--format", "html", "--flamechart"], { "/a": TIMED }),
    write(["diff", "/a", "/b", "--format", "html"], { "/a": STACKS, "/b": STACKS.replace("30", "60") }),
    write(["heatmap", "/a", "--format", "html"], { "/a": TIMED }),
    write(["trend", "/a1", "/a2", "/a3", "/a4", "--format", "html"], { "/a1": STACKS, "/a2": STACKS + "x 1\n", "/a3": STACKS + "x 2\n", "/a4": STACKS + "x 3\n" }),
];

const hashOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const scripts = new Set();
for (const page of PAGES)
    for (const hash of /script-src ([^;]*)/.exec(page)[1].split(" ")) scripts.add(hash);

/* Compressed as well as gzip can be: by zopfli where it is installed. */
const packed = gzipSync(bytes, { level: 9 }).toString("base64"),
    version = write(["--version"], {}).trim().split(" ")[1],
    script = await bundle("viewer.mjs", { "@VERSION@": version }),
    style = ["page.css", "page_live.css"].map((file) => fs.readFileSync(path.join(made, file), "utf8")).join("") +
        fs.readFileSync(path.join(here, "viewer.css"), "utf8").replace(/^\/\*.*\*\/\n/, ""),
    policy =
        `default-src 'none'; script-src ${hashOf(script)} ${[...scripts].join(" ")} 'wasm-unsafe-eval'; worker-src blob:; ` +
        "style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'",
    parts = { POLICY: policy, STYLE: style, MODULE: packed, SCRIPT: script },
    page = fs.readFileSync(path.join(here, "page.html"), "utf8").replace(/@([A-Z]+)@/g, (all, name) => parts[name] ?? all);
fs.writeFileSync(path.join(out, "viewer.html.new"), page);
fs.renameSync(path.join(out, "viewer.html.new"), path.join(out, "viewer.html"));
