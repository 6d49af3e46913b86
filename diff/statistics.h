/*
 * statistics.h - distributions, a cut for many tests at once, and spreads. Pure functions over numbers and arrays.
 */
#ifndef FR_DIFF_STATISTICS_H
#define FR_DIFF_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

/* ---- distributions: upper tails throughout, fr_normal_tail(1.96) is 0.025 ---- */

/* Degrees of freedom from which t is taken for normal: the two differ by less than 1e-6. */
#define FR_DF_NORMAL 1e6

double fr_normal_tail(double z);     /* P(Z > z) */
double fr_normal_quantile(double p); /* the z of a p, clamped to 1e-300 .. 1 - 1e-16 */
/* The regularised incomplete beta function I_x(a, b); a, b > 0, 0 <= x <= 1. */
double fr_beta_share(double a, double b, double x);
double fr_t_tail(double t, double df);           /* P(T > t) with df > 0 degrees of freedom */
double fr_f_tail(double f, double d, double df); /* P(F > f) with d and df > 0 degrees of freedom */
double fr_t_quantile(double p, double df);       /* the t with P(T > t) = p, 0 < p < 1 */
/* The t that is as rare with df degrees of freedom as z is under the normal distribution, nearly:
 * within 1 % from df 2 on where |z| < 2. Cheap enough to be asked of every node. */
double fr_t_from_normal(double z, double df);
/* The z that is as rare under the normal distribution as t is with df; same sign. */
double fr_t_as_normal(double t, double df);

/* First and second derivative of log gamma at x > 0, and the x with trigamma(x) = y > 0. */
double fr_digamma(double x);
double fr_trigamma(double x);
double fr_trigamma_inverse(double y);

/* Sorts p and returns the p up to which a test counts as found, rate * found / n; where none is
 * found, that of a first finding, rate / n. */
double fr_discovery_cut(double *p, size_t n, double rate, size_t *n_found);

/* ---- spreads: how far runs of one program scatter, as a multiple of sampling noise ---- */

/* A ratio and what it is worth: degrees of freedom, 0: nothing, FR_DF_NORMAL: exact. */
typedef struct fr_spread {
    double ratio, df;
} fr_spread;

/* The typical ratio: log ratio = level + slope * log(4 p (1 - p)), within the shares it was fitted
 * on; df is the weight of this knowledge beside a row's own. */
typedef struct fr_typical {
    double level, slope;
    double low, high; /* of log(4 p (1 - p)) */
    double df;
} fr_typical;

typedef struct fr_scatter {
    double share, ratio; /* of a row that teaches the trend: its own */
} fr_scatter;

/* Fits n rows that all have `df` degrees of freedom of their own; df 0 in the result where n < 3. */
fr_typical fr_typical_fit(const fr_scatter *rows, size_t n, double df);
fr_spread fr_typical_at(const fr_typical *trend, double share);
/* Both together. The ratio is never below 1, because runs never differ by less than sampling noise. */
fr_spread fr_spread_join(fr_spread prior, fr_spread own, double df_limit);

#endif
