/*
 * slope.c - the median of the slopes between any two points of a segment, and its interval: Sen, Estimates of the
 * regression coefficient based on Kendall's tau, JASA 63, 1968.
 */
#include "trend/slope.h"

#include <math.h>
#include <stdlib.h>

#define Z_95 1.959963984540054

static int compare_numbers(const void *a, const void *b)
{
    const double *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

bool fr_slope_estimate(const fr_fitter *f, const fr_model *m, fr_fit *fit)
{
    size_t n = 0;
    double variance = 0, reach;
    double *slopes = malloc((size_t)f->in->n * f->in->n / 2 * sizeof *slopes + 1);

    if (!slopes)
        return false;
    for (uint32_t i = 0; i <= m->n_steps; i++) {
        double points = 0;
        for (uint32_t a = fr_model_start(m, i); a < fr_model_end(f, m, i); a++) {
            points += f->weight[a] > 0;
            for (uint32_t b = a + 1; b < fr_model_end(f, m, i); b++)
                if (f->weight[a] > 0 && f->weight[b] > 0 && f->x[b] > f->x[a])
                    slopes[n++] = (f->y[b] - f->y[a]) / (f->x[b] - f->x[a]);
        }
        variance += points * (points - 1) * (2 * points + 5) / 18;
    }
    if (n) {
        qsort(slopes, n, sizeof *slopes, compare_numbers);
        fit->slope = n % 2 ? slopes[n / 2] : (slopes[n / 2 - 1] + slopes[n / 2]) / 2;
        reach = fmin(Z_95 * sqrt(variance), (double)n - 1) / 2;
        fit->slope_low = slopes[(size_t)fmax(0, floor((double)n / 2 - reach))];
        fit->slope_high = slopes[(size_t)fmin((double)n - 1, ceil((double)n / 2 + reach))];
    }
    free(slopes);
    return true;
}
