/*
 * jfr.c - recordings by Java Flight Recorder: of the JDK (11 and later), and of async-profiler.
 *
 *     46 4c 52 00  00 02 00 01  size  constants  metadata  start ns  duration  start ticks  ticks/s  flags
 *     size type ...             an event; type 0 is metadata, 1 are constants, others as the metadata says
 *
 * The header has 68 bytes, of big-endian numbers. A recording is one chunk or several, end to end, each whole by
 * itself. What events mean is in the metadata, and stacks are constants; both may stand behind the events that
 * need them. So a chunk is held, and read three times. Reference: jdk.jfr.internal.consumer of JDK 17 and
 * JfrReader.java of async-profiler 4. Omitted: events that have no stacks, modules and packages of classes,
 * bytecode indices, the pointers of the header to metadata and constants.
 */
#include "formats/jfr/jfr.h"

#include <inttypes.h>
#include <stdio.h>

#define HEADER     68
#define COMPRESSED 1          /* flag: numbers have 7 bits a byte */
#define MOST_TICKS 9000000000 /* in a second: times 10^9 below 2^63 */

enum { METADATA = 0, CONSTANTS = 1 };

int fr_jfr_probe(fr_bytes head, bool whole)
{
    (void)whole;
    return fr_bytes_starts(head, FR_LITERAL("FLR\0")) ? 100 : 0;
}

bool fr_jfr_damaged(fr_jfr *j, const char *at, const char *what)
{
    uint64_t offset = j->chunk_at + (uint64_t)(at - j->chunk.at);

    fr_builder_fail(j->b, FR_E_FORMAT, 0, offset, "the recording is damaged: %s, at byte %" PRIu64,
                    what, offset);
    return false;
}

void *fr_jfr_add(fr_jfr *j, fr_list *list, size_t size)
{
    j->held.beside = j->arena.held + j->chunk.len;
    return fr_list_add(&j->held, list, size);
}

/* ---- events of a chunk ---- */

/* The next event of the chunk; false at its end, at an event that is cut off, and after a failure. *content is
 * what follows its type. */
static bool next_event(fr_jfr *j, size_t *at, uint64_t *type, fr_jfr_cursor *content)
{
    const char *start = j->chunk.at + *at, *end = j->chunk.at + j->chunk.len;
    fr_jfr_cursor c = {start, end, false};
    uint64_t size;

    if (start == end || fr_builder_failed(j->b))
        return false;
    size = fr_jfr_number(&c);
    *type = fr_jfr_number(&c);
    if (c.bad || size > (uint64_t)(end - start))
        return j->whole && fr_jfr_damaged(j, start, "an event that reaches beyond its chunk");
    if (size < (uint64_t)(c.at - start))
        return fr_jfr_damaged(j, start, "an event that is shorter than its own size");
    *content = (fr_jfr_cursor){c.at, start + size, false};
    *at += (size_t)size;
    return true;
}

/* The last metadata has all that those before it have. */
static bool read_metadata(fr_jfr *j)
{
    fr_jfr_cursor content, last = {0};
    uint64_t type;

    for (size_t at = HEADER; next_event(j, &at, &type, &content);)
        if (type == METADATA)
            last = content;
    return last.at && !fr_builder_failed(j->b) && fr_jfr_read_types(j, &last);
}

static bool read_constants(fr_jfr *j)
{
    fr_jfr_cursor content;
    uint64_t type;

    for (size_t at = HEADER; next_event(j, &at, &type, &content);) {
        const fr_jfr_class *class = type > CONSTANTS ? fr_jfr_find_class(j, type) : NULL;
        if (type == CONSTANTS)
            fr_jfr_take_constants(j, &content);
        else if (class && class->event)
            j->n_here[class->event - 1]++;
    }
    return !fr_builder_failed(j->b) && fr_jfr_index_pools(j);
}

static void read_samples(fr_jfr *j)
{
    fr_jfr_cursor content;
    uint64_t type;

    fr_jfr_choose(j);
    for (size_t at = HEADER; next_event(j, &at, &type, &content);) {
        fr_jfr_class *class = type > CONSTANTS ? fr_jfr_find_class(j, type) : NULL;
        if (class && class->event)
            fr_jfr_take_sample(j, class, &content);
    }
}

static void drop_chunk(fr_jfr *j)
{
    fr_list *const lists[] = {&j->types.strings, &j->types.classes, &j->types.fields,
                              &j->types.ops};

    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        fr_list_drop(&j->held, lists[i]);
    fr_id_map_reset(&j->types.ids);
    for (int k = 0; k < FR_JFR_N_POOLS; k++) {
        fr_list_drop(&j->held, &j->pools[k].constants);
        fr_id_map_reset(&j->pools[k].ids);
        j->pools[k].class = NULL;
    }
    fr_arena_reset(&j->arena);
    memset(j->n_here, 0, sizeof j->n_here);
}

/* ---- chunks ---- */

static uint64_t number_at(fr_bytes header, size_t at)
{
    return __builtin_bswap64(fr_bytes_load8(header.at + at));
}

static bool check_header(fr_jfr *j, fr_bytes header)
{
    unsigned major = (unsigned char)header.at[5];
    uint64_t frequency = number_at(header, 56);

    if (!fr_bytes_starts(header, FR_LITERAL("FLR\0")))
        return fr_jfr_damaged(j, header.at, "no chunk where one ends");
    if (major != 2) {
        fr_builder_fail(j->b, FR_E_FORMAT, 0, j->chunk_at,
                        "this is JFR of version %u, and version 2 is read", major);
        fr_builder_hint(j->b, "JDK 11 and later record version 2");
        return false;
    }
    if (!(header.at[67] & COMPRESSED)) {
        fr_builder_fail(j->b, FR_E_FORMAT, 0, j->chunk_at,
                        "numbers of this recording have a fixed size");
        fr_builder_hint(j->b,
                        "JDK 11 and later, and async-profiler, write numbers of 7 bits a byte");
        return false;
    }
    if (frequency == 0 || frequency > MOST_TICKS || number_at(header, 32) > INT64_MAX)
        return fr_jfr_damaged(j, header.at + 32, "no clock");
    return true;
}

static void take_header(fr_jfr *j, fr_bytes header)
{
    fr_recording recording = {.time_ns = (int64_t)number_at(header, 32),
                              .duration_ns = (int64_t)(number_at(header, 40) & INT64_MAX)};

    j->start_ns = recording.time_ns;
    j->start_ticks = (int64_t)number_at(header, 48);
    j->frequency = (int64_t)number_at(header, 56);
    fr_builder_record_facts(j->b, &recording);
}

/* The chunk at the front of the window, or what there is of it; all that is left where its size is unknown (0).
 * Empty after a failure. */
static fr_bytes hold_chunk(fr_jfr *j, fr_input *in, uint64_t size)
{
    fr_bytes window = fr_input_fill(in, 1);
    uint64_t most = j->opt->limits.memory, wanted = size ? size : UINT64_MAX, done, of;

    while (window.len < wanted && window.len <= most && fr_input_extend(in)) {
        window = fr_input_fill(in, 1);
        fr_input_progress(in, &done, &of);
        if (j->opt->progress)
            j->opt->progress(j->opt->progress_arg, done, of);
    }
    window.len = window.len < wanted ? window.len : (size_t)wanted;
    if (window.len <= most)
        return window;
    fr_builder_fail(j->b, FR_E_LIMIT, 0, j->chunk_at,
                    "the chunk at byte %" PRIu64 " is larger than %" PRIu64
                    " MiB; a chunk is held whole",
                    j->chunk_at, most >> 20);
    fr_builder_hint(j->b, "--limit-memory raises the limit");
    return (fr_bytes){0};
}

/* A program that ended while it recorded: only the last chunk may be so. */
static void note_unfinished(fr_jfr *j, uint64_t size)
{
    if (j->chunk.len < size)
        fr_builder_say(j->b, FR_NOTE_CHOICE,
                       "the last chunk is incomplete: %zu of %" PRIu64
                       " bytes; its complete events are read",
                       j->chunk.len, size);
    else
        fr_builder_say(j->b, FR_NOTE_CHOICE,
                       "the last chunk is incomplete: the program ended while it recorded");
}

static void read_events(fr_jfr *j)
{
    if (read_metadata(j)) {
        if (read_constants(j))
            read_samples(j);
    } else if (j->whole) {
        fr_jfr_damaged(j, j->chunk.at, "a chunk without metadata");
    } else if (j->chunk_at == 0) {
        fr_builder_fail(j->b, FR_E_FORMAT, 0, j->chunk.len,
                        "the recording is truncated: it ends after %zu bytes, before its metadata",
                        j->chunk.len);
        fr_builder_hint(j->b, "copy it again, or dump it by 'jcmd PID JFR.dump filename=x.jfr'");
    }
}

/* A chunk that begins with `header`; false: there is none behind it. */
static bool read_chunk(fr_jfr *j, fr_input *in, fr_bytes header)
{
    uint64_t size = number_at(header, 8);
    bool finished = size > 0 && header.at[64] == 0;

    take_header(j, header);
    j->chunk = hold_chunk(j, in, size); /* `header` is void */
    j->whole = j->chunk.len == size;
    if (j->chunk.len < HEADER)
        return fr_builder_failed(j->b) || fr_input_failed(in, NULL) ||
               fr_jfr_damaged(j, j->chunk.at, "a chunk that is shorter than its header");
    read_events(j);
    if (!finished || !j->whole)
        note_unfinished(j, size);
    fr_input_skip(in, j->chunk.len);
    drop_chunk(j);
    return finished && j->whole;
}

void fr_jfr_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    fr_jfr j = {.b = b, .opt = opt, .choice = choice, .held = {.b = b, .most = opt->limits.memory}};
    bool more = fr_jfr_check_event(&j);

    j.held.what = j.what;
    while (more && !fr_builder_failed(b)) {
        fr_bytes header = fr_input_fill(in, HEADER);
        if (header.len == 0)
            break;
        j.chunk = header;
        j.chunk_at = fr_input_offset(in);
        snprintf(j.what, sizeof j.what, "the chunk at byte %" PRIu64, j.chunk_at);
        if (header.len < HEADER)
            more = fr_jfr_damaged(&j, header.at, "no room for the header of a chunk");
        else
            more = check_header(&j, header) && read_chunk(&j, in, header);
    }
    if (!fr_builder_failed(b) && !fr_input_failed(in, NULL))
        fr_jfr_conclude(&j);
    drop_chunk(&j);
    fr_list_drop(&j.held, &j.frames);
}
