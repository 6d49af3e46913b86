/*
 * pack.mjs - deflates the layers that pages carry, and their style sheet:
 *
 *     node pack.mjs LAYERS PACKED TOOLS page_live.css page=viewer+page
 *
 * LAYERS/viewer.js becomes PACKED/viewer.deflate, a piece of raw deflate that ends at a byte and is not the last one:
 * so the pieces of a chain, joined by embed.cmake, are one stream. A piece refers to the text before it, where that is
 * the same in all chains. pako makes the same bytes on every machine, which zlib does not: what is committed can be
 * compared with what its modules make.
 */
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const WINDOW = 32768; // bytes that deflate looks back

const [layers, out, tools, styles, ...rows] = process.argv.slice(2),
    { Deflate, Z_SYNC_FLUSH } = createRequire(path.resolve(tools, "package.json"))("pako"),
    chains = rows.map((row) => row.split("=")[1].split("+"));

/* The layers that stand right before a layer in all chains that have it. */
function layersBefore(layer) {
    const [first, ...others] = chains.filter((chain) => chain.includes(layer)).map((chain) => chain.slice(0, chain.indexOf(layer)));
    let n = 0;
    while (first && n < first.length && others.every((before) => before.at(-1 - n) === first.at(-1 - n))) n++;
    return n ? first.slice(-n) : [];
}

function deflatePiece(bytes, before = Buffer.alloc(0)) {
    const dictionary = before.length ? { dictionary: new Uint8Array(before.subarray(-WINDOW)) } : {},
        stream = new Deflate({ raw: true, level: 9, memLevel: 9, ...dictionary });
    stream.push(bytes, Z_SYNC_FLUSH);
    return Buffer.concat(stream.chunks);
}

const layerOf = (name) => fs.readFileSync(path.join(layers, name + ".js")),
    write = (name, piece) => fs.writeFileSync(path.join(out, name + ".deflate"), piece);

fs.mkdirSync(out, { recursive: true });
for (const file of fs.readdirSync(layers).filter((name) => name.endsWith(".js"))) {
    const { name } = path.parse(file);
    write(name, deflatePiece(layerOf(name), Buffer.concat(layersBefore(name).map(layerOf))));
}
write(path.parse(styles).name, deflatePiece(fs.readFileSync(styles)));
