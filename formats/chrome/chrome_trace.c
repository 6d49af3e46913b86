/*
 * chrome_trace.c - traces of Chromium's kind: DevTools, Perfetto's and Chromium's JSON, Node.js, clang -ftime-trace,
 * Bazel, and all that writes "traceEvents".
 *
 *     {"traceEvents": [{"ph": "X", "pid": 1, "tid": 1, "ts": 15736, "dur": 713, "name": "Source",
 *       "args": {"detail": "/usr/include/features.h"}}, ...]}
 *     [{"ph": "B", ...}, {"ph": "E", ...}            the list alone; it may end early
 *
 * Where the trace holds CPU profiles of V8 these are read, else samples beside its events, else its spans. Reference: Trace Event Format (2016), and
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

/* ---- numbers ---- */

/* "1234.5": Hermes writes times as texts. */
static int64_t ns_of_text(const fr_json *at)
{
    fr_decimal us = {0};
    fr_parse parsed = fr_decimal_parse(fr_json_text(at), &us);
    int64_t ns = us.mantissa;

    for (; us.decimals > 3; us.decimals--)
        ns /= 10;
    if ((parsed == FR_PARSE_OK || parsed == FR_PARSE_ROUNDED) && ns >= -FR_CHROME_MOST_NS &&
        fr_scale_up(ns, 3 - us.decimals, &ns))
        return ns;
    fr_json_expected(at, "a time in us");
    return 0;
}

int64_t fr_chrome_time_of(const fr_json *event, const char *key)
{
    fr_json at = fr_json_member(event, key);
    bool rounded = false;
    int64_t ns = 0;

    if (fr_json_exists(&at))
        ns = fr_json_is_text(&at) ? ns_of_text(&at)
                                  : fr_json_scaled(&at, 3, -FR_CHROME_MOST_NS, &rounded);
    if (ns >= -FR_CHROME_MOST_NS && ns <= FR_CHROME_MOST_NS)
        return ns;
    fr_json_expected(&at, "a time that fits");
    return 0;
}

/* ---- threads ---- */

int64_t fr_chrome_number_of(const fr_json *event, const char *key)
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
    fr_chrome_thread own = {.pid = fr_chrome_number_of(event, "pid"),
                            .tid = fr_chrome_number_of(event, "tid")};
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
    own.met = (uint32_t)t->n_threads;
    threads[t->n_threads] = own;
    return (uint32_t)t->n_threads++;
}

static int by_pid_and_tid(const void *a, const void *b)
{
    const fr_chrome_thread *x = a, *y = b;

    if (x->pid != y->pid)
        return x->pid < y->pid ? -1 : 1;
    return (x->tid > y->tid) - (x->tid < y->tid);
}

void fr_chrome_threads_sort(fr_chrome_trace *t)
{
    uint32_t *place = malloc((t->n_threads + 1) * sizeof *place);

    if (!place) {
        fr_builder_fail_memory(t->b);
        return;
    }
    if (t->n_threads)
        qsort(t->threads, t->n_threads, sizeof *t->threads, by_pid_and_tid);
    for (uint32_t i = 0; i < t->n_threads; i++) {
        place[t->threads[i].met] = i;
        t->threads[i].met = i;
    }
    for (size_t i = 0; i < t->n_spans; i++)
        t->spans[i].thread = place[t->spans[i].thread];
    free(place);
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
    const struct {
        uint64_t n;
        const char *what;
    } rows[] = {
        {t->n_other, "async events, counters and marks are no spans of a thread, and not read"},
        {t->n_ends, "ends of spans that did not begin, not read"},
        {t->n_clipped, "spans that end after the one that they began in, cut there"},
        {t->n_cpu, "spans without a length (dur), which are as long as their time on a CPU (tdur)"},
        {t->n_endless, "spans without a length (dur), not read"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].n)
            fr_builder_say(t->b, FR_NOTE_CHOICE, "%s: %" PRIu64, rows[i].what, rows[i].n);
}

/* `file`: what the events are in, or NULL. */
static void read_events(fr_chrome_trace *t, const fr_json *file, const fr_json *events)
{
    if (read_names(t, events) && fr_chrome_profiles_read(t, events))
        fr_builder_say(t->b, FR_NOTE_CHOICE,
                       "the trace holds CPU profiles of V8, which are read; its spans are not");
    else if (file && fr_chrome_samples_read(t, file))
        fr_builder_say(t->b, FR_NOTE_CHOICE,
                       "the trace holds samples of stacks, which are read; its spans are not");
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
        read_events(&t, NULL, &file);
    } else {
        events = fr_json_member(&file, "traceEvents");
        read_events(&t, &file, &events);
    }
    free(t.threads);
    free(t.spans);
    fr_json_close(&document, in);
}
