/*
 * slope.c - the median of the slopes between any two points of a segment, and its interval: Sen, Estimates of the
 * regression coefficient based on Kendall's tau, JASA 63, 1968.
 */
#include "trend/slope.h"

#include <math.h>
#include <stdlib.h>

#define Z_95   1.959963984540054
#define SAMPLE 100000 /* pairs */

static int compare_numbers(const void *a, const void *b)
{
    const double *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

/* Slopes of pairs of points; of many points, of a sample of the pairs. */
typedef struct slopes {
    double *of;
    size_t n;
    double n_pairs, variance; /* all pairs, and the variance of Kendall's sum over them */
    bool sampled;
} slopes;

static void add_pair(const fr_fitter *f, slopes *s, uint32_t a, uint32_t b)
{
    if (f->weight[a] > 0 && f->weight[b] > 0 && f->x[b] > f->x[a])
        s->of[s->n++] = (f->y[b] - f->y[a]) / (f->x[b] - f->x[a]);
}

static void add_all(const fr_fitter *f, slopes *s, uint32_t from, uint32_t end)
{
    for (uint32_t a = from; a < end; a++)
        for (uint32_t b = a + 1; b < end; b++)
            add_pair(f, s, a, b);
}

/* The next number below `n` of a fixed sequence (splitmix64, Steele, Lea and Flood 2014). */
static uint32_t draw(uint64_t *state, uint32_t n)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((z >> 32) * n >> 32);
}

/* So many pairs, drawn with equal chances. */
static void add_sample(const fr_fitter *f, slopes *s, uint32_t from, uint32_t end, size_t n)
{
    uint64_t state = from;

    for (; n > 0; n--) {
        uint32_t a = from + draw(&state, end - from), b = from + draw(&state, end - from - 1);
        b += b >= a;
        add_pair(f, s, a < b ? a : b, a < b ? b : a);
    }
}

static double pairs_of(const fr_model *m, const fr_fitter *f, uint32_t segment)
{
    double n = fr_model_end(f, m, segment) - fr_model_start(m, segment);

    return n * (n - 1) / 2;
}

static void collect(const fr_fitter *f, const fr_model *m, slopes *s)
{
    double n_pairs = 0;

    for (uint32_t i = 0; i <= m->n_steps; i++)
        n_pairs += pairs_of(m, f, i);
    for (uint32_t i = 0; i <= m->n_steps; i++) {
        uint32_t from = fr_model_start(m, i), end = fr_model_end(f, m, i);
        double points = 0;
        for (uint32_t j = from; j < end; j++)
            points += f->weight[j] > 0;
        s->variance += points * (points - 1) * (2 * points + 5) / 18;
        s->n_pairs += points * (points - 1) / 2;
        if (!s->sampled)
            add_all(f, s, from, end);
        else if (end - from > 1)
            add_sample(f, s, from, end, (size_t)(SAMPLE * pairs_of(m, f, i) / n_pairs));
    }
}

/* The ranks that the interval reaches on either side of the median: those of Kendall's sum, and those that the sample of
 * n ranks adds. */
static double find_reach(const slopes *s)
{
    double n = (double)s->n, all = s->sampled ? s->n_pairs : n;
    double spread = s->variance / (all * all) + (s->sampled ? 1 / n : 0);

    return fmin(Z_95 * n * sqrt(spread), n - 1) / 2;
}

bool fr_slope_estimate(const fr_fitter *f, const fr_model *m, fr_fit *fit)
{
    slopes s = {.sampled = f->in->n > FR_MODEL_EXACT};
    size_t n, room = s.sampled ? SAMPLE : (size_t)f->in->n * f->in->n / 2;
    double reach;

    s.of = malloc(room * sizeof *s.of + 1);
    if (!s.of)
        return false;
    collect(f, m, &s);
    n = s.n;
    if (n) {
        qsort(s.of, n, sizeof *s.of, compare_numbers);
        reach = find_reach(&s);
        fit->slope = n % 2 ? s.of[n / 2] : (s.of[n / 2 - 1] + s.of[n / 2]) / 2;
        fit->slope_low = s.of[(size_t)fmax(0, floor((double)n / 2 - reach))];
        fit->slope_high = s.of[(size_t)fmin((double)n - 1, ceil((double)n / 2 + reach))];
    }
    free(s.of);
    return true;
}
