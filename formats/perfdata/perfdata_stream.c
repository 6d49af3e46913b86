/*
 * perfdata_stream.c - windows over the data, and what lies outside of it by position.
 *
 *     file    "PERFILE2", u64 size, ... where attrs, data and sections are | data | sections
 *     pipe    "PERFILE2", u64 16 | records: attrs, features and samples alike
 *
 * Records that perf packed (-z) are one stream of zstd, cut anywhere: what is packed in them need not be whole records
 * either.
 */
#include "formats/perfdata/perfdata_record.h"

#include <stdlib.h>

#include "base/wrapping.h"
#include "formats/split.h"

#define FILE_HEADER  104
#define PIPE_HEADER  16
#define SECTION_MOST ((uint64_t)64 << 20) /* bytes of a section that is read */
#define WHOLE_MOST   ((uint64_t)4 << 30)  /* of an input without positions */
#define UNPACK_ROOM  ((size_t)256 << 10)

enum { AUXTRACE = 71, COMPRESSED = 81, COMPRESSED2 = 83 }; /* types of records */
enum { FOLDER = 24 };                                      /* a feature */

static void fail(fr_perfdata_stream *s, const char *text, const char *hint)
{
    fr_error err = {0};

    fr_fail(&err, FR_E_FORMAT, 0, s->at, "%s", text);
    fr_fail_hint(&err, "%s", hint);
    fr_input_fail(s->in, &err);
}

static bool fail_memory(fr_perfdata_stream *s)
{
    fr_error err = {0};

    fr_fail_memory(&err);
    fr_input_fail(s->in, &err);
    return false;
}

/* ------------------------------------------------------------ by position */

/* Bytes from `offset` on, malloc'ed, as many as there are up to `len`. */
static fr_bytes look(fr_perfdata_stream *s, uint64_t offset, uint64_t len)
{
    size_t got = 0, n = 1, size = (size_t)(len < SECTION_MOST ? len : SECTION_MOST);
    char *to = malloc(size + 1);

    if (!to) {
        fail_memory(s);
        return (fr_bytes){0};
    }
    if (s->whole.at && offset < s->whole.len) {
        got = size < s->whole.len - offset ? size : s->whole.len - (size_t)offset;
        memcpy(to, s->whole.at + offset, got);
    }
    while (!s->whole.at && got < size && n > 0) {
        n = fr_input_look(s->in, offset + got, to + got, size - got);
        got += n;
    }
    return (fr_bytes){to, got};
}

typedef struct section {
    uint64_t offset, size;
} section;

static section take_section(fr_perfdata_cursor *at)
{
    section found = {fr_perfdata_u64(at), 0};

    found.size = fr_perfdata_u64(at);
    return found;
}

/* Each attr of `size` bytes ends in the section of its ids. */
static void read_attrs(fr_perfdata_stream *s, fr_perfdata_facts *facts, section where,
                       uint64_t size)
{
    fr_bytes attrs = look(s, where.offset, where.size);
    fr_perfdata_cursor at = fr_perfdata_cursor_of(attrs, s->big);
    uint64_t room =
        SECTION_MOST; /* of the ids of all: damaged attrs may name one section again and again */

    while (size > 16 && at.left.len >= size) {
        fr_bytes attr = fr_perfdata_take(&at, size), ids;
        fr_perfdata_cursor tail =
            fr_perfdata_cursor_of((fr_bytes){attr.at + attr.len - 16, 16}, s->big);
        section of_ids = take_section(&tail);
        if (!fr_perfdata_attrs_add(&facts->attrs, (fr_bytes){attr.at, attr.len - 16}, s->big))
            break;
        ids = look(s, of_ids.offset, of_ids.size < room ? of_ids.size : room);
        room -= ids.len;
        (void)fr_perfdata_attrs_ids(&facts->attrs, (uint32_t)facts->attrs.n - 1, ids, s->big);
        free((void *)(uintptr_t)ids.at);
    }
    free((void *)(uintptr_t)attrs.at);
}

/* The table of sections stands behind the data, one for each bit that is set. Events come first: what others say is of
 * them. */
static void read_sections(fr_perfdata_stream *s, fr_perfdata_facts *facts, const char *bits,
                          uint64_t table)
{
    for (unsigned feature = 0; feature < FR_PERFDATA_FACTS; feature++) {
        unsigned char byte =
            (unsigned char)bits[s->big ? feature / 64 * 8 + 7 - feature / 8 % 8 : feature / 8];
        fr_bytes row, bytes;
        fr_perfdata_cursor at;
        section where;
        if (!(byte >> feature % 8 & 1))
            continue;
        row = look(s, table, sizeof where);
        at = fr_perfdata_cursor_of(row, s->big);
        where = take_section(&at);
        table += sizeof where;
        if (feature == FOLDER)
            fail(s, "a part of a folder that perf record --threads wrote",
                 "record without --threads, or run 'perf script -i FOLDER | flamerender'");
        bytes = look(s, where.offset, where.size);
        s->no_sections |= at.short_of || bytes.len < where.size;
        if (!at.short_of)
            fr_perfdata_facts_read(facts, feature, bytes);
        free((void *)(uintptr_t)bytes.at);
        free((void *)(uintptr_t)row.at);
    }
}

/* ------------------------------------------------------------ windows */

/* The bytes from s->at on, at least `need` bytes of it unless the input ends. */
static fr_bytes window(fr_perfdata_stream *s, size_t need)
{
    uint64_t left = s->end - s->at;
    fr_bytes bytes;

    if (s->whole.at) {
        size_t from = s->at < s->whole.len ? (size_t)s->at : s->whole.len;
        bytes = (fr_bytes){s->whole.at + from, s->whole.len - from};
    } else {
        bytes = fr_input_fill(s->in, need);
    }
    if (bytes.len > left)
        bytes.len = (size_t)left;
    return bytes;
}

static void skip(fr_perfdata_stream *s, size_t n)
{
    if (!s->whole.at)
        fr_input_skip(s->in, n);
    if ((s->at + n) / FR_INPUT_BLOCK != s->at / FR_INPUT_BLOCK)
        fr_split_progress(s->opt, s->in, s->whole.at == NULL);
    s->at += n;
}

/* Leaves the record that was given last, moves on over the `n` bytes behind it, and copies them to `to` unless it is
 * NULL. Returns how many there were. */
static uint64_t pass(fr_perfdata_stream *s, uint64_t n, char *to)
{
    uint64_t done = 0;

    skip(s, s->taken);
    s->taken = 0;
    while (done < n) {
        fr_bytes bytes = window(s, 1);
        size_t step = bytes.len < n - done ? bytes.len : (size_t)(n - done);
        if (step == 0)
            break;
        if (to)
            memcpy(to + done, bytes.at, step);
        skip(s, step);
        done += step;
    }
    return done;
}

/* ------------------------------------------------------------ begin */

/* `head` is a copy of the first 104 bytes. */
static void begin_file(fr_perfdata_stream *s, fr_perfdata_facts *facts, const char *head)
{
    fr_perfdata_cursor at = fr_perfdata_cursor_of((fr_bytes){head + 16, FILE_HEADER - 16}, s->big);
    uint64_t attr_size = fr_perfdata_u64(&at);
    section attrs = take_section(&at), data = take_section(&at);
    uint64_t size;

    (void)take_section(&at);
    if (!fr_input_divisible(s->in, &size)) {
        s->whole = fr_input_all(s->in, s->opt, WHOLE_MOST);
        if (!s->whole.len)
            return;
    }
    s->unfinished = data.size == 0;
    if (__builtin_add_overflow(data.offset, data.size, &s->end)) {
        fail(s, "the header is damaged: its data ends beyond 2^64", "record again");
        return;
    }
    read_attrs(s, facts, attrs, attr_size);
    if (!s->unfinished)
        read_sections(s, facts, at.left.at, s->end);
    else
        s->end = UINT64_MAX;
    (void)pass(s, data.offset, NULL);
}

void fr_perfdata_stream_begin(fr_perfdata_stream *s, fr_input *in, const fr_read_options *opt,
                              fr_perfdata_facts *facts)
{
    char head[FILE_HEADER];
    fr_bytes first = fr_input_fill(in, FILE_HEADER);
    bool pipe;

    *s = (fr_perfdata_stream){.in = in, .opt = opt, .end = UINT64_MAX};
    s->big = facts->big = fr_bytes_starts(first, FR_LITERAL("2ELIFREP"));
    pipe = first.len >= PIPE_HEADER && fr_perfdata_load8(first.at + 8, s->big) == PIPE_HEADER;
    if (pipe) {
        (void)pass(s, PIPE_HEADER, NULL);
    } else if (first.len < FILE_HEADER) {
        fail(s, "the header of perf.data is cut", "record again, or copy it again");
    } else {
        memcpy(head, first.at, FILE_HEADER);
        begin_file(s, facts, head);
    }
}

/* ------------------------------------------------------------ packed records */

#ifdef FR_ZSTD

/* Appends what `packed` holds. */
static bool unpack(fr_perfdata_stream *s, fr_bytes packed)
{
    const fr_wrapping *zstd = &fr_wrapping_zstd;
    fr_error err = {0};
    size_t n = 1;

    if (!s->unpacker && (s->unpacker = zstd->make()))
        zstd->begin(s->unpacker);
    if (s->used)
        memmove(s->unpacked, s->unpacked + s->used, s->n_unpacked - s->used);
    s->n_unpacked -= s->used;
    s->used = 0;
    while (s->unpacker && (packed.len || n == UNPACK_ROOM)) {
        if (!fr_reserve(&s->unpacked, &s->unpacked_cap, s->n_unpacked + UNPACK_ROOM, 1))
            return fail_memory(s);
        n = zstd->unwrap(s->unpacker, &packed, s->unpacked + s->n_unpacked, UNPACK_ROOM, &err);
        s->n_unpacked += n;
        if (err.code == FR_E_LIMIT)
            return fail_memory(s);
        s->cut |= err.code != FR_OK || s->n_unpacked > SECTION_MOST;
        if (s->cut)
            return false;
    }
    return s->unpacker || fail_memory(s);
}

#else

static bool unpack(fr_perfdata_stream *s, fr_bytes packed)
{
    (void)packed;
    fail(s, "its records are packed by zstd, which this build cannot read",
         "run 'perf script -i FILE | flamerender', or record without -z");
    return false;
}

#endif

/* ------------------------------------------------------------ records */

/* The next record of the file, whatever it is. */
static bool next_outer(fr_perfdata_stream *s, fr_perfdata_record *record)
{
    fr_bytes bytes;
    size_t size;

    skip(s, s->taken);
    s->taken = 0;
    bytes = window(s, FR_PERFDATA_HEADER);
    size = fr_perfdata_record_cut(bytes, s->big, record);
    if (size == 0 && bytes.len > 0) {
        bytes = window(s, UINT16_MAX);
        size = fr_perfdata_record_cut(bytes, s->big, record);
    }
    s->cut = s->cut || size == 1 || (size == 0 && bytes.len > 0) ||
             (size == 0 && s->end != UINT64_MAX && s->at < s->end);
    s->taken = size > 1 ? size : 0;
    return size > 1;
}

/* The next one that was packed. */
static bool next_inner(fr_perfdata_stream *s, fr_perfdata_record *record)
{
    fr_bytes bytes;
    size_t size;

    if (s->used == s->n_unpacked)
        return false;
    bytes = (fr_bytes){s->unpacked + s->used, s->n_unpacked - s->used};
    size = fr_perfdata_record_cut(bytes, s->big, record);
    s->cut = s->cut || size == 1;
    s->used += size > 1 ? size : 0;
    return size > 1;
}

bool fr_perfdata_stream_next(fr_perfdata_stream *s, fr_perfdata_record *record)
{
    fr_error err = {0};

    while (!s->cut && !fr_input_failed(s->in, &err)) {
        if (next_inner(s, record))
            return true;
        if (s->cut || !next_outer(s, record)) {
            s->cut |= s->used < s->n_unpacked; /* the last packed record is a part of one */
            return false;
        }
        if (record->type == COMPRESSED || record->type == COMPRESSED2) {
            fr_perfdata_cursor at = fr_perfdata_cursor_of(record->body, s->big);
            uint64_t size = at.left.len;
            if (record->type == COMPRESSED2) /* u64 size, data, padding */
                size = fr_perfdata_u64(&at);
            if (size < at.left.len)
                at.left.len = (size_t)size;
            if (!unpack(s, at.left))
                return false;
            continue;
        }
        if (record->type == AUXTRACE && record->body.len >= 8) {
            (void)pass(s, fr_perfdata_load8(record->body.at, s->big), NULL);
            continue;
        }
        return true;
    }
    return false;
}

fr_bytes fr_perfdata_stream_tracing(fr_perfdata_stream *s, const fr_perfdata_record *record)
{
    fr_perfdata_cursor at = fr_perfdata_cursor_of(record->body, s->big);
    uint64_t size = fr_perfdata_u32(&at), padded = (size + 7) & ~UINT64_C(7);
    char *to = size <= SECTION_MOST ? malloc((size_t)size + 1) : NULL;
    uint64_t got = to ? pass(s, size, to) : 0;

    (void)pass(s, padded - got, NULL);
    return (fr_bytes){to, (size_t)got};
}

void fr_perfdata_stream_end(fr_perfdata_stream *s)
{
#ifdef FR_ZSTD
    if (s->unpacker)
        fr_wrapping_zstd.release(s->unpacker);
#endif
    free(s->unpacked);
    s->unpacker = s->unpacked = NULL;
}
