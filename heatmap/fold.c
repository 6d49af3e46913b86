/*
 * fold.c - finds what comes again and again, by epoch folding: cells a period apart are summed.
 *
 *     cells    . . # # . . . # # . . . # # .        period 5
 *     folded   . . # #  .                           band from part 2, of 2 parts
 *
 * The row is cut into segments; each is folded once with the proposed period, and the segments are then shifted against
 * each other by as much as another period would (D. H. Staelin, Proceedings of the IEEE 57, 1969), so that trying a
 * period costs the size of the folded row, not of the recording. The best is where the folded row varies most.
 *
 * The band is then judged period by period: each gives one difference between the band and the rest of the period.
 * Student's t over these differences is as sure as they agree, whatever the noise is; the Poisson error of the counts
 * bounds it from above.
 */
#include "heatmap/time_row.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SEGMENTS 32

/* ---- the period ---- */

typedef struct segments {
    const fr_series *series;
    double period;
    uint32_t n_phases;
    double *sum, *count; /* [segment * n_phases + phase] */
    double folded[FR_FOLD_PHASES], counts[FR_FOLD_PHASES];
} segments;

static uint32_t phase_of(size_t cell, double period, uint32_t n_phases)
{
    double turns = ((double)cell + 0.5) / period;
    uint32_t phase = (uint32_t)((turns - floor(turns)) * n_phases);

    return phase < n_phases ? phase : n_phases - 1;
}

/* to[i] += from[(i + by) % n] */
static void add_turned(double *restrict to, const double *restrict from, uint32_t n, uint32_t by)
{
    for (uint32_t i = 0; i < n - by; i++)
        to[i] += from[i + by];
    for (uint32_t i = n - by; i < n; i++)
        to[i] += from[i + by - n];
}

/* Adds up the segments, the last one `drift` parts of the period later than the first. */
static void shift_and_add(segments *s, double drift)
{
    memset(s->folded, 0, sizeof s->folded);
    memset(s->counts, 0, sizeof s->counts);
    for (size_t segment = 0; segment < SEGMENTS; segment++) {
        long shift = lround(drift * (double)segment / SEGMENTS);
        uint32_t by =
            (uint32_t)(((shift % (long)s->n_phases) + (long)s->n_phases) % (long)s->n_phases);
        add_turned(s->folded, &s->sum[segment * s->n_phases], s->n_phases, by);
        add_turned(s->counts, &s->count[segment * s->n_phases], s->n_phases, by);
    }
}

static double variation_of(const segments *s)
{
    double sum = 0;

    for (uint32_t p = 0; p < s->n_phases; p++)
        if (s->counts[p] > 0) {
            double mean = s->folded[p] / s->counts[p], d = mean - s->series->mean;
            sum += d * d * s->counts[p];
        }
    return sum;
}

/* A drift of d parts over the recording is a period longer by d / n_phases periods over all periods. */
static double best_period(segments *s)
{
    double best = 0, most = -1, reach = s->n_phases / 2.0,
           n_periods = (double)s->series->n / s->period;

    for (double drift = -reach; drift <= reach; drift++) {
        shift_and_add(s, drift);
        double variation = variation_of(s);
        if (variation > most) {
            most = variation;
            best = drift;
        }
    }
    shift_and_add(s, best);
    return s->period * (1 + best / s->n_phases / n_periods);
}

/* ---- the band ---- */

/* The run of parts, of at most half of them, whose mean is furthest from the mean of all. */
static void find_band(const segments *s, fr_band *band)
{
    double most = 0;

    for (uint32_t from = 0; from < s->n_phases; from++) {
        double sum = 0, count = 0;
        for (uint32_t n = 1; n <= s->n_phases / 2; n++) {
            uint32_t phase = (from + n - 1) % s->n_phases;
            sum += s->folded[phase] - s->counts[phase] * s->series->mean;
            count += s->counts[phase];
            double share = (double)n / s->n_phases;
            double far = count > 0 ? fabs(sum) / sqrt(count * (1 - share)) : 0;
            if (far > most) {
                most = far;
                band->from = from;
                band->n = n;
            }
        }
    }
}

bool fr_band_holds(const fr_band *band, size_t cell)
{
    uint32_t phase = phase_of(cell, band->period, band->n_phases);

    return (phase + band->n_phases - band->from) % band->n_phases < band->n;
}

/* ---- the judgement ---- */

/* Sums of the band and of the rest in one period. */
typedef struct period_sums {
    double in, out, n_in, n_out;
} period_sums;

static double difference(const period_sums *p)
{
    return p->in / p->n_in - p->out / p->n_out;
}

/* A normal variable as unlikely as Student's t with f degrees of freedom: D. L. Wallace, Annals of Mathematical
 * Statistics 30, 1959. */
static double normal_of_t(double t, double f)
{
    double z = (8 * f + 1) / (8 * f + 3) * sqrt(f * log(1 + t * t / f));

    return t < 0 ? -z : z;
}

static void judge(const fr_series *s, const period_sums *periods, size_t n, fr_band *band)
{
    period_sums all = {0};
    double mean = 0, squares = 0, z_counts, z_periods, k = 0;

    for (size_t i = 0; i < n; i++) {
        if (periods[i].n_in < 1 || periods[i].n_out < 1)
            continue;
        double d = difference(&periods[i]), before = mean;
        k++;
        mean += (d - mean) / k;
        squares += (d - before) * (d - mean);
        all.in += periods[i].in;
        all.out += periods[i].out;
        all.n_in += periods[i].n_in;
        all.n_out += periods[i].n_out;
    }
    if (k < 3)
        return;
    band->inside = all.in / all.n_in;
    band->outside = all.out / all.n_out;
    z_counts = mean / sqrt(s->mean * (1 / all.n_in + 1 / all.n_out));
    z_periods = normal_of_t(mean / sqrt(squares / (k - 1) / k + 1e-12), k - 1);
    band->z = fabs(z_counts) < fabs(z_periods) ? fabs(z_counts) : fabs(z_periods);
    band->of = (uint32_t)k;
    for (size_t i = 0; i < n; i++)
        if (periods[i].n_in >= 1 && periods[i].n_out >= 1)
            band->times += difference(&periods[i]) / mean > 0.5;
}

static bool judge_band(const fr_series *s, fr_band *band)
{
    size_t n = (size_t)((double)s->n / band->period);
    period_sums *periods = calloc(n + 1, sizeof *periods);

    for (size_t i = 0; periods && i < s->n; i++) {
        size_t period = (size_t)(((double)i + 0.5) / band->period);
        bool in = fr_band_holds(band, i);
        if (period >= n)
            break;
        *(in ? &periods[period].in : &periods[period].out) += s->at[i];
        *(in ? &periods[period].n_in : &periods[period].n_out) += 1;
    }
    if (periods)
        judge(s, periods, n, band);
    free(periods);
    return periods != NULL;
}

bool fr_fold(const fr_series *series, double period, fr_band *band)
{
    segments s = {.series = series, .period = period};

    s.n_phases = period < FR_FOLD_PHASES ? (uint32_t)period : FR_FOLD_PHASES;
    s.sum = calloc((size_t)SEGMENTS * s.n_phases, sizeof *s.sum);
    s.count = calloc((size_t)SEGMENTS * s.n_phases, sizeof *s.count);
    *band = (fr_band){.n_phases = s.n_phases};
    if (s.sum && s.count) {
        for (size_t i = 0; i < series->n; i++) {
            size_t at = i * SEGMENTS / series->n * s.n_phases + phase_of(i, period, s.n_phases);
            s.sum[at] += series->at[i];
            s.count[at] += 1;
        }
        band->period = best_period(&s);
        find_band(&s, band);
    }
    bool good = s.sum && s.count && judge_band(series, band);
    free(s.sum);
    free(s.count);
    return good;
}

/* ---- one cell ---- */

bool fr_fold_cell(const fr_series *series, uint32_t n_cells, fr_band *best)
{
    size_t n = series->n / n_cells;
    period_sums *periods = calloc(n + 1, sizeof *periods);

    *best = (fr_band){0};
    for (uint32_t cell = 0; periods && cell < n_cells; cell++) {
        fr_band band = {.period = n_cells, .n_phases = n_cells, .from = cell, .n = 1};
        for (size_t i = 0; i < n; i++) {
            size_t at = i * band.n_phases + band.from;
            periods[i] = (period_sums){.in = series->at[at], .n_in = 1};
            if (at > 0 && at + 1 < series->n) {
                periods[i].out = series->at[at - 1] + series->at[at + 1];
                periods[i].n_out = 2;
            }
        }
        judge(series, periods, n, &band);
        if (band.z > best->z)
            *best = band;
    }
    free(periods);
    return periods != NULL;
}
