/* heat_samples.c - samples by time, column by column. */
#include "render/layout/heat_samples.h"

#include <stdlib.h>

#include "model/transform/idle.h"
#include "model/tree/canonical.h"
#include "render/pack/pack_bytes.h"

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

static bool in_order(const fr_timed_sample *list, size_t n)
{
    size_t i = 1;

    while (i < n && list[i - 1].time_ns <= list[i].time_ns)
        i++;
    return i >= n;
}

/* Most recordings have their samples in the order of time: then only those of one time are sorted. */
static void sort_samples(fr_timed_sample *list, size_t n)
{
    bool ordered = in_order(list, n);

    for (size_t from = 0, to; from < n; from = to) {
        to = ordered ? from + 1 : n;
        while (to < n && list[to].time_ns == list[from].time_ns)
            to++;
        if (to > from + 1)
            qsort(list + from, to - from, sizeof *list, by_time);
    }
}

/* The first ns of the cell that holds a time. */
static int64_t start_of_cell(fr_heat_cells cells, int64_t ns)
{
    int64_t into = ns - cells.first_ns, column, row;

    column = into / cells.column_ns - (into % cells.column_ns < 0);
    into -= column * cells.column_ns;
    row = (int64_t)(into * cells.rows / cells.column_ns);
    return cells.first_ns + column * cells.column_ns +
           (int64_t)((row * cells.column_ns + cells.rows - 1) / cells.rows);
}

static size_t collect(const fr_profile *profile, const fr_idle *idle, bool exclude_idle,
                      const uint32_t *number, fr_timed_sample *to)
{
    const fr_samples *samples = &profile->samples;
    int64_t origin = fr_floor_second(profile->meta.origin_ns);
    size_t n = 0;

    for (size_t i = 0; i < samples->n; i++) {
        int64_t value = samples->value ? samples->value[i] : 1, time;
        bool is_idle = fr_idle_holds(idle, samples, i);
        if (samples->time_ns[i] == FR_NO_TIME || !value || (exclude_idle && is_idle) ||
            __builtin_sub_overflow(samples->time_ns[i], origin, &time))
            continue;
        to[n++] = (fr_timed_sample){.time_ns = time,
                                    .value = value,
                                    .stack = number[samples->stack[i]],
                                    .thread = samples->thread[i],
                                    .cpu = samples->cpu[i],
                                    .idle = is_idle};
    }
    sort_samples(to, n);
    return n;
}

bool fr_heat_collect(fr_timed_samples *to, const fr_profile *profile, bool exclude_idle,
                     fr_error *err)
{
    uint32_t *number = fr_canonical_numbers(profile, err);
    fr_idle idle = {0};
    bool good = number && fr_idle_init(&idle, profile, err);

    *to = (fr_timed_samples){calloc(profile->samples.n + 1, sizeof *to->at), 0};
    if (good && to->at)
        to->n = collect(profile, &idle, exclude_idle, number, to->at);
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

static int64_t tick_of(const fr_timed_sample *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].time_ns % US)
            return 1;
    return US;
}

static uint64_t step_of(const fr_timed_sample *list, size_t i, const void *tick)
{
    int64_t ns = *(const int64_t *)tick;

    return i ? (uint64_t)(list[i].time_ns / ns - list[i - 1].time_ns / ns) : 0;
}

static uint64_t stack_of(const fr_timed_sample *list, size_t i, const void *context)
{
    (void)context;
    return list[i].stack;
}

static uint64_t value_of(const fr_timed_sample *list, size_t i, const void *context)
{
    (void)context;
    return (uint64_t)list[i].value;
}

void fr_heat_put_column(fr_output *raw, const fr_timed_samples *samples, fr_heat_number *number_of,
                        const void *context)
{
    uint64_t all = 0;
    unsigned width = 0;

    for (size_t i = 0; i < samples->n; i++)
        all |= number_of(samples->at, i, context);
    while (width < 8 && all >> (8 * width))
        width++;
    fr_put_char(raw, (char)width);
    for (unsigned k = 0; k < width; k++)
        for (size_t i = 0; i < samples->n; i++)
            fr_put_char(raw, (char)(number_of(samples->at, i, context) >> (8 * k) & 0xff));
}

fr_bytes fr_heat_pack_samples(const fr_timed_samples *samples)
{
    fr_output *raw = fr_output_memory();
    int64_t tick = tick_of(samples->at, samples->n);
    fr_bytes whole = {NULL, 0};

    if (!raw)
        return whole;
    fr_pack_varint(raw, samples->n);
    fr_pack_varint(raw, (uint64_t)tick);
    fr_pack_zigzag(raw, samples->n ? samples->at[0].time_ns / tick : 0);
    fr_heat_put_column(raw, samples, step_of, &tick);
    fr_heat_put_column(raw, samples, stack_of, NULL);
    fr_heat_put_column(raw, samples, value_of, NULL);
    whole = fr_pack_container("FRSM", raw);
    fr_output_free(raw);
    return whole;
}
