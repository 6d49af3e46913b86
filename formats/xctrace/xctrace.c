/*
 * xctrace.c - samples of Instruments, as 'xctrace export' writes them: tables time-profile, cpu-profile, time-sample.
 *
 *     <row><sample-time id="1" fmt="00:00.123">123456789</sample-time>
 *       <thread id="2" fmt="Main Thread 0x1f3 (App, pid: 4711)"><tid id="3">499</tid>
 *         <process id="4" fmt="App (4711)"><pid id="5">4711</pid></process></thread>
 *       <core id="7">0</core> <weight id="9" fmt="1.00 ms">1000000</weight>
 *       <backtrace id="10"><frame id="11" name="read_line" addr="0x10a2b5b2d">
 *         <binary id="12" name="App" path="/Applications/App.app/Contents/MacOS/App"/></frame> ... </backtrace></row>
 *     <row><sample-time id="20">124456789</sample-time><thread ref="2"/><weight ref="9"/><backtrace ref="10"/></row>
 *
 * Any element may have an id, and later stand as a ref to it. The innermost frame comes first; the process is the
 * root. Reference: facts of xctrace 14 and of its readers. Omitted: addresses, tags, states of threads.
 */
#define _GNU_SOURCE /* memrchr */
#include "base/number.h"
#include "formats/reader.h"
#include "formats/symbols.h"
#include "formats/xml.h"
#include "model/build/stack_table.h"

#include <stdlib.h>

typedef enum element {
    ROW,
    TIME,
    TID,
    PID,
    CORE,
    WEIGHT,
    CYCLES,
    PROCESS,
    THREAD,
    BINARY,
    FRAME,
    BACKTRACE,
    TAGGED,
    N_ELEMENTS
} element;

/* The content of an element with an id; which of it is set depends on the element. */
typedef struct object {
    element of;     /* once it has ended; ROW: not yet */
    int64_t number; /* TIME ... CYCLES; THREAD: tid */
    int64_t pid;    /* THREAD */
    /* PROCESS and THREAD: the name of the process; BINARY: its path; FRAME: its name, after its end the frame */
    uint32_t name;
    /* BINARY: the name that its functions without a name get; FRAME: 1 where it has no name of its own */
    uint32_t stand_in;
    fr_kind kind;    /* BINARY */
    size_t first, n; /* BACKTRACE, TAGGED: its frames */
} object;

/* A row while it is read: what its elements have said so far. */
typedef struct sample {
    object of[N_ELEMENTS];
    bool has[N_ELEMENTS];
} sample;

typedef struct reading {
    fr_builder *b;
    fr_xml *xml;
    uint64_t most;      /* bytes that objects and frames may take */
    fr_stack_table ids; /* (id of an element, 0) */
    object *objects;    /* by id of `ids` */
    size_t objects_cap;
    uint32_t *frames; /* of all backtraces */
    size_t n_frames, frames_cap;
    fr_stack_table pushed; /* (first frame of a backtrace and 1, root): many rows refer to one */
    uint32_t *stacks;      /* by id of `pushed`: of the builder */
    size_t stacks_cap;
    struct {
        element what;
        uint32_t object; /* 0: without an id */
    } open[16];
    size_t n_open;
    sample now;
    bool in_row;
    uint32_t column;
    element weight; /* what the column sums up: WEIGHT, CYCLES; ROW: the number of samples */
    bool has_column;
} reading;

/* ---- A row that has ended becomes a sample: its stack, its value and its time ---- */

/* The first row decides what values are: weights in ns, cycles, or samples. */
static void open_column(reading *r)
{
    static const struct {
        element weight;
        const char *name, *unit;
    } columns[] = {
        {WEIGHT, "time", "ns"}, {CYCLES, "cycles", "cycles"}, {ROW, "samples", "samples"}};
    size_t i = r->now.has[WEIGHT] ? 0 : r->now.has[CYCLES] ? 1 : 2;

    if (r->has_column)
        return;
    r->has_column = true;
    r->weight = columns[i].weight;
    r->column = fr_builder_column(r->b, columns[i].name, columns[i].unit, 0);
    if (r->weight != ROW)
        fr_builder_uncounted(r->b, r->column);
}

/* fr_grow() of an array that is to have an item `i`; NULL after a failure, which is the builder's. */
static void *grow(reading *r, void *items, size_t *cap, size_t i, size_t size)
{
    void *grown = i == FR_NO_ID || i * size > r->most ? NULL : fr_grow(items, cap, i + 1, size);

    if (!grown) {
        fr_builder_fail(r->b, FR_E_LIMIT, fr_xml_line(r->xml), 0,
                        "the table takes more memory than is allowed");
        fr_builder_hint(r->b, "--limit-memory raises the limit");
    }
    return grown;
}

/* A backtrace is pushed once for each root, however many rows refer to it. */
static uint32_t push_backtrace(reading *r, const object *trace, uint32_t root)
{
    uint32_t n = r->pushed.n, stack = root;
    uint32_t id = fr_stack_table_add(&r->pushed, (fr_stack){(uint32_t)trace->first + 1, root});
    uint32_t *stacks = grow(r, r->stacks, &r->stacks_cap, id, sizeof *stacks);

    if (!stacks)
        return root;
    r->stacks = stacks;
    if (id < n)
        return stacks[id];
    for (size_t i = trace->n; i-- > 0;)
        stack = fr_builder_push(r->b, stack, r->frames[trace->first + i]);
    stacks[id] = stack;
    return stack;
}

static void add_time(reading *r, uint32_t stack, int64_t value)
{
    const sample *now = &r->now;
    bool on_cpu = now->has[CORE] && now->of[CORE].number >= 0 && now->of[CORE].number < FR_NO_CPU;

    if (!now->has[TIME] || now->of[TIME].number < 0)
        return;
    fr_builder_time(r->b, now->of[TIME].number);
    if (fr_builder_keeps_samples(r->b))
        fr_builder_sample(r->b, stack, now->of[TIME].number,
                          now->has[THREAD]
                              ? fr_builder_thread(r->b, now->of[THREAD].pid, now->of[THREAD].number,
                                                  now->of[THREAD].name)
                              : fr_builder_thread(r->b, -1, -1, 0),
                          on_cpu ? (uint16_t)now->of[CORE].number : FR_NO_CPU, value);
}

/* Tells the builder the row that has ended. */
static void end_row(reading *r)
{
    const object *trace = &r->now.of[r->now.has[BACKTRACE] ? BACKTRACE : TAGGED];
    fr_frame root = {.name = r->now.of[THREAD].name, .kind = FR_KIND_PROCESS};
    int64_t value = 1;
    uint32_t stack = FR_NO_STACK;

    open_column(r);
    fr_builder_record(r->b, 1);
    if (r->weight != ROW)
        value = r->now.has[r->weight] ? r->now.of[r->weight].number : 0;
    if (value <= 0) {
        fr_builder_note(r->b, FR_NOTE_ZERO_VALUE, fr_xml_line(r->xml),
                        FR_LITERAL("a row without a weight"));
        return;
    }
    if (r->now.has[THREAD] && root.name)
        stack = fr_builder_push(r->b, stack, fr_builder_intern(r->b, &root));
    stack = trace->n > 0
                ? push_backtrace(r, trace, stack)
                : fr_stand_in_stack(r->b, stack, fr_xml_line(r->xml), "a row without a backtrace");
    fr_builder_add(r->b, stack, r->column, value, r->weight == ROW ? 1 : 0,
                   r->weight == ROW ? 1.0 : 0.0);
    add_time(r, stack, value);
}

static const char *const elements[N_ELEMENTS] = {
    "row",     "sample-time", "tid",    "pid",   "core",      "weight",          "cycle-weight",
    "process", "thread",      "binary", "frame", "backtrace", "tagged-backtrace"};

int fr_xctrace_probe(fr_bytes head, bool whole)
{
    (void)whole;
    return fr_bytes_contain(head, "<trace-query-result>") && fr_bytes_contain(head, "<row>") ? 100
                                                                                             : 0;
}

/* ---- elements ---- */

/* The element that starts or ends here; N_ELEMENTS: one that is not read. */
static element find_element(const reading *r)
{
    element e = 0;

    while (e < N_ELEMENTS && !fr_xml_is(r->xml, elements[e]))
        e++;
    return e;
}

/* The object of an id, made where it is new; 0 where there is none. */
static uint32_t object_of(reading *r, const char *attribute)
{
    uint32_t n = r->ids.n, id;
    fr_bytes text;
    uint64_t number;
    object *grown;

    if (!fr_xml_attribute(r->xml, attribute, &text) || !fr_parse_u64(text, &number) ||
        number >= UINT32_MAX)
        return 0;
    id = fr_stack_table_add(&r->ids, (fr_stack){(uint32_t)number + 1, 0});
    grown = grow(r, r->objects, &r->objects_cap, id, sizeof *grown);
    if (!grown)
        return 0;
    r->objects = grown;
    if (id >= n)
        grown[id] = (object){0};
    return id;
}

/* "App (4711)" without the process id. */
static uint32_t process_name(reading *r)
{
    const char *open;
    fr_bytes text;

    if (!fr_xml_attribute(r->xml, "fmt", &text))
        return 0;
    open = text.len ? memrchr(text.at, '(', text.len) : NULL;
    if (open && open > text.at)
        text = fr_bytes_trim((fr_bytes){text.at, (size_t)(open - text.at)});
    return fr_builder_name(r->b, text, FR_TEXT_RAW);
}

/* ---- an element that holds its own content ---- */

static void begin_binary(reading *r, object *binary)
{
    char room[FR_STAND_IN_MAX];
    fr_bytes path;

    if (!fr_xml_attribute(r->xml, "path", &path) && !fr_xml_attribute(r->xml, "name", &path))
        return;
    binary->name = fr_builder_name(r->b, path, FR_TEXT_RAW);
    binary->stand_in = fr_builder_name(r->b, fr_stand_in((fr_bytes){0}, path, room), FR_TEXT_RAW);
    binary->kind =
        fr_bytes_contain(path, "/Kernels/kernel") || fr_bytes_ends(path, FR_LITERAL(".kext"))
            ? FR_KIND_KERNEL
            : FR_KIND_USER;
}

static void begin_frame(reading *r, object *frame)
{
    fr_bytes name = {0};
    char room[FR_STAND_IN_MAX];

    r->now.has[BINARY] = false;
    (void)fr_xml_attribute(r->xml, "name", &name);
    frame->stand_in = fr_stand_in(name, (fr_bytes){0}, room).at != name.at;
    frame->name = fr_builder_name(r->b, fr_stand_in(name, (fr_bytes){0}, room), FR_TEXT_RAW);
}

/* A frame that is known, by itself or by a ref, belongs to the backtrace that is open. */
static void add_frame(reading *r)
{
    uint32_t *frames = grow(r, r->frames, &r->frames_cap, r->n_frames, sizeof *frames);

    if (!frames)
        return;
    r->frames = frames;
    frames[r->n_frames++] = r->now.of[FRAME].name;
}

/* ---- pieces ---- */

static void start(reading *r, element what)
{
    object *now = &r->now.of[what];
    uint32_t ref = object_of(r, "ref");

    if (ref && r->objects[ref].of == what) {
        *now = r->objects[ref];
        r->now.has[what] = true;
        if (what == FRAME)
            add_frame(r);
    } else if (ref && what == FRAME) {
        fr_builder_fail(r->b, FR_E_FORMAT, fr_xml_line(r->xml), 0,
                        "a frame refers to one that is not there");
    } else if (ref) { /* as if it were absent */
        r->now.has[what] = false;
    } else if (r->n_open < sizeof r->open / sizeof *r->open) {
        r->open[r->n_open].object = object_of(r, "id");
        r->open[r->n_open++].what = what;
        r->now.has[what] = true;
        *now = (object){.number = -1, .pid = -1};
        if (what == PROCESS)
            now->name = process_name(r);
        else if (what == BINARY)
            begin_binary(r, now);
        else if (what == FRAME)
            begin_frame(r, now);
        else if (what == BACKTRACE)
            now->first = r->n_frames;
    }
}

static void end(reading *r, element what)
{
    object *now = &r->now.of[what];
    const object *binary = &r->now.of[BINARY];
    fr_frame frame = {.name = now->name};
    uint32_t id;

    if (r->n_open == 0 || r->open[r->n_open - 1].what != what)
        return; /* a ref */
    id = r->open[--r->n_open].object;
    if (what == FRAME) { /* the builder's frame: of its name, and of its binary */
        if (r->now.has[BINARY]) {
            frame.module = binary->name;
            frame.kind = binary->kind;
            frame.name = now->stand_in ? binary->stand_in : now->name;
        }
        now->name = fr_builder_intern(r->b, &frame);
    } else if (what == BACKTRACE) {
        now->n = r->n_frames - now->first;
    } else if (what == TAGGED && r->now.has[BACKTRACE]) {
        *now = r->now.of[BACKTRACE];
    } else if (what == THREAD) {
        now->number = r->now.has[TID] ? r->now.of[TID].number : -1;
        now->pid = r->now.has[PID] ? r->now.of[PID].number : -1;
        now->name = r->now.has[PROCESS] ? r->now.of[PROCESS].name : 0;
    }
    if (id) {
        r->objects[id] = *now;
        r->objects[id].of = what;
    }
    if (what == FRAME)
        add_frame(r);
}

static void take_piece(reading *r, fr_xml_piece piece)
{
    element what = piece == FR_XML_TEXT ? N_ELEMENTS : find_element(r);
    element open = r->n_open ? r->open[r->n_open - 1].what : N_ELEMENTS;
    uint64_t number;

    if (what == ROW) {
        r->in_row = piece == FR_XML_START;
        r->n_open = 0;
        if (r->in_row)
            r->now = (sample){0};
        else
            end_row(r);
    } else if (r->in_row && piece == FR_XML_TEXT) {
        if (open >= TIME && open <= CYCLES &&
            fr_parse_u64(fr_bytes_trim(fr_xml_text(r->xml)), &number))
            r->now.of[open].number = number <= INT64_MAX ? (int64_t)number : -1;
    } else if (r->in_row && what != N_ELEMENTS && piece == FR_XML_START) {
        start(r, what);
    } else if (r->in_row && what != N_ELEMENTS) {
        end(r, what);
    }
}

void fr_xctrace_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    reading r = {.b = b, .xml = fr_xml_open(in), .most = opt->limits.memory};
    fr_xml_piece piece;

    (void)choice;
    if (!fr_stack_table_init(&r.ids) || !fr_stack_table_init(&r.pushed))
        fr_builder_fail_memory(b);
    while (r.xml && !fr_builder_failed(b) && (piece = fr_xml_next(r.xml)) != FR_XML_NONE)
        take_piece(&r, piece);
    if (r.has_column && fr_builder_keeps_samples(b))
        fr_builder_sort_samples(b);
    fr_xml_close(r.xml);
    fr_stack_table_reset(&r.ids);
    fr_stack_table_reset(&r.pushed);
    free(r.objects);
    free(r.stacks);
    free(r.frames);
}
