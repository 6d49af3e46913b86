/*
 * fold.c - bands: periods from the power spectrum, each tried by epoch folding.
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
 * bounds it from above. Where no band is sure, their trimmed mean may be: one period of ten is odd at each end.
 */
#include "heatmap/time_row.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

#define SEGMENTS    32
#define FOLD_PHASES 200  /* parts of a period, at most */
#define ODD         10   /* one of so many periods, at each end */
#define AS_ALL      0.85 /* of that of the others: the mean of all is as far off */
#define AS_OPPOSITE 0.5  /* of the band: half a period later is as far off */

/* ---- the period ---- */

typedef struct segments {
    const fr_time_row *row;
    double period;
    uint32_t n_phases;
    double *sum, *count; /* [segment * n_phases + phase]; of one allocation */
    double folded[FOLD_PHASES], counts[FOLD_PHASES];
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

/* Adds up the segments, each later by its part of `drift` parts of the period: by that of its middle. */
static void shift_and_add(segments *s, double drift)
{
    memset(s->folded, 0, sizeof s->folded);
    memset(s->counts, 0, sizeof s->counts);
    for (size_t segment = 0; segment < SEGMENTS; segment++) {
        long shift = lround(drift * ((double)segment + 0.5) / SEGMENTS);
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
            double mean = s->folded[p] / s->counts[p], d = mean - s->row->mean;
            sum += d * d * s->counts[p];
        }
    return sum;
}

/* A drift of d parts over the recording is a period longer by d / n_phases periods over all periods. */
static double best_period(segments *s)
{
    double best = 0, most = -1, reach = s->n_phases / 2.0,
           n_periods = (double)s->row->n / s->period;

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
            sum += s->folded[phase] - s->counts[phase] * s->row->mean;
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

/* The number of the period that a cell is of, where they begin with the part `first` of those of the recording. */
static long period_of(const fr_band *band, size_t cell, uint32_t first)
{
    bool is_before = phase_of(cell, band->period, band->n_phases) < first;

    return (long)(((double)cell + 0.5) / band->period) - is_before;
}

/* The part that periods begin with: 0, or the end of a band that the recording begins in. */
static uint32_t first_phase(const fr_band *band)
{
    uint32_t end = band->from + band->n;

    return end > band->n_phases ? end - band->n_phases : 0;
}

long fr_band_period(const fr_band *band, size_t cell)
{
    return period_of(band, cell, first_phase(band));
}

/* ---- the judgement ---- */

/* Sums of the band and of the rest in one period. */
typedef struct period_sums {
    double in, out, n_in, n_out;
    double opposite, n_opposite; /* of as much as the band half a period later */
} period_sums;

static double rest_of(const period_sums *p)
{
    return p->out / p->n_out;
}

static double difference(const period_sums *p)
{
    return p->in / p->n_in - rest_of(p);
}

static bool is_judged(const period_sums *p)
{
    return p->n_in >= 1 && p->n_out >= 1;
}

/* A normal variable as unlikely as Student's t with f degrees of freedom: D. L. Wallace, Annals of Mathematical
 * Statistics 30, 1959. */
static double normal_of_t(double t, double f)
{
    double z = (8 * f + 1) / (8 * f + 3) * sqrt(f * log(1 + t * t / f));

    return t < 0 ? -z : z;
}

/* Difference i of k sorted ones, of which the `odd` ones at each end are as large as those next to them. */
static double winsorized(const double *d, size_t k, size_t odd, size_t i)
{
    return d[i < odd ? odd : i < k - odd ? i : k - odd - 1];
}

/* Returns the mean of k sorted differences without the `odd` ones at each end. */
static double trimmed_mean(const double *d, size_t k, size_t odd)
{
    double sum = 0;

    for (size_t i = odd; i + odd < k; i++)
        sum += d[i];
    return sum / (double)(k - 2 * odd);
}

/* Returns the standard error of that mean: J. W. Tukey, D. H. McLaughlin, Sankhya A 25, 1963. */
static double trimmed_error(const double *d, size_t k, size_t odd)
{
    double mean = 0, squares = 0, kept = (double)(k - 2 * odd);

    for (size_t i = 0; i < k; i++)
        mean += winsorized(d, k, odd, i) / (double)k;
    for (size_t i = 0; i < k; i++)
        squares += pow(winsorized(d, k, odd, i) - mean, 2);
    return sqrt(squares / (double)(k - 1) * (double)k / kept / kept + 1e-12);
}

/* Returns how sure a mean of `kept` differences is; counts: its Poisson error. */
static double sureness(double mean, double error, double kept, double counts)
{
    return fmin(fabs(mean) / counts, fabs(normal_of_t(mean / error, kept - 1)));
}

/* Returns how many periods are nearer to what is inside of a band, which differs by `mean` from the rest. */
static uint32_t count_times(const double *d, size_t k, double mean)
{
    uint32_t times = 0;

    for (size_t i = 0; i < k; i++)
        times += d[i] / mean > 0.5;
    return times;
}

/* A period may be odd, as where a single burst lies over it: judges a band without one of ten at each end. What comes seldom
 * is in few periods, and all of these may be left out: all together have to show as much as the rest, or nearly. What half a
 * period later shows half as much as the band has a period of half the length. d: the differences, sorted; counts: the Poisson
 * error of their mean; room: for as many. */
static void judge_most(const period_sums *periods, size_t n, const double *d, size_t k,
                       double counts, double *room, fr_band *most)
{
    size_t odd = (k + ODD - 1) / ODD, m = 0;
    double mean, opposite;

    if (k < 2 * odd + 3)
        return;
    mean = trimmed_mean(d, k, odd);
    if (trimmed_mean(d, k, 0) / mean < AS_ALL)
        return;
    for (size_t i = 0; i < n; i++)
        if (is_judged(&periods[i]) && periods[i].n_opposite > 0)
            room[m++] = periods[i].opposite / periods[i].n_opposite - rest_of(&periods[i]);
    qsort(room, m, sizeof *room, fr_compare_doubles);
    opposite = m > 2 * odd ? trimmed_mean(room, m, odd) : 0;
    if (opposite / mean >= AS_OPPOSITE)
        return;
    m = 0;
    for (size_t i = 0; i < n; i++)
        if (is_judged(&periods[i]))
            room[m++] = rest_of(&periods[i]);
    qsort(room, m, sizeof *room, fr_compare_doubles);
    most->outside = trimmed_mean(room, m, odd);
    most->inside = most->outside + mean;
    most->z = sureness(mean, trimmed_error(d, k, odd), (double)(k - 2 * odd), counts);
    most->times = count_times(d, k, mean);
}

/* room: for two differences of each period. most: the same as most periods show it; NULL: is not asked for. */
static void judge(const fr_time_row *s, const period_sums *periods, size_t n, double *room,
                  fr_band *band, fr_band *most)
{
    double *d = room, mean, counts;
    period_sums all = {0};
    size_t k = 0;

    for (size_t i = 0; i < n; i++) {
        if (!is_judged(&periods[i]))
            continue;
        d[k++] = difference(&periods[i]);
        all.in += periods[i].in;
        all.out += periods[i].out;
        all.n_in += periods[i].n_in;
        all.n_out += periods[i].n_out;
    }
    if (k < 3)
        return;
    qsort(d, k, sizeof *d, fr_compare_doubles);
    mean = trimmed_mean(d, k, 0);
    counts = sqrt(s->mean * (1 / all.n_in + 1 / all.n_out));
    band->of = (uint32_t)k;
    if (most) {
        *most = *band;
        judge_most(periods, n, d, k, counts, room + n, most);
    }
    band->inside = all.in / all.n_in;
    band->outside = all.out / all.n_out;
    band->z = sureness(mean, trimmed_error(d, k, 0), (double)k, counts);
    band->times = count_times(d, k, mean);
}

/* Judges by periods that begin with the part `first`. The last one has the band, and so much of the rest as is `enough`. */
static bool judge_from(const fr_time_row *s, uint32_t first, double enough, fr_band *band,
                       fr_band *most)
{
    double left_out = (double)first / band->n_phases;
    double rest = 1 - (double)band->n / band->n_phases;
    long n = (long)((double)s->n / band->period - left_out + rest * (1 - enough));
    period_sums *periods = calloc((size_t)n + 1, sizeof *periods);
    double *room = malloc(2 * ((size_t)n + 1) * sizeof *room);
    fr_band opposite = *band;
    bool good = periods && room;

    opposite.from = (band->from + band->n_phases / 2) % band->n_phases;
    for (size_t i = 0; good && i < s->n; i++) {
        long period = period_of(band, i, first);
        bool in = fr_band_holds(band, i);
        if (period < 0 || period >= n)
            continue;
        *(in ? &periods[period].in : &periods[period].out) += s->at[i];
        *(in ? &periods[period].n_in : &periods[period].n_out) += 1;
        if (fr_band_holds(&opposite, i)) {
            periods[period].opposite += s->at[i];
            periods[period].n_opposite += 1;
        }
    }
    if (good)
        judge(s, periods, (size_t)n, room, band, most);
    free(periods);
    free(room);
    return good;
}

/* Judges by whole periods of the recording, and by those that begin with the band: of half of the true period, one of both
 * has all, or nothing, of every other time in each. The band is as sure as the less sure of them. */
static bool judge_band(const fr_time_row *s, fr_band *band, fr_band *most)
{
    fr_band other = *band, other_most = {0};

    *most = (fr_band){0};
    if (!judge_from(s, first_phase(band), 1, band, most) ||
        !judge_from(s, band->from, 0.5, &other, &other_most))
        return false;
    if (other.z < band->z)
        *band = other;
    if (other_most.z < most->z)
        *most = other_most;
    return true;
}

/* The band that differs most, with a period near `period`, which the row itself refines; most: the same as most periods show
 * it. False: memory ran out. */
static bool fold(const fr_time_row *row, double period, fr_band *band, fr_band *most)
{
    segments s = {.row = row, .period = period};

    s.n_phases = period < FOLD_PHASES ? (uint32_t)period : FOLD_PHASES;
    s.sum = calloc((size_t)2 * SEGMENTS * s.n_phases, sizeof *s.sum);
    if (!s.sum)
        return false;
    s.count = s.sum + (size_t)SEGMENTS * s.n_phases;
    for (size_t i = 0; i < row->n; i++) {
        size_t at = i * SEGMENTS / row->n * s.n_phases + phase_of(i, period, s.n_phases);
        s.sum[at] += row->at[i];
        s.count[at] += 1;
    }
    *band = (fr_band){.n_phases = s.n_phases};
    band->period = best_period(&s);
    find_band(&s, band);
    free(s.sum);
    return judge_band(row, band, most);
}

/* ---- one cell ---- */

#define UNLIKE_BOTH 0.4 /* of the larger difference: less is an end of what lasts longer */

bool fr_fold_cell(const fr_time_row *row, uint32_t n_cells, fr_band *best)
{
    size_t n = row->n / n_cells;
    period_sums *periods = calloc(n + 1, sizeof *periods);
    double *room = malloc(2 * (n + 1) * sizeof *room);
    bool good = periods && room;

    *best = (fr_band){0};
    for (uint32_t cell = 0; good && cell < n_cells; cell++) {
        fr_band band = {.period = n_cells, .n_phases = n_cells, .from = cell, .n = 1};
        double before = 0, behind = 0; /* how much more the cell has than each beside it */
        for (size_t i = 0; i < n; i++) {
            size_t at = i * band.n_phases + band.from;
            periods[i] = (period_sums){.in = row->at[at], .n_in = 1};
            if (at > 0 && at + 1 < row->n) {
                periods[i].out = row->at[at - 1] + row->at[at + 1];
                periods[i].n_out = 2;
                before += row->at[at] - row->at[at - 1];
                behind += row->at[at] - row->at[at + 1];
            }
        }
        judge(row, periods, n, room, &band, NULL);
        if (band.z > best->z && fmin(before / behind, behind / before) > UNLIKE_BOTH)
            *best = band;
    }
    free(periods);
    free(room);
    return good;
}

/* ---- periods ---- */

#define PI            3.14159265358979323846
#define LEAST_CYCLES  6
#define LEAST_PERIOD  4 /* cells */
#define NEIGHBOURS    32
#define MOST_HARMONIC 8
#define LEAST_HEIGHT  12 /* of a peak: of 10 000 frequencies of noise, two are higher */

/* ---- the spectrum ---- */

/* Transforms x in place; n is a power of two. J. W. Cooley, J. W. Tukey, Mathematics of Computation 19, 1965. */
static void transform(double complex *x, size_t n)
{
    for (size_t i = 1, j = 0; i < n; i++) {
        size_t bit = n >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j) {
            double complex kept = x[i];
            x[i] = x[j];
            x[j] = kept;
        }
    }
    for (size_t len = 2; len <= n; len <<= 1) {
        double complex turn = cexp(-2 * PI * I / (double)len);
        for (size_t i = 0; i < n; i += len) {
            double complex w = 1;
            for (size_t k = 0; k < len / 2; k++, w *= turn) {
                double complex a = x[i + k], b = x[i + k + len / 2] * w;
                x[i + k] = a + b;
                x[i + k + len / 2] = a - b;
            }
        }
    }
}

/* The row as it is looked at; `sorted` is room for as many. */
static void make_even(const fr_time_row *s, double complex *x, double *sorted)
{
    double most, mean = 0;

    for (size_t i = 0; i < s->n; i++)
        sorted[i] = sqrt(s->at[i] + 0.375);
    qsort(sorted, s->n, sizeof *sorted, fr_compare_doubles);
    most = sorted[s->n - 1 - s->n / 100];
    for (size_t i = 0; i < s->n; i++) {
        double root = sqrt(s->at[i] + 0.375);
        x[i] = root < most ? root : most;
        mean += creal(x[i]) / (double)s->n;
    }
    for (size_t i = 0; i < s->n; i++)
        x[i] -= mean;
}

/* Divides by the median of a run of neighbours: of 32, or of a quarter of the frequencies below. */
static void whiten(double *power, size_t n)
{
    for (size_t from = 1, to; from < n; from = to) {
        double sorted[1024];
        size_t run = from / 4 > NEIGHBOURS ? from / 4 : NEIGHBOURS, step;
        to = from + run < n ? from + run : n;
        step = (to - from + 1023) / 1024;
        size_t m = 0;
        for (size_t i = from; i < to; i += step)
            sorted[m++] = power[i];
        qsort(sorted, m, sizeof *sorted, fr_compare_doubles);
        double median = sorted[m / 2] > 0 ? sorted[m / 2] : 1;
        for (size_t i = from; i < to; i++)
            power[i] /= median;
    }
}

/* The power at each frequency, n_power of them; frequency k has a period of 2 * n_power / k cells. NULL: memory ran
 * out. */
static double *spectrum_of(const fr_time_row *s, size_t *n_power)
{
    size_t n = 2;
    while (n < 2 * s->n)
        n *= 2;
    double complex *x = calloc(n, sizeof *x);
    double *power = malloc((n > s->n ? n : s->n) * sizeof *power);
    if (x && power) {
        make_even(s, x, power);
        transform(x, n);
        for (size_t k = 0; k < n / 2; k++)
            power[k] = creal(x[k]) * creal(x[k]) + cimag(x[k]) * cimag(x[k]);
        power[0] = 0;
        whiten(power, n / 2);
    }
    *n_power = n / 2;
    bool good = x != NULL;
    free(x);
    return fr_kept(good, power);
}

/* ---- peaks ---- */

/* The largest power within half a frequency of overtone h of frequency k. */
static double overtone(const double *power, size_t n, size_t k, size_t h)
{
    size_t from = k * h - h / 2, to = k * h + h / 2;
    double most = 0;

    for (size_t i = from; i <= to && i < n; i++)
        most = power[i] > most ? power[i] : most;
    return most;
}

typedef struct peak {
    double height;
    size_t k;
} peak;

/* Keeps the highest peaks; of those that lie within a hundredth of each other, one. */
static void keep_peak(peak *peaks, size_t most, peak new)
{
    size_t at = most - 1;

    if (new.height < LEAST_HEIGHT)
        return;
    for (size_t i = 0; i < most; i++)
        if (peaks[i].k && fabs((double)peaks[i].k - (double)new.k) <= 2 + 0.01 * (double)new.k) {
            if (peaks[i].height >= new.height)
                return;
            at = i;
            break;
        }
    if (peaks[at].height >= new.height)
        return;
    peaks[at] = new;
    for (; at > 0 && peaks[at - 1].height < peaks[at].height; at--) {
        peak lower = peaks[at - 1];
        peaks[at - 1] = peaks[at];
        peaks[at] = lower;
    }
}

/* Lengths of periods, in cells, that the row may have: peaks of its power spectrum and of the sums of their overtones,
 * the strongest first. At most `most`; false: memory ran out. */
static bool find_periods(const fr_time_row *s, double *periods, size_t most, size_t *n)
{
    size_t n_power = 0;
    double *power = spectrum_of(s, &n_power);
    peak *peaks = calloc(most, sizeof *peaks);
    bool good = power && peaks;

    *n = 0;
    /* A sum of so many overtones is compared with what chance makes of it: about 3 times the median each, give or take
     * the root of their number. */
    for (size_t k = (LEAST_CYCLES * 2 * n_power + s->n - 1) / s->n;
         good && k <= (2 * n_power / LEAST_PERIOD) && k < n_power; k++) {
        double sum = 0;
        for (size_t h = 1; h <= MOST_HARMONIC && k * h < n_power; h++) {
            sum += overtone(power, n_power, k, h);
            if ((h & (h - 1)) == 0)
                keep_peak(peaks, most, (peak){(sum - 3 * (double)h) / sqrt((double)h), k});
        }
    }
    for (size_t i = 0; good && i < most; i++)
        if (peaks[i].k)
            periods[(*n)++] = 2 * (double)n_power / (double)peaks[i].k;
    free(power);
    free(peaks);
    return good;
}

/* ---- the surest of all ---- */

#define N_PERIODS   16   /* proposals that are folded */
#define LEAST_DEPTH 0.05 /* of a band: the part by which it is above or below the rest */
#define SURER       1.25 /* times: by chance a band of several periods may be a bit surer */

static bool is_plain(const fr_time_row *s, const fr_band *b)
{
    double more = fabs(b->inside - b->outside), cells = b->period * b->n / b->n_phases;

    return more * cells >= 2.5 * s->step && (b->inside >= (1 + LEAST_DEPTH) * b->outside ||
                                             b->inside <= (1 - LEAST_DEPTH) * b->outside);
}

/* Folds with a period: *best is the band where it is surer by so many `times`; best_of_most, unless it is NULL: the same of
 * most periods. False: memory ran out. */
static bool try_period(const fr_time_row *s, double period, double least, double times,
                       fr_band *best, fr_band *best_of_most)
{
    fr_band band, most;

    if (!fold(s, period, &band, &most))
        return false;
    if (band.z >= least && band.z > times * best->z && is_plain(s, &band))
        *best = band;
    if (best_of_most && most.z >= least && most.z > best_of_most->z && is_plain(s, &most))
        *best_of_most = most;
    return true;
}

/* The same of a multiple of a period; it has to be surer than a part of it, too, which is known as exactly then. */
static bool try_multiple(const fr_time_row *s, uint32_t times, double period, double least,
                         fr_band *best)
{
    fr_band many = {.z = best->z};

    if (!try_period(s, times * period, least, SURER, &many, NULL))
        return false;
    if (many.period > 0 && !try_period(s, many.period / times, least, 1, best, NULL))
        return false;
    if (many.period > 0 && many.z > SURER * best->z)
        *best = many;
    return true;
}

bool fr_find_band(const fr_time_row *s, double n_rows, fr_band *best)
{
    double periods[N_PERIODS], found;
    fr_band most = {0};
    double least = fr_least_z((double)s->n * FOLD_PHASES * FOLD_PHASES / 2 * n_rows);
    size_t n;

    *best = (fr_band){0};
    if (!find_periods(s, periods, N_PERIODS, &n))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!try_period(s, periods[i], least, 1, best, &most))
            return false;
    if (best->z <= 0)
        *best = most;
    found = best->period;
    /* All proposals may be overtones where a row has no noise at all. */
    for (uint32_t h = 2;
         h <= MOST_HARMONIC && best->z > 0 && (double)s->n >= LEAST_CYCLES * h * found; h++)
        if (!try_multiple(s, h, found, least, best))
            return false;
    return true;
}
