/* heat_samples.c - samples by time, column by column. */
#include "render/layout/heat_samples.h"

#include <stdlib.h>

#include "model/transform/idle.h"
#include "model/tree/canonical.h"
#include "render/pack/pack_bytes.h"

#define US 1000 /* ns; finer times are rare */

typedef struct timed_sample {
    int64_t time_ns;
    int64_t value;
    uint32_t stack;
} timed_sample;

static int by_time(const void *a, const void *b)
{
    const timed_sample *x = a, *y = b;

    if (x->time_ns != y->time_ns)
        return x->time_ns < y->time_ns ? -1 : 1;
    if (x->stack != y->stack)
        return x->stack < y->stack ? -1 : 1;
    return (x->value > y->value) - (x->value < y->value);
}

static bool in_order(const timed_sample *list, size_t n)
{
    size_t i = 1;

    while (i < n && list[i - 1].time_ns <= list[i].time_ns)
        i++;
    return i >= n;
}

/* Most recordings have their samples in the order of time: then only those of one time are sorted. */
static void sort_samples(timed_sample *list, size_t n)
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

/* By stack of the profile: its canonical number. */
static uint32_t *number_stacks(const fr_profile *profile, fr_error *err)
{
    uint32_t *number = calloc((size_t)profile->n_stacks + 1, sizeof *number);
    fr_canonical c = {0};
    bool good = (number || fr_fail_memory(err)) && fr_canonical_init(&c, profile, err);

    for (uint32_t i = 0; good && i < c.n_stacks; i++)
        number[c.stack[i]] = i;
    fr_canonical_reset(&c);
    if (good)
        return number;
    free(number);
    return NULL;
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

static size_t collect(const fr_profile *profile, const fr_idle *idle, const uint32_t *number,
                      fr_heat_cells cells, timed_sample *to)
{
    const fr_samples *samples = &profile->samples;
    int64_t origin = fr_floor_second(profile->meta.origin_ns);
    size_t n = 0;

    for (size_t i = 0; i < samples->n; i++) {
        int64_t value = samples->value ? samples->value[i] : 1, time;
        if (samples->time_ns[i] == FR_NO_TIME || !value ||
            (idle && fr_idle_holds(idle, samples, i)) ||
            __builtin_sub_overflow(samples->time_ns[i], origin, &time))
            continue;
        if (cells.column_ns)
            time = start_of_cell(cells, time);
        to[n++] = (timed_sample){time, value, number[samples->stack[i]]};
    }
    sort_samples(to, n);
    return n;
}

static int64_t tick_of(const timed_sample *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].time_ns % US)
            return 1;
    return US;
}

/* One of the columns of sample i. */
typedef enum column { TIMES, STACKS, VALUES, N_COLUMNS } column;

static uint64_t number_of(const timed_sample *list, size_t i, column which, int64_t tick)
{
    switch (which) {
    case TIMES:
        return i ? (uint64_t)(list[i].time_ns / tick - list[i - 1].time_ns / tick) : 0;
    case STACKS:
        return list[i].stack;
    case VALUES:
    case N_COLUMNS:
        break;
    }
    return (uint64_t)list[i].value;
}

static void pack_column(fr_output *raw, const timed_sample *list, size_t n, column which,
                        int64_t tick)
{
    uint64_t all = 0;
    unsigned width = 1;

    for (size_t i = 0; i < n; i++)
        all |= number_of(list, i, which, tick);
    while (width < 8 && all >> (8 * width))
        width++;
    fr_put_char(raw, (char)width);
    for (unsigned k = 0; k < width; k++)
        for (size_t i = 0; i < n; i++)
            fr_put_char(raw, (char)(number_of(list, i, which, tick) >> (8 * k) & 0xff));
}

static fr_bytes pack(const timed_sample *list, size_t n)
{
    fr_output *raw = fr_output_memory();
    int64_t tick = tick_of(list, n);
    fr_bytes whole = {NULL, 0};

    if (!raw)
        return whole;
    fr_pack_varint(raw, n);
    fr_pack_varint(raw, (uint64_t)tick);
    fr_pack_zigzag(raw, n ? list[0].time_ns / tick : 0);
    for (column which = TIMES; which < N_COLUMNS; which++)
        pack_column(raw, list, n, which, tick);
    whole = fr_pack_container("FRSM", raw);
    fr_output_free(raw);
    return whole;
}

fr_bytes fr_heat_samples(const fr_profile *profile, bool exclude_idle, fr_heat_cells cells,
                         fr_error *err)
{
    timed_sample *list = calloc(profile->samples.n + 1, sizeof *list);
    uint32_t *number = list ? number_stacks(profile, err) : NULL;
    fr_idle idle = {0};
    fr_bytes packed = {NULL, 0};

    if (number && (!exclude_idle || fr_idle_init(&idle, profile, err)))
        packed = pack(list, collect(profile, exclude_idle ? &idle : NULL, number, cells, list));
    if (!packed.at)
        fr_fail_memory(err); /* the first error stays */
    fr_idle_reset(&idle);
    free(number);
    free(list);
    return packed;
}
