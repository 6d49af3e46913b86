/*
 * make.mjs - makes the npm package of the module: node make.mjs build/wasm VERSION
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname),
    root = path.join(here, "../.."),
    [out, version] = process.argv.slice(2),
    folder = path.join(out, "npm"),
    module = fs.readFileSync(path.join(out, "flamerender.wasm"));

/* What the module is made of, with the words of its licences as the source packages have them. */
function licences() {
    const sources = path.join(out, "sources"),
        texts = [];
    for (const name of fs.readdirSync(sources).filter((each) => /^[a-z0-9]+-[0-9]/.test(each)).sort())
        for (const file of ["debian/copyright", "LICENCE", "LICENSE", "COPYING"]) {
            const at = path.join(sources, name, file);
            if (!fs.existsSync(at)) continue;
            texts.push(`==== ${name}\n\n${fs.readFileSync(at, "utf8")}`);
            break;
        }
    const libc = "/usr/share/doc/wasi-libc/copyright";
    if (fs.existsSync(libc)) texts.push(`==== wasi-libc\n\n${fs.readFileSync(libc, "utf8")}`);
    return texts.join("\n\n");
}

fs.mkdirSync(folder, { recursive: true });
for (const file of ["flamerender.mjs", "node_files.mjs", "README.md"])
    fs.copyFileSync(path.join(here, file), path.join(folder, file));
fs.copyFileSync(path.join(here, "../wasm/wasi.mjs"), path.join(folder, "wasi.mjs"));
fs.copyFileSync(path.join(root, "LICENSE"), path.join(folder, "LICENSE"));
fs.writeFileSync(path.join(folder, "LICENSES-OF-LIBRARIES"), licences());
fs.chmodSync(path.join(folder, "flamerender.mjs"), 0o755);
const stated = JSON.parse(fs.readFileSync(path.join(here, "package.json"), "utf8"));
fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify({ ...stated, version }, null, 4) + "\n");
const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22, [constants.BROTLI_PARAM_SIZE_HINT]: module.length };
const packed = path.join(folder, "flamerender.wasm.br");
/* Half a minute's work is not done twice. */
if (!fs.existsSync(packed) || !brotliDecompressSync(fs.readFileSync(packed)).equals(module))
    fs.writeFileSync(packed, brotliCompressSync(module, { params }));
for (const file of fs.readdirSync(out).filter((each) => each.endsWith(".tgz"))) fs.rmSync(path.join(out, file));
execFileSync("npm", ["pack", "--silent", "--pack-destination", path.resolve(out)], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
