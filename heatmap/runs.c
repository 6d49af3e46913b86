/*
 * runs.c - bursts and gaps that come once.
 *
 *     cells      ..............@@@@@@...........
 *     runs       runs of 1, 2, 4 ... cells against those around them
 *
 * A run is compared with the middle half of the 38 runs of its length around it; how much these differ among each
 * other is the measure, and at least the Poisson error. Differences that one sampler makes by its rhythm are none.
 */
#include "heatmap/time_row.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

#define AROUND      20 /* runs on each side, less the two that touch */
#define LEAST_RUNS  8
#define LEAST_STEPS 4 /* more or fewer than expected */

typedef struct search {
    const fr_series *series;
    double *before; /* [i]: sum of the cells before i */
    double least_z;
    fr_run *runs; /* FR_MOST_RUNS */
} search;

static double sum_of(const search *s, size_t from, size_t to)
{
    return s->before[to] - s->before[from];
}

/* Returns true if a run is at all unlike the mean of those around it, which costs little to ask. One of few samples
 * is none where there are next to none around it, as in most rows of a function: is_plain_run would refuse it. */
static bool is_unlike(const search *s, const fr_run *r)
{
    size_t len = r->to - r->from, most = AROUND * len;
    size_t first = r->from > most ? r->from - most : 0;
    size_t last = r->to + most < s->series->n ? r->to + most : s->series->n;
    double around = sum_of(s, first, last) - sum_of(s, r->from, r->to);
    double mean = around * (double)len / (double)(last - first - len + 1);
    double seen = sum_of(s, r->from, r->to), step = s->series->step;

    if (seen < LEAST_STEPS * step && mean < step / 2)
        return false;
    return fabs(fr_poisson_z(seen, mean > FR_LEAST_MEAN ? mean : FR_LEAST_MEAN)) >= s->least_z / 2;
}

/* Judges a run by those around it: fills in expected and z; false where there are too few. */
static bool judge_run(const search *s, fr_run *r, double *spread)
{
    double sums[2 * AROUND], middle = 0; /* of runs of the same length that do not touch it */
    size_t n = 0, low, high, from = r->from, len = r->to - r->from;

    for (size_t d = 2; d <= AROUND; d++) {
        if (from >= d * len)
            sums[n++] = sum_of(s, from - d * len, from - (d - 1) * len);
        if (from + (d + 1) * len <= s->series->n)
            sums[n++] = sum_of(s, from + d * len, from + (d + 1) * len);
    }
    if (n < LEAST_RUNS)
        return false;
    low = n / 4, high = n - n / 4;
    qsort(sums, n, sizeof *sums, fr_compare_doubles);
    for (size_t i = low; i < high; i++)
        middle += sums[i] / (double)(high - low);
    r->expected = middle > FR_LEAST_MEAN ? middle : FR_LEAST_MEAN;
    *spread = (sums[high - 1] - sums[low]) / 1.349; /* of a normal variable: one sigma */
    *spread = *spread * *spread / r->expected;
    *spread = *spread > 1 ? *spread : 1;
    r->seen = sum_of(s, r->from, r->to);
    r->z = fr_poisson_z(r->seen, r->expected) / sqrt(*spread);
    return true;
}

static bool is_plain_run(const search *s, const fr_run *r)
{
    double more = fabs(r->seen - r->expected);

    if (fabs(r->z) < s->least_z || more < LEAST_STEPS * s->series->step)
        return false;
    return r->seen >= 1.5 * r->expected || r->seen <= 0.5 * r->expected;
}

static fr_run with_ends(const search *s, size_t from, size_t to, double each, double spread)
{
    fr_run r = {from, to, sum_of(s, from, to), each * (double)(to - from), 0};

    r.z = fr_poisson_z(r.seen, r.expected) / sqrt(spread);
    return r;
}

/* Moves one end by a cell where that makes the run stand out more. */
static bool nudge(const search *s, fr_run *best, double each, double spread)
{
    static const int moves[4][2] = {{1, 0}, {0, -1}, {-1, 0}, {0, 1}};

    for (size_t i = 0; i < 4; i++) {
        size_t from = best->from + (size_t)moves[i][0], to = best->to + (size_t)moves[i][1];
        if (from >= to || to > s->series->n)
            continue;
        fr_run try = with_ends(s, from, to, each, spread);
        if (fabs(try.z) > fabs(best->z) && (try.z > 0) == (best->z > 0)) {
            *best = try;
            return true;
        }
    }
    return false;
}

/* Moves the ends to where the run stands out most: in steps first, then cell by cell. */
static void trim(const search *s, fr_run *r, double spread)
{
    size_t len = r->to - r->from, step = len / 16 > 1 ? len / 16 : 1;
    size_t first = r->from > len ? r->from - len : 0;
    size_t last = r->to + len < s->series->n ? r->to + len : s->series->n;
    double each = r->expected / (double)len;
    fr_run best = *r;

    for (size_t from = first; from < r->to; from += step)
        for (size_t to = from + step; to <= last; to += step) {
            fr_run try = with_ends(s, from, to, each, spread);
            if (fabs(try.z) > fabs(best.z) && (try.z > 0) == (r->z > 0))
                best = try;
        }
    while (nudge(s, &best, each, spread))
        ;
    *r = best;
}

static bool overlap(const fr_run *a, const fr_run *b)
{
    return a->z != 0 && a->from < b->to && b->from < a->to;
}

/* Keeps the strongest runs; of those that overlap, one. */
static void keep_run(search *s, fr_run new)
{
    size_t weakest = 0;

    for (size_t i = 0; i < FR_MOST_RUNS; i++)
        if (overlap(&s->runs[i], &new) && fabs(s->runs[i].z) >= fabs(new.z))
            return;
    for (size_t i = 0; i < FR_MOST_RUNS; i++) {
        if (overlap(&s->runs[i], &new))
            s->runs[i] = (fr_run){0};
        if (fabs(s->runs[i].z) < fabs(s->runs[weakest].z))
            weakest = i;
    }
    if (fabs(new.z) > fabs(s->runs[weakest].z))
        s->runs[weakest] = new;
}

static int order_runs(const void *a, const void *b)
{
    const fr_run *x = a, *y = b;

    return (x->from > y->from) - (x->from < y->from);
}

bool fr_find_runs(const fr_series *series, double n_rows, fr_run runs[FR_MOST_RUNS])
{
    search s = {
        .series = series, .runs = runs, .least_z = fr_least_z(8.0 * (double)series->n * n_rows)};
    size_t longest = (size_t)(INT64_C(20000000000) / series->cell_ns);

    memset(runs, 0, FR_MOST_RUNS * sizeof *runs);
    s.before = malloc((series->n + 1) * sizeof *s.before);
    if (!s.before)
        return false;
    s.before[0] = 0;
    for (size_t i = 0; i < series->n; i++)
        s.before[i + 1] = s.before[i] + series->at[i];
    for (size_t len = 1; len <= series->n / 10 && len <= longest; len *= 2)
        for (size_t from = 0; from + len <= series->n; from += len > 1 ? len / 2 : 1) {
            fr_run r = {.from = from, .to = from + len};
            double spread;
            if (!is_unlike(&s, &r) || !judge_run(&s, &r, &spread) || !is_plain_run(&s, &r))
                continue;
            trim(&s, &r, spread);
            keep_run(&s, r);
        }
    free(s.before);
    qsort(runs, FR_MOST_RUNS, sizeof *runs, order_runs);
    return true;
}
