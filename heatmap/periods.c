/*
 * periods.c - which periods a row of cells may have.
 *
 * The power spectrum of the row (a periodogram: A. Schuster, 1898), made robust: the roots of the counts, so that noise
 * is alike everywhere (F. J. Anscombe, Biometrika 35, 1948), cut at their 99th percentile, so that a single burst does
 * not ring at all frequencies; power is divided by the median of its neighbours, so that slow changes of the load do
 * not count. A band that is narrow beside its period has its power in overtones: sums over 1, 2, 4 and 8 of them
 * are looked at, too. What is found here is only proposed; perturb.c judges it.
 */
#include "heatmap/series.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The row as it is looked at; `sorted` is room for as many. */
static void make_even(const fr_series *s, double complex *x, double *sorted)
{
    double most, mean = 0;

    for (size_t i = 0; i < s->n; i++)
        sorted[i] = sqrt(s->at[i] + 0.375);
    qsort(sorted, s->n, sizeof *sorted, compare_doubles);
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
        qsort(sorted, m, sizeof *sorted, compare_doubles);
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

/* A sum of so many overtones is compared with what chance makes of it: about 3 times the median each, give or take
 * the root of their number. */
static void find_peaks(const double *power, size_t n, size_t from, size_t to, peak *peaks,
                       size_t most)
{
    for (size_t k = from; k <= to && k < n; k++) {
        double sum = 0;
        for (size_t h = 1; h <= MOST_HARMONIC && k * h < n; h++) {
            sum += overtone(power, n, k, h);
            if ((h & (h - 1)) == 0)
                keep_peak(peaks, most, (peak){(sum - 3 * (double)h) / sqrt((double)h), k});
        }
    }
}

bool fr_series_periods(const fr_series *s, double *periods, size_t most, size_t *n)
{
    size_t n_power = 0;
    double *power = spectrum_of(s, &n_power);
    peak *peaks = calloc(most, sizeof *peaks);

    *n = 0;
    if (power && peaks)
        find_peaks(power, n_power, (LEAST_CYCLES * 2 * n_power + s->n - 1) / s->n,
                   2 * n_power / LEAST_PERIOD, peaks, most);
    for (size_t i = 0; power && peaks && i < most; i++)
        if (peaks[i].k)
            periods[(*n)++] = 2 * (double)n_power / (double)peaks[i].k;
    free(power);
    free(peaks);
    return power && peaks;
}
