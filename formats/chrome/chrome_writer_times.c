/*
 * chrome_writer_times.c - a profile whose samples have times as a trace of spans: a flame chart (model/tree/chart.h), a
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
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "formats/chrome/chrome_writer.h"
#include "model/tree/tree.h"

typedef struct timeline {
    const fr_profile *p;
    const fr_tree *tree;
    fr_output *out;
    uint32_t *threads; /* of the profile's, those that have lanes, in their order */
    uint32_t n_threads;
    uint32_t *frame_of; /* by name: 1 + the first frame of it; 0: none */
    int64_t first_ns;
} timeline;

static bool is_timed(const fr_samples *s, size_t i)
{
    return s->time_ns[i] != FR_NO_TIME && s->stack[i];
}

bool fr_chrome_has_times(const fr_profile *profile)
{
    for (size_t i = 0; i < profile->samples.n; i++)
        if (is_timed(&profile->samples, i))
            return true;
    return false;
}

/* Lanes stand in the order of threads. */
static void find_threads(timeline *t)
{
    const fr_samples *s = &t->p->samples;

    t->first_ns = INT64_MAX;
    for (size_t i = 0; i < s->n; i++)
        if (is_timed(s, i)) {
            t->threads[s->thread[i]] = 1;
            t->first_ns = s->time_ns[i] < t->first_ns ? s->time_ns[i] : t->first_ns;
        }
    for (uint32_t i = 0; i < s->n_threads; i++)
        if (t->threads[i])
            t->threads[t->n_threads++] = i;
}

static void find_frames(timeline *t)
{
    for (uint32_t i = t->p->n_frames; i-- > 0;)
        t->frame_of[t->p->frames[i].name] = i + 1;
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

static void put_names(const timeline *t)
{
    for (uint32_t lane = 0; lane < t->n_threads; lane++) {
        if (!name_of_thread(t, lane).len)
            continue;
        fr_put_text(t->out, "\n ");
        put_ids(t, "M", lane);
        fr_put_text(t->out, ", \"name\": \"thread_name\", \"args\": {\"name\": ");
        fr_put_json(t->out, name_of_thread(t, lane));
        fr_put_text(t->out, "}},");
    }
}

static int64_t start_of_second(int64_t ns)
{
    int64_t into = ns % 1000000000;

    return ns - (into < 0 ? into + 1000000000 : into);
}

static void put_span(const timeline *t, uint32_t node, uint32_t lane)
{
    const fr_tree *tree = t->tree;
    uint32_t frame = t->frame_of[tree->name[node]];

    put_ids(t, "X", lane);
    fr_put_text(t->out, ", \"ts\": ");
    fr_put_scaled(t->out, t->first_ns - start_of_second(t->first_ns) + tree->start[node], 3);
    fr_put_text(t->out, ", \"dur\": ");
    fr_put_scaled(t->out, tree->total[tree->column][node], 3);
    fr_put_text(t->out, ", \"name\": ");
    fr_put_json(t->out, fr_node_name(tree, node));
    if (frame && t->p->frames[frame - 1].file) {
        fr_put_text(t->out, ", \"args\": {\"file\": ");
        fr_put_json(t->out, fr_names_at(t->p->names, t->p->frames[frame - 1].file));
        fr_put_char(t->out, '}');
    }
    fr_put_char(t->out, '}');
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

static void put_spans(const timeline *t)
{
    const char *before = "\n ";
    uint32_t lane = 0;

    for (uint32_t i = 1, begun = 0; i < t->tree->n; i++) {
        if (t->tree->depth[i] == 1) {
            lane = begun++;
        } else if (!is_thread(t, i, lane)) {
            fr_put_text(t->out, before);
            put_span(t, i, lane);
            before = ",\n ";
        }
    }
}

static void put_file(const timeline *t)
{
    fr_put_format(
        t->out,
        "{\"otherData\": {\"exporter\": \"flamerender\", \"spans\": \"from each sample of "
        "a thread to its next one, where that is no pause\", \"second_of_ts_0\": %" PRId64
        "},\n\"traceEvents\": [",
        start_of_second(t->first_ns) / 1000000000);
    put_names(t);
    put_spans(t);
    fr_put_text(t->out, "\n]}\n");
}

void fr_chrome_write_times(const fr_profile *profile, fr_output *out)
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
    if (!t.threads || !t.frame_of)
        fr_fail_memory(&err);
    if (err.code != FR_OK) {
        fr_output_fail(out, err.code, "%s", err.text);
    } else {
        find_threads(&t);
        find_frames(&t);
        put_file(&t);
    }
    free(t.threads);
    free(t.frame_of);
    fr_tree_free(tree);
}
