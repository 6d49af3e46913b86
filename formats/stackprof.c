/*
 * stackprof.c - JSON of Ruby's stackprof, recorded with raw: true.
 *
 *     {"version": 1.2, "mode": "cpu", "interval": 1000, "samples": 3, "gc_samples": 0, "missed_samples": 0,
 *      "frames": {"94": {"name": "Shop#total", "file": "/srv/shop.rb", "line": 3, ...}, ...},
 *      "raw": [2, 94, 96, 3, ...], "raw_timestamp_deltas": [1003, 998, 1001]}
 *
 * raw: how many frames, their ids from the root, how many samples in a row; the distances are in us, one for each
 * sample. Reference: stackprof 0.2 (ext/stackprof/stackprof.c). Omitted: counts of frames without stacks.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "base/json.h"
#include "formats/list.h"
#include "formats/reader.h"
#include "formats/symbols.h"

typedef struct stackprof {
    fr_builder *b;
    fr_id_map map;
    uint32_t *frames; /* in the order of the file */
    uint32_t column, thread;
    fr_json delta; /* a walk over the distances of samples */
    bool timed;
    int64_t now_ns;
    uint64_t n;
} stackprof;

static uint32_t read_frame(stackprof *s, const fr_json *at)
{
    fr_json name = fr_json_member(at, "name"), file = fr_json_member(at, "file");
    fr_json line = fr_json_member(at, "line");
    fr_frame frame = {.kind = FR_KIND_INTERPRETED};
    fr_bytes path = fr_json_exists(&file) ? fr_json_text(&file) : (fr_bytes){0};
    char room[FR_STAND_IN_MAX];

    frame.name = fr_builder_name(
        s->b, fr_json_exists(&name) ? fr_json_text(&name) : fr_stand_in(FR_LITERAL(""), path, room),
        FR_TEXT_RAW);
    frame.file = path.len ? fr_builder_name(s->b, path, FR_TEXT_RAW) : 0;
    if (fr_json_exists(&line))
        frame.line = (uint32_t)fr_json_integer(&line, 0, UINT32_MAX, "a line");
    return fr_builder_intern(s->b, &frame);
}

/* {"94": {...}}: ids are addresses. */
static bool read_frames(stackprof *s, const fr_json *file)
{
    fr_json list = fr_json_member(file, "frames"), count = fr_json_members(&list, "frames");
    fr_json at = fr_json_members(&list, "frames");
    size_t n = 0;
    bool full = false;

    while (fr_json_next(&count))
        n++;
    s->frames = calloc(n + 1, sizeof *s->frames);
    if (!s->frames || !fr_id_map_init(&s->map, n))
        return fr_fail_memory(&file->document->err);
    while (fr_json_next(&at)) {
        uint64_t id;
        s->frames[at.index] = read_frame(s, &at);
        if (!fr_parse_u64(at.key, &id))
            fr_json_fail(&at, "expected a number as the key of a frame");
        else if (!fr_id_map_add(&s->map, id, (uint32_t)at.index, &full) && !full)
            fr_json_fail(&at, "a second frame of this id");
        if (full)
            return fr_fail_memory(&file->document->err);
    }
    return !fr_json_failed(file);
}

static bool next_number(fr_json *raw, int64_t most, const char *what, int64_t *number)
{
    if (!fr_json_next(raw)) {
        if (!fr_json_failed(raw))
            fr_json_fail(raw->in, "ends within a stack: expected %s", what);
        return false;
    }
    *number = fr_json_integer(raw, 0, most, what);
    return !fr_json_failed(raw);
}

static uint32_t read_stack(stackprof *s, fr_json *raw, int64_t depth)
{
    uint32_t stack = FR_NO_STACK;
    int64_t id;

    while (depth-- > 0 && next_number(raw, INT64_MAX, "the id of a frame", &id)) {
        uint32_t place = fr_id_map_find(&s->map, (uint64_t)id);
        if (place == FR_NO_PLACE) {
            fr_json_expected(raw, "the id of a frame");
            return stack;
        }
        stack = fr_builder_push(s->b, stack, s->frames[place]);
    }
    return stack;
}

/* The samples of a stack, one after the other where they have times. */
static void add_samples(stackprof *s, uint32_t stack, int64_t n)
{
    bool rounded = false;

    fr_builder_add(s->b, stack, s->column, n, (uint64_t)n, (double)n);
    s->n += (uint64_t)n;
    for (int64_t i = 0; i < n && s->timed && fr_json_next(&s->delta); i++) {
        int64_t ns = fr_json_scaled(&s->delta, 3, 0, &rounded);
        if (ns > INT64_MAX / 2 - s->now_ns) {
            fr_json_expected(&s->delta, "a time that fits");
            return;
        }
        s->now_ns += ns;
        fr_builder_time(s->b, s->now_ns);
        fr_builder_sample(s->b, stack, s->now_ns, s->thread, FR_NO_CPU, 1);
    }
}

static void read_raw(stackprof *s, const fr_json *file)
{
    fr_json list = fr_json_member(file, "raw"),
            deltas = fr_json_member(file, "raw_timestamp_deltas");
    fr_json raw;
    int64_t depth, n;

    if (!fr_json_exists(&list)) {
        fr_json_fail(&list, "the file has no stacks, only counts of frames");
        fr_fail_hint(&file->document->err, "record with StackProf.run(raw: true)");
        return;
    }
    raw = fr_json_items(&list, "stacks");
    s->timed = fr_json_is_list(&deltas);
    if (s->timed)
        s->delta = fr_json_items(&deltas, "times");
    while (raw.next < raw.end && !fr_builder_failed(s->b)) {
        uint32_t stack;
        if (!next_number(&raw, INT32_MAX, "the depth of a stack", &depth))
            return;
        stack = read_stack(s, &raw, depth);
        if (!next_number(&raw, INT64_MAX / 4, "a number of samples", &n))
            return;
        add_samples(s, stack, n);
    }
}

/* "wall", "cpu", "object" or "custom". */
static uint32_t open_column(fr_builder *b, const fr_json *file)
{
    fr_json mode = fr_json_member(file, "mode");
    fr_bytes name = fr_json_text(&mode);

    if (fr_bytes_equal(name, FR_LITERAL("object")))
        return fr_builder_column(b, "alloc_objects", "count", 0);
    if (fr_bytes_equal(name, FR_LITERAL("cpu")) || fr_bytes_equal(name, FR_LITERAL("wall")))
        return fr_builder_column(b, name.at[0] == 'c' ? "cpu" : "wall", "samples", 0);
    return fr_builder_column(b, "samples", "samples", 0);
}

void fr_stackprof_read(const fr_json *file, fr_builder *b, const fr_read_options *opt)
{
    fr_json missed = fr_json_member(file, "missed_samples");
    stackprof s = {
        .b = b, .column = open_column(b, file), .thread = fr_builder_thread(b, -1, -1, 0)};

    (void)opt;
    if (read_frames(&s, file))
        read_raw(&s, file);
    fr_builder_record(b, s.n);
    if (fr_json_exists(&missed) && fr_json_integer(&missed, 0, INT64_MAX, "a count") > 0)
        fr_builder_say(b, FR_NOTE_CHOICE, "stackprof missed %" PRId64 " samples",
                       fr_json_integer(&missed, 0, INT64_MAX, "a count"));
    fr_id_map_reset(&s.map);
    free(s.frames);
}
