/*
 * time_row.c - cells of time.
 *
 * Cells are as short as the sampler allows: at least two of its intervals, else its own rhythm would be seen. The
 * interval is the median time between samples of a thread.
 */
#include "heatmap/time_row.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

#define MS          INT64_C(1000000)
#define MOST_CELLS  131072
#define MOST_PAIRS  65536 /* of which the interval is the median */
#define LEAST_CELLS 50
#define LEAST_COUNT 100
#define ALPHA       0.005 /* share of recordings of chance in which one kind of search finds something */

static const int64_t cells_ms[] = {10,   20,   25,   40,    50,    100,   200,    250,    500,
                                   1000, 2000, 5000, 10000, 20000, 50000, 100000, 1000000};
#define N_CELLS (sizeof cells_ms / sizeof *cells_ms)

double fr_poisson_z(double seen, double expected)
{
    double deviance = expected - seen + (seen > 0 ? seen * log(seen / expected) : 0);
    double z = sqrt(2 * (deviance > 0 ? deviance : 0));

    return seen < expected ? -z : z;
}

/* A normal variable is beyond z with a chance of at most exp(-z^2 / 2) / 2 on each side. */
double fr_least_z(double trials)
{
    return sqrt(2 * log(trials / ALPHA));
}

/* ---- the sampler's interval ---- */

static int compare_times(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

/* The median time between samples of a thread; 0: there is no sampler, as of samples that last. False: memory ran
 * out. */
static bool find_interval(const fr_profile *profile, int64_t *interval_ns)
{
    const fr_samples *samples = &profile->samples;
    int64_t *last = malloc((samples->n_threads + 1) * sizeof *last);
    int64_t *apart = malloc((MOST_PAIRS + 1) * sizeof *apart);
    size_t n = 0, every = samples->n / MOST_PAIRS + 1;
    bool sampled = !(profile->meta.stacks & FR_SAMPLES_LAST);

    for (size_t t = 0; last && t < samples->n_threads; t++)
        last[t] = FR_NO_TIME;
    for (size_t i = 0; sampled && last && apart && i < samples->n; i++) {
        int64_t *before = &last[samples->thread[i]], now = samples->time_ns[i];
        if (i % every == 0 && *before != FR_NO_TIME && now > *before)
            apart[n++] = now - *before;
        *before = now;
    }
    if (apart) {
        qsort(apart, n, sizeof *apart, compare_times);
        *interval_ns = n ? apart[n / 2] : 0;
    }
    free(last);
    free(apart);
    return last && apart;
}

/* ---- cells ---- */

int64_t fr_sample_end(const fr_profile *profile, size_t i)
{
    int64_t end = profile->samples.time_ns[i];

    if (!(profile->meta.stacks & FR_SAMPLES_LAST) || !profile->samples.value ||
        __builtin_add_overflow(end, profile->samples.value[i], &end))
        return profile->samples.time_ns[i];
    return end;
}

static void find_span(const fr_profile *profile, int64_t *first, int64_t *last)
{
    *first = INT64_MAX;
    *last = INT64_MIN;
    for (size_t i = 0; i < profile->samples.n; i++) {
        int64_t from = profile->samples.time_ns[i], to = fr_sample_end(profile, i);
        if (from == FR_NO_TIME)
            continue;
        *first = from < *first ? from : *first;
        *last = to > *last ? to : *last;
    }
}

/* Adds what of a wait lies in each of its cells. The cells between its ends are filled by differences. */
static void add_wait(fr_series *s, double *more, int64_t from, int64_t to)
{
    double end = (double)s->n, a = (double)(from - s->start_ns) / (double)s->cell_ns;
    double b = (double)(to - s->start_ns) / (double)s->cell_ns;

    a = a < 0 ? 0 : a;
    b = b > end ? end : b;
    if (a >= b)
        return;
    size_t first = (size_t)a, last = (size_t)b;
    if (first == last) {
        s->at[first] += b - a;
        return;
    }
    s->at[first] += (double)(first + 1) - a;
    if (last < s->n)
        s->at[last] += b - (double)last;
    more[first + 1] += 1;
    more[last] -= 1;
}

static void add_samples(fr_series *s, const fr_profile *profile, const fr_idle *idle,
                        const uint8_t *stacks, double *more)
{
    const fr_samples *samples = &profile->samples;
    double open = 0;

    for (size_t i = 0; i < samples->n; i++) {
        int64_t from = samples->time_ns[i];
        if (from == FR_NO_TIME || (stacks && !stacks[samples->stack[i]]) ||
            (idle && fr_idle_holds(idle, samples, i)))
            continue;
        if (profile->meta.stacks & FR_SAMPLES_LAST)
            add_wait(s, more, from, fr_sample_end(profile, i));
        else if (from >= s->start_ns && (size_t)((from - s->start_ns) / s->cell_ns) < s->n)
            s->at[(from - s->start_ns) / s->cell_ns] += 1;
    }
    for (size_t i = 0; i < s->n; i++) {
        open += more[i];
        s->at[i] += open;
        s->mean += s->at[i] / (double)s->n;
    }
}

/* Fills the cells of a row that has its place in time. */
static bool fill(fr_series *s, const fr_profile *profile, const fr_idle *idle,
                 const uint8_t *stacks)
{
    double *more = calloc(s->n + 2, sizeof *more);

    s->at = calloc(s->n + 1, sizeof *s->at);
    if (s->at && more)
        add_samples(s, profile, idle, stacks, more);
    s->step = s->mean * (double)s->interval_ns / (double)s->cell_ns;
    s->step = s->step > 1 ? s->step : 1;
    free(more);
    return s->at && more;
}

bool fr_series_init(fr_series *s, const fr_profile *profile, const fr_idle *idle)
{
    int64_t first, last, origin = profile->meta.origin_ns;
    size_t i = 0;

    *s = (fr_series){0};
    find_span(profile, &first, &last);
    if (profile->samples.n < LEAST_COUNT || !profile->meta.timed || first > last ||
        __builtin_sub_overflow(last, origin, &(int64_t){0}))
        return true;
    if (!find_interval(profile, &s->interval_ns))
        return false;
    while (i + 1 < N_CELLS && (cells_ms[i] * MS < 2 * s->interval_ns ||
                               (last - first) / (cells_ms[i] * MS) > MOST_CELLS))
        i++;
    s->cell_ns = cells_ms[i] * MS;
    s->start_ns = origin + ((first - origin) / s->cell_ns + 1) * s->cell_ns;
    if ((last - s->start_ns) / s->cell_ns < LEAST_CELLS)
        return true;
    s->n = (size_t)((last - s->start_ns) / s->cell_ns);
    return fill(s, profile, idle, NULL);
}

bool fr_series_of(fr_series *s, const fr_series *all, const fr_profile *profile,
                  const fr_idle *idle, const uint8_t *stacks)
{
    *s = (fr_series){.n = all->n,
                     .start_ns = all->start_ns,
                     .cell_ns = all->cell_ns,
                     .interval_ns = all->interval_ns};
    return fill(s, profile, idle, stacks);
}

bool fr_series_of_seconds(fr_series *s, const fr_series *all, const fr_profile *profile,
                          const fr_idle *idle, uint32_t cells)
{
    int64_t origin = profile->meta.origin_ns, second = 1000 * MS;
    int64_t first = (all->start_ns - origin + second - 1) / second;
    int64_t end = (all->start_ns + (int64_t)all->n * all->cell_ns - origin) / second;

    *s = (fr_series){.start_ns = origin + first * second, .interval_ns = all->interval_ns};
    if (!cells || second % cells || !all->interval_ns || (end - first) * cells > MOST_CELLS ||
        end <= first)
        return true;
    s->cell_ns = second / cells;
    s->n = (size_t)(end - first) * cells;
    return fill(s, profile, idle, NULL);
}

void fr_series_reset(fr_series *series)
{
    free(series->at);
    *series = (fr_series){0};
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
static void make_even(const fr_series *s, double complex *x, double *sorted)
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
static double *spectrum_of(const fr_series *s, size_t *n_power)
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
    free(x);
    if (!x || !power) {
        free(power);
        return NULL;
    }
    *n_power = n / 2;
    return power;
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

bool fr_series_periods(const fr_series *s, double *periods, size_t most, size_t *n)
{
    size_t n_power = 0;
    double *power = spectrum_of(s, &n_power);
    peak *peaks = calloc(most, sizeof *peaks);

    *n = 0;
    if (power && peaks) {
        /* A sum of so many overtones is compared with what chance makes of it: about 3 times the median each, give or
         * take the root of their number. */
        for (size_t k = (LEAST_CYCLES * 2 * n_power + s->n - 1) / s->n;
             k <= (2 * n_power / LEAST_PERIOD) && k < n_power; k++) {
            double sum = 0;
            for (size_t h = 1; h <= MOST_HARMONIC && k * h < n_power; h++) {
                sum += overtone(power, n_power, k, h);
                if ((h & (h - 1)) == 0)
                    keep_peak(peaks, most, (peak){(sum - 3 * (double)h) / sqrt((double)h), k});
            }
        }
    }
    for (size_t i = 0; power && peaks && i < most; i++)
        if (peaks[i].k)
            periods[(*n)++] = 2 * (double)n_power / (double)peaks[i].k;
    free(power);
    free(peaks);
    return power && peaks;
}
