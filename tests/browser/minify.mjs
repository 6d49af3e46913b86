/*
 * minify.mjs - a script as pictures carry it: what embed.cmake joins, minified by terser.
 *
 *     node minify.mjs bundle_flame.js > render/assets/minified/flame.js        `make viewer`
 *
 * It is plain ASCII: a control character that a module names must not stand in a picture. The head of the
 * file has the hash of what it was made of: a build takes the file only for the same modules.
 */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { minify } from "terser";

const OPTIONS = {
    ecma: 2020,
    compress: { passes: 3, unsafe_arrows: true },
    format: { ascii_only: true, inline_script: true },
};

/** The text of minified/NAME.js for a joined script. Without "]]>", which would end its section of XML. */
export async function minifiedFile(name, joined) {
    const { code } = await minify(joined, OPTIONS),
        hash = createHash("sha256").update(joined).digest("hex");
    return `/*
 * ${name}.js - modules of render/assets as one script, minified by terser: made by \`make viewer\`, not by
 * hand. The script it was made of has the SHA-256
 * ${hash}
 */
${code.replaceAll("]]>", "]] >")}
`;
}

/* "flame" of bundle_flame.js */
function nameOf(file) {
    return path.basename(file, ".js").replace("bundle_", "");
}

if (process.argv[1].endsWith("minify.mjs"))
    fs.writeSync(1, await minifiedFile(nameOf(process.argv[2]), fs.readFileSync(process.argv[2], "utf8")));
