/*
 * heat_samples.c - packs the samples of a heatmap's page, and the lanes of who ran when; and fr_scene_add_flame(), which
 * puts the flame graph of a selection below the heatmap.
 *
 *     "FRSM" version raw_length deflate( n, tick_ns, first time, then three columns of n numbers )
 *
 *     times    from sample to sample, in ticks: first 0. The first time (zigzag) counts from the second in which
 *              the recording starts, as --range does
 *     stacks   as model/pack.c numbers them
 *     values   of the first value column
 *
 * A column is the number of bytes that its largest number needs, then the lowest byte of each number, then the next
 * one of each. The upper ones are mostly alike, and deflate makes little of them: 1.7 to 3.3 bytes a sample in
 * recordings of perf at a fixed period. Samples stand in the order of their times; those without a time or a value
 * are omitted. Who ran is in a container of its own, which is read when it is asked for.
 */
#include "base/number.h"
#include "model/transform/idle.h"
#include "model/tree/canonical.h"
#include "render/pack/containers.h"

#include <stdlib.h>

#define US 1000 /* ns; finer times are rare */

static int by_time(const void *a, const void *b)
{
    const fr_timed_sample *x = a, *y = b;

    if (x->time_ns != y->time_ns)
        return x->time_ns < y->time_ns ? -1 : 1;
    if (x->stack != y->stack)
        return x->stack < y->stack ? -1 : 1;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    return (x->cpu > y->cpu) - (x->cpu < y->cpu);
}

/* Most recordings have their samples in the order of time: then only those of one time are sorted. */
static void sort_samples(fr_timed_sample *list, size_t n)
{
    size_t in_order = 1;

    while (in_order < n && list[in_order - 1].time_ns <= list[in_order].time_ns)
        in_order++;
    for (size_t from = 0, to; from < n; from = to) {
        to = in_order >= n ? from + 1 : n;
        while (to < n && list[to].time_ns == list[from].time_ns)
            to++;
        if (to > from + 1)
            qsort(list + from, to - from, sizeof *list, by_time);
    }
}

/* The first ns of the cell that holds a time. */
static int64_t start_of_cell(fr_heat_cells cells, int64_t ns)
{
    int64_t into = ns - cells.first_ns;
    int64_t column = into / cells.column_ns - (into % cells.column_ns < 0);

    into -= column * cells.column_ns;
    int64_t row = (int64_t)(into * cells.rows / cells.column_ns);
    return cells.first_ns + column * cells.column_ns +
           (int64_t)((row * cells.column_ns + cells.rows - 1) / cells.rows);
}

bool fr_heat_collect(fr_timed_samples *to, const fr_profile *profile, bool exclude_idle,
                     fr_error *err)
{
    uint32_t *number = fr_canonical_numbers(profile, err);
    fr_idle idle = {0};
    bool good = number && fr_idle_init(&idle, profile, err);

    if (good && fr_canonical_lacks_samples(profile, number)) {
        fr_fail(err, FR_E_USAGE, 0, 0, "samples with times have no labels as frames");
        good =
            fr_fail_hint(err, "a page of a heatmap needs samples without --tagroot and --tagleaf");
    }
    *to = (fr_timed_samples){calloc(profile->samples.n + 1, sizeof *to->at), 0};
    if (good && to->at) {
        const fr_samples *samples = &profile->samples;
        int64_t origin = fr_floor_second(profile->meta.origin_ns);
        for (size_t i = 0; i < samples->n; i++) {
            int64_t value = samples->value ? samples->value[i] : 1, time;
            bool is_idle = fr_idle_holds(&idle, samples, i);
            if (samples->time_ns[i] == FR_NO_TIME || !value || (exclude_idle && is_idle) ||
                __builtin_sub_overflow(samples->time_ns[i], origin, &time))
                continue;
            to->at[to->n++] = (fr_timed_sample){.time_ns = time,
                                                .value = value,
                                                .stack = number[samples->stack[i]],
                                                .thread = samples->thread[i],
                                                .cpu = samples->cpu[i],
                                                .idle = is_idle};
        }
        sort_samples(to->at, to->n);
    }
    fr_idle_reset(&idle);
    free(number);
    return good && (to->at || fr_fail_memory(err));
}

void fr_heat_round(fr_timed_samples *samples, fr_heat_cells cells)
{
    for (size_t i = 0; i < samples->n; i++)
        samples->at[i].time_ns = start_of_cell(cells, samples->at[i].time_ns);
    sort_samples(samples->at, samples->n);
}

void fr_heat_free(fr_timed_samples *samples)
{
    free(samples->at);
    *samples = (fr_timed_samples){0};
}

/* ---- the container ---- */

typedef enum which { STEPS, STACKS, VALUES, THREADS, CPUS, IDLE } which;

typedef struct columns {
    const fr_timed_samples *samples;
    fr_output *out;
    int64_t tick;           /* ns */
    const uint32_t *number; /* of threads */
} columns;

/* The number of a sample in a column. */
static inline uint64_t number_of(const columns *c, which column, size_t i)
{
    const fr_timed_sample *s = &c->samples->at[i];

    switch (column) {
    case STEPS:
        return i ? (uint64_t)(s->time_ns / c->tick - s[-1].time_ns / c->tick) : 0;
    case STACKS:
        return s->stack;
    case VALUES:
        return (uint64_t)s->value;
    case THREADS:
        return c->number[s->thread];
    case CPUS:
        return s->cpu == FR_NO_CPU ? 0 : s->cpu + 1u;
    case IDLE:
    default:
        return s->idle;
    }
}

/* Writes the width of a column in bytes, then its planes of bytes. A column of zeros may have the width 0. */
static void put_column(const columns *c, which column)
{
    uint64_t all = 0;
    unsigned width = 0;

    for (size_t i = 0; i < c->samples->n; i++)
        all |= number_of(c, column, i);
    while (width < 8 && all >> (8 * width))
        width++;
    fr_put_char(c->out, (char)width);
    for (unsigned k = 0; k < width; k++)
        for (size_t i = 0; i < c->samples->n; i++)
            fr_put_char(c->out, (char)(number_of(c, column, i) >> (8 * k) & 0xff));
}

fr_bytes fr_heat_pack_samples(const fr_timed_samples *samples)
{
    columns c = {.samples = samples, .out = fr_output_memory(), .tick = US};

    for (size_t i = 0; i < samples->n && c.tick == US; i++)
        c.tick = samples->at[i].time_ns % US ? 1 : US;
    fr_pack_varint(c.out, samples->n);
    fr_pack_varint(c.out, (uint64_t)c.tick);
    fr_pack_zigzag(c.out, samples->n ? samples->at[0].time_ns / c.tick : 0);
    for (which column = STEPS; column <= VALUES; column++)
        put_column(&c, column);
    return fr_pack_container("FRSM", c.out);
}

/* ---- who ran when, for the lanes of a heatmap's page ---- */

/*
 *     "FRLN" version raw_length deflate( n, threads, then three columns of n numbers )
 *
 *     threads  how many; of each its name, pid and tid (zigzag; -1: unknown). They are numbered as they first ran
 *     columns  thread; CPU + 1, 0 where it is unknown; 1 where the CPU was idle
 *
 * The samples are those above, in that order.
 */

/* Threads as they first ran. */
typedef struct threads {
    uint32_t *number; /* by thread of the profile; UINT32_MAX: it has no sample here */
    uint32_t *in_order;
    uint32_t n;
} threads;

static bool number_threads(threads *t, const fr_profile *profile, const fr_timed_samples *samples)
{
    size_t room = profile->samples.n_threads + 1;

    *t = (threads){malloc(room * sizeof *t->number), malloc(room * sizeof *t->in_order), 0};
    if (!t->number || !t->in_order)
        return false;
    for (size_t i = 0; i < room; i++)
        t->number[i] = UINT32_MAX;
    for (size_t i = 0; i < samples->n; i++) {
        uint32_t thread = samples->at[i].thread;
        if (t->number[thread] != UINT32_MAX)
            continue;
        t->number[thread] = t->n;
        t->in_order[t->n++] = thread;
    }
    return true;
}

static bool are_alike(const fr_timed_samples *samples)
{
    for (size_t i = 0; i < samples->n; i++) {
        const fr_timed_sample *s = &samples->at[i];
        if (s->thread != samples->at[0].thread || s->cpu != samples->at[0].cpu || s->idle)
            return false;
    }
    return true;
}

bool fr_heat_pack_lanes(const fr_profile *profile, const fr_timed_samples *samples,
                        fr_bytes *packed)
{
    threads t = {0};

    *packed = (fr_bytes){NULL, 0};
    if (are_alike(samples))
        return true;
    if (number_threads(&t, profile, samples)) {
        fr_output *raw = fr_output_memory();
        fr_pack_varint(raw, samples->n);
        fr_pack_varint(raw, t.n);
        for (uint32_t i = 0; i < t.n; i++) {
            const fr_thread *thread = &profile->samples.threads[t.in_order[i]];
            fr_bytes comm = fr_names_at(profile->names, thread->comm);
            fr_pack_varint(raw, comm.len);
            fr_put(raw, comm);
            fr_pack_zigzag(raw, thread->pid);
            fr_pack_zigzag(raw, thread->tid);
        }
        for (which column = THREADS; column <= IDLE; column++)
            put_column(&(columns){.samples = samples, .out = raw, .number = t.number}, column);
        *packed = fr_pack_container("FRLN", raw);
    }
    free(t.number);
    free(t.in_order);
    return packed->at != NULL;
}

/* ---- the flame graph below a heatmap: its scene with the profile, and the samples that a selection takes ---- */

#define MOST_BYTES 30000000

static size_t room_of(const fr_heat_options *opt)
{
    return opt && opt->page_bytes ? opt->page_bytes : MOST_BYTES;
}

/* Packs samples. If they take too much room and do not last, they have the times of their cells. */
static fr_bytes pack_samples(fr_scene_heat *heat, fr_timed_samples *samples, size_t most)
{
    fr_bytes packed = fr_heat_pack_samples(samples);

    heat->coarse = packed.at && packed.len > most && !heat->lasts && heat->rows;
    if (!heat->coarse)
        return packed;
    free((char *)(uintptr_t)packed.at);
    fr_heat_round(samples, (fr_heat_cells){heat->first_second * 1000000000,
                                           (int64_t)heat->column_s * 1000000000, heat->rows});
    return fr_heat_pack_samples(samples);
}

/* Lanes take what room is left. */
static bool pack_both(fr_scene *heatmap, const fr_profile *profile, const fr_heat_options *opt,
                      fr_error *err)
{
    fr_timed_samples samples = {0};
    fr_bytes packed = {NULL, 0}, lanes = {NULL, 0};
    bool good = fr_heat_collect(&samples, profile, opt && opt->exclude_idle, err);

    if (good) {
        packed = pack_samples(&heatmap->heat, &samples, room_of(opt));
        good = packed.at && fr_heat_pack_lanes(profile, &samples, &lanes);
    }
    fr_heat_free(&samples);
    if (!good)
        fr_fail_memory(err); /* the first error stays */
    heatmap->heat.no_lanes = lanes.at && packed.len + lanes.len > room_of(opt);
    if (heatmap->heat.no_lanes) {
        free((char *)(uintptr_t)lanes.at);
        lanes.at = NULL;
    }
    free((char *)(uintptr_t)heatmap->samples.at);
    free((char *)(uintptr_t)heatmap->lanes.at);
    heatmap->samples = packed;
    heatmap->lanes = lanes;
    return good;
}

bool fr_scene_add_flame(fr_scene *heatmap, fr_scene *flame, const fr_profile *profile,
                        const fr_heat_options *opt, fr_error *err)
{
    const fr_meta *meta = &profile->meta;
    const fr_column *column = &profile->columns[0];
    fr_scene_heat *heat = &heatmap->heat;
    uint64_t size = 0;

    fr_span recorded = fr_meta_recorded(meta);
    heat->recorded_ns[0] = recorded.from_ns - fr_floor_second(meta->origin_ns);
    heat->recorded_ns[1] = recorded.to_ns - fr_floor_second(meta->origin_ns);
    heat->lasts = profile->meta.stacks & FR_SAMPLES_LAST;
    heat->counted = column->counted;
    heat->unit_ns = fr_unit_measure(fr_bytes_of(column->unit), &size) == FR_UNIT_TIME ? size : 0;
    if (!fr_scene_embed(flame, profile, err) || !pack_both(heatmap, profile, opt, err)) {
        fr_scene_free(flame);
        return false;
    }
    fr_scene_free(heatmap->flame);
    heatmap->flame = flame;
    return true;
}
