/*
 * folded.js - reads folded stacks into the columns of pack.js, as formats/folded/folded.c reads one column:
 *
 *     main;parse;read_line_[k] 42     root first; the last token is the value
 *
 * Blank lines and '# comment' lines are fine. A line that is none of these is an error that names it.
 */
const SUFFIX = /_\[([kji])\]$/;
const KINDS = { k: "kernel", j: "managed / JIT", i: "inlined" };

/* Characters that do not print are written as the program writes them. */
function shownText(text) {
    return text.replace(/\\x3b/g, ";").replace(/\p{Cc}|[\u202a-\u202e\u2066-\u2069\u2028\u2029\ufeff]/gu, (c) => {
        const code = c.charCodeAt(0).toString(16);
        return c < "\u0080" ? "\\x" + code.padStart(2, "0") : `\\u{${code}}`;
    });
}

function frameOf(token) {
    let text = token.trim(),
        kind = "";
    for (let found = SUFFIX.exec(text); found && text.length > 4; found = SUFFIX.exec(text)) {
        kind = kind || KINDS[found[1]];
        text = text.slice(0, -4).trim();
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
            if (!this.names.has(name)) this.names.set(name, this.names.size);
            this.frames.set(key, this.frames.size);
            this.frameNames.push(this.names.get(name));
            this.kinds.push(kind);
        }
        return this.frames.get(key);
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

/* Whole numbers are counts of samples; decimals are scaled, and count none. */
function valuesOf(lines) {
    const decimals = Math.max(0, ...lines.map(({ value }) => (value.split(".")[1] || "").length));
    const scaled = ({ value }) => {
        const [whole, part = ""] = value.split(".");
        return BigInt(whole + part.padEnd(decimals, "0"));
    };
    return { decimals, scaled };
}

function foldedLines(text) {
    const lines = [];
    text.split("\n").forEach((raw, i) => {
        const line = raw.trim();
        if (!line || /^#(\s|$)/.test(line)) return;
        const found = /^(?:(.*?)[ \t]+)?(\d+(?:\.\d+)?)$/.exec(line);
        if (!found) fail(i + 1, line, "expected 'frame;frame value', but the last token is no decimal number");
        lines.push({ stack: found[1] || "[no stack]", value: found[2], number: i + 1 });
    });
    if (!lines.length) throw new Error("it has no stacks");
    if (lines.every(({ stack }) => /[ \t]\d+(\.\d+)?$/.test(stack)))
        throw new Error("it has two values a line, which is a differential already");
    return lines;
}

/** {pack, kinds} of a text. Throws where a line cannot be read. */
export function readFolded(text, name = "samples") {
    const lines = foldedLines(text),
        { decimals, scaled } = valuesOf(lines),
        to = new Builder();
    for (const line of lines) {
        const value = scaled(line);
        if (value) to.values[line.stack.split(";").reduce((at, token) => to.push(at, token), 0)] += value;
    }
    const reference = to.values.reduce((sum, value) => sum + value, 0n),
        small = reference <= BigInt(Number.MAX_SAFE_INTEGER),
        values = small ? Float64Array.from(to.values, Number) : BigInt64Array.from(to.values),
        n = to.frameNames.length,
        zeros = () => new Uint32Array(n);
    const column = { name, unit: "samples", decimals, counted: decimals ? 0 : 1, counts: 0, reference, values };
    const frames = { n, name: Uint32Array.from(to.frameNames), file: zeros(), module: zeros(), line: zeros() };
    const pack = { columns: [column], names: [...to.names.keys()], frames };
    pack.parent = Uint32Array.from(to.parent);
    pack.frame = Uint32Array.from(to.frame);
    return { pack, kinds: to.kinds };
}
