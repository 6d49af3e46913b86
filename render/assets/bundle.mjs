/*
 * bundle.mjs - the scripts that pictures carry, made of the modules beside this file by esbuild:
 *
 *     node bundle.mjs OUT MADE TOOLS flame=viewer+flame diff=viewer+sides+diff heat=heat
 *
 * A script is a chain of layers, and OUT/LAYER.js is the minified text of one. The last layer of a script is the module
 * of its name with all that it imports and no layer before it has. A layer without such a module is shared: it has the
 * modules that all scripts with that layer need. So what several scripts need is committed once.
 *
 * A shared layer puts what later layers ask of it into `shared`, an object that embed.cmake declares before the first
 * layer. MADE has the modules that the build makes, TOOLS the folder in which npm installed esbuild.
 */
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { membersOf } from "./members.mjs";

const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname),
    [out, made, tools, ...table] = process.argv.slice(2),
    installed = createRequire(path.resolve(tools, "package.json")),
    [acorn, esbuild, terser] = ["acorn", "esbuild", "terser"].map(installed),
    chains = table.map((row) => row.split("=")[1].split("+")),
    SETTINGS = { bundle: true, write: false, metafile: true, target: "es2020", logLevel: "error", absWorkingDir: here };

/* Modules that the build makes are imported as if they stood beside the others. */
const madeModules = {
    name: "made",
    setup(build) {
        build.onResolve({ filter: /\/(measure_table|viewer_style|runtimes|words)\.js$/ }, ({ path: wanted }) => ({
            path: path.resolve(made, path.basename(wanted)),
        }));
    },
};

/* An import of NAME from a module of a shared layer becomes one of the small module "NAME of FILE", which reads `shared`.
 * esbuild drops those that nothing uses and lists the others. */
function sharedModules(layers) {
    return {
        name: "shared",
        setup(build) {
            build.onResolve({ filter: /^\./, namespace: "file" }, ({ path: wanted, resolveDir }) => {
                const file = path.resolve(resolveDir, wanted);
                return layers.includes(layerOf.get(file)) ? { path: file, namespace: "shared", sideEffects: false } : null;
            });
            build.onLoad({ filter: /./, namespace: "shared" }, ({ path: file }) => ({
                contents: exported.get(file).map((name) => `export {default as ${name}} from "${name} of ${file}";`).join(""),
            }));
            build.onResolve({ filter: / of /, namespace: "shared" }, ({ path: wanted }) => ({
                path: wanted,
                namespace: "name",
                sideEffects: false,
            }));
            build.onLoad({ filter: /./, namespace: "name" }, ({ path: wanted }) => ({
                contents: `export default shared.${keyOf.get(wanted)};`,
            }));
        },
    };
}

const entryOf = (layer) => path.join(here, layer + ".js"),
    hasEntry = (layer) => fs.existsSync(entryOf(layer));

/* The files of a module and of all that it imports, without the module. */
async function filesOf(entry) {
    const { metafile } = await esbuild.build({ ...SETTINGS, entryPoints: [entry], plugins: [madeModules] });
    return Object.keys(metafile.inputs).map((file) => path.resolve(here, file)).filter((file) => file !== entry);
}

/* The layer of each file that stands in a shared one. */
async function layOut() {
    const layerOf = new Map(),
        files = new Map();
    for (const chain of chains) files.set(chain, await filesOf(entryOf(chain.at(-1))));
    for (const layer of new Set(chains.flat())) {
        const users = chains.filter((chain) => chain.includes(layer));
        if (hasEntry(layer)) continue;
        for (const file of files.get(users[0]))
            if (!layerOf.has(file) && users.every((chain) => files.get(chain).includes(file))) layerOf.set(file, layer);
    }
    return layerOf;
}

/* The names that a module exports, by file. */
async function exportsOfAll(files) {
    const options = { ...SETTINGS, bundle: false, format: "esm", outdir: "unwritten" },
        found = new Map();
    for (const file of files) {
        const { metafile } = await esbuild.build({ ...options, entryPoints: [file] });
        found.set(file, Object.values(metafile.outputs)[0].exports);
    }
    return found;
}

/* The module of a shared layer: each "NAME of FILE" that later layers ask of it is a member of `shared`. */
function entryOfShared(layer, asked) {
    const own = asked.map((text) => [...text.split(" of "), keyOf.get(text)]).filter(([, file]) => layerOf.get(file) === layer),
        imports = own.map(([name, file, key]) => `import {${name} as _${key}} from "${file}";`),
        members = own.map(([, , key]) => `${key}: _${key}`);
    return `${imports.join("\n")}\nObject.assign(shared, {${members}});`;
}

/* Plain ASCII without what would end the script's element: a control character that a module names must not stand in
 * a picture, either. */
function checked(layer, text) {
    const script = text.replaceAll("]]>", "]] >").trimEnd();
    if (/[^\n\t -~]|<\/script|<!--/i.test(script)) throw new Error(layer + ".js would not stand in a picture");
    return script + "\n";
}

const members = membersOf(here),
    mangleProps = new RegExp(`^(${members.join("|")})$`),
    layerOf = await layOut(),
    exported = await exportsOfAll([...layerOf.keys()].sort()),
    keyOf = new Map(), // of each "NAME of FILE" of a shared layer, its member of `shared`
    letterOf = (i) => String.fromCharCode((i < 26 ? 97 : 39) + i);
for (const [file, names] of exported)
    for (const name of names)
        keyOf.set(`${name} of ${file}`, letterOf(Math.floor(keyOf.size / 52)) + letterOf(keyOf.size % 52));

let shortOf = {}; // of members: all layers give one the same short name

/* Members of the browser's that stand in many places. */
const LONG = [
    ...["addEventListener", "getBoundingClientRect", "replaceChildren", "textContent", "setAttribute", "removeAttribute"],
    ...["preventDefault", "stopPropagation", "querySelector", "querySelectorAll", "startsWith", "classList", "setProperty"],
];
const LEAST_SAVED = 30; // letters

/* Where a program has `.name` or `?.name`: {name, start, end}, in order. Strings and comments have none. */
function dottedNames(code) {
    const tokens = [];
    acorn.parse(code, { ecmaVersion: "latest", onToken: tokens });
    return tokens
        .map(({ value, start, end }, i) => ({ name: value, start, end, dot: i > 0 && code.slice(tokens[i - 1].start, start) }))
        .filter(({ dot }) => dot === "." || dot === "?.");
}

/* A layer names each of them once: e.addEventListener(...) is e[$a](...). */
function nameOnce(code) {
    const members = dottedNames(code),
        letters = Array.from("abcdefghijklmnopqrstuvwxyz", (letter) => "$" + letter).filter((one) => !code.includes(one)),
        uses = (name) => members.filter((member) => member.name === name).length,
        often = LONG.filter((name) => uses(name) * (name.length - 3) > name.length + LEAST_SAVED);
    if (!often.length || letters.length < often.length) return code;
    const letterOf = new Map(often.map((name, i) => [name, letters[i]])),
        named = often.map((name) => `${letterOf.get(name)}="${name}"`);
    let shorter = "",
        at = 0;
    for (const { name, start, end, dot } of members.filter(({ name }) => letterOf.has(name))) {
        shorter += code.slice(at, start - dot.length) + (dot === "?." ? "?." : "") + `[${letterOf.get(name)}]`;
        at = end;
    }
    shorter += code.slice(at);
    return shorter.replace("(()=>{", (start) => `${start}const ${named};`);
}

/* What a layer takes of `shared` it takes at once; then terser finds shorter forms of what esbuild wrote. */
async function squeeze(text) {
    const taken = [],
        rest = text.replace(/\bvar (\w+)=shared\.(\w+);/g, (_, own, key) => (taken.push(`${key}:${own}`), "")),
        first = taken.length ? `var{${taken}}=shared;` : "",
        whole = rest.replace("(()=>{", (start) => start + first),
        { code } = await terser.minify(whole, { ecma: 2020, compress: { passes: 3, unsafe_arrows: true, hoist_funs: true }, format: { ascii_only: true } });
    return nameOnce(code);
}

/* Builds a layer; `before` are those that its scripts carry before it, and `asked` has what later layers use of it. The
 * result is what it uses itself of those before it. */
async function build(layer, before, asked) {
    const plugins = [madeModules, sharedModules(before)],
        input = hasEntry(layer)
            ? { entryPoints: [entryOf(layer)] }
            : { stdin: { contents: entryOfShared(layer, asked), resolveDir: here, sourcefile: layer } },
        options = { ...SETTINGS, ...input, plugins, minify: true, format: "iife", mangleProps, mangleCache: shortOf },
        { outputFiles, metafile, mangleCache } = await esbuild.build(options);
    shortOf = mangleCache;
    fs.writeFileSync(path.join(out, layer + ".js"), checked(layer, await squeeze(outputFiles[0].text)));
    return Object.keys(Object.values(metafile.outputs)[0].inputs)
        .filter((text) => text.startsWith("name:"))
        .map((text) => text.slice("name:".length));
}

fs.mkdirSync(out, { recursive: true });
const asked = new Set();
/* The last layers first: those before them are to know what is asked of them. */
for (let depth = Math.max(...chains.map((chain) => chain.length)) - 1; depth >= 0; depth--)
    for (const layer of new Set(chains.map((chain) => chain[depth]).filter(Boolean))) {
        const chain = chains.find((each) => each[depth] === layer);
        for (const name of await build(layer, chain.slice(0, depth), [...asked].sort())) asked.add(name);
    }
