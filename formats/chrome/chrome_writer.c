/*
 * chrome_writer.c - a profile as a trace of spans, which DevTools, Perfetto and chrome://tracing open.
 *
 *     {"traceEvents": [
 *      {"ph": "M", "pid": 1, "name": "process_name", "args": {"name": "cpu (ns)"}},
 *      {"ph": "X", "pid": 1, "tid": 1, "ts": 0, "dur": 60, "name": "main", "args": {"file": "a.c", "line": 3}},
 *      {"ph": "X", "pid": 1, "tid": 1, "ts": 0, "dur": 40, "name": "parse"}]}
 *
 * Where samples have times, their spans are written. Else the column that the profile wants shown is a
 * process, of a differential each side. A stack is a span as long as all it holds, its callees lie in it from its left
 * edge on, the rest is its own. So spans are sums: their times are not those of the recording. What is no time is 1 us
 * a unit. Reference: Trace Event Format. Omitted: times, labels, modules, addresses, numbers of samples.
 */
#include "base/number.h"
#include "formats/writer.h"
#include "model/tree/canonical.h"
#include "model/tree/chart.h"
#include "model/tree/tree.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the event of a span behind its ids: ', "ts": 0, "dur": 60, "name": "main", "args": {"file": "a.c", "line": 3}}'.
 * `file` may be empty; line 0: none. */
static void put_rest(fr_output *out, int64_t start, int64_t length, uint32_t decimals,
                     fr_bytes name, fr_bytes file, uint32_t line)
{
    fr_put_text(out, ", \"ts\": ");
    fr_put_scaled(out, start, decimals);
    fr_put_text(out, ", \"dur\": ");
    fr_put_scaled(out, length, decimals);
    fr_put_text(out, ", \"name\": ");
    fr_put_json(out, name);
    if (file.len) {
        fr_put_text(out, ", \"args\": {\"file\": ");
        fr_put_json(out, file);
        fr_put_format(out, line ? ", \"line\": %u}" : "}", line);
    }
    fr_put_char(out, '}');
}

/*
 * A profile whose samples have times as a trace of spans: a flame chart (model/tree/tree.h), a
 * thread for each of its lanes.
 *
 *     {"ph": "M", "pid": 7, "tid": 9, "name": "thread_name", "args": {"name": "worker"}},
 *     {"ph": "X", "pid": 7, "tid": 9, "ts": 1000.5, "dur": 20, "name": "main"},
 *     {"ph": "X", "pid": 7, "tid": 9, "ts": 1004, "dur": 6, "name": "parse"}
 *
 * Times count from the whole second in which the recording starts: viewers keep them as doubles of us, in which a time
 * since 1970 loses its nanoseconds, and spans that touch would overlap.
 *
 * Equal frames of neighbouring samples are one span. Where there are several threads the reader stands each on its
 * name, so a frame that is this name is not written.
 */

typedef struct timeline {
    const fr_profile *p;
    const fr_tree *tree;
    fr_output *out;
    uint32_t *threads; /* of the profile's, those that have lanes, in the order of these */
    uint32_t n_threads;
    uint32_t *frame_of; /* by name: 1 + the first frame of it; 0: none */
    int64_t first_ns;
} timeline;

static bool is_timed(const fr_samples *s, size_t i)
{
    return s->time_ns[i] != FR_NO_TIME && s->stack[i];
}

/* The threads in the order of their lanes; false without memory. */
static bool find_threads(timeline *t)
{
    size_t n;
    fr_lane_sample *moments = fr_chart_moments(t->p, &n);

    for (size_t from = 0; moments && from < n; from = fr_chart_lane_end(moments, n, from))
        t->threads[t->n_threads++] = moments[from].thread;
    t->first_ns = fr_chart_first_ns(t->p);
    bool good = moments != NULL;
    free(moments);
    return good;
}

/* ---- events ---- */

/* The number of a thread that has none is that of its lane. */
static void put_ids(const timeline *t, const char *phase, uint32_t lane)
{
    const fr_thread *thread = &t->p->samples.threads[t->threads[lane]];

    fr_put_format(t->out, "{\"ph\": \"%s\", \"pid\": %" PRId64 ", \"tid\": %" PRId64, phase,
                  thread->pid < 0 ? 1 : thread->pid, thread->tid < 0 ? lane + 1 : thread->tid);
}

static fr_bytes name_of_thread(const timeline *t, uint32_t lane)
{
    return fr_names_at(t->p->names, t->p->samples.threads[t->threads[lane]].comm);
}

static int64_t start_of_second(int64_t ns)
{
    int64_t into = ns % 1000000000;

    return ns - (into < 0 ? into + 1000000000 : into);
}

static void put_timed_span(const timeline *t, uint32_t node, uint32_t lane)
{
    const fr_tree *tree = t->tree;
    uint32_t frame = t->frame_of[tree->name[node]];
    fr_bytes file = fr_names_at(t->p->names, frame ? t->p->frames[frame - 1].file : 0);

    put_ids(t, "X", lane);
    put_rest(t->out, t->first_ns - start_of_second(t->first_ns) + tree->start[node],
             tree->total[tree->column][node], 3, fr_node_name(tree, node), file, 0);
}

/* The frame that the reader puts under all of a thread: its name, or its number where it has none. */
static bool is_thread(const timeline *t, uint32_t node, uint32_t lane)
{
    fr_bytes name = name_of_thread(t, lane);
    char text[40];

    if (t->n_threads < 2 || t->tree->depth[node] != 2 || t->tree->kind[node] != FR_KIND_PROCESS)
        return false;
    if (!name.len) {
        snprintf(text, sizeof text, "thread %" PRId64, t->p->samples.threads[t->threads[lane]].tid);
        name = fr_bytes_of(text);
    }
    return fr_bytes_equal(fr_node_name(t->tree, node), name);
}

/* `before`: what stands before the first. */
static void put_spans(const timeline *t, const char *before)
{
    uint32_t lane = 0;

    for (uint32_t i = 1, begun = 0; i < t->tree->n; i++) {
        if (t->tree->depth[i] == 1) {
            lane = begun++;
        } else if (!is_thread(t, i, lane)) {
            fr_put_text(t->out, before);
            put_timed_span(t, i, lane);
            before = ",\n ";
        }
    }
}

static void put_timed_file(const timeline *t)
{
    const char *before = "\n ";

    fr_put_format(
        t->out,
        "{\"otherData\": {\"exporter\": \"flamerender\", \"spans\": \"from each sample of "
        "a thread to its next one, where that is no pause\", \"second_of_ts_0\": %" PRId64
        "},\n\"traceEvents\": [",
        start_of_second(t->first_ns) / 1000000000);
    for (uint32_t lane = 0; lane < t->n_threads; lane++) {
        if (!name_of_thread(t, lane).len)
            continue;
        fr_put_text(t->out, before);
        put_ids(t, "M", lane);
        fr_put_text(t->out, ", \"name\": \"thread_name\", \"args\": {\"name\": ");
        fr_put_json(t->out, name_of_thread(t, lane));
        fr_put_text(t->out, "}}");
        before = ",\n ";
    }
    put_spans(t, before);
    fr_put_text(t->out, "\n]}\n");
}

/* The samples of such a profile as spans of their threads. */
static void write_times(const fr_profile *profile, fr_output *out)
{
    fr_tree_options opt = FR_TREE_DEFAULTS;
    fr_error err = {0};
    timeline t = {.p = profile, .out = out};
    fr_tree *tree;

    opt.chart = true;
    tree = fr_tree_build(profile, &opt, &err);
    t.tree = tree;
    t.threads = calloc(profile->samples.n_threads + 1, sizeof *t.threads);
    t.frame_of = calloc(fr_names_count(profile->names) + 1, sizeof *t.frame_of);
    if (!t.threads || !t.frame_of || !find_threads(&t))
        fr_fail_memory(&err);
    if (err.code != FR_OK) {
        fr_output_fail(out, err.code, "%s", err.text);
    } else {
        for (uint32_t i = profile->n_frames; i-- > 0;)
            t.frame_of[profile->frames[i].name] = i + 1;
        put_timed_file(&t);
    }
    free(t.threads);
    free(t.frame_of);
    fr_tree_free(tree);
}

typedef struct writing {
    const fr_profile *p;
    fr_canonical c;
    int64_t *total, *start, *next; /* by stack: in all, its left edge, that of its next callee */
    fr_output *out;
    bool sides;     /* both columns are written */
    uint32_t shown; /* else this one */
    const fr_column *column;
    uint32_t decimals; /* of a span in us */
    int64_t factor;    /* values times this are spans */
} writing;

/* Spans are in us: of ns they have three decimals. */
static void choose_scale(writing *w)
{
    uint64_t size = 0;

    w->decimals = w->column->decimals;
    w->factor = 1;
    if (fr_unit_measure(fr_bytes_of(w->column->unit), &size) != FR_UNIT_TIME || size == 1000)
        return;
    if (size >= 1000)
        w->factor = (int64_t)(size / 1000);
    else
        w->decimals += 3;
}

/* Totals, the innermost stacks first; false where one does not fit. */
static bool sum_up(writing *w)
{
    for (uint32_t i = 0; i < w->c.n_stacks; i++)
        if (__builtin_mul_overflow(fr_column_sum(w->column, w->c.stack[i]), w->factor,
                                   &w->total[i]))
            return false;
    for (uint32_t i = w->c.n_stacks; i-- > 1;)
        if (__builtin_add_overflow(w->total[w->c.parent[i]], w->total[i],
                                   &w->total[w->c.parent[i]]))
            return false;
    return true;
}

static void put_span(const writing *w, uint32_t i, uint32_t pid)
{
    const fr_frame *frame = &w->p->frames[w->c.frame[w->c.frame_of[i]]];

    fr_put_format(w->out, ",\n {\"ph\": \"X\", \"pid\": %u, \"tid\": 1", pid);
    put_rest(w->out, w->start[i], w->total[i], w->decimals, fr_names_at(w->p->names, frame->name),
             fr_names_at(w->p->names, frame->file), frame->line);
}

static void put_column(writing *w, uint32_t pid)
{
    bool is_time;
    uint64_t size;

    choose_scale(w);
    if (w->decimals > 9 || !sum_up(w)) {
        fr_output_fail(w->out, FR_E_LIMIT, "a trace holds no values as large or as fine as these");
        return;
    }
    is_time = fr_unit_measure(fr_bytes_of(w->column->unit), &size) == FR_UNIT_TIME;
    fr_put_format(
        w->out,
        "%s\n {\"ph\": \"M\", \"pid\": %u, \"name\": \"process_name\", \"args\": {\"name\": ",
        pid > 1 ? "," : "", pid);
    fr_put_json(w->out, fr_bytes_of(w->column->name));
    fr_put_text(w->out, ", \"unit\": ");
    fr_put_json(w->out, fr_bytes_of(is_time ? "us" : w->column->unit));
    fr_put_text(w->out, "}}");
    w->next[0] = 0;
    for (uint32_t i = 1; i < w->c.n_stacks; i++) {
        w->start[i] = w->next[i] = w->next[w->c.parent[i]];
        w->next[w->c.parent[i]] += w->total[i];
        if (w->total[i] > 0)
            put_span(w, i, pid);
    }
}

static void put_file(writing *w)
{
    fr_put_text(w->out, "{\"otherData\": {\"exporter\": \"flamerender\", \"spans\": \"sums of "
                        "stacks, not times of the "
                        "recording; what is no time is 1 us a unit\"},\n\"traceEvents\": [");
    for (uint32_t k = 0; k < w->p->n_columns; k++)
        if (w->sides || k == w->shown) {
            w->column = &w->p->columns[k];
            put_column(w, w->sides ? k + 1 : 1);
        }
    fr_put_text(w->out, "\n]}\n");
}

static void write_sums(const fr_profile *profile, fr_output *out)
{
    fr_error err = {0};
    fr_profile *spelled = fr_spelling(profile, true, &err);
    writing w = {.p = spelled,
                 .out = out,
                 .sides = fr_profile_has_sides(profile),
                 .shown = fr_profile_shown_column(profile)};

    if (spelled && fr_canonical_init(&w.c, spelled, &err)) {
        w.total = calloc((size_t)w.c.n_stacks * 3 + 1, sizeof *w.total);
        if (w.total) {
            w.start = w.total + w.c.n_stacks;
            w.next = w.start + w.c.n_stacks;
            put_file(&w);
        } else {
            fr_fail_memory(&err);
        }
        fr_canonical_reset(&w.c);
    }
    if (err.code != FR_OK)
        fr_output_fail(out, err.code, "%s", err.text);
    free(w.total);
    fr_profile_free(spelled);
}

void fr_chrome_write(const fr_profile *profile, fr_output *out)
{
    bool timed = false; /* samples were kept, and one of them has a time */

    for (size_t i = 0; i < profile->samples.n && !timed; i++)
        timed = is_timed(&profile->samples, i);
    if (timed)
        write_times(profile, out);
    else
        write_sums(profile, out);
}
