/*
 * firefox.c - profiles of the Firefox Profiler: processed ones (samply, saved by profiler.firefox.com) and those that
 * Firefox itself writes (Gecko's), Ruby's vernier among them.
 *
 *     {"meta": {"interval": 1, ...}, "threads": [{"name": "main", "pid": "7", "tid": 7,
 *       "samples": {"stack": [0, 1], "time": [0, 1.5], "weight": null}, "stackTable": {"prefix": [null, 0], ...},
 *       "frameTable": {"func": [...], "line": [...]}, "funcTable": {"name": [...], ...}, "stringArray": [...]}]}
 *
 * Tables that a thread lacks are those of "shared". The DevTools of Firefox 59 to 79 saved Gecko's form as a member:
 *
 *     {"label": "", "duration": 49.4, "markers": [], ..., "profile": {"meta": ..., "threads": [...]}, "version": 2}
 *
 * Reference: docs-developer of firefox-devtools/profiler (2025).
 * Omitted: markers, counters, categories, jsTracer, pages.
 */
#include "base/arena.h"
#include "base/json.h"
#include "formats/reader.h"
#include "formats/symbols.h"

#include <inttypes.h>
#include <stdlib.h>

/* A column of numbers, malloc'ed. */
typedef struct fr_firefox_column {
    int64_t *items; /* FR_FIREFOX_NONE: null, or too short a row */
    size_t n;       /* 0: the table has no such column */
} fr_firefox_column;

#define FR_FIREFOX_NONE INT64_MIN

/* ---- A column of either layout ---- */

static int64_t number_of(const fr_json *at, uint32_t power)
{
    bool rounded = false;

    if (fr_json_is_number(at))
        return fr_json_scaled(at, power, INT64_MIN / 4, &rounded);
    if (at->value != FR_JSON_NONE && fr_json_tape_kind(&at->document->tape, at->value) == 't')
        return 1;
    return FR_FIREFOX_NONE;
}

enum {
    PREFIX,
    PREFIX_OFFSET,
    FRAME,
    FUNC,
    LOCATION,
    LINE,
    DEPTH,
    NAME,
    FILE_NAME,
    SOURCE,
    FUNC_LINE,
    FUNC_COLUMN,
    IS_JS,
    RESOURCE,
    RESOURCE_NAME,
    SOURCE_NAME,
    SAMPLE,
    TIME,
    DELTA,
    WEIGHT,
    N_COLUMNS
};

/* All zero at first. */
typedef struct tables {
    fr_firefox_column columns[N_COLUMNS];
    bool read[N_COLUMNS];
    fr_bytes *strings; /* NULL: not read */
    uint32_t *names;   /* by string: its id, plus 1; 0: not looked up yet */
    size_t n_strings;
    uint64_t n_spelled; /* bytes of names that were put together, of all threads */
    uint32_t *stacks;   /* by row, plus 1; 0: not pushed. NULL: the table is not checked */
    uint32_t *frames;   /* by row, plus 1; 0: not made yet */
} tables;

/* A thread reads its own tables. Those of "shared" are read once for all threads. */
typedef struct thread {
    fr_builder *b;
    const fr_json *at, *shared;
    tables own, *common;
    tables *
        stacked; /* which of both has the stacks: `common`, where it has all that they are made of */
    fr_firefox_column columns[N_COLUMNS];
    fr_bytes *strings;
    uint32_t *names;
    size_t n_strings;
    size_t *way; /* rows of the stack table, the innermost first */
    size_t n_way, way_cap;
    uint32_t column, root, id;
    unsigned weighs; /* a row of weights[] */
} thread;

/* An item; FR_FIREFOX_NONE beyond the end. */
static int64_t cell(const thread *t, int column, int64_t row)
{
    const fr_firefox_column *c = &t->columns[column];

    return row >= 0 && (uint64_t)row < c->n ? c->items[row] : FR_FIREFOX_NONE;
}

/* An item of a row, by its place. */
static int64_t cell_of(const fr_json *row, size_t place, uint32_t power)
{
    fr_json cell = fr_json_items(row, "cells");

    while (fr_json_next(&cell))
        if (cell.index == place)
            return number_of(&cell, power);
    return FR_FIREFOX_NONE;
}

/* Numbers times 10^power, rounded; true is 1, and what is no number is none. The caller frees items. Errors
 * stick in the document. */
static fr_firefox_column read_column(const fr_json *table, const char *name, uint32_t power)
{
    fr_json schema = fr_json_member(table, "schema"), list, place, item;
    fr_firefox_column column = {0};
    bool by_row = fr_json_exists(&schema);
    size_t cap = 0, at = 0;

    list = fr_json_member(table, by_row ? "data" : name);
    place = by_row ? fr_json_member(&schema, name) : list;
    if (fr_json_failed(table) || !fr_json_exists(&place) || !fr_json_is_list(&list))
        return column;
    if (by_row)
        at = (size_t)fr_json_integer(&place, 0, 1000, "the place of a column");
    item = fr_json_items(&list, "rows");
    while (fr_json_next(&item)) {
        if (!fr_reserve(&column.items, &cap, column.n + 1, sizeof *column.items)) {
            fr_fail_memory(&table->document->err);
            break;
        }
        column.items[column.n++] = by_row ? cell_of(&item, at, power) : number_of(&item, power);
    }
    return column;
}

/* The place of each column, and by which power of ten it is multiplied: times are ms. */
static const struct {
    const char *table, *column;
    uint32_t power;
} places[N_COLUMNS] = {
    [PREFIX] = {"stackTable", "prefix", 0},
    [PREFIX_OFFSET] = {"stackTable", "prefixOffset", 0},
    [FRAME] = {"stackTable", "frame", 0},
    [FUNC] = {"frameTable", "func", 0},
    [LOCATION] = {"frameTable", "location", 0},
    [LINE] = {"frameTable", "line", 0},
    [DEPTH] = {"frameTable", "inlineDepth", 0},
    [NAME] = {"funcTable", "name", 0},
    [FILE_NAME] = {"funcTable", "fileName", 0},
    [SOURCE] = {"funcTable", "source", 0},
    [FUNC_LINE] = {"funcTable", "lineNumber", 0},
    [FUNC_COLUMN] = {"funcTable", "columnNumber", 0},
    [IS_JS] = {"funcTable", "isJS", 0},
    [RESOURCE] = {"funcTable", "resource", 0},
    [RESOURCE_NAME] = {"resourceTable", "name", 0},
    [SOURCE_NAME] = {"sources", "filename", 0},
    [SAMPLE] = {"samples", "stack", 0},
    [TIME] = {"samples", "time", 6},
    [DELTA] = {"samples", "timeDeltas", 6},
    [WEIGHT] = {"samples", "weight", 0},
};

/* ---- tables ---- */

static void reset_tables(tables *t)
{
    for (size_t i = 0; i < N_COLUMNS; i++)
        free(t->columns[i].items);
    free(t->strings);
    free(t->names);
    free(t->stacks);
    free(t->frames);
    *t = (tables){0};
}

/* A table of the thread, else of "shared", which is *common then; one without a value where neither has it. */
static fr_json table_of(const thread *t, const char *name, bool *common)
{
    fr_json own = fr_json_member(t->at, name);

    *common = !fr_json_exists(&own) && fr_json_exists(t->shared);
    return *common ? fr_json_member(t->shared, name) : own;
}

static bool read_strings(thread *t)
{
    bool common;
    fr_json list = table_of(t, "stringArray", &common), text;
    tables *of;

    if (!fr_json_exists(&list))
        list = table_of(t, "stringTable", &common);
    of = common ? t->common : &t->own;
    t->stacked = common ? t->stacked : &t->own;
    if (!of->strings) {
        of->n_strings = fr_json_count(&list, "texts");
        of->strings = calloc(of->n_strings + 1, sizeof *of->strings);
        of->names = calloc(of->n_strings + 1, sizeof *of->names);
        if (!of->strings || !of->names)
            return fr_fail_memory(&t->at->document->err);
        text = fr_json_items(&list, "texts");
        while (fr_json_next(&text))
            of->strings[text.index] = fr_json_is_text(&text) ? fr_json_text(&text) : FR_LITERAL("");
    }
    t->strings = of->strings;
    t->names = of->names;
    t->n_strings = of->n_strings;
    return !fr_json_failed(t->at);
}

static fr_bytes string_at(const thread *t, int64_t index)
{
    return index >= 0 && (uint64_t)index < t->n_strings ? t->strings[index] : FR_LITERAL("");
}

/* The name of a string, which is looked up once: many may share a long one. */
static uint32_t name_at(const thread *t, int64_t index)
{
    if (index < 0 || (uint64_t)index >= t->n_strings)
        return 0;
    if (!t->names[index])
        t->names[index] = fr_builder_name(t->b, t->strings[index], FR_TEXT_RAW) + 1;
    return t->names[index] - 1;
}

static uint32_t line_or(int64_t line, int64_t otherwise)
{
    line = line > 0 ? line : otherwise;
    return line > 0 && line <= UINT32_MAX ? (uint32_t)line : 0;
}

/* ---- frames ---- */

#define MOST_SPELLED (UINT64_C(4) << 30)

/* Each function may have the name of a long file, and functions be many. */
static bool count_spelled(thread *t, size_t len)
{
    t->common->n_spelled += len;
    if (t->common->n_spelled <= MOST_SPELLED)
        return true;
    fr_builder_fail(t->b, FR_E_LIMIT, 0, 0, "names of functions with their files take over 4 GiB");
    return false;
}

/* A function of JavaScript is known by its place, too. */
static uint32_t name_of(thread *t, int64_t func, fr_bytes file)
{
    fr_name_place place = {string_at(t, cell(t, NAME, func)), file,
                           line_or(cell(t, FUNC_LINE, func), 0),
                           line_or(cell(t, FUNC_COLUMN, func), 0)};
    bool placed = cell(t, IS_JS, func) == 1 && file.len && place.line;
    uint32_t id = placed ? 0 : name_at(t, cell(t, NAME, func));

    if (placed && count_spelled(t, place.function.len + file.len))
        id = fr_script_name(t->b, place);
    return id ? id : fr_builder_name(t->b, FR_LITERAL("[unknown]"), FR_TEXT_RAW);
}

static uint32_t make_frame(thread *t, int64_t row)
{
    fr_frame frame = {.kind = cell(t, DEPTH, row) > 0 ? FR_KIND_INLINED : FR_KIND_USER};
    int64_t func = cell(t, FUNC, row), source = cell(t, SOURCE, func);
    int64_t file = source >= 0 ? cell(t, SOURCE_NAME, source) : cell(t, FILE_NAME, func);

    if (func == FR_FIREFOX_NONE) { /* Gecko: "draw (https://x.org/app.js:3:7)" */
        frame.name = name_at(t, cell(t, LOCATION, row));
        return fr_builder_intern(t->b, &frame);
    }
    frame.name = name_of(t, func, string_at(t, file));
    frame.file = name_at(t, file);
    frame.line = frame.file ? line_or(cell(t, LINE, row), cell(t, FUNC_LINE, func)) : 0;
    frame.module = name_at(t, cell(t, RESOURCE_NAME, cell(t, RESOURCE, func)));
    return fr_builder_intern(t->b, &frame);
}

/* ---- stacks ---- */

/* The row that calls another one; FR_FIREFOX_NONE: it is outermost. */
static int64_t caller_of(const thread *t, size_t row)
{
    int64_t offset = cell(t, PREFIX_OFFSET, (int64_t)row), caller = cell(t, PREFIX, (int64_t)row);

    if (offset != FR_FIREFOX_NONE)
        return offset > 0 ? (int64_t)row - offset : FR_FIREFOX_NONE;
    return caller == -1 ? FR_FIREFOX_NONE : caller;
}

/* The table of stacks is good: callers stand before the stacks that they call. */
static bool check_stacks(thread *t)
{
    size_t n = t->columns[FRAME].n, n_frames = t->columns[FUNC].n + t->columns[LOCATION].n;

    if (t->stacked->stacks)
        return true;
    for (size_t i = 0; i < n; i++) {
        int64_t caller = caller_of(t, i), frame = t->columns[FRAME].items[i];
        if (caller != FR_FIREFOX_NONE && (caller < 0 || caller >= (int64_t)i)) {
            fr_json_fail(t->at, "stack %zu is called by %" PRId64 ", which is not before it", i,
                         caller);
            return false;
        }
        if (frame < 0 || (uint64_t)frame >= n_frames) {
            fr_json_fail(t->at, "stack %zu has a frame that is not there", i);
            return false;
        }
    }
    t->stacked->frames = calloc(n_frames + 1, sizeof *t->stacked->frames);
    t->stacked->stacks = calloc(n + 1, sizeof *t->stacked->stacks);
    return (t->stacked->frames && t->stacked->stacks) || fr_fail_memory(&t->at->document->err);
}

static uint32_t frame_at(thread *t, size_t row)
{
    uint32_t *made = &t->stacked->frames[t->columns[FRAME].items[row]];

    if (!*made)
        *made = make_frame(t, t->columns[FRAME].items[row]) + 1;
    return *made - 1;
}

/* The builder's stack of a row. Only stacks that samples name are pushed, with their callers: threads may share a table
 * of many. */
static uint32_t stack_at(thread *t, size_t row)
{
    uint32_t *stacks = t->stacked->stacks, stack = t->root;
    int64_t at = (int64_t)row;

    for (t->n_way = 0; at != FR_FIREFOX_NONE && !stacks[at]; at = caller_of(t, (size_t)at)) {
        if (!fr_reserve(&t->way, &t->way_cap, t->n_way + 1, sizeof *t->way)) {
            fr_builder_fail_memory(t->b);
            return stack;
        }
        t->way[t->n_way++] = (size_t)at;
    }
    if (at != FR_FIREFOX_NONE)
        stack = stacks[at] - 1;
    while (t->n_way > 0) {
        size_t next = t->way[--t->n_way];
        stack = fr_builder_push(t->b, stack, frame_at(t, next));
        stacks[next] = stack + 1;
    }
    return stack;
}

/* The stacks of the thread are not those of the next one, which stands on another name. */
static void forget_stacks(const thread *t)
{
    uint32_t *stacks = t->common->stacks;

    for (size_t i = 0; t->stacked == t->common && i < t->columns[SAMPLE].n; i++) {
        int64_t row = t->columns[SAMPLE].items[i];
        while (row >= 0 && (uint64_t)row < t->columns[FRAME].n && stacks[row]) {
            stacks[row] = 0;
            row = caller_of(t, (size_t)row);
        }
    }
}

/* ---- samples ---- */

/* The weights of a thread are one of these: the last row, where it has none. */
static const struct {
    const char *type, *column, *unit;
    uint32_t power; /* as of times */
} weights[] = {{"bytes", "bytes", "bytes", 0},
               {"tracing-ms", "time", "ns", 6},
               {"samples", "samples", "samples", 0}};

enum { BYTES, TRACING_MS, SAMPLES };

static void add_weight(thread *t, uint32_t stack, int64_t weight)
{
    const struct {
        uint64_t n;
        double squares;
    } of[] = {[BYTES] = {1, (double)weight * (double)weight},
              [TRACING_MS] = {0, 0.0},
              [SAMPLES] = {(uint64_t)weight, (double)weight}};

    fr_builder_add(t->b, stack, t->column, weight, of[t->weighs].n, of[t->weighs].squares);
}

static void read_samples(thread *t)
{
    bool timed = t->columns[TIME].n || t->columns[DELTA].n, times_others = false;
    int64_t now = 0;
    uint64_t n = 0;
    uint32_t stack;

    for (size_t i = 0; i < t->columns[SAMPLE].n && !fr_json_failed(t->at); i++) {
        int64_t row = t->columns[SAMPLE].items[i], time = cell(t, TIME, (int64_t)i);
        int64_t delta = cell(t, DELTA, (int64_t)i), weight = cell(t, WEIGHT, (int64_t)i);
        now = time != FR_FIREFOX_NONE                    ? time
              : delta > 0 && delta < INT64_MAX / 2 - now ? now + delta
                                                         : now;
        if (row == FR_FIREFOX_NONE || row == -1)
            continue; /* the thread did not run */
        if (row < 0 || (uint64_t)row >= t->columns[FRAME].n) {
            fr_json_fail(t->at, "sample %zu has a stack that is not there", i);
            return;
        }
        weight = t->columns[WEIGHT].n ? weight : 1;
        if (weight <= 0) {
            fr_builder_note(
                t->b, weight && weight != FR_FIREFOX_NONE ? FR_NOTE_NEGATIVE : FR_NOTE_ZERO_VALUE,
                0, FR_LITERAL("the weight of a sample"));
            continue;
        }
        stack = stack_at(t, (size_t)row);
        add_weight(t, stack, weight);
        if (timed) {
            fr_builder_time(t->b, now);
            if (t->column == 0)
                fr_builder_sample(t->b, stack, now, t->id, FR_NO_CPU, weight);
            else
                times_others |= fr_builder_keeps_samples(t->b);
        }
        n++;
    }
    fr_builder_record(t->b, n);
    if (times_others)
        fr_builder_say(t->b, FR_NOTE_CHOICE,
                       "times are those of the first thread's values: samples of '%s' have none",
                       weights[t->weighs].column);
}

/* ---- threads ---- */

/* A row of weights[]. */
static unsigned weighs_of(const fr_json *samples)
{
    unsigned what = 0;

    if (!fr_json_is_object(samples))
        return SAMPLES;
    fr_json type = fr_json_member(samples, "weightType"), list = fr_json_member(samples, "weight");
    while (what < SAMPLES &&
           !(fr_json_is_text(&type) && fr_json_is_list(&list) &&
             fr_bytes_equal(fr_json_text(&type), fr_bytes_of(weights[what].type))))
        what++;
    return what;
}

static void open_thread(thread *t, bool several)
{
    fr_json name = fr_json_member(t->at, "name"), pid = fr_json_member(t->at, "pid");
    fr_json tid = fr_json_member(t->at, "tid"), samples = fr_json_member(t->at, "samples");
    fr_frame frame = {.kind = FR_KIND_PROCESS};

    t->weighs = weighs_of(&samples);
    t->column = fr_builder_column(t->b, weights[t->weighs].column, weights[t->weighs].unit, 0);
    if (t->weighs == TRACING_MS)
        fr_builder_uncounted(t->b, t->column);
    frame.name =
        fr_json_is_text(&name) ? fr_builder_name(t->b, fr_json_text(&name), FR_TEXT_RAW) : 0;
    t->id = fr_builder_thread(t->b, fr_json_id(&pid), fr_json_id(&tid), frame.name);
    t->root = several && frame.name
                  ? fr_builder_push(t->b, FR_NO_STACK, fr_builder_intern(t->b, &frame))
                  : FR_NO_STACK;
}

/* A column of the thread's table, or of the shared one, which is read for the first thread that needs it. */
static void take_column(thread *t, size_t i)
{
    bool common = false;
    fr_json table =
        i < SAMPLE ? table_of(t, places[i].table, &common) : fr_json_member(t->at, places[i].table);
    tables *of = common ? t->common : &t->own;

    if (i < SAMPLE && !common && fr_json_exists(&table))
        t->stacked = &t->own;
    if (!of->read[i] && fr_json_exists(&table))
        of->columns[i] = read_column(&table, places[i].column,
                                     i == WEIGHT ? weights[t->weighs].power : places[i].power);
    of->read[i] = true;
    t->columns[i] = of->columns[i];
}

static void read_thread(fr_builder *b, const fr_json *at, const fr_json *shared, tables *common,
                        bool several)
{
    thread t = {.b = b, .at = at, .shared = shared, .common = common, .stacked = common};

    open_thread(&t, several);
    for (size_t i = 0; i < N_COLUMNS && !fr_json_failed(at); i++)
        take_column(&t, i);
    if (t.columns[SAMPLE].n && !fr_json_failed(at) && read_strings(&t) && check_stacks(&t)) {
        read_samples(&t);
        forget_stacks(&t);
    }
    reset_tables(&t.own);
    free(t.way);
}

/* The threads of a process. */
static void read_process(fr_builder *b, const fr_json *process, bool several)
{
    fr_json threads = fr_json_member(process, "threads"), at = fr_json_items(&threads, "threads");
    fr_json shared = fr_json_member(process, "shared");
    bool more = several || fr_json_count(&threads, "threads") > 1;
    tables common = {0};

    while (fr_json_next(&at) && !fr_builder_failed(b))
        read_thread(b, &at, &shared, &common, more);
    reset_tables(&common);
}

void fr_firefox_read(const fr_json *file, fr_builder *b, const fr_read_options *opt)
{
    fr_json profile = fr_json_member(file, "profile"), processes, at;
    bool several;

    (void)opt;
    profile = fr_json_is_object(&profile) ? profile : *file;
    /* Gecko's profiles hold those of other processes, which hold no more. */
    processes = fr_json_member(&profile, "processes");
    several = fr_json_is_list(&processes) && fr_json_count(&processes, "processes") > 0;
    read_process(b, &profile, several);
    if (several) {
        at = fr_json_items(&processes, "processes");
        while (fr_json_next(&at) && !fr_builder_failed(b))
            read_process(b, &at, true);
    }
}
