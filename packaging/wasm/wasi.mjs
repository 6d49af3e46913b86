/*
 * wasi.mjs - the calls of WASI (snapshot preview 1) that flamerender.wasm makes, over the files of a host: node_files.mjs
 * has those of Node, memory_files.mjs those that a page was given.
 *
 *     const status = await run(module, {args: ["flamerender", "x.pb.gz"], env: {}, files});
 *
 * A host has
 *     open(path, {read, write, create, exclusive, truncate, directory})   an open file:
 *         {kind, read(bytes, position|null), write(bytes), size(), sync(), close(), isTerminal}
 *     stat(path, follow)    {kind, size, mtime, device, inode, links}; kinds are below
 *     list(path)            [{name, kind}]
 *     rename(from, to)  unlink(path)  makeFolder(path)  readLink(path)
 *     standard(fd)          an open file for 0, 1 and 2
 * and throws errors with the code that Node gives them ("ENOENT").
 */

/** What stat() and open() call a file. */
export const KIND = { other: 0, device: 2, folder: 3, file: 4, socket: 6, link: 7 };

const ERRORS = {
    E2BIG: 1, EACCES: 2, EAGAIN: 6, EBADF: 8, EBUSY: 10, EEXIST: 20, EFBIG: 22, EINTR: 27, EINVAL: 28, EIO: 29,
    EISDIR: 31, ELOOP: 32, EMFILE: 33, ENAMETOOLONG: 37, ENOENT: 44, ENOMEM: 48, ENOSPC: 51, ENOSYS: 52, ENOTDIR: 54,
    ENOTEMPTY: 55, ENXIO: 60, EPERM: 63, EPIPE: 64, EROFS: 69, ESPIPE: 70, EXDEV: 75, ETXTBSY: 74,
}; // prettier-ignore

const ROOT = 3, // the descriptor below which all paths are opened: "/"
    READ = 1n << 1n,
    SEEK = (1n << 2n) | (1n << 5n), // and tell
    WRITE = 1n << 6n,
    ALL = (1n << 30n) - 1n;

/** Thrown by the module's exit(). */
class Exit {
    constructor(status) {
        this.status = status;
    }
}

function fail(code) {
    throw Object.assign(new Error(code), { code });
}

class Calls {
    constructor({ args, env, files }) {
        this.host = files;
        this.args = args;
        this.env = Object.entries(env).map(([name, value]) => name + "=" + value);
        this.open = [0, 1, 2].map((fd) => ({ file: files.standard(fd), at: 0 }));
        this.open[ROOT] = { file: { kind: KIND.folder, close() {} }, path: "/", at: 0 };
    }

    take(memory) {
        this.memory = memory;
    }

    get view() {
        if (this.seen?.buffer !== this.memory.buffer) this.seen = new DataView(this.memory.buffer);
        return this.seen;
    }

    bytes(at, n) {
        return new Uint8Array(this.memory.buffer, at >>> 0, n >>> 0);
    }

    path(at, n) {
        return "/" + new TextDecoder().decode(this.bytes(at, n)).replace(/^\/+/, "");
    }

    of(fd) {
        return this.open[fd] || fail("EBADF");
    }

    /* The slices of an iovec array. */
    *slices(at, n) {
        for (let i = 0; i < n; i++)
            yield this.bytes(this.view.getUint32(at + 8 * i, true), this.view.getUint32(at + 8 * i + 4, true));
    }

    putStat(at, { kind, size, mtime = 0, device = 0, inode = 0, links = 1 }) {
        const { view } = this;
        view.setBigUint64(at, BigInt(device), true);
        view.setBigUint64(at + 8, BigInt(inode), true);
        view.setBigUint64(at + 16, BigInt(kind), true);
        view.setBigUint64(at + 24, BigInt(links), true);
        view.setBigUint64(at + 32, BigInt(size), true);
        for (const from of [40, 48, 56]) view.setBigUint64(at + from, BigInt(Math.trunc(mtime * 1e6)), true);
    }

    /* Strings, and where each begins: arguments, environment. */
    putStrings(strings, pointers, text) {
        for (const [i, string] of strings.entries()) {
            const bytes = new TextEncoder().encode(string + "\0");
            this.view.setUint32(pointers + 4 * i, text, true);
            this.bytes(text, bytes.length).set(bytes);
            text += bytes.length;
        }
    }

    putSizes(strings, n, size) {
        this.view.setUint32(n, strings.length, true);
        this.view.setUint32(size, new TextEncoder().encode(strings.map((each) => each + "\0").join("")).length, true);
    }

    read(fd, at, n, position, done) {
        const { file } = this.of(fd);
        let read = 0;
        for (const slice of this.slices(at, n)) {
            const part = file.read(slice, position === null ? null : position + read);
            read += part;
            if (part < slice.length) break;
        }
        this.view.setUint32(done, read, true);
        return read;
    }
}

const IMPORTS = {
    args_get: (c, pointers, text) => c.putStrings(c.args, pointers, text),
    args_sizes_get: (c, n, size) => c.putSizes(c.args, n, size),
    environ_get: (c, pointers, text) => c.putStrings(c.env, pointers, text),
    environ_sizes_get: (c, n, size) => c.putSizes(c.env, n, size),
    clock_time_get(c, id, precision, at) {
        const ms = id === 0 ? Date.now() : performance.now();
        c.view.setBigUint64(at, BigInt(Math.trunc(ms * 1e6)), true);
    },
    clock_res_get: (c, id, at) => c.view.setBigUint64(at, 1000n, true),
    random_get(c, at, n) {
        const block = new Uint8Array(Math.min(n, 65536));
        for (let i = 0; i < n; i += block.length)
            c.bytes(at + i, Math.min(n - i, block.length)).set(
                crypto.getRandomValues(block).subarray(0, Math.min(n - i, block.length)),
            );
    },
    proc_exit(c, status) {
        throw new Exit(status);
    },
    proc_raise: () => fail("ENOSYS"),
    sched_yield() {},
    poll_oneoff: () => fail("ENOSYS"),

    fd_prestat_get(c, fd, at) {
        if (fd !== ROOT) fail("EBADF");
        c.view.setUint8(at, 0);
        c.view.setUint32(at + 4, 1, true);
    },
    fd_prestat_dir_name: (c, fd, at) => c.bytes(at, 1).set([47]),
    fd_fdstat_get(c, fd, at) {
        const { file } = c.of(fd),
            stream = file.isTerminal || file.isStream;
        c.view.setUint8(at, file.kind);
        c.view.setUint16(at + 2, 0, true);
        c.view.setBigUint64(at + 8, stream ? READ | WRITE : ALL, true);
        c.view.setBigUint64(at + 16, ALL, true);
    },
    fd_fdstat_set_flags() {},
    fd_filestat_get(c, fd, at) {
        const { file, path } = c.of(fd);
        c.putStat(at, file.stat ? file.stat() : path ? c.host.stat(path, true) : { kind: file.kind, size: 0 });
    },
    fd_read(c, fd, at, n, done) {
        const open = c.of(fd);
        open.at += c.read(fd, at, n, open.file.isStream || open.file.isTerminal ? null : open.at, done);
    },
    fd_pread(c, fd, at, n, position, done) {
        if (c.of(fd).file.isStream || c.of(fd).file.isTerminal) fail("ESPIPE");
        c.read(fd, at, n, Number(position), done);
    },
    fd_write(c, fd, at, n, done) {
        const open = c.of(fd);
        let written = 0;
        for (const slice of c.slices(at, n)) {
            for (let i = 0; i < slice.length; ) i += open.file.write(slice.subarray(i));
            written += slice.length;
        }
        open.at += written;
        c.view.setUint32(done, written, true);
    },
    fd_pwrite: () => fail("ENOSYS"),
    fd_seek(c, fd, offset, whence, at) {
        const open = c.of(fd);
        if (open.file.isStream || open.file.isTerminal) fail("ESPIPE");
        const from = whence === 0 ? 0 : whence === 1 ? open.at : open.file.size();
        if (from + Number(offset) < 0) fail("EINVAL");
        open.at = from + Number(offset);
        c.view.setBigUint64(at, BigInt(open.at), true);
    },
    fd_tell(c, fd, at) {
        const open = c.of(fd);
        if (open.file.isStream || open.file.isTerminal) fail("ESPIPE");
        c.view.setBigUint64(at, BigInt(open.at), true);
    },
    fd_sync: (c, fd) => c.of(fd).file.sync?.(),
    fd_datasync: (c, fd) => c.of(fd).file.sync?.(),
    fd_close(c, fd) {
        c.of(fd).file.close();
        c.open[fd] = undefined;
    },
    fd_renumber: () => fail("ENOSYS"),
    fd_advise() {},
    fd_readdir(c, fd, at, room, cookie, used) {
        const open = c.of(fd);
        open.names ||= [{ name: ".", kind: KIND.folder }, { name: "..", kind: KIND.folder }, ...c.host.list(open.path)];
        let done = 0;
        for (let i = Number(cookie); i < open.names.length && done < room; i++) {
            const name = new TextEncoder().encode(open.names[i].name),
                entry = new Uint8Array(24 + name.length),
                view = new DataView(entry.buffer);
            view.setBigUint64(0, BigInt(i + 1), true);
            view.setUint32(16, name.length, true);
            view.setUint8(20, open.names[i].kind);
            entry.set(name, 24);
            const part = entry.subarray(0, room - done);
            c.bytes(at + done, part.length).set(part);
            done += part.length;
        }
        c.view.setUint32(used, done, true);
    },

    path_open(c, dir, follow, at, n, flags, rights, inheriting, fdFlags, to) {
        const path = c.path(at, n),
            write = Boolean(rights & WRITE),
            how = {
                read: Boolean(rights & READ) || !write,
                write,
                create: Boolean(flags & 1),
                directory: Boolean(flags & 2),
                exclusive: Boolean(flags & 4),
                truncate: Boolean(flags & 8),
            };
        let fd = ROOT + 1;
        while (c.open[fd]) fd++;
        c.open[fd] = { file: c.host.open(path, how), path, at: 0 };
        c.view.setUint32(to, fd, true);
    },
    path_filestat_get(c, dir, follow, at, n, to) {
        const path = c.path(at, n);
        /* The system's descriptors are not the module's: no unnamed file gets a name there. */
        if (path === "/proc/self/fd") fail("ENOENT");
        c.putStat(to, c.host.stat(path, Boolean(follow & 1)));
    },
    path_readlink(c, dir, at, n, to, room, used) {
        const bytes = new TextEncoder().encode(c.host.readLink(c.path(at, n))).subarray(0, room);
        c.bytes(to, bytes.length).set(bytes);
        c.view.setUint32(used, bytes.length, true);
    },
    path_rename: (c, dir, at, n, other, to, m) => c.host.rename(c.path(at, n), c.path(to, m)),
    path_unlink_file: (c, dir, at, n) => c.host.unlink(c.path(at, n)),
    path_create_directory: (c, dir, at, n) => c.host.makeFolder(c.path(at, n)),
    path_remove_directory: () => fail("ENOSYS"),
    path_symlink: () => fail("ENOSYS"),
    path_link: () => fail("ENOSYS"),
    path_filestat_set_times: () => fail("ENOSYS"),
    fd_filestat_set_times: () => fail("ENOSYS"),
    fd_filestat_set_size: () => fail("ENOSYS"),
    fd_allocate: () => fail("ENOSYS"),
};

/* A failure of the host is a number for the module. */
function guarded(calls, call) {
    return (...args) => {
        try {
            call(calls, ...args);
            return 0;
        } catch (error) {
            if (error instanceof Exit || error.code === "EPIPE" || error.fatal) throw error;
            if (error instanceof RangeError) return ERRORS.EINVAL; // a pointer out of memory
            if (!error.code) throw error;
            return ERRORS[error.code] || ERRORS.EIO;
        }
    };
}

/** Runs a module's main() and returns its status. A trap becomes a sentence on standard error and the status of a limit:
 * there is no input that is known to cause one. */
export function run(module, { args, env, files }) {
    const calls = new Calls({ args, env, files }),
        wasi = {};
    for (const { name } of WebAssembly.Module.imports(module))
        wasi[name] = guarded(calls, IMPORTS[name] || (() => fail("ENOSYS")));
    const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi });
    calls.take(instance.exports.memory);
    try {
        instance.exports._start();
        return 0;
    } catch (error) {
        if (error instanceof Exit) return error.status;
        if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
        const text = `flamerender: error: the program was ended by a fault in its own code: ${error.message}\n`;
        files.standard(2).write(new TextEncoder().encode(text));
        return 4;
    }
}
