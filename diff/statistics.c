/*
 * statistics.c - judging a difference needs distributions (normal, Student's t, derivatives of log gamma), the false
 * discovery rate, and spreads. Pure functions, no tables, no dependency; tests hold them to published values.
 *
 *     fr_normal_tail(1.96)          0.025
 *     fr_t_tail(2.776, 4)           0.025
 *     fr_normal_quantile(0.025)     1.96     upper tails throughout
 *
 * Short known algorithms, each with its source. Accuracy is 1e-9 or better where
 * significance asks for it, which is far more than any noise model deserves.
 */
#include "diff/statistics.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/number.h"

#define SMALLEST_TAIL 1e-300

/* ---- normal ---- */

double fr_normal_tail(double z)
{
    return 0.5 * erfc(z * 0.70710678118654752440);
}

/* c[0] + c[1] x + ... */
static double polynomial(const double *c, size_t n, double x)
{
    double sum = 0;
    while (n-- > 0)
        sum = sum * x + c[n];
    return sum;
}

/* Wichura (1988), Applied Statistics 37, 477-484: algorithm AS 241, PPND16. */
double fr_normal_quantile(double p)
{
    static const double centre[2][8] = {
        {3.3871328727963666080e0, 1.3314166789178437745e+2, 1.9715909503065514427e+3,
         1.3731693765509461125e+4, 4.5921953931549871457e+4, 6.7265770927008700853e+4,
         3.3430575583588128105e+4, 2.5090809287301226727e+3},
        {1.0, 4.2313330701600911252e+1, 6.8718700749205790830e+2, 5.3941960214247511077e+3,
         2.1213794301586595867e+4, 3.9307895800092710610e+4, 2.8729085735721942674e+4,
         5.2264952788528545610e+3}};
    static const double middle[2][8] = {
        {1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0,
         3.64784832476320460504e0, 1.27045825245236838258e0, 2.41780725177450611770e-1,
         2.27238449892691845833e-2, 7.74545014278341407640e-4},
        {1.0, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
         1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4,
         1.05075007164441684324e-9}};
    static const double far[2][8] = {
        {6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0,
         2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
         2.71155556874348757815e-5, 2.01033439929228813265e-7},
        {1.0, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
         7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7,
         2.04426310338993978564e-15}};
    p = fmin(fmax(p, SMALLEST_TAIL), 1 - 1e-16);
    double q = p - 0.5;
    if (fabs(q) <= 0.425) {
        double r = 0.180625 - q * q;
        return -q * polynomial(centre[0], 8, r) / polynomial(centre[1], 8, r);
    }
    double r = sqrt(-log(q < 0 ? p : 1 - p));
    const double(*part)[8] = r <= 5 ? middle : far;
    r -= r <= 5 ? 1.6 : 5;
    double z = polynomial(part[0], 8, r) / polynomial(part[1], 8, r);
    return q < 0 ? z : -z;
}

/* ---- log gamma and derivatives ---- */

/* Below this, arguments are raised by the recurrences before a series in 1/x is good. */
#define SERIES_FROM 10.0

/* Stirling's series, DLMF 5.11.1, after log gamma(x) = log gamma(x + 1) - log x. libm's lgamma()
 * writes to a global. */
static double log_gamma(double x)
{
    double shift = 0;
    for (; x < SERIES_FROM; x += 1)
        shift -= log(x);
    double r = 1 / (x * x);
    double series =
        (1.0 / 12 - r * (1.0 / 360 - r * (1.0 / 1260 - r * (1.0 / 1680 - r / 1188)))) / x;
    return shift + (x - 0.5) * log(x) - x + 0.91893853320467274178 + series;
}

/* DLMF 5.11.2 after psi(x) = psi(x + 1) - 1/x. */
double fr_digamma(double x)
{
    double shift = 0;
    for (; x < SERIES_FROM; x += 1)
        shift -= 1 / x;
    double r = 1 / (x * x);
    return shift + log(x) - 0.5 / x -
           r * (1.0 / 12 - r * (1.0 / 120 - r * (1.0 / 252 - r * (1.0 / 240 - r / 132))));
}

/* The derivative of that. */
double fr_trigamma(double x)
{
    double shift = 0;
    for (; x < SERIES_FROM; x += 1)
        shift += 1 / (x * x);
    double r = 1 / (x * x);
    return shift + 1 / x + r / 2 +
           r / x * (1.0 / 6 - r * (1.0 / 30 - r * (1.0 / 42 - r * (1.0 / 30 - r * 5 / 66))));
}

/* Newton's method on 1/trigamma, which is nearly linear: Smyth (2004), appendix. */
double fr_trigamma_inverse(double y)
{
    if (y > 1e7)
        return 1 / sqrt(y);
    if (y < 1e-6)
        return 1 / y;
    double x = 0.5 + 1 / y;
    for (int i = 0; i < 50; i++) {
        double at = fr_trigamma(x);
        double slope = (fr_trigamma(x * (1 + 1e-6)) - fr_trigamma(x * (1 - 1e-6))) / (x * 2e-6);
        double step = at * (1 - at / y) / slope;
        x += step;
        if (fabs(step) < 1e-8 * x)
            break;
    }
    return x;
}

/* ---- incomplete beta ---- */

/* One step of Lentz's method for continued fractions (Press et al., Numerical Recipes, 5.2). */
static void lentz_step(double term, double *c, double *d, double *product)
{
    *d = 1 + term * *d;
    *c = 1 + term / *c;
    *d = 1 / (fabs(*d) < 1e-300 ? 1e-300 : *d);
    *c = fabs(*c) < 1e-300 ? 1e-300 : *c;
    *product *= *c * *d;
}

/* Returns what stands under 1 in the continued fraction DLMF 8.17.22: 1 + d1/(1 + d2/(1 + ...; it converges
 * fast for x < (a + 1) / (a + b + 2). */
static double beta_fraction(double a, double b, double x)
{
    double c = 1, d = 0, product = 1;
    for (int m = 0; m < 2000; m++) {
        double before = product;
        lentz_step(-(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)), &c, &d, &product);
        double k = m + 1;
        lentz_step(k * (b - k) * x / ((a + 2 * k - 1) * (a + 2 * k)), &c, &d, &product);
        if (fabs(product - before) < 1e-14 * fabs(product))
            break;
    }
    return product;
}

double fr_beta_share(double a, double b, double x)
{
    if (x <= 0)
        return 0;
    if (x >= 1)
        return 1;
    double front = exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * log(x) + b * log1p(-x));
    if (x < (a + 1) / (a + b + 2))
        return front / (a * beta_fraction(a, b, x));
    return 1 - front / (b * beta_fraction(b, a, 1 - x));
}

/* ---- Student's t ---- */

/* P(T > t) = I(df / (df + t^2); df/2, 1/2) / 2 for t >= 0: Abramowitz and Stegun 26.7.1. */
double fr_t_tail(double t, double df)
{
    if (df >= FR_DF_NORMAL)
        return fr_normal_tail(t);
    double tail = 0.5 * fr_beta_share(df / 2, 0.5, df / (df + t * t));
    return t < 0 ? 1 - tail : tail;
}

#define MOST_DF 1e5 /* of more, the tail is the same */

/* Abramowitz and Stegun 26.6.2. */
double fr_f_tail(double f, double d, double df)
{
    df = fmin(df, MOST_DF);
    return fr_beta_share(df / 2, d / 2, df / (df + d * f));
}

/* By halving: the tail falls from 1/2 to 0, and this is asked for once a report. */
double fr_t_quantile(double p, double df)
{
    if (df >= FR_DF_NORMAL)
        return fr_normal_quantile(p);
    if (p > 0.5)
        return -fr_t_quantile(1 - p, df);
    double low = 0, high = 1;
    while (fr_t_tail(high, df) > p && high < 1e300)
        high *= 2;
    for (int i = 0; i < 100; i++) {
        double mid = 0.5 * (low + high);
        if (fr_t_tail(mid, df) > p)
            low = mid;
        else
            high = mid;
    }
    return 0.5 * (low + high);
}

/* Abramowitz and Stegun 26.7.5. */
double fr_t_from_normal(double z, double df)
{
    double y = z * z, n = fmax(df, 1);
    double g1 = z * (y + 1) / 4;
    double g2 = z * ((5 * y + 16) * y + 3) / 96;
    double g3 = z * (((3 * y + 19) * y + 17) * y - 15) / 384;
    double g4 = z * ((((79 * y + 776) * y + 1482) * y - 1920) * y - 945) / 92160;
    return df >= FR_DF_NORMAL ? z : z + (g1 + (g2 + (g3 + g4 / n) / n) / n) / n;
}

double fr_t_as_normal(double t, double df)
{
    if (df >= FR_DF_NORMAL)
        return t;
    double z = fr_normal_quantile(fr_t_tail(fabs(t), df));
    return t < 0 ? -z : z;
}

/* ---- the false discovery rate ---- */

/*
 * The false discovery rate: which of many tests found something.
 *
 *     p 0.001 0.008 0.039 0.041 0.6, rate 0.05     found: 2, p up to 0.02
 *
 * Benjamini and Hochberg, Controlling the false discovery rate, Journal of the Royal Statistical
 * Society B 57, 1995.
 */

double fr_discovery_cut(double *p, size_t n, double rate, size_t *n_found)
{
    *n_found = 0;
    if (n == 0)
        return rate;
    qsort(p, n, sizeof *p, fr_compare_doubles);
    for (size_t i = n; i > 0 && *n_found == 0; i--)
        if (p[i - 1] <= rate * (double)i / (double)n)
            *n_found = i;
    return rate * (double)(*n_found ? *n_found : 1) / (double)n;
}

/* ---- spreads ---- */

/*
 * Spreads: how far runs of one program scatter, as a multiple of sampling noise.
 *
 *     ratio = variance between runs / variance of sampling      1: runs differ by sampling alone
 *
 * A row's own ratio, seen in a few runs, is itself noise; so it is drawn towards the ratio that is
 * typical for rows of its share: empirical Bayes as in limma (G. K. Smyth, Linear models and
 * empirical Bayes methods for assessing differential expression in microarray experiments,
 * Statistical Applications in Genetics and Molecular Biology 3, 2004), with a trend as in
 * limma-trend (Law et al., voom, Genome Biology 15:R29, 2014), on quasi-binomial dispersions
 * (McCullagh and Nelder, Generalized Linear Models, 1989, 4.5; Lund et al., QuasiSeq, 2012).
 */

/* With fewer rows the typical ratio is the same for all shares. */
#define ROWS_FOR_SLOPE 10

/* 0 for a frame of half of all, falling towards frames of nothing and frames of everything. */
static double size_of(double share)
{
    double p = fmin(fmax(share, 1e-12), 1 - 1e-12);
    return log(4 * p * (1 - p));
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
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += rows[i].ratio;
    /* Runs that happen to agree exactly would be minus infinity: taken as a hundredth of the mean. */
    double least = sum > 0 ? 0.01 * sum / (double)n : 0.01;
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
