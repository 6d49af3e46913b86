/*
 * flamebearer.c - flame graphs of Pyroscope as its server and its ad hoc mode write them, one profile or two.
 *
 *     {"version": 1, "flamebearer": {"names": ["total", "main", "work"],
 *      "levels": [[0, 30, 0, 0], [0, 30, 10, 1], [10, 20, 20, 2]], "numTicks": 30, "maxSelf": 20},
 *      "metadata": {"format": "single", "units": "samples", "sampleRate": 100, "name": "cpu"}}
 *
 * A box is 4 numbers: how far it is from the box before it in its row, its total, its own value, its name; with format
 * "double" 7 numbers, the first three for each side. Its caller is the box of the row before that it lies in.
 * Reference: pkg/og/structs/flamebearer of grafana/pyroscope. Omitted: timeline, groups, heatmap.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/json.h"
#include "formats/reader.h"

typedef struct box {
    int64_t start, end; /* of both sides together, so that boxes of one side have their place too */
    uint32_t stack;
} box;

typedef struct row {
    box *boxes;
    size_t n, cap;
} row;

typedef struct picture {
    fr_builder *b;
    uint32_t *frames;
    int64_t n_names;
    int n_sides;
    bool counts;
    row above, row;
} picture;

static bool read_names(picture *p, const fr_json *graph)
{
    fr_json list = fr_json_member(graph, "names"), name = fr_json_items(&list, "names");
    size_t n = fr_json_count(&list, "names");

    p->frames = calloc(n + 1, sizeof *p->frames);
    if (!p->frames)
        return fr_fail_memory(&graph->document->err);
    while (fr_json_next(&name))
        p->frames[name.index] = fr_builder_named(p->b, fr_json_text(&name), FR_TEXT_RAW,
                                                 FR_KIND_USER, (fr_bytes){NULL, 0});
    p->n_names = (int64_t)n;
    return !fr_json_failed(graph);
}

/* The next number of a row. */
static int64_t take(fr_json *number, int64_t most, const char *what)
{
    if (fr_json_next(number))
        return fr_json_integer(number, 0, most, what);
    if (!fr_json_failed(number))
        fr_json_fail(number->in, "ends within a box: expected %s", what);
    return 0;
}

#define MOST (INT64_MAX / 8) /* so that sums fit */

/* A box without its stack; own[]: of each side. */
static box read_box(picture *p, fr_json *number, int64_t start, int64_t own[2], int64_t *name)
{
    box at = {start, start, 0};

    for (int side = 0; side < p->n_sides; side++) {
        at.start += take(number, MOST, "a distance");
        at.end += take(number, MOST, "a total");
        own[side] = take(number, MOST, "an own value");
    }
    at.end += at.start - start;
    *name = take(number, p->n_names - 1, "the index of a name");
    if (at.end > MOST)
        fr_json_fail(number, "values add up to more than fits");
    return at;
}

/* Adds a box to the row, and its own values. False: no memory. */
static bool add_box(picture *p, box at, const int64_t own[2])
{
    if (!fr_reserve(&p->row.boxes, &p->row.cap, p->row.n + 1, sizeof *p->row.boxes))
        return false;
    p->row.boxes[p->row.n++] = at;
    for (int side = 0; side < p->n_sides; side++)
        if (own[side])
            fr_builder_add(p->b, at.stack, (uint32_t)side, own[side],
                           p->counts ? (uint64_t)own[side] : 0,
                           p->counts ? (double)own[side] : 0.0);
    return true;
}

/* The outermost box, "total", is no frame. */
static uint32_t stack_of(picture *p, const box *at, size_t *caller, int64_t name, bool first)
{
    while (*caller + 1 < p->above.n && p->above.boxes[*caller].end < at->end)
        ++*caller;
    if (first)
        return FR_NO_STACK;
    if (*caller >= p->above.n || p->above.boxes[*caller].start > at->start ||
        p->above.boxes[*caller].end < at->end)
        return UINT32_MAX;
    return fr_builder_push(p->b, p->above.boxes[*caller].stack, p->frames[name]);
}

static void read_row(picture *p, const fr_json *numbers)
{
    fr_json number = fr_json_items(numbers, "boxes");
    int64_t start = 0;
    size_t caller = 0;

    while (number.next < number.end && !fr_builder_failed(p->b)) {
        int64_t own[2] = {0, 0}, name;
        box at = read_box(p, &number, start, own, &name);
        if (fr_json_failed(numbers))
            return;
        at.stack = stack_of(p, &at, &caller, name, numbers->index == 0);
        if (at.stack == UINT32_MAX)
            fr_json_fail(&number, "this box lies in none of the row before");
        else if (!add_box(p, at, own))
            fr_fail_memory(&numbers->document->err);
        start = at.end;
    }
}

static void read_rows(picture *p, const fr_json *graph)
{
    fr_json levels = fr_json_member(graph, "levels"), level = fr_json_items(&levels, "rows");
    uint64_t n = 0;

    while (fr_json_next(&level) && !fr_builder_failed(p->b)) {
        row above = p->above;
        read_row(p, &level);
        n += p->row.n;
        p->above = p->row;
        above.n = 0;
        p->row = above;
    }
    fr_builder_record(p->b, n);
}

typedef struct unit {
    const char *name, *column, *unit;
} unit;

/* The server's words; the first where it says none. Any other word is the unit itself. */
static const unit units[] = {
    {"samples", "samples", "samples"},       {"bytes", "bytes", "bytes"},
    {"objects", "objects", "count"},         {"goroutines", "goroutine", "count"},
    {"lock_nanoseconds", "delay", "ns"},     {"lock_samples", "contentions", "count"},
    {"trace_samples", "samples", "samples"}, {"nanoseconds", "time", "ns"},
    {"exceptions", "exceptions", "count"},
};

static void open_columns(picture *p, const fr_json *metadata)
{
    fr_json name = fr_json_exists(metadata) ? fr_json_member(metadata, "units") : *metadata;
    fr_json format = fr_json_exists(metadata) ? fr_json_member(metadata, "format") : *metadata;
    fr_bytes word = fr_json_is_text(&name) ? fr_json_text(&name) : FR_LITERAL("");
    char text[41];
    const unit other = {NULL, text, text}, *is = word.len ? &other : &units[0];

    fr_text_copy(text, sizeof text, word);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (fr_bytes_equal(word, fr_bytes_of(units[i].name)))
            is = &units[i];
    p->counts = is == &units[0];
    p->n_sides =
        fr_json_is_text(&format) && fr_bytes_equal(fr_json_text(&format), FR_LITERAL("double")) ? 2
                                                                                                : 1;
    for (int side = 0; side < p->n_sides; side++) {
        const char *column = p->n_sides == 1 ? is->column : side ? "new" : "base";
        uint32_t id = fr_builder_column(p->b, column, is->unit, 0);
        if (!p->counts)
            fr_builder_uncounted(p->b, id);
    }
}

void fr_flamebearer_read(const fr_json *file, fr_builder *b, const fr_read_options *opt)
{
    fr_json graph = fr_json_member(file, "flamebearer"),
            metadata = fr_json_member(file, "metadata");
    picture p = {.b = b};

    (void)opt;
    if (!fr_json_exists(&graph))
        graph = *file; /* without the envelope */
    open_columns(&p, &metadata);
    if (read_names(&p, &graph))
        read_rows(&p, &graph);
    free(p.frames);
    free(p.above.boxes);
    free(p.row.boxes);
}
