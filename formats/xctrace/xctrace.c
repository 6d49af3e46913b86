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
#include "formats/xctrace/xctrace_row.h"

#include <stdlib.h>

#include "base/number.h"
#include "formats/reader.h"
#include "formats/stand_in.h"

static const char *const elements[N_ELEMENTS] = {
    "row",     "sample-time", "tid",    "pid",   "core",      "weight",          "cycle-weight",
    "process", "thread",      "binary", "frame", "backtrace", "tagged-backtrace"};

int fr_xctrace_probe(fr_bytes head, bool whole)
{
    (void)whole;
    return fr_bytes_contain(head, "<trace-query-result>") && fr_bytes_contain(head, "<row>") ? 100
                                                                                             : 0;
}

void fr_xctrace_fail_memory(reading *r)
{
    fr_builder_fail(r->b, FR_E_LIMIT, fr_xml_line(r->xml), 0,
                    "the table takes more memory than is allowed");
    fr_builder_hint(r->b, "--limit-memory raises the limit");
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
    grown = id == FR_NO_ID || (uint64_t)id * sizeof *grown > r->most
                ? NULL
                : fr_grow(r->objects, &r->objects_cap, (size_t)id + 1, sizeof *grown);
    if (!grown) {
        fr_xctrace_fail_memory(r);
        return 0;
    }
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

static bool is_kernel(fr_bytes path)
{
    return fr_bytes_contain(path, "/Kernels/kernel") || fr_bytes_ends(path, FR_LITERAL(".kext"));
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
    binary->kind = is_kernel(path) ? FR_KIND_KERNEL : FR_KIND_USER;
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

static void begin_object(reading *r, element what)
{
    object *now = &r->now.of[what];

    *now = (object){.number = -1, .pid = -1};
    r->now.has[what] = true;
    if (what == PROCESS)
        now->name = process_name(r);
    else if (what == BINARY)
        begin_binary(r, now);
    else if (what == FRAME)
        begin_frame(r, now);
    else if (what == BACKTRACE)
        now->first = r->n_frames;
}

/* The builder's frame: of its name, and of its binary. */
static void end_frame(reading *r)
{
    object *frame = &r->now.of[FRAME];
    const object *binary = &r->now.of[BINARY];
    fr_frame known = {.name = frame->name};

    if (r->now.has[BINARY]) {
        known.module = binary->name;
        known.kind = binary->kind;
        known.name = frame->stand_in ? binary->stand_in : frame->name;
    }
    frame->name = fr_builder_intern(r->b, &known);
}

static void end_object(reading *r, element what)
{
    object *now = &r->now.of[what];

    if (what == FRAME)
        end_frame(r);
    else if (what == BACKTRACE)
        now->n = r->n_frames - now->first;
    else if (what == TAGGED && r->now.has[BACKTRACE])
        *now = r->now.of[BACKTRACE];
    else if (what == THREAD) {
        now->number = r->now.has[TID] ? r->now.of[TID].number : -1;
        now->pid = r->now.has[PID] ? r->now.of[PID].number : -1;
        now->name = r->now.has[PROCESS] ? r->now.of[PROCESS].name : 0;
    }
}

/* A frame that is known, by itself or by a ref, belongs to the backtrace that is open. */
static void add_frame(reading *r)
{
    uint32_t *frames = r->n_frames * sizeof *frames > r->most
                           ? NULL
                           : fr_grow(r->frames, &r->frames_cap, r->n_frames + 1, sizeof *frames);

    if (!frames) {
        fr_xctrace_fail_memory(r);
        return;
    }
    r->frames = frames;
    frames[r->n_frames++] = r->now.of[FRAME].name;
}

/* ---- pieces ---- */

static void start(reading *r, element what)
{
    uint32_t ref = object_of(r, "ref");

    if (ref) {
        r->now.of[what] = r->objects[ref];
        r->now.has[what] = true;
        if (what == FRAME)
            add_frame(r);
    } else if (r->n_open < sizeof r->open / sizeof *r->open) {
        r->open[r->n_open].object = object_of(r, "id");
        r->open[r->n_open++].what = what;
        begin_object(r, what);
    }
}

static void end(reading *r, element what)
{
    uint32_t id;

    if (r->n_open == 0 || r->open[r->n_open - 1].what != what)
        return; /* a ref */
    id = r->open[--r->n_open].object;
    end_object(r, what);
    if (id)
        r->objects[id] = r->now.of[what];
    if (what == FRAME)
        add_frame(r);
}

static void take_text(reading *r)
{
    uint64_t number;
    element what = r->n_open ? r->open[r->n_open - 1].what : N_ELEMENTS;

    if (what < TIME || what > CYCLES || !fr_parse_u64(fr_bytes_trim(fr_xml_text(r->xml)), &number))
        return;
    r->now.of[what].number = number <= INT64_MAX ? (int64_t)number : -1;
}

static void take_row(reading *r, fr_xml_piece piece)
{
    r->in_row = piece == FR_XML_START;
    r->n_open = 0;
    if (r->in_row)
        r->now = (sample){0};
    else
        fr_xctrace_end_row(r);
}

static void take_piece(reading *r, fr_xml_piece piece)
{
    element what = piece == FR_XML_TEXT ? N_ELEMENTS : find_element(r);

    if (what == ROW)
        take_row(r, piece);
    else if (r->in_row && piece == FR_XML_TEXT)
        take_text(r);
    else if (r->in_row && what != N_ELEMENTS && piece == FR_XML_START)
        start(r, what);
    else if (r->in_row && what != N_ELEMENTS)
        end(r, what);
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
