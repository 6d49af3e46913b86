/*
 * open_file.js - a profile that the reader gives to a page: folded text, or a page or picture of flamerender that
 * carries its profile; also gzipped.
 *
 *     openFile(file) -> { pack, column, kinds, label }     what a side of compare.js is
 */
import { decodeBase64, unpack } from "./bytes.js";
import { readColours } from "./colours.js";
import { LARGEST } from "./decimal.js";
import { readFolded } from "./folded.js";
import { decodePack } from "./pack.js";
import { decodeFills } from "./embedded_data.js";

const MOST_FILE = 512 * 1024 * 1024;

async function bytesOf(file) {
    if (file.size > MOST_FILE) throw new Error("it is larger than 512 MiB");
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
    const plain = await unpack(bytes, "gzip", MOST_FILE);
    if (!plain) throw new Error("it unpacks to more than 512 MiB");
    return plain;
}

function textInFile(bytes) {
    try {
        return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
        throw new Error("it is no text, and no page or picture of flamerender");
    }
}

/* A part of a page or picture, "" where it has none. Neither a view nor base64 has a "<". */
function partIn(text, what) {
    const marks = [`<metadata data-flamerender="${what}">`, `id="flamerender-${what}">`],
        mark = marks.find((one) => text.includes(one));
    if (!mark) return "";
    const from = text.indexOf(mark) + mark.length;
    return text.slice(from, text.indexOf("<", from));
}

/** Returns what a frame is called, by frame; "" where the picture does not tell. */
export function kindsOf(view) {
    const fills = view.kindFills ? view.kindFills.subarray(0, -1) : view.frameFills || decodeFills(view);
    return Array.from(fills, (fill) => (view.kinds && view.kinds[fill]) || "");
}

async function readMarkup(text) {
    const view = partIn(text, "view"),
        data = partIn(text, "data");
    if (!view && !data) throw new Error("it is no page or picture of flamerender");
    const said = JSON.parse(view || "{}"); // a picture that a page saved has its profile alone
    if (said.what === "diff") throw new Error("it is a differential already; give one profile");
    if (!data) throw new Error("it does not carry its profile; --data=full draws it so that it does");
    const pack = await decodePack(decodeBase64(data), undefined, MOST_FILE);
    await readColours(said);
    return { pack, column: said.column, kinds: said.frames ? kindsOf(said) : [] };
}

/** "v2.perf" of "v2.perf.html". */
export function labelOf(name) {
    return name.replace(/\.(gz|html?|svg|folded|txt)$/i, "").replace(/\.(html?|svg|folded)$/i, "") || name;
}

/** A side of a differential. Throws an error whose message says what is wrong with the file. */
export async function openFile(file) {
    const text = textInFile(await bytesOf(file)),
        label = labelOf(file.name);
    if (/^\ufeff?\s*</.test(text)) return { ...(await readMarkup(text)), label };
    return { ...readFolded(text), column: 0, label };
}

/* The event that a column counts; "" where its name tells none, as in diff/union.c. */
function eventOf({ name, unit }) {
    return ["base", "new", "samples", "", unit].includes(name) ? "" : name;
}

/** The column of a side that measures what `like` does. Throws where none does: not cycles for cache misses. */
export function matchColumn(side, like) {
    const { columns } = side.pack,
        ofUnit = columns.filter(({ unit }) => unit === like.unit),
        isLike = (column) => !eventOf(column) || !eventOf(like),
        found = columns.indexOf(ofUnit.find(({ name }) => name === like.name) || ofUnit.find(isLike));
    if (!ofUnit.length) throw new Error(`it has ${columns[0].unit}, and this page has ${like.unit}`);
    if (found < 0) throw new Error(`it measured ${ofUnit[0].name}, and this page ${like.name}: different events cannot be compared`);
    const decimals = Math.max(like.decimals, columns[found].decimals),
        isLarge = ({ reference, decimals: own }) => BigInt(reference) * 10n ** BigInt(decimals - own) > LARGEST;
    if ([like, columns[found]].some(isLarge)) throw new Error(`a value does not fit when scaled by ${decimals} decimals`);
    return { ...side, column: found, drawn: side.column };
}
