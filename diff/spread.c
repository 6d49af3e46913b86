/*
 * spread.c - the trend by moments of log ratios (Smyth 2004, section 6.2), after a straight line
 * has been taken out of them.
 */
#include "diff/spread.h"

#include <math.h>

/* With fewer rows the typical ratio is the same for all shares. */
#define ROWS_FOR_SLOPE 10

/* 0 for a frame of half of all, falling towards frames of nothing and frames of everything. */
static double size_of(double share)
{
    double p = fmin(fmax(share, 1e-12), 1 - 1e-12);
    return log(4 * p * (1 - p));
}

/* Runs that happen to agree exactly would be minus infinity: taken as a hundredth of the mean. */
static double least_ratio(const fr_scatter *rows, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += rows[i].ratio;
    return sum > 0 ? 0.01 * sum / (double)n : 0.01;
}

typedef struct line {
    double x, y, xx, xy, n; /* means, then sums of squares and products about them */
} line;

static line add_up(const fr_scatter *rows, size_t n, double least)
{
    line l = {.n = (double)n};
    for (size_t i = 0; i < n; i++) {
        l.x += size_of(rows[i].share) / l.n;
        l.y += log(fmax(rows[i].ratio, least)) / l.n;
    }
    for (size_t i = 0; i < n; i++) {
        double dx = size_of(rows[i].share) - l.x;
        l.xx += dx * dx;
        l.xy += dx * (log(fmax(rows[i].ratio, least)) - l.y);
    }
    return l;
}

fr_typical fr_typical_fit(const fr_scatter *rows, size_t n, double df)
{
    fr_typical trend = {0};
    if (n < 3 || df <= 0)
        return trend;
    double least = least_ratio(rows, n);
    line l = add_up(rows, n, least);
    trend.slope = n >= ROWS_FOR_SLOPE && l.xx > 0 ? l.xy / l.xx : 0;
    double scatter = 0;
    trend.low = trend.high = size_of(rows[0].share);
    for (size_t i = 0; i < n; i++) {
        double x = size_of(rows[i].share);
        double off = log(fmax(rows[i].ratio, least)) - l.y - trend.slope * (x - l.x);
        scatter += off * off;
        trend.low = fmin(trend.low, x);
        trend.high = fmax(trend.high, x);
    }
    /* log of chi squared over its df has mean digamma(df/2) - log(df/2), variance trigamma(df/2) */
    trend.level = l.y - trend.slope * l.x - fr_digamma(df / 2) + log(df / 2);
    double beyond = scatter / (l.n - (trend.slope == 0 ? 1 : 2)) - fr_trigamma(df / 2);
    trend.df = FR_DF_NORMAL;
    if (beyond > 0) {
        trend.df = fmin(2 * fr_trigamma_inverse(beyond), FR_DF_NORMAL);
        trend.level += fr_digamma(trend.df / 2) - log(trend.df / 2);
    }
    return trend;
}

fr_spread fr_typical_at(const fr_typical *trend, double share)
{
    double x = fmin(fmax(size_of(share), trend->low), trend->high);
    return (fr_spread){.ratio = exp(trend->level + trend->slope * x), .df = trend->df};
}

fr_spread fr_spread_join(fr_spread prior, fr_spread own, double df_limit)
{
    double df = prior.df + own.df;
    if (!(df > 0))
        return (fr_spread){.ratio = 1, .df = FR_DF_NORMAL};
    double ratio =
        prior.df >= FR_DF_NORMAL ? prior.ratio : (prior.df * prior.ratio + own.df * own.ratio) / df;
    return (fr_spread){.ratio = fmax(ratio, 1), .df = fmin(df, df_limit)};
}
