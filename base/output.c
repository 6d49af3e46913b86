/*
 * output.c - the funnel of every back-end. A path output is written to an unnamed file in the same
 * folder and gets its name when it is whole, so that not even SIGKILL leaves a part of it. Other signals that end a
 * process wait while it has a name in between. What it
 * replaces hands down its permissions; symbolic links stay and are followed (/dev/stdout is one),
 * also where they lead to a file that is not there yet.
 */
#define _GNU_SOURCE /* O_TMPFILE, linkat through /proc */
#include "base/output.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"

#define BUFFER_BYTES ((size_t)64 << 10)
#define MOST_LINKS   40 /* one after the other, as the kernel follows */

struct fr_output {
    char *name;      /* in messages */
    char *target;    /* of a path output: the file that is replaced, links resolved */
    char *temporary; /* name beside the path; NULL: none yet (O_TMPFILE) or not needed */
    int fd;          /* -1: memory */
    bool is_path;
    bool renames; /* the bytes go to another file first */
    char *buffer;
    size_t used, cap;
    uint64_t written, most; /* bytes: in all so far, and the limit */
    fr_error err;
};

static fr_output *new_output(const char *name, int fd)
{
    fr_output *out = calloc(1, sizeof *out);

    if (!out)
        return NULL;
    out->fd = fd;
    out->most = UINT64_MAX;
    out->name = strdup(name);
    out->buffer = malloc(BUFFER_BYTES);
    out->cap = BUFFER_BYTES;
    if (out->name && out->buffer)
        return out;
    fr_output_free(out);
    return NULL;
}

fr_output *fr_output_fd(int fd, const char *name)
{
    return new_output(name, fd);
}

/* Stands for an output that memory ran out for: it has failed already, so nothing writes to it. */
static fr_output exhausted = {
    .fd = -1,
    .err = {.code = FR_E_LIMIT, .text = FR_MEMORY_TEXT, .hint = FR_MEMORY_HINT},
};

fr_output *fr_output_memory(void)
{
    fr_output *out = new_output("memory", -1);

    return out ? out : &exhausted;
}

static bool fail_io(fr_output *out, const char *what)
{
    fr_fail(&out->err, FR_E_IO, 0, 0, "%s: %s", what, strerror(errno));
    return fr_fail_source(&out->err, out->name);
}

/* A free name beside the target; opened right away unless the bytes are in an unnamed file already.
 */
static bool name_temporary(fr_output *out)
{
    const char *slash = strrchr(out->target, '/');
    size_t folder = slash ? (size_t)(slash + 1 - out->target) : 0, room = folder + 64;
    char self[64];

    out->temporary = malloc(room);
    if (!out->temporary)
        return fr_fail_memory(&out->err);
    snprintf(self, sizeof self, "/proc/self/fd/%d", out->fd);
    memcpy(out->temporary, out->target, folder);
    for (unsigned i = 0; i < 1000; i++) {
        snprintf(out->temporary + folder, room - folder, ".flamerender-%ld-%u.tmp", (long)getpid(),
                 i);
        if (out->fd >= 0) {
            if (linkat(AT_FDCWD, self, AT_FDCWD, out->temporary, AT_SYMLINK_FOLLOW) == 0)
                return true;
        } else {
            out->fd = open(out->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
            if (out->fd >= 0)
                return true;
        }
        if (errno != EEXIST)
            break;
    }
    free(out->temporary);
    out->temporary = NULL;
    return fail_io(out, "cannot be written");
}

/* Returns the path that the link leads to; frees `path`. */
static char *follow_link(char *path)
{
    const char *slash = strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash + 1 - path) : 0;
    char *next = malloc(folder + PATH_MAX + 1);
    ssize_t n = next ? readlink(path, next + folder, PATH_MAX) : -1;

    if (n > 0) {
        next[folder + (size_t)n] = '\0';
        if (next[folder] == '/')
            memmove(next, next + folder, (size_t)n + 1);
        else
            memcpy(next, path, folder);
    }
    free(path);
    if (n > 0)
        return next;
    free(next);
    return NULL;
}

/* The file that `name` is to be: a link that leads nowhere is followed as any other is, so that it leads
 * to the new file. */
static char *follow_links(const char *name)
{
    char *path = strdup(name);
    struct stat status;

    for (int i = 0; path && lstat(path, &status) == 0 && S_ISLNK(status.st_mode); i++) {
        if (i == MOST_LINKS) {
            free(path);
            errno = ELOOP;
            return NULL;
        }
        path = follow_link(path);
    }
    return path;
}

/* Devices, pipes and files without a name of their own (/dev/stdout of one that is deleted) are
 * written in place; a file is replaced when the new one is whole. */
static bool open_path(fr_output *out)
{
    struct stat status;
    bool exists = stat(out->name, &status) == 0;

    if (exists && S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        return fail_io(out, "cannot be written");
    }
    out->target = exists ? realpath(out->name, NULL) : follow_links(out->name);
    if (exists && (!S_ISREG(status.st_mode) || (!out->target && errno == ENOENT))) {
        out->fd = open(out->name, O_WRONLY | O_CLOEXEC);
        return out->fd >= 0 || fail_io(out, "cannot be written");
    }
    if (!out->target)
        return errno == ENOMEM ? fr_fail_memory(&out->err) : fail_io(out, "cannot be written");
    out->renames = true;
    /* an unnamed file beside the target; without /proc it could get no name, so it has one from the start */
    const char *slash = strrchr(out->target, '/');
    size_t len = slash == out->target ? 1 : slash ? (size_t)(slash - out->target) : 0;
    char *folder = slash ? strndup(out->target, len) : strdup(".");
    if (!folder)
        return fr_fail_memory(&out->err);
    if (access("/proc/self/fd", X_OK) == 0)
        out->fd = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    free(folder);
    if (out->fd < 0 && !name_temporary(out))
        return false;
    /* A file system that cannot do that (vfat) has no permissions. */
    if (exists && fchmod(out->fd, status.st_mode & 0777) != 0)
        errno = 0;
    return true;
}

fr_output *fr_output_path(const char *path, fr_error *err)
{
    fr_output *out = new_output(path, -1);

    if (!out) {
        fr_fail_memory(err);
        return NULL;
    }
    out->is_path = true;
    if (!open_path(out)) {
        fr_fail_copy(err, &out->err);
        fr_output_free(out);
        return NULL;
    }
    return out;
}

static void write_all(fr_output *out, const char *at, size_t len)
{
    while (len > 0) {
        ssize_t n = write(out->fd, at, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            fail_io(out, "cannot be written");
            return;
        }
        at += n;
        len -= (size_t)n;
    }
}

static void flush(fr_output *out)
{
    if (out->fd < 0 || out->err.code != FR_OK)
        return;
    write_all(out, out->buffer, out->used);
    out->used = 0;
}

/* Room for `len` more bytes in the buffer: by flushing, or by growing in memory. */
static bool make_room(fr_output *out, size_t len)
{
    if (out->cap - out->used >= len)
        return true;
    if (out->fd >= 0)
        flush(out);
    else if (len < SIZE_MAX - out->used && !fr_reserve(&out->buffer, &out->cap, out->used + len, 1))
        return fr_fail_memory(&out->err);
    return out->err.code == FR_OK;
}

void fr_output_limit(fr_output *out, uint64_t most)
{
    if (out != &exhausted)
        out->most = most;
}

static bool is_within_limit(fr_output *out, size_t len)
{
    if (len <= out->most - out->written)
        return true;
    fr_output_fail(out, FR_E_LIMIT, "more than %" PRIu64 " bytes would be written", out->most);
    fr_output_hint(
        out,
        "--limit-output raises the limit; folded, rows and speedscope write each stack from its "
        "root on, so deep ones are large there, and smaller in pprof");
    return false;
}

/* True while nothing failed and `len` bytes have room in the buffer and in the limit. */
static inline bool is_ready(const fr_output *out, size_t len)
{
    return out->err.code == FR_OK && len < out->cap - out->used && len <= out->most - out->written;
}

/* Makes room for `len` bytes, or writes them where they are more than the buffer takes; false where they are not to be
 * put into the buffer. */
static bool prepare(fr_output *out, const void *bytes, size_t len)
{
    if (out->err.code != FR_OK || len == 0 || !is_within_limit(out, len) ||
        !make_room(out, len + (out->fd < 0)))
        return false;
    if (len <= out->cap - out->used)
        return true;
    out->written += len;
    write_all(out, bytes, len);
    return false;
}

void fr_output_write(fr_output *out, const void *bytes, size_t len)
{
    if (!is_ready(out, len) && !prepare(out, bytes, len))
        return;
    memcpy(out->buffer + out->used, bytes, len);
    out->written += len;
    out->used += len;
}

void fr_put_char(fr_output *out, char c)
{
    if (!is_ready(out, 1) && !prepare(out, NULL, 1)) /* the buffer takes one byte at least */
        return;
    out->buffer[out->used++] = c;
    out->written++;
}

const char *fr_output_bytes(fr_output *out, size_t *len)
{
    if (out->fd >= 0 || out->err.code != FR_OK || !make_room(out, 1))
        return NULL;
    out->buffer[out->used] = '\0';
    *len = out->used;
    return out->buffer;
}

/* All bytes are on the disk; of a file, under no name or another one. */
static void settle(fr_output *out)
{
    flush(out);
    if (out->err.code == FR_OK && out->renames && fsync(out->fd) != 0 && errno != EINVAL &&
        errno != EROFS)
        fail_io(out, "cannot be written");
}

bool fr_output_settle(fr_output *out, fr_error *err)
{
    settle(out);
    return fr_fail_copy(err, &out->err);
}

/* Signals that end the process wait: they would leave a file under its name in between. Fills `before` for
 * pthread_sigmask(). */
static void hold_ends(sigset_t *before)
{
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    sigset_t held;

    sigemptyset(&held);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        sigaddset(&held, ends[i]);
    pthread_sigmask(SIG_BLOCK, &held, before);
}

bool fr_output_close(fr_output *out, fr_error *err)
{
    sigset_t before;
    bool good;

    if (!fr_fail_null(err, out, "output"))
        return false;
    settle(out);
    hold_ends(&before);
    if (out->err.code == FR_OK && out->renames && !out->temporary)
        name_temporary(out);
    /* closed before it is renamed: some file systems tell of a failed write only here */
    if (out->is_path && out->fd >= 0 && close(out->fd) != 0)
        fail_io(out, "cannot be written");
    if (out->is_path)
        out->fd = -1;
    if (out->err.code == FR_OK && out->renames) {
        if (rename(out->temporary, out->target) != 0) {
            fail_io(out, "cannot be written");
        } else {
            /* no longer this output's name: another one of this process may have taken it */
            free(out->temporary);
            out->temporary = NULL;
        }
    }
    good = fr_fail_copy(err, &out->err);
    fr_output_free(out);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return good;
}

void fr_output_free(fr_output *out)
{
    if (!out || out == &exhausted)
        return;
    if (out->is_path && out->fd >= 0)
        close(out->fd);
    if (out->temporary)
        unlink(out->temporary);
    free(out->temporary);
    free(out->target);
    free(out->buffer);
    free(out->name);
    free(out);
}

void fr_output_fail(fr_output *out, fr_code code, const char *format, ...)
{
    va_list args;

    if (out->err.code != FR_OK)
        return;
    va_start(args, format);
    fr_vfail(&out->err, code, 0, 0, format, args);
    va_end(args);
    fr_fail_source(&out->err, out->name);
}

void fr_output_hint(fr_output *out, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fr_vfail_hint(&out->err, format, args);
    va_end(args);
}

bool fr_output_failed(const fr_output *out)
{
    return out->err.code != FR_OK;
}
