/*
 * bytes.js - unpacks what a picture carries: base64, inflate, and a reader of LEB128 varints.
 *
 *     "FRPK" version(varint) raw_length(varint) deflate(...)
 */

/** The bytes of base64 text; blanks may stand anywhere. */
export function decodeBase64(text) {
    const binary = atob(text.replace(/\s+/g, ""));
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
    return bytes;
}

/** All of a packed stream ("gzip", "deflate"); null as soon as it is more than `most` bytes. */
export async function unpack(bytes, format, most) {
    const from = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)).getReader(),
        pieces = [];
    let n = 0;
    for (let piece = await from.read(); !piece.done; piece = await from.read()) {
        n += piece.value.length;
        if (n > most) {
            await from.cancel();
            return null;
        }
        pieces.push(piece.value);
    }
    return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

const LARGEST_SHIFT = 2 ** 46; // seven more bits and a Number is no longer exact
const utf8 = new TextDecoder();

/** Numbers and text one after another; reading past the end throws. */
export class Reader {
    constructor(bytes) {
        this.bytes = bytes;
        this.at = 0;
    }

    byte() {
        if (this.at >= this.bytes.length) throw new RangeError("the data ends early");
        return this.bytes[this.at++];
    }

    /** A Number; a BigInt from 2^53 on. */
    varint() {
        let value = 0;
        for (let scale = 1; scale <= LARGEST_SHIFT; scale *= 128) {
            const byte = this.byte();
            value += (byte & 127) * scale;
            if (byte < 128) return value;
        }
        return this.longVarint(value);
    }

    longVarint(low) {
        let value = BigInt(low);
        for (let shift = 49n; shift < 64n; shift += 7n) {
            const byte = this.byte();
            value += BigInt(byte & 127) << shift;
            if (byte < 128) return value > BigInt(Number.MAX_SAFE_INTEGER) ? value : Number(value);
        }
        throw new RangeError("a number is too long");
    }

    /** A varint up to `most`. */
    upTo(most) {
        const n = this.varint();
        if (n > most) throw new RangeError("a number is too large");
        return n;
    }

    /** A varint that counts things of at least one byte each. */
    count() {
        const n = this.varint();
        if (n > this.bytes.length) throw new RangeError("a count is too large");
        return n;
    }

    /** Returns what `read` reads, as often as a count says. */
    list(read) {
        return Array.from({ length: this.count() }, read);
    }

    texts() {
        return this.list(() => this.text());
    }

    /** A number that may be negative: 0, -1, 1, -2, ... */
    signed() {
        const n = this.varint();
        return n % 2 ? -(n + 1) / 2 : n / 2;
    }

    double() {
        const at = this.bytes.byteOffset + this.at;
        this.at += 8;
        return new DataView(this.bytes.buffer).getFloat64(at, true);
    }

    text() {
        const n = this.count(),
            from = this.at;
        this.at += n;
        if (this.at > this.bytes.length) throw new RangeError("the data ends early");
        return utf8.decode(this.bytes.subarray(from, this.at));
    }
}

/** A reader of what is in a container, once it is inflated to at most so many bytes. */
export async function openContainer(bytes, magic, most = Infinity) {
    const head = new Reader(bytes);
    for (const letter of magic)
        if (head.byte() !== letter.charCodeAt(0)) throw new Error("no data of flamerender");
    if (head.varint() !== 1) throw new Error("data of another version");
    const length = head.varint();
    if (length > most) throw new Error(`it unpacks to more than ${most / 2 ** 20} MiB`);
    const raw = await unpack(bytes.subarray(head.at), "deflate", length);
    if (raw?.length !== length) throw new Error("incomplete data");
    return new Reader(raw);
}
