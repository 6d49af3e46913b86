/*
 * node_files.mjs - the files of the machine, for wasi.mjs.
 */
import fs from "node:fs";
import { isatty } from "node:tty";
import { KIND } from "./wasi.mjs";

const NAP_MS = 5,
    nap = new Int32Array(new SharedArrayBuffer(4));

function kindOf(status) {
    if (status.isFile()) return KIND.file;
    if (status.isDirectory()) return KIND.folder;
    if (status.isSymbolicLink()) return KIND.link;
    if (status.isCharacterDevice()) return KIND.device;
    return status.isFIFO() || status.isSocket() ? KIND.socket : KIND.other;
}

function statOf(status) {
    return {
        kind: kindOf(status),
        size: status.size,
        mtime: status.mtimeMs,
        device: status.dev,
        inode: status.ino,
        links: status.nlink,
    };
}

/* A descriptor that does not block (a terminal, a pipe that another program has set so) is asked again. */
function patiently(act) {
    for (;;)
        try {
            return act();
        } catch (error) {
            if (error.code !== "EAGAIN") throw error;
            Atomics.wait(nap, 0, 0, NAP_MS);
        }
}

class OpenFile {
    constructor(fd) {
        const status = fs.fstatSync(fd);
        this.fd = fd;
        this.kind = kindOf(status);
        this.isTerminal = this.kind === KIND.device && isatty(fd);
        this.isStream = this.kind === KIND.socket;
    }

    stat() {
        return statOf(fs.fstatSync(this.fd));
    }

    size() {
        return fs.fstatSync(this.fd).size;
    }

    read(bytes, position) {
        if (!bytes.length) return 0;
        try {
            return patiently(() => fs.readSync(this.fd, bytes, 0, bytes.length, this.kind === KIND.file ? position : null));
        } catch (error) {
            if (error.code === "EOF") return 0;
            throw error;
        }
    }

    write(bytes) {
        return patiently(() => fs.writeSync(this.fd, bytes));
    }

    sync() {
        fs.fsyncSync(this.fd);
    }

    close() {
        fs.closeSync(this.fd);
    }
}

/* What a descriptor that the caller has closed is: each use of it fails, as elsewhere. */
const CLOSED = {
    kind: KIND.other,
    read: () => failClosed(),
    write: () => failClosed(),
    close() {},
};

function failClosed() {
    throw Object.assign(new Error("EBADF"), { code: "EBADF" });
}

function flagsOf({ read, write, create, exclusive, truncate, directory }) {
    const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_TRUNC, O_DIRECTORY = 0 } = fs.constants;
    return (
        (write ? (read ? O_RDWR : O_WRONLY) : O_RDONLY) |
        (create ? O_CREAT : 0) |
        (exclusive ? O_EXCL : 0) |
        (truncate ? O_TRUNC : 0) |
        (directory ? O_DIRECTORY : 0)
    );
}

export const nodeFiles = {
    standard(fd) {
        try {
            return new OpenFile(fd);
        } catch {
            return CLOSED;
        }
    },
    open: (path, how) => new OpenFile(fs.openSync(path, flagsOf(how), 0o666)),
    stat: (path, follow) => statOf(follow ? fs.statSync(path) : fs.lstatSync(path)),
    list: (path) => fs.readdirSync(path, { withFileTypes: true }).map((each) => ({ name: each.name, kind: kindOf(each) })),
    rename: (from, to) => fs.renameSync(from, to),
    unlink: (path) => fs.unlinkSync(path),
    makeFolder: (path) => fs.mkdirSync(path),
    readLink: (path) => fs.readlinkSync(path),
};
