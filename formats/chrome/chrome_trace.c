/*
 * chrome_trace.c - traces of Chromium's kind: DevTools, Perfetto's and Chromium's JSON, Node.js, clang -ftime-trace,
 * Bazel, and all that writes "traceEvents".
 *
 *     {"traceEvents": [{"ph": "X", "pid": 1, "tid": 1, "ts": 15736, "dur": 713, "name": "Source",
 *       "args": {"detail": "/usr/include/features.h"}}, ...]}
 *     [{"ph": "B", ...}, {"ph": "E", ...}            the list alone; it may end early
 *
 * Where the trace holds CPU profiles of V8 these are read, else its spans. Reference: Trace Event Format (2016), and
 * the events of DevTools. Omitted: async events, counters, marks, objects.
 */
#include "formats/chrome/chrome_trace.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/arena.h"
#include "model/build/builder_samples.h"

int fr_chrome_trace_probe(fr_bytes head, bool whole)
{
    fr_bytes text = fr_bytes_beginning(head);

    (void)whole;
    if (fr_bytes_starts(text, FR_LITERAL("{")) && fr_bytes_contain(head, "\"traceEvents\""))
        return 100;
    return (fr_bytes_starts(text, FR_LITERAL("[")) || fr_bytes_starts(text, FR_LITERAL("{"))) &&
                   fr_bytes_contain(head, "\"ph\"") && fr_bytes_contain(head, "\"ts\"")
               ? 60
               : 0;
}

/* ---- threads ---- */

/* A number, or a text that holds one; -1: neither. */
static int64_t number_of(const fr_json *event, const char *key)
{
    fr_json at = fr_json_member(event, key);
    uint64_t number;

    if (fr_json_is_number(&at))
        return fr_json_integer(&at, INT64_MIN, INT64_MAX, "an id");
    if (fr_json_is_text(&at) && fr_parse_u64(fr_json_text(&at), &number) && number < INT64_MAX)
        return (int64_t)number;
    return -1;
}

uint32_t fr_chrome_thread_of(fr_chrome_trace *t, const fr_json *event)
{
    fr_chrome_thread own = {.pid = number_of(event, "pid"), .tid = number_of(event, "tid")};
    fr_chrome_thread *threads;

    for (size_t i = t->n_threads; i-- > 0;)
        if (t->threads[i].pid == own.pid && t->threads[i].tid == own.tid)
            return (uint32_t)i;
    threads = fr_grow(t->threads, &t->threads_cap, t->n_threads + 1, sizeof *threads);
    if (!threads) {
        fr_fail_memory(&event->document->err);
        return FR_NO_ID;
    }
    t->threads = threads;
    threads[t->n_threads] = own;
    return (uint32_t)t->n_threads++;
}

/* {"ph": "M", "name": "thread_name", "args": {"name": "CrRendererMain"}} */
static void read_metadata(fr_chrome_trace *t, const fr_json *event)
{
    fr_json name = fr_json_member(event, "name"), args = fr_json_member(event, "args"), given;
    uint32_t thread;

    if (!fr_json_is_text(&name) || !fr_json_is_object(&args) ||
        !fr_bytes_equal(fr_json_text(&name), FR_LITERAL("thread_name")))
        return;
    given = fr_json_member(&args, "name");
    thread = fr_chrome_thread_of(t, event);
    if (thread != FR_NO_ID && fr_json_is_text(&given))
        t->threads[thread].name = fr_builder_name(t->b, fr_json_text(&given), FR_TEXT_RAW);
}

/* ---- events ---- */

static char phase_of(const fr_json *event)
{
    fr_json phase = fr_json_member(event, "ph");
    fr_bytes text = fr_json_is_text(&phase) ? fr_json_text(&phase) : FR_LITERAL("");

    return text.len == 1 ? text.at[0] : 0;
}

/* The names of threads; whether there may be profiles. Each pass over a long trace waits for memory. */
static bool read_names(fr_chrome_trace *t, const fr_json *events)
{
    fr_json event = fr_json_items(events, "events");
    bool profiles = false;

    while (fr_json_next(&event)) {
        if (phase_of(&event) == 'M')
            read_metadata(t, &event);
        profiles = profiles || fr_chrome_is_profile(&event);
    }
    return profiles;
}

static void read_spans(fr_chrome_trace *t, const fr_json *events)
{
    fr_json event = fr_json_items(events, "events");

    while (fr_json_next(&event) && !fr_builder_failed(t->b)) {
        char phase = phase_of(&event);
        if (phase != 'M')
            fr_chrome_span_read(t, &event, phase);
    }
    if (!fr_json_failed(events))
        fr_chrome_spans_add(t);
}

static void say_what_is_lost(const fr_chrome_trace *t)
{
    if (t->n_other)
        fr_builder_say(t->b, FR_NOTE_CHOICE,
                       "async events, counters and marks are no spans of a thread, and not read: "
                       "%" PRIu64,
                       t->n_other);
    if (t->n_ends)
        fr_builder_say(t->b, FR_NOTE_CHOICE, "ends of spans that did not begin, not read: %" PRIu64,
                       t->n_ends);
    if (t->n_clipped)
        fr_builder_say(t->b, FR_NOTE_CHOICE,
                       "spans that end after the one that they began in, cut there: %" PRIu64,
                       t->n_clipped);
}

static void read_events(fr_chrome_trace *t, const fr_json *events)
{
    if (read_names(t, events) && fr_chrome_profiles_read(t, events))
        fr_builder_say(t->b, FR_NOTE_CHOICE,
                       "the trace holds CPU profiles of V8, which are read; its spans are not");
    else if (!fr_json_failed(events))
        read_spans(t, events);
    say_what_is_lost(t);
}

void fr_chrome_trace_read(fr_input *in, fr_builder *b, const fr_read_options *opt,
                          fr_choice *choice)
{
    fr_chrome_trace t = {.b = b, .memory = opt->limits.memory};
    fr_json_document document;
    fr_json file, events;

    (void)choice;
    if (!fr_json_read_open(&document, in, opt))
        return;
    file = fr_json_whole(&document);
    if (fr_json_is_list(&file)) {
        read_events(&t, &file);
    } else {
        events = fr_json_member(&file, "traceEvents");
        read_events(&t, &events);
    }
    free(t.threads);
    free(t.spans);
    fr_json_close(&document, in);
}
