/*
 * folded.js - reads folded stacks into the columns of pack.js, as formats/folded/folded.c reads one column:
 *
 *     main;parse;read_line_[k] 42     root first; the last token is the value
 *
 * Blank lines and '# comment' lines are fine. A line that is none of these is an error that names it.
 */
import { numberIn } from "../profile/bounds.js";
import { LARGEST, readDecimal } from "./decimal.js";

const SUFFIX = /^_\[([kji01])\]$/,
    SURVEYED = 65536; // characters whose lines tell how many values a line has
const MANAGED = "managed / JIT";
const KINDS = { k: "kernel", j: MANAGED, i: "inlined", 0: MANAGED, 1: MANAGED };
const KIND_IDS = { "": 0, kernel: 1, [MANAGED]: 2, inlined: 3 }; // of pack.js

/* Characters that do not print are written as the program writes them. */
function shownText(text) {
    return text.replace(/\\x3b/g, ";").replace(/\p{Cc}|[\u202a-\u202e\u2066-\u2069\u2028\u2029\ufeff]/gu, (c) => {
        const code = c.charCodeAt(0).toString(16);
        return c < "\u0080" ? "\\x" + code.padStart(2, "0") : `\\u{${code}}`;
    });
}

function isBlank(c) {
    return c === " " || c === "\t" || c === "\r";
}

/* No regular expression, whose time could grow with the square. */
function withoutBlanks(text) {
    let start = 0,
        end = text.length;
    while (end > start && isBlank(text[end - 1])) end--;
    while (start < end && isBlank(text[start])) start++;
    return text.slice(start, end);
}

function frameOf(token) {
    let text = withoutBlanks(token),
        kind = "";
    const suffixOf = () => text.length > 4 && SUFFIX.exec(text.slice(-4));
    for (let found = suffixOf(); found; found = suffixOf()) {
        kind = kind || KINDS[found[1]];
        text = withoutBlanks(text.slice(0, -4));
    }
    return { name: shownText(text) || "[empty]", kind };
}

/* Names, frames and stacks, each once. */
class Builder {
    constructor() {
        this.names = new Map([["", 0]]);
        this.frames = new Map();
        this.kinds = [];
        this.frameNames = [];
        this.stacks = new Map();
        this.parent = [0];
        this.frame = [0];
        this.values = [0n];
    }

    frameAt(token) {
        const { name, kind } = frameOf(token),
            key = kind + "\n" + name;
        if (!this.frames.has(key)) {
            this.frameNames.push(numberIn(this.names, name));
            this.kinds.push(kind);
        }
        return numberIn(this.frames, key);
    }

    push(stack, token) {
        const key = stack + "\n" + token;
        if (!this.stacks.has(key)) {
            this.stacks.set(key, this.parent.length);
            this.parent.push(stack);
            this.frame.push(this.frameAt(token));
            this.values.push(0n);
        }
        return this.stacks.get(key);
    }
}

function fail(number, line, why) {
    const shown = line.length > 60 ? line.slice(0, 60) + "…" : line;
    throw new Error(`line ${number}: ${why}: '${shown}'`);
}

/* The last token of a line, and what stands before it. */
function takeLast(line) {
    const text = withoutBlanks(line);
    let start = text.length;
    while (start > 0 && !isBlank(text[start - 1])) start--;
    return [withoutBlanks(text.slice(0, start)), text.slice(start)];
}

function valueOf(token, number, line) {
    const value = readDecimal(token);
    if (!value) fail(number, line, "expected 'frame;frame value', but the last token is no decimal number");
    if (value.digits === null) fail(number, line, "the value is larger than " + LARGEST);
    if (value.digits < 0n) fail(number, line, "a negative value");
    return value;
}

function hasTwoValues({ stack }) {
    const [before, token] = takeLast(stack),
        value = readDecimal(token);
    return before && value && value.digits !== null;
}

function foldedLines(text) {
    const lines = [];
    let number = 0,
        surveyed = 0;
    for (let at = 0, end; at < text.length; at = end + 1) {
        end = text.indexOf("\n", at);
        end = end < 0 ? text.length : end;
        const line = text.slice(at, end),
            [stack, token] = takeLast(line);
        number++;
        if (!token || /^#([ \r]|$)/.test(line)) continue;
        lines.push({ stack: stack || "[no stack]", ...valueOf(token, number, line), number });
        if (end <= SURVEYED) surveyed = lines.length;
    }
    if (!lines.length) throw new Error("it has no stacks");
    if (surveyed && lines.slice(0, surveyed).every(hasTwoValues))
        throw new Error("it has two values a line, which is a differential already");
    return lines;
}

/** {pack, kinds} of a text. Throws where a line cannot be read. */
export function readFolded(text, name = "samples") {
    const lines = foldedLines(text),
        decimals = lines.reduce((most, line) => Math.max(most, line.decimals), 0),
        to = new Builder();
    for (const line of lines) {
        const value = line.digits * 10n ** BigInt(decimals - line.decimals);
        if (value > LARGEST) throw new Error(`line ${line.number}: a value too large for ${decimals} decimals`);
        if (value) to.values[line.stack.split(";").reduce((at, token) => to.push(at, token), 0)] += value;
    }
    const reference = to.values.reduce((sum, value) => sum + value, 0n);
    if (reference > LARGEST) throw new Error("its values together are larger than " + LARGEST);
    const small = reference <= BigInt(Number.MAX_SAFE_INTEGER),
        values = small ? Float64Array.from(to.values, Number) : BigInt64Array.from(to.values),
        n = to.frameNames.length,
        zeros = () => new Uint32Array(n);
    const column = { name, unit: "samples", decimals, counted: decimals ? 0 : 1, counts: 0, reference, values };
    const frames = { n, name: Uint32Array.from(to.frameNames), file: zeros(), module: zeros(), line: zeros() };
    frames.kind = Uint8Array.from(to.kinds, (kind) => KIND_IDS[kind]);
    const pack = { columns: [column], names: [...to.names.keys()], frames };
    pack.parent = Uint32Array.from(to.parent);
    pack.frame = Uint32Array.from(to.frame);
    return { pack, kinds: to.kinds };
}
