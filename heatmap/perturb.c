/*
 * perturb.c - bands first, then, without them, bursts and gaps.
 *
 *     cells      ..##......##......##...@@@@...##......       bands are taken out of the row
 *     runs       ...........................@@@@.......       runs of 1, 2, 4 ... cells against those around them
 *
 * A run is compared with the middle half of the 38 runs of its length around it; how much these differ among each
 * other is the measure, and at least the Poisson error. Differences that one sampler makes by its rhythm are none.
 */
#include "heatmap/perturb.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heatmap/fold.h"

#define SECONDS_MAX 24
#define N_PERIODS   16 /* proposals that are folded */
#define MOST_BANDS  3
#define MOST_RUNS   5
#define AROUND      20 /* runs on each side, less the two that touch */
#define LEAST_RUNS  8
#define LEAST_MEAN  0.3 /* of a run: fewer samples tell nothing of what is usual */

/* ---- bands ---- */

static bool is_plain(const fr_series *s, const fr_band *b)
{
    double more = fabs(b->inside - b->outside), cells = b->period * b->n / b->n_phases;

    return more * cells >= 2.5 * s->step &&
           (b->inside >= 1.3 * b->outside || b->inside <= 0.75 * b->outside);
}

/* The surest band of all proposed periods; z is 0 where none is sure. False: memory ran out. */
static bool find_band(const fr_series *s, fr_band *best)
{
    double periods[N_PERIODS];
    double least = fr_least_z((double)s->n * FR_FOLD_PHASES * FR_FOLD_PHASES / 2);
    size_t n;

    *best = (fr_band){0};
    if (!fr_series_periods(s, periods, N_PERIODS, &n))
        return false;
    for (size_t i = 0; i < n; i++) {
        fr_band band;
        if (!fr_fold(s, periods[i], &band))
            return false;
        if (band.z >= least && band.z > best->z && is_plain(s, &band))
            *best = band;
    }
    return true;
}

/* Takes a band out of the row: scales what is too much, with its noise, and fills what is missing. */
static void level(fr_series *s, const fr_band *band)
{
    bool much = band->inside > band->outside;

    for (size_t i = 0; i < s->n; i++)
        if (fr_band_holds(band, i))
            s->at[i] = much ? s->at[i] * band->outside / band->inside
                            : s->at[i] + band->outside - band->inside;
}

/* The roundest number of ns within `slack` of a period. */
static int64_t round_period(double ns, double slack)
{
    for (double unit = 1e9; unit >= 10; unit /= 10) {
        double round = nearbyint(ns / unit) * unit;
        if (round > 0 && fabs(round - ns) <= slack)
            return (int64_t)round;
    }
    return (int64_t)ns;
}

/* How much later it comes each second: 7 ms of 1.007 s. 0 where the period is not near a whole number of seconds, or a
 * whole part of one. */
static int64_t drift_of(int64_t period_ns)
{
    double s = (double)period_ns / 1e9;
    double drift = s >= 0.95 ? s / nearbyint(s) - 1 : s * nearbyint(1 / s) - 1;

    return fabs(drift) <= 0.05 ? (int64_t)nearbyint(drift * 1e9) : 0;
}

static int64_t to_ms(double ns)
{
    return (int64_t)nearbyint(ns / 1e6) * 1000000;
}

static int64_t modulo(int64_t a, int64_t b)
{
    return (a % b + b) % b;
}

/* The period is rounded by so little that the band moves by a quarter of itself over the recording at most. Offsets are
 * those in the middle of the recording. */
static void place_band(const fr_series *s, const fr_band *b, int64_t origin_ns, fr_perturbation *p)
{
    double exact_ns = b->period * (double)s->cell_ns, n_periods = (double)s->n / b->period;
    double middle = floor(n_periods / 2) + (double)b->from / b->n_phases;
    double band_ns = exact_ns * b->n / b->n_phases, part_ns = exact_ns / b->n_phases;
    int64_t from, length = to_ms(band_ns);

    p->period_ns =
        round_period(exact_ns, (part_ns > band_ns / 4 ? part_ns : band_ns / 4) / n_periods);
    from = s->start_ns - origin_ns + to_ms(middle * exact_ns);
    p->from_ns = modulo(from, p->period_ns) / 1000000 * 1000000;
    p->to_ns = p->from_ns + length <= p->period_ns ? p->from_ns + length
                                                   : modulo(p->from_ns + length, p->period_ns);
    p->drift_ns = drift_of(p->period_ns);
}

/* "0.5", "12": ns from 0 on as seconds. */
static void put_seconds(char to[SECONDS_MAX], int64_t ns)
{
    size_t n = (size_t)snprintf(to, SECONDS_MAX, "%" PRId64 ".%09" PRId64, ns / 1000000000,
                                ns % 1000000000);

    while (to[n - 1] == '0')
        to[--n] = '\0';
    if (to[n - 1] == '.')
        to[n - 1] = '\0';
}

/* "--band 0.5-0.7/3", "--band 0.6-0.7" of every second */
static void name_band(fr_perturbation *p)
{
    char from[SECONDS_MAX], to[SECONDS_MAX], period[SECONDS_MAX];

    put_seconds(from, p->from_ns);
    put_seconds(to, p->to_ns);
    put_seconds(period, p->period_ns);
    if (p->period_ns == 1000000000)
        snprintf(p->select, sizeof p->select, "--band %s-%s", from, to);
    else
        snprintf(p->select, sizeof p->select, "--band %s-%s/%s", from, to, period);
}

/* ---- runs ---- */

typedef struct run {
    size_t from, to; /* cells */
    double seen, expected, z;
} run;

typedef struct search {
    const fr_series *series;
    double *before; /* [i]: sum of the cells before i */
    double least_z;
    run runs[MOST_RUNS];
} search;

static double sum_of(const search *s, size_t from, size_t to)
{
    return s->before[to] - s->before[from];
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The sums of runs like from .. from + len, which do not touch it. */
static size_t sums_around(const search *s, size_t from, size_t len, double sums[2 * AROUND])
{
    size_t n = 0;

    for (size_t d = 2; d <= AROUND; d++) {
        if (from >= d * len)
            sums[n++] = sum_of(s, from - d * len, from - (d - 1) * len);
        if (from + (d + 1) * len <= s->series->n)
            sums[n++] = sum_of(s, from + d * len, from + (d + 1) * len);
    }
    return n;
}

/* Whether a run is at all unlike the mean of those around it, which costs little to ask. */
static bool is_unlike(const search *s, const run *r)
{
    size_t len = r->to - r->from, most = AROUND * len;
    size_t first = r->from > most ? r->from - most : 0;
    size_t last = r->to + most < s->series->n ? r->to + most : s->series->n;
    double around = sum_of(s, first, last) - sum_of(s, r->from, r->to);
    double mean = around * (double)len / (double)(last - first - len + 1);

    return fabs(fr_poisson_z(sum_of(s, r->from, r->to), mean > LEAST_MEAN ? mean : LEAST_MEAN)) >=
           s->least_z / 2;
}

/* Judges a run by those around it: fills in expected and z; false where there are too few. */
static bool judge_run(const search *s, run *r, double *spread)
{
    double sums[2 * AROUND], middle = 0;
    size_t n = sums_around(s, r->from, r->to - r->from, sums), low = n / 4, high = n - n / 4;

    if (n < LEAST_RUNS)
        return false;
    qsort(sums, n, sizeof *sums, compare_doubles);
    for (size_t i = low; i < high; i++)
        middle += sums[i] / (double)(high - low);
    r->expected = middle > LEAST_MEAN ? middle : LEAST_MEAN;
    *spread = (sums[high - 1] - sums[low]) / 1.349; /* of a normal variable: one sigma */
    *spread = *spread * *spread / r->expected;
    *spread = *spread > 1 ? *spread : 1;
    r->seen = sum_of(s, r->from, r->to);
    r->z = fr_poisson_z(r->seen, r->expected) / sqrt(*spread);
    return true;
}

static bool is_plain_run(const search *s, const run *r)
{
    double more = fabs(r->seen - r->expected);

    if (fabs(r->z) < s->least_z || more < 4 * s->series->step)
        return false;
    return r->seen >= 1.5 * r->expected || r->seen <= 0.5 * r->expected;
}

/* Moves the ends to where the run stands out most. */
static void trim(const search *s, run *r, double spread)
{
    size_t len = r->to - r->from, step = len / 16 > 1 ? len / 16 : 1;
    size_t first = r->from > len ? r->from - len : 0;
    size_t last = r->to + len < s->series->n ? r->to + len : s->series->n;
    double each = r->expected / (double)len;
    run best = *r;

    for (size_t from = first; from < r->to; from += step)
        for (size_t to = from + step; to <= last; to += step) {
            run try = {from, to, sum_of(s, from, to), each * (double)(to - from), 0};
            try.z = fr_poisson_z(try.seen, try.expected) / sqrt(spread);
            if (fabs(try.z) > fabs(best.z) && (try.z > 0) == (r->z > 0))
                best = try;
        }
    *r = best;
}

static bool overlap(const run *a, const run *b)
{
    return a->z != 0 && a->from < b->to && b->from < a->to;
}

/* Keeps the strongest runs; of those that overlap, one. */
static void keep_run(search *s, run new)
{
    size_t weakest = 0;

    for (size_t i = 0; i < MOST_RUNS; i++)
        if (overlap(&s->runs[i], &new) && fabs(s->runs[i].z) >= fabs(new.z))
            return;
    for (size_t i = 0; i < MOST_RUNS; i++) {
        if (overlap(&s->runs[i], &new))
            s->runs[i] = (run){0};
        if (fabs(s->runs[i].z) < fabs(s->runs[weakest].z))
            weakest = i;
    }
    if (fabs(new.z) > fabs(s->runs[weakest].z))
        s->runs[weakest] = new;
}

static void find_runs(search *s)
{
    const fr_series *series = s->series;
    size_t longest = (size_t)(INT64_C(20000000000) / series->cell_ns);

    for (size_t len = 1; len <= series->n / 10 && len <= longest; len *= 2)
        for (size_t from = 0; from + len <= series->n; from += len > 1 ? len / 2 : 1) {
            run r = {.from = from, .to = from + len};
            double spread;
            if (!is_unlike(s, &r) || !judge_run(s, &r, &spread) || !is_plain_run(s, &r))
                continue;
            trim(s, &r, spread);
            keep_run(s, r);
        }
}

static bool search_runs(search *s)
{
    s->before = malloc((s->series->n + 1) * sizeof *s->before);
    if (!s->before)
        return false;
    s->before[0] = 0;
    for (size_t i = 0; i < s->series->n; i++)
        s->before[i + 1] = s->before[i] + s->series->at[i];
    s->least_z = fr_least_z(8.0 * (double)s->series->n);
    find_runs(s);
    free(s->before);
    return true;
}

/* ---- the whole ---- */

static void add_band(const fr_series *s, const fr_band *band, const fr_meta *meta,
                     fr_perturbation *p)
{
    double cells = 1e9 / (double)s->cell_ns;

    *p = (fr_perturbation){.usual = band->outside * cells,
                           .here = band->inside * cells,
                           .strength = band->z,
                           .times = band->times,
                           .of = band->of};
    place_band(s, band, meta->origin_ns, p);
    name_band(p);
}

static void add_run(const fr_series *s, const run *r, const fr_meta *meta, fr_perturbation *p)
{
    double cells = 1e9 / (double)s->cell_ns, n = (double)(r->to - r->from);
    char from[SECONDS_MAX], to[SECONDS_MAX];

    *p = (fr_perturbation){.usual = r->expected > LEAST_MEAN ? r->expected / n * cells : 0,
                           .here = r->seen / n * cells,
                           .strength = fabs(r->z)};
    p->from_ns = s->start_ns + (int64_t)r->from * s->cell_ns;
    p->to_ns = s->start_ns + (int64_t)r->to * s->cell_ns;
    put_seconds(from, p->from_ns - meta->origin_ns);
    put_seconds(to, p->to_ns - meta->origin_ns);
    snprintf(p->select, sizeof p->select, "--range %s-%s", from, to);
}

static bool find_bands(fr_series *s, const fr_meta *meta, fr_perturbation *found, size_t *n)
{
    fr_band band;

    while (*n < MOST_BANDS) {
        if (!find_band(s, &band))
            return false;
        if (band.z <= 0)
            return true;
        add_band(s, &band, meta, &found[(*n)++]);
        level(s, &band);
    }
    return true;
}

static int order_runs(const void *a, const void *b)
{
    const run *x = a, *y = b;

    return (x->from > y->from) - (x->from < y->from);
}

static bool find_all(fr_series *s, const fr_meta *meta, fr_perturbation *found, size_t *n)
{
    search runs = {.series = s};

    if (!find_bands(s, meta, found, n) || !search_runs(&runs))
        return false;
    qsort(runs.runs, MOST_RUNS, sizeof *runs.runs, order_runs);
    for (size_t i = 0; i < MOST_RUNS; i++)
        if (runs.runs[i].z != 0)
            add_run(s, &runs.runs[i], meta, &found[(*n)++]);
    return true;
}

bool fr_perturb_find(const fr_profile *profile, const fr_idle *idle, fr_perturbations *found,
                     fr_error *err)
{
    fr_series series;
    bool good = fr_series_init(&series, profile, idle);

    found->n = 0;
    if (good && series.n)
        good = find_all(&series, &profile->meta, found->at, &found->n);
    for (size_t i = 0; good && i < found->n; i++)
        found->at[i].waits = profile->meta.stacks & FR_SAMPLES_LAST;
    fr_series_reset(&series);
    return good || fr_fail_memory(err);
}
