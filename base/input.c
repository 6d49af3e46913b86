/*
 * input.c - a window over a source of bytes, plain or wrapped (wrapping.h).
 *
 *     source --read--> [unwrapper] --> block [start .. end) --window--> reader
 */
#include "base/input.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/wrapping.h"

#define READ_BYTES    ((size_t)256 << 10)
#define FIRST_BYTES   ((size_t)64 << 10) /* of the block; it grows for what is larger */
#define SLACK         64                 /* readers may look a few bytes past the window */
#define SNIFFED_BYTES 4                  /* tell what an input is wrapped in */

/* Memory, a file, or a pipe, which bytes come from. Files and memory are read by position. */
typedef struct byte_source {
    int fd; /* -1: memory */
    bool owns_fd;
    bool seekable; /* a file: read by position, from `base` on */
    uint64_t base; /* where the file stood when it was opened */
    uint64_t size; /* 0: not known */
    fr_bytes memory;
} byte_source;

/* "-" is standard input. A directory, a missing or an unreadable file is FR_E_IO; even then the source is to be
 * closed. */
static bool open_source(byte_source *source, const char *path, fr_error *err)
{
    struct stat status;
    off_t base;

    *source = (byte_source){.owns_fd = strcmp(path, "-") != 0};
    source->fd = source->owns_fd ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
    if (source->fd < 0 || fstat(source->fd, &status) != 0) {
        char word[sizeof err->hint - 64];
        int why = errno;
        fr_fail(err, FR_E_IO, 0, 0, "cannot be read: %s", strerror(why));
        fr_shell_word(word, sizeof word, path);
        if (why == EACCES)
            fr_fail_hint(err, "if sudo recorded it, it belongs to root: sudo chown $USER %s", word);
        return false;
    }
    if (S_ISDIR(status.st_mode))
        return fr_fail(err, FR_E_IO, 0, 0, "is a directory; a file was expected");
    /* Files are read by position; "< file" may stand anywhere in it. */
    base = S_ISREG(status.st_mode) ? lseek(source->fd, 0, SEEK_CUR) : -1;
    if (base >= 0) {
        source->seekable = true;
        source->base = (uint64_t)base;
        source->size = status.st_size > base ? (uint64_t)(status.st_size - base) : 0;
    }
    return true;
}

static byte_source memory_source(fr_bytes memory)
{
    return (byte_source){.fd = -1, .memory = memory, .size = memory.len};
}

static void close_source(byte_source *source)
{
    if (source->owns_fd && source->fd >= 0)
        close(source->fd);
    source->owns_fd = false;
}

/* Up to `room` bytes from a position, by pread(); of a pipe, the next bytes. 0 at the end; negative after a failure
 * (errno). */
static ssize_t read_source(const byte_source *source, uint64_t position, char *to, size_t room)
{
    fr_bytes memory = source->memory;
    size_t len = position < memory.len ? memory.len - (size_t)position : 0;
    ssize_t n;

    if (source->fd < 0) {
        len = len < room ? len : room;
        if (len)
            memcpy(to, memory.at + position, len);
        return (ssize_t)len;
    }
    do
        n = source->seekable ? pread(source->fd, to, room, (off_t)(source->base + position))
                             : read(source->fd, to, room);
    while (n < 0 && errno == EINTR);
    return n;
}

struct fr_input {
    char *name;
    byte_source source;
    uint64_t taken; /* from the source so far: the position in it */
    bool hashes;    /* what is taken goes through `hash` */
    fr_sha256_run hash;
    uint64_t stop; /* the source ends before this position */
    uint64_t from; /* the first byte that is read: behind a byte order mark */
    char *block;
    size_t start, end, cap;
    uint64_t offset; /* of block[start] */
    bool drained;    /* the source has no more */
    bool sniffed;
    bool wrapped;
    fr_unwrapper *unwrapper; /* kept from input to input */
    uint64_t inflated_limit;
    fr_error source_err; /* of take() and take_unwrapped(): behind the bytes that were still good */
    fr_error err;
};

static fr_input *new_input(const char *name, const fr_limits *limits, fr_error *err)
{
    fr_input *in = calloc(1, sizeof *in);

    if (in) {
        in->source = memory_source((fr_bytes){0});
        in->stop = UINT64_MAX;
        in->name = strdup(name);
        in->cap = FIRST_BYTES;
        in->block = malloc(in->cap + SLACK);
        in->inflated_limit = limits ? limits->inflated : 0;
    }
    if (!in || !in->name || !in->block) {
        fr_input_free(in);
        fr_fail_memory(err);
        return NULL;
    }
    return in;
}

fr_input *fr_input_open(const char *path, const fr_limits *limits, fr_error *err)
{
    fr_input *in = new_input(strcmp(path, "-") == 0 ? "standard input" : path, limits, err);

    if (in && !open_source(&in->source, path, err)) {
        fr_fail_source(err, in->name);
        fr_input_free(in);
        return NULL;
    }
    return in;
}

fr_input *fr_input_memory(const char *name, const void *bytes, size_t len, const fr_limits *limits,
                          fr_error *err)
{
    fr_input *in = new_input(name, limits, err);

    if (in)
        in->source = memory_source((fr_bytes){bytes, len});
    return in;
}

void fr_input_free(fr_input *in)
{
    if (!in)
        return;
    close_source(&in->source);
    free(in->name);
    fr_unwrapper_free(in->unwrapper);
    free(in->block);
    free(in);
}

bool fr_input_reopen(fr_input *in, const char *path, fr_error *err)
{
    fr_input kept = *in;

    close_source(&in->source);
    free(in->name);
    *in = (fr_input){
        .source = memory_source((fr_bytes){0}),
        .stop = UINT64_MAX,
        .name = strdup(strcmp(path, "-") == 0 ? "standard input" : path),
        .block = kept.block,
        .cap = kept.cap,
        .inflated_limit = kept.inflated_limit,
        .unwrapper = kept.unwrapper,
    };
    if (!in->name)
        return fr_fail_memory(err);
    return open_source(&in->source, path, err) || fr_fail_source(err, in->name);
}

/* Up to `room` bytes from the source; 0 at its end or after a failure. */
static size_t take(fr_input *in, char *to, size_t room)
{
    uint64_t left = in->stop - in->taken;
    ssize_t n = read_source(&in->source, in->taken, to, left < room ? (size_t)left : room);

    if (n < 0)
        fr_fail(&in->source_err, FR_E_IO, 0, in->taken, "cannot be read: %s", strerror(errno));
    in->drained = n <= 0;
    in->taken += n > 0 ? (uint64_t)n : 0;
    if (in->hashes && n > 0)
        fr_sha256_add(&in->hash, (fr_bytes){to, (size_t)n});
    return n > 0 ? (size_t)n : 0;
}

static size_t take_packed(void *arg, char *to, size_t room)
{
    fr_input *in = arg;

    return in->drained ? 0 : take(in, to, room);
}

/* Takes bytes that all layers have unwrapped. */
static size_t take_unwrapped(void *arg, char *to, size_t room)
{
    fr_input *in = arg;
    size_t n = fr_unwrap(in->unwrapper, to, room, &in->source_err);

    if (n == 0 && in->source_err.code != FR_OK && !in->source_err.offset)
        in->source_err.offset = in->taken;
    return n;
}

/* The bytes in the block begin another layer. */
static bool add_layer(fr_input *in)
{
    if (!in->unwrapper)
        in->unwrapper = fr_unwrapper_new(take_packed, in, in->inflated_limit);
    if (!in->unwrapper)
        return fr_fail_memory(&in->err);
    if (!in->wrapped)
        fr_unwrapper_restart(in->unwrapper);
    in->wrapped = true;
    if (!fr_unwrapper_add(in->unwrapper, (fr_bytes){in->block, in->end}, &in->err))
        return false;
    in->end = 0;
    return true;
}

/* The first bytes decide whether this is wrapped, and what comes of that, whether it is again. */
static void sniff(fr_input *in)
{
    size_t most = in->cap < READ_BYTES ? in->cap : READ_BYTES, n;

    in->sniffed = true;
    do {
        while (in->end < SNIFFED_BYTES &&
               (n = in->wrapped ? take_unwrapped(in, in->block + in->end, most - in->end)
                                : take_packed(in, in->block + in->end, most - in->end)) > 0)
            in->end += n;
    } while (fr_unwrap_knows((fr_bytes){in->block, in->end}) && add_layer(in));
    if (fr_bytes_starts((fr_bytes){in->block, in->end}, FR_BYTE_ORDER_MARK)) {
        in->from = FR_BYTE_ORDER_MARK.len;
        fr_input_skip(in, FR_BYTE_ORDER_MARK.len);
    }
}

/* Bytes for the reader; 0 at the end or after a failure. */
static size_t take_next(fr_input *in, char *to, size_t room)
{
    size_t n;

    room = room < READ_BYTES ? room : READ_BYTES;
    n = in->wrapped ? take_unwrapped(in, to, room) : take(in, to, room);
    if (n == 0)
        fr_fail_copy(&in->err, &in->source_err);
    return n;
}

/* Moves the unread bytes to the front of the block, and gives it room for `cap` bytes. */
static bool resize_block(fr_input *in, size_t cap)
{
    char *block;

    memmove(in->block, in->block + in->start, in->end - in->start);
    in->end -= in->start;
    in->start = 0;
    if (cap <= in->cap)
        return true;
    block = cap < SIZE_MAX - SLACK ? realloc(in->block, cap + SLACK) : NULL;
    if (!block)
        return fr_fail_memory(&in->err);
    in->block = block;
    in->cap = cap;
    fr_huge_pages(block, cap + SLACK);
    return true;
}

/* The block is full: once it gets its whole size. False where it has that, or memory ran out. */
static bool grow_block(fr_input *in)
{
    return in->cap < FR_INPUT_BLOCK && resize_block(in, FR_INPUT_BLOCK);
}

fr_bytes fr_input_fill(fr_input *in, size_t need)
{
    if (!in->sniffed)
        sniff(in);
    if (in->end - in->start < need && in->start > 0)
        (void)resize_block(in, 0);
    while (in->end - in->start < need && in->err.code == FR_OK) {
        size_t room = in->cap - in->end;
        size_t n = room == 0 ? 0 : take_next(in, in->block + in->end, room);
        if (n == 0 && (room > 0 || !grow_block(in)))
            break;
        in->end += n;
    }
    /* An input that fills the first block is large: the rest is read in large pieces. */
    if (in->end == in->cap)
        (void)grow_block(in);
    if (in->err.code != FR_OK)
        in->start = in->end = 0;
    return (fr_bytes){in->block + in->start, in->end - in->start};
}

bool fr_input_extend(fr_input *in)
{
    size_t n;

    if (!in->sniffed)
        sniff(in);
    if (in->err.code != FR_OK ||
        (in->end == in->cap && !resize_block(in, in->start ? in->cap : in->cap * 2)))
        return false;
    n = take_next(in, in->block + in->end, in->cap - in->end);
    in->end += n;
    return n > 0;
}

bool fr_input_lengthen(fr_input *in, size_t most)
{
    size_t len = in->end - in->start, wanted = len < most / 2 ? len * 2 : most;

    while (in->end - in->start < wanted && fr_input_extend(in))
        ;
    return in->end - in->start > len;
}

void fr_input_skip(fr_input *in, size_t n)
{
    in->start += n;
    in->offset += n;
}

bool fr_input_at_end(const fr_input *in)
{
    if (in->err.code != FR_OK)
        return true;
    return in->drained && (!in->wrapped || fr_unwrapper_done(in->unwrapper));
}

uint64_t fr_input_offset(const fr_input *in)
{
    return in->offset;
}

void fr_input_progress(const fr_input *in, uint64_t *done, uint64_t *size)
{
    *done = in->taken;
    *size = in->source.size;
}

bool fr_input_failed(const fr_input *in, fr_error *err)
{
    if (in->err.code == FR_OK)
        return false;
    fr_fail_copy(err, &in->err);
    fr_fail_source(err, in->name);
    return true;
}

void fr_input_fail(fr_input *in, const fr_error *err)
{
    fr_fail_copy(&in->err, err);
}

const char *fr_input_name(const fr_input *in)
{
    return in->name;
}

void fr_input_hash(fr_input *in)
{
    in->hashes = true;
    fr_sha256_begin(&in->hash);
}

void fr_input_digest(fr_input *in, unsigned char digest[FR_SHA256_BYTES])
{
    char rest[4096];

    while (take(in, rest, sizeof rest) > 0)
        ;
    fr_fail_copy(&in->err, &in->source_err);
    fr_sha256_end(&in->hash, digest);
}

/* ---- parts ---- */

bool fr_input_divisible(const fr_input *in, uint64_t *size)
{
    *size = in->source.size;
    return in->sniffed && !in->wrapped && !in->hashes && (in->source.seekable || in->source.fd < 0);
}

size_t fr_input_look(const fr_input *in, uint64_t offset, char *to, size_t room)
{
    ssize_t n = read_source(&in->source, offset, to, room);

    return n > 0 ? (size_t)n : 0;
}

void fr_input_end_at(fr_input *in, uint64_t offset)
{
    in->stop = offset;
    in->drained = in->drained && in->taken >= offset;
}

static void begin_at(fr_input *in, uint64_t offset)
{
    in->start = in->end = 0;
    in->taken = in->offset = offset;
    in->drained = false;
}

void fr_input_rewind(fr_input *in)
{
    in->err = in->source_err = (fr_error){0};
    in->stop = UINT64_MAX;
    begin_at(in, in->from);
    fr_sha256_begin(&in->hash);
}

fr_input *fr_input_part(const fr_input *in, uint64_t from, uint64_t to, fr_error *err)
{
    fr_input *part = new_input(in->name, NULL, err);

    if (!part)
        return NULL;
    part->source = in->source;
    part->source.owns_fd = false;
    part->sniffed = true; /* what looks like gzip in the middle of a text is none */
    part->stop = to;
    begin_at(part, from);
    return part;
}

/* ---- all of an input ---- */

fr_bytes fr_input_all(fr_input *in, const fr_read_options *opt, uint64_t most)
{
    uint64_t inflated = opt->limits.inflated ? opt->limits.inflated : most;
    bool in_memory = opt->limits.memory < inflated; /* the smaller limit is that of the memory */
    uint64_t limit = in_memory ? opt->limits.memory : inflated;
    fr_bytes all = fr_input_fill(in, 1);
    fr_error err = {0};

    while (all.len <= limit && fr_input_extend(in)) {
        all = fr_input_fill(in, 1);
        if (opt->progress)
            opt->progress(opt->progress_arg, in->taken, in->source.size);
    }
    if (all.len > limit) {
        fr_fail(&err, FR_E_LIMIT, 0, 0,
                "is larger than %" PRIu64 " bytes; this format is read into memory as a whole",
                limit);
        fr_fail_hint(&err, "%s raises the limit",
                     in_memory ? "--limit-memory" : "--limit-inflated");
        fr_input_fail(in, &err);
    }
    return fr_input_fill(in, 1); /* empty after a failure */
}
