/*
 * chrome_trace.c - traces of Chromium's kind: DevTools, Perfetto's and Chromium's JSON, Node.js, clang -ftime-trace,
 * Bazel, and all that writes "traceEvents".
 *
 *     {"traceEvents": [{"ph": "X", "pid": 1, "tid": 1, "ts": 15736, "dur": 713, "name": "Source",
 *       "args": {"detail": "/usr/include/features.h"}}, ...]}
 *     [{"ph": "B", ...}, {"ph": "E", ...}            the list alone; it may end early
 *
 * Where the trace holds CPU profiles of V8 these are read, else samples beside its events, else its spans. Reference:
 * Trace Event Format (2016), and the events of DevTools. Omitted: async events, counters, marks, objects.
 */
#include "formats/chrome/chrome_trace.h"

#include "base/arena.h"
#include "model/build/builder.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define FR_CHROME_MOST_NS                                                                          \
    (INT64_MAX / 4) /* until 2043 where times count from 1970; sums of two fit */

typedef struct fr_chrome_span {
    int64_t start, end; /* ns */
    uint32_t thread, frame;
    uint32_t order;  /* in the file; JSON of 2 GiB has fewer */
    uint32_t around; /* while it is open: the span around it, plus 1 */
    char phase;      /* 'X': a whole one; 'B': its end is to be found; 'E': an end, and no span */
} fr_chrome_span;

/*
 * Spans of time to stacks.
 *
 *     {"ph": "X", "ts": 0, "dur": 10, "name": "a"}      a         |----------|     own: 0-2, 6-10
 *     {"ph": "B", "ts": 2, "name": "b"} {"ph": "E", "ts": 6}  b     |----|          own: 2-6
 *
 * Spans of a thread lie in one another: sorted by their start, the longer first, each lies in the last one that is
 * still open. clang's "Total" events add up others, and are no spans.
 */

/* ---- reading ---- */

/* "Source /usr/include/features.h": clang says in args.detail what was compiled. */
static uint32_t frame_of(fr_chrome_trace *t, const fr_json *event)
{
    fr_json name = fr_json_member(event, "name"), args = fr_json_member(event, "args");
    fr_json detail = fr_json_is_object(&args) ? fr_json_member(&args, "detail") : args;
    fr_bytes text = fr_json_is_text(&name) ? fr_json_text(&name) : FR_LITERAL("[unnamed]"), more;
    fr_arena arena = {0};
    uint32_t frame;

    if (fr_json_is_text(&detail) && fr_json_text(&detail).len) {
        more = fr_json_text(&detail);
        char *joined = fr_arena_take(&arena, text.len + more.len + 1);
        if (!joined) {
            fr_builder_fail_memory(t->b);
            return 0;
        }
        memcpy(joined, text.at, text.len);
        joined[text.len] = ' ';
        memcpy(joined + text.len + 1, more.at, more.len);
        text = (fr_bytes){joined, text.len + more.len + 1};
    }
    frame = fr_builder_named(t->b, text, FR_TEXT_RAW, FR_KIND_USER, (fr_bytes){NULL, 0});
    fr_arena_reset(&arena);
    return frame;
}

static void add_span(fr_chrome_trace *t, const fr_json *event, uint32_t thread, char phase,
                     int64_t now, int64_t end)
{
    size_t n = t->n_spans;

    if (n >= t->memory / (2 * sizeof *t->spans) ||
        !fr_reserve(&t->spans, &t->spans_cap, n + 1, sizeof *t->spans)) {
        fr_builder_fail(t->b, FR_E_LIMIT, 0, 0, "%zu spans take more memory than is allowed", n);
        fr_builder_hint(t->b, "--limit-memory raises the limit");
        return;
    }
    t->spans[t->n_spans++] = (fr_chrome_span){.start = now,
                                              .end = end,
                                              .thread = thread,
                                              .order = (uint32_t)n,
                                              .frame = phase == 'E' ? 0 : frame_of(t, event),
                                              .phase = phase};
    t->threads[thread].n_spans += phase != 'E';
}

/* The length of a whole span; below 0: it has none, or adds up others. */
static int64_t length_of(fr_chrome_trace *t, const fr_json *event)
{
    fr_json wall = fr_json_member(event, "dur"), cpu = fr_json_member(event, "tdur");
    fr_json args = fr_json_member(event, "args"), average = args;
    int64_t length;

    if (fr_json_is_object(&args)) /* {"name": "Total Source", "args": {"count": 12, "avg ms": 3}} */
        average = fr_json_member(&args, "avg ms");
    if (fr_json_is_object(&args) && fr_json_exists(&average))
        return -1;
    if (!fr_json_exists(&wall) && !fr_json_exists(&cpu)) {
        t->n_endless++;
        return -1;
    }
    t->n_cpu += !fr_json_exists(&wall);
    length = fr_chrome_time_of(event, fr_json_exists(&wall) ? "dur" : "tdur");
    return length > 0 ? length : 0;
}

/* Takes an event of a phase as a span or a part of one; counts what is none. */
static void read_span(fr_chrome_trace *t, const fr_json *event, char phase)
{
    uint32_t thread;
    int64_t now, length;

    if (phase != 'X' && phase != 'B' && phase != 'E') {
        t->n_other++;
        return;
    }
    thread = fr_chrome_thread_of(t, event);
    if (thread == FR_NO_ID)
        return;
    now = fr_chrome_time_of(event, "ts");
    length = phase == 'X' ? length_of(t, event) : -1;
    if (phase != 'X')
        add_span(t, event, thread, phase, now, INT64_MAX);
    else if (length >= 0)
        add_span(t, event, thread, phase, now, now + length);
    now += length > 0 ? length : 0;
    t->threads[thread].last_ns =
        now > t->threads[thread].last_ns ? now : t->threads[thread].last_ns;
}

/* ---- stacks ---- */

/* A thread's spans that are open, and the time until which it is known what ran. */
typedef struct sweep {
    fr_chrome_trace *t;
    uint32_t column, thread, root; /* root: the stack of the thread's name */
    struct open {
        int64_t end;
        uint32_t stack;
    } * open;
    size_t depth, cap;
    int64_t now;
} sweep;

static int by_thread_and_time(const void *a, const void *b)
{
    const fr_chrome_span *x = a, *y = b;

    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

/* The longer first: it is around the other. */
static int by_thread_and_start(const void *a, const void *b)
{
    const fr_chrome_span *x = a, *y = b;

    if (x->thread == y->thread && x->start == y->start && x->end != y->end)
        return x->end > y->end ? -1 : 1;
    return by_thread_and_time(a, b);
}

/* Counts the time until `then` for the innermost span. */
static void advance(sweep *s, int64_t then)
{
    int64_t ns = s->depth ? then - s->now : 0;

    if (ns > 0) {
        uint32_t stack = s->open[s->depth - 1].stack;
        fr_builder_add(s->t->b, stack, s->column, ns, 0, 0.0);
        fr_builder_sample(s->t->b, stack, s->now, s->thread, FR_NO_CPU, ns);
        fr_builder_time(s->t->b, s->now);
        fr_builder_time(s->t->b, then);
    }
    s->now = then > s->now ? then : s->now;
}

static void close_until(sweep *s, int64_t then)
{
    while (s->depth && s->open[s->depth - 1].end <= then) {
        advance(s, s->open[s->depth - 1].end);
        s->depth--;
    }
    advance(s, then);
}

static bool open_span(sweep *s, const fr_chrome_span *span)
{
    uint32_t caller = s->depth ? s->open[s->depth - 1].stack : s->root;
    int64_t end = span->end;

    if (!fr_reserve(&s->open, &s->cap, s->depth + 1, sizeof *s->open))
        return false;
    if (s->depth && end > s->open[s->depth - 1].end) {
        end = s->open[s->depth - 1].end;
        s->t->n_clipped++;
    }
    s->open[s->depth++] = (struct open){end, fr_builder_push(s->t->b, caller, span->frame)};
    return true;
}

/* If several threads have spans, each stands on its name. */
static void begin_thread(sweep *s, uint32_t thread, bool several)
{
    const fr_chrome_thread *is = &s->t->threads[thread];
    fr_frame frame = {.kind = FR_KIND_PROCESS, .name = is->name};
    char text[40];

    s->root = FR_NO_STACK;
    s->now = INT64_MIN;
    s->thread = fr_builder_thread(s->t->b, is->pid, is->tid, is->name);
    if (!several)
        return;
    if (!frame.name) {
        snprintf(text, sizeof text, "thread %" PRId64, is->tid);
        frame.name = fr_builder_name(s->t->b, fr_bytes_of(text), FR_TEXT_RAW);
    }
    s->root = fr_builder_push(s->t->b, FR_NO_STACK, fr_builder_intern(s->t->b, &frame));
}

/* An end is that of the innermost span of its thread that has begun and not ended by then. */
static void find_ends(fr_chrome_trace *t)
{
    uint32_t open = 0; /* the innermost one plus 1 */
    size_t n = 0;

    for (size_t i = 0; i < t->n_spans; i++) {
        fr_chrome_span *span = &t->spans[i];
        if (i > 0 && span->thread != span[-1].thread)
            open = 0;
        if (span->phase == 'B') {
            span->around = open;
            open = (uint32_t)i + 1;
        } else if (span->phase == 'E') {
            t->n_ends += !open;
            if (open) {
                t->spans[open - 1].end = span->start;
                open = t->spans[open - 1].around;
            }
        }
    }
    for (size_t i = 0; i < t->n_spans; i++)
        if (t->spans[i].phase != 'E')
            t->spans[n++] = t->spans[i];
    t->n_spans = n;
}

/* Events may stand in any order. */
static void order_spans(fr_chrome_trace *t)
{
    fr_chrome_threads_sort(t);
    if (!t->n_spans || fr_builder_failed(t->b))
        return;
    qsort(t->spans, t->n_spans, sizeof *t->spans, by_thread_and_time);
    find_ends(t);
    /* Spans that never end do so with the last event of their thread. */
    for (size_t i = 0; i < t->n_spans; i++)
        if (t->spans[i].end == INT64_MAX) {
            int64_t last = t->threads[t->spans[i].thread].last_ns;
            t->spans[i].end = last > t->spans[i].start ? last : t->spans[i].start;
        }
    qsort(t->spans, t->n_spans, sizeof *t->spans, by_thread_and_start);
}

/* All spans to values: what lies between two ends or beginnings is the innermost span's own time. */
static void add_spans(fr_chrome_trace *t)
{
    sweep s = {.t = t, .column = fr_builder_column(t->b, "time", "ns", 0), .thread = FR_NO_ID};
    uint32_t thread = FR_NO_ID, n_threads = 0;
    bool good = true;

    fr_builder_uncounted(t->b, s.column);
    for (size_t i = 0; i < t->n_threads; i++)
        n_threads += t->threads[i].n_spans > 0;
    order_spans(t);
    for (size_t i = 0; i < t->n_spans && good && !fr_builder_failed(t->b); i++) {
        const fr_chrome_span *span = &t->spans[i];
        if (span->thread != thread) {
            close_until(&s, INT64_MAX / 2);
            thread = span->thread;
            begin_thread(&s, thread, n_threads > 1);
        }
        close_until(&s, span->start);
        good = open_span(&s, span);
    }
    close_until(&s, INT64_MAX / 2);
    free(s.open);
    if (!good)
        fr_builder_fail_memory(t->b);
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

static bool is_thread(const fr_chrome_trace *t, uint32_t i, const int64_t ids[2])
{
    return i < t->n_threads && t->threads[i].pid == ids[0] && t->threads[i].tid == ids[1];
}

/* The thread of a pid and a tid, for which there is room; FR_NO_ID, with a walk that ends where it belongs. */
static uint32_t find_thread(const fr_chrome_trace *t, const int64_t ids[2], fr_slots_walk *walk)
{
    uint32_t i;

    *walk = fr_slots_walk_from(&t->slots, fr_slots_hash(&t->slots, ids, 2 * sizeof *ids));
    while (fr_slots_next(&t->slots, walk, &i))
        if (is_thread(t, i, ids))
            return i;
    return FR_NO_ID;
}

uint32_t fr_chrome_thread_of(fr_chrome_trace *t, const fr_json *event)
{
    fr_json pid = fr_json_member(event, "pid"), tid = fr_json_member(event, "tid");
    int64_t ids[2] = {fr_json_id(&pid), fr_json_id(&tid)};
    fr_slots_walk walk;

    if (is_thread(t, t->last, ids))
        return t->last;
    if (!fr_reserve(&t->threads, &t->threads_cap, t->n_threads + 1, sizeof *t->threads) ||
        !fr_slots_make_room(&t->slots)) {
        fr_fail_memory(&event->document->err);
        return FR_NO_ID;
    }
    t->last = find_thread(t, ids, &walk);
    if (t->last != FR_NO_ID)
        return t->last;
    t->last = (uint32_t)t->n_threads;
    t->threads[t->last] = (fr_chrome_thread){.pid = ids[0], .tid = ids[1], .met = t->last};
    fr_slots_put(&t->slots, &walk, t->last);
    t->n_threads++;
    return t->last;
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
    for (size_t i = 0; i < t->slots.n; i++)
        if (t->slots.at[i].item1)
            t->slots.at[i].item1 = place[t->slots.at[i].item1 - 1] + 1;
    free(place);
}

/* ---- events ---- */

fr_bytes fr_chrome_text_of(const fr_json *event, const char *key)
{
    fr_json at = fr_json_member(event, key);

    return fr_json_is_text(&at) ? fr_json_text(&at) : FR_LITERAL("");
}

static char phase_of(const fr_json *event)
{
    fr_bytes text = fr_chrome_text_of(event, "ph");

    return text.len == 1 ? text.at[0] : 0;
}

/* Takes the names of threads; returns true if there may be CPU profiles of V8, by the names of events. Each pass over a
 * long trace waits for memory.
 *
 *     {"ph": "M", "name": "thread_name", "args": {"name": "CrRendererMain"}}
 */
static bool read_names(fr_chrome_trace *t, const fr_json *events)
{
    fr_json event = fr_json_items(events, "events");
    bool profiles = false;

    while (fr_json_next(&event)) {
        fr_json args, given;
        fr_bytes text = profiles ? (fr_bytes){0} : fr_chrome_text_of(&event, "name");
        uint32_t thread;
        profiles = profiles || fr_bytes_equal(text, FR_LITERAL("CpuProfile")) ||
                   fr_bytes_starts(text, FR_LITERAL("Profile"));
        if (phase_of(&event) != 'M' ||
            !fr_bytes_equal(fr_chrome_text_of(&event, "name"), FR_LITERAL("thread_name")))
            continue;
        args = fr_json_member(&event, "args");
        if (!fr_json_is_object(&args))
            continue;
        given = fr_json_member(&args, "name");
        thread = fr_chrome_thread_of(t, &event);
        if (thread != FR_NO_ID && fr_json_is_text(&given))
            t->threads[thread].name = fr_builder_name(t->b, fr_json_text(&given), FR_TEXT_RAW);
    }
    return profiles;
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
    fr_json event;

    if (read_names(t, events) && fr_chrome_profiles_read(t, events)) {
        fr_builder_say(t->b, FR_NOTE_CHOICE,
                       "the trace holds CPU profiles of V8, which are read; its spans are not");
    } else if (file && fr_chrome_samples_read(t, file)) {
        fr_builder_say(t->b, FR_NOTE_CHOICE,
                       "the trace holds samples of stacks, which are read; its spans are not");
    } else if (!fr_json_failed(events)) {
        event = fr_json_items(events, "events");
        while (fr_json_next(&event) && !fr_builder_failed(t->b)) {
            char phase = phase_of(&event);
            if (phase != 'M')
                read_span(t, &event, phase);
        }
        if (!fr_json_failed(events))
            add_spans(t);
    }
    say_what_is_lost(t);
}

void fr_chrome_trace_read(const fr_json *file, fr_builder *b, const fr_read_options *opt)
{
    fr_chrome_trace t = {.b = b, .memory = opt->limits.memory};
    fr_json events;

    if (fr_json_is_list(file)) {
        read_events(&t, NULL, file);
    } else {
        events = fr_json_member(file, "traceEvents");
        read_events(&t, file, &events);
    }
    free(t.threads);
    free(t.spans);
    fr_slots_reset(&t.slots);
}
