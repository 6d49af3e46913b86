/*
 * chrome_spans.c - spans of time to stacks.
 *
 *     {"ph": "X", "ts": 0, "dur": 10, "name": "a"}      a         |----------|     own: 0-2, 6-10
 *     {"ph": "B", "ts": 2, "name": "b"} {"ph": "E", "ts": 6}  b     |----|          own: 2-6
 *
 * Spans of a thread lie in one another: sorted by their start, the longer first, each lies in the last one that is
 * still open. clang's "Total" events add up others, and are no spans.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "formats/chrome/chrome_trace.h"
#include "model/build/builder_samples.h"

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
    fr_chrome_span *spans = t->n_spans < t->memory / (2 * sizeof *spans)
                                ? fr_grow(t->spans, &t->spans_cap, t->n_spans + 1, sizeof *spans)
                                : NULL;
    fr_chrome_span *span;

    if (!spans) {
        fr_builder_fail(t->b, FR_E_LIMIT, 0, 0, "%zu spans take more memory than is allowed",
                        t->n_spans);
        fr_builder_hint(t->b, "--limit-memory raises the limit");
        return;
    }
    t->spans = spans;
    span = &spans[t->n_spans];
    *span = (fr_chrome_span){.start = now,
                             .end = end,
                             .thread = thread,
                             .order = (uint32_t)t->n_spans++,
                             .frame = phase == 'E' ? 0 : frame_of(t, event),
                             .phase = phase};
    t->threads[thread].n_spans += phase != 'E';
}

/* {"name": "Total Source", "args": {"count": 12, "avg ms": 3}} */
static bool is_total(const fr_json *event)
{
    fr_json args = fr_json_member(event, "args"), average;

    if (!fr_json_is_object(&args))
        return false;
    average = fr_json_member(&args, "avg ms");
    return fr_json_exists(&average);
}

/* The length of a whole span; below 0: it has none. */
static int64_t length_of(fr_chrome_trace *t, const fr_json *event)
{
    fr_json wall = fr_json_member(event, "dur"), cpu = fr_json_member(event, "tdur");
    int64_t length;

    if (!fr_json_exists(&wall) && !fr_json_exists(&cpu)) {
        t->n_endless++;
        return -1;
    }
    t->n_cpu += !fr_json_exists(&wall);
    length = fr_chrome_time_of(event, fr_json_exists(&wall) ? "dur" : "tdur");
    return length > 0 ? length : 0;
}

void fr_chrome_span_read(fr_chrome_trace *t, const fr_json *event, char phase)
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
    length = phase == 'X' && !is_total(event) ? length_of(t, event) : -1;
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

/* The longer first: it is around the other. */
static int by_thread_and_start(const void *a, const void *b)
{
    const fr_chrome_span *x = a, *y = b;

    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    if (x->end != y->end)
        return x->end > y->end ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
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
    struct open *open = fr_grow(s->open, &s->cap, s->depth + 1, sizeof *open);
    int64_t end = span->end;

    if (!open)
        return false;
    s->open = open;
    if (s->depth && end > open[s->depth - 1].end) {
        end = open[s->depth - 1].end;
        s->t->n_clipped++;
    }
    open[s->depth++] = (struct open){end, fr_builder_push(s->t->b, caller, span->frame)};
    return true;
}

static size_t count_threads(const fr_chrome_trace *t)
{
    size_t n = 0;

    for (size_t i = 0; i < t->n_threads; i++)
        n += t->threads[i].n_spans > 0;
    return n;
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

static int by_thread_and_time(const void *a, const void *b)
{
    const fr_chrome_span *x = a, *y = b;

    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
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

/* Spans that never end do so with the last event of their thread. */
static void close_open_spans(fr_chrome_trace *t)
{
    for (size_t i = 0; i < t->n_spans; i++)
        if (t->spans[i].end == INT64_MAX) {
            int64_t last = t->threads[t->spans[i].thread].last_ns;
            t->spans[i].end = last > t->spans[i].start ? last : t->spans[i].start;
        }
}

/* Events may stand in any order. */
static void order_spans(fr_chrome_trace *t)
{
    fr_chrome_threads_sort(t);
    if (!t->n_spans || fr_builder_failed(t->b))
        return;
    qsort(t->spans, t->n_spans, sizeof *t->spans, by_thread_and_time);
    find_ends(t);
    close_open_spans(t);
    qsort(t->spans, t->n_spans, sizeof *t->spans, by_thread_and_start);
}

void fr_chrome_spans_add(fr_chrome_trace *t)
{
    sweep s = {.t = t, .column = fr_builder_column(t->b, "time", "ns", 0), .thread = FR_NO_ID};
    bool several = count_threads(t) > 1, good = true;
    uint32_t thread = FR_NO_ID;

    fr_builder_uncounted(t->b, s.column);
    order_spans(t);
    for (size_t i = 0; i < t->n_spans && good && !fr_builder_failed(t->b); i++) {
        const fr_chrome_span *span = &t->spans[i];
        if (span->thread != thread) {
            close_until(&s, INT64_MAX / 2);
            thread = span->thread;
            begin_thread(&s, thread, several);
        }
        close_until(&s, span->start);
        good = open_span(&s, span);
    }
    close_until(&s, INT64_MAX / 2);
    free(s.open);
    if (!good)
        fr_builder_fail_memory(t->b);
}
