/*
 * memory_files.mjs - the files that a page was given, for wasi.mjs: inputs are read in blocks as the program asks for
 * them, what it writes is kept.
 *
 *     const files = new MemoryFiles({"/in/cpu.pb.gz": file}, (done, of) => ...);
 *     files.output.bytes()   standard output; files.errors.text() standard error
 */
import { KIND } from "../wasi.mjs";

/* Bytes of a block. Each one costs a browser some 10 ms, so a file that is read from end to end gets larger ones. */
const FIRST_BLOCK = 1 << 20,
    LARGEST_BLOCK = 32 << 20;

function fail(code) {
    throw Object.assign(new Error(code), { code });
}

/* One that is read: a File or a Blob. */
class Input {
    constructor(file, onRead) {
        Object.assign(this, { file, onRead, kind: KIND.file, from: 0, block: new Uint8Array() });
    }

    stat() {
        return { kind: KIND.file, size: this.file.size, mtime: 0 };
    }

    size() {
        return this.file.size;
    }

    load(at) {
        const follows = this.block.length > 0 && at === this.from + this.block.length,
            size = follows ? Math.min(2 * this.block.length, LARGEST_BLOCK) : FIRST_BLOCK,
            to = Math.min(at + size, this.file.size);
        try {
            this.block = new Uint8Array(new FileReaderSync().readAsArrayBuffer(this.file.slice(at, to)));
        } catch {
            fail("EIO"); // the file has changed, or is gone
        }
        this.from = at;
        this.onRead(to, this.file.size);
    }

    read(bytes, at) {
        if (at >= this.file.size) return 0;
        if (at < this.from || at >= this.from + this.block.length) this.load(at);
        const part = this.block.subarray(at - this.from, at - this.from + bytes.length);
        bytes.set(part);
        return part.length;
    }

    write() {
        fail("EBADF");
    }

    close() {
        this.block = new Uint8Array();
    }
}

/* One that is written. */
class Output {
    constructor() {
        Object.assign(this, { kind: KIND.socket, isStream: true, parts: [] });
    }

    read() {
        return 0;
    }

    write(bytes) {
        this.parts.push(bytes.slice());
        return bytes.length;
    }

    size() {
        return 0;
    }

    close() {}

    blob() {
        return new Blob(this.parts);
    }

    text() {
        const decoder = new TextDecoder();
        return this.parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
    }
}

export class MemoryFiles {
    constructor(inputs, onRead) {
        this.inputs = new Map(Object.entries(inputs));
        this.onRead = onRead;
        this.output = new Output();
        this.errors = new Output();
    }

    standard(fd) {
        return fd === 2 ? this.errors : this.output;
    }

    isFolder(path) {
        const inside = path.replace(/\/*$/, "/");
        return [...this.inputs.keys()].some((name) => name.startsWith(inside));
    }

    open(path, { write, directory }) {
        if (write) fail("EROFS");
        if (this.isFolder(path)) return { kind: KIND.folder, close() {} };
        if (directory) fail(this.inputs.has(path) ? "ENOTDIR" : "ENOENT");
        return new Input(this.inputs.get(path) || fail("ENOENT"), this.onRead);
    }

    stat(path) {
        const file = this.inputs.get(path);
        if (file) return { kind: KIND.file, size: file.size, mtime: 0, inode: 1 + [...this.inputs.keys()].indexOf(path) };
        return this.isFolder(path) ? { kind: KIND.folder, size: 0 } : fail("ENOENT");
    }

    list(path) {
        const inside = path.replace(/\/*$/, "/"),
            names = new Map();
        for (const name of this.inputs.keys())
            if (name.startsWith(inside)) {
                const [first, rest] = name.slice(inside.length).split(/\/(.*)/s);
                names.set(first, rest === undefined ? KIND.file : KIND.folder);
            }
        return [...names].map(([name, kind]) => ({ name, kind }));
    }

    readLink() {
        fail("EINVAL");
    }

    rename() {
        fail("EROFS");
    }

    unlink() {
        fail("EROFS");
    }

    makeFolder() {
        fail("EROFS");
    }
}
