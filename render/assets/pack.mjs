/*
 * pack.mjs - deflates the layers that pages carry, and their style sheet:
 *
 *     node pack.mjs LAYERS PACKED TOOLS page_live.css
 *
 * LAYERS/viewer.js becomes PACKED/viewer.deflate, a piece of raw deflate that ends at a byte and is not the last one:
 * so the pieces of a chain, joined by embed.cmake, are one stream. pako makes the same bytes on every machine, which
 * zlib does not: what is committed can be compared with what its modules make.
 */
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const [layers, out, tools, ...more] = process.argv.slice(2),
    { Deflate, Z_SYNC_FLUSH } = createRequire(path.resolve(tools, "package.json"))("pako");

function deflatePiece(bytes) {
    const stream = new Deflate({ raw: true, level: 9, memLevel: 9 });
    stream.push(bytes, Z_SYNC_FLUSH);
    return Buffer.concat(stream.chunks);
}

fs.mkdirSync(out, { recursive: true });
const scripts = fs.readdirSync(layers).filter((name) => name.endsWith(".js"));
for (const file of [...scripts.map((name) => path.join(layers, name)), ...more])
    fs.writeFileSync(path.join(out, path.parse(file).name + ".deflate"), deflatePiece(fs.readFileSync(file)));
