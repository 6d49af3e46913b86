/*
 * discovery.c - many tests at once: sorts their p, and looks from the least sure one.
 */
#include "diff/discovery.h"

#include <math.h>
#include <stdlib.h>

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double fr_discovery_cut(double *p, size_t n, double rate, size_t *n_found)
{
    *n_found = 0;
    if (n == 0)
        return rate;
    qsort(p, n, sizeof *p, by_value);
    for (size_t i = n; i > 0 && *n_found == 0; i--)
        if (p[i - 1] <= rate * (double)i / (double)n)
            *n_found = i;
    return rate * (double)(*n_found ? *n_found : 1) / (double)n;
}

void fr_discovery_rates(const double *p, double *rates, size_t n)
{
    double least = 1;
    for (size_t i = n; i > 0; i--) {
        least = fmin(least, p[i - 1] * (double)n / (double)i);
        rates[i - 1] = least;
    }
}

double fr_discovery_rate_of(const double *sorted, const double *rates, size_t n, double p)
{
    size_t low = 0, high = n - 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sorted[middle] < p)
            low = middle + 1;
        else
            high = middle;
    }
    return rates[low];
}
