/*
 * statistics.h - what judging a difference needs: distributions (normal, Student's t, derivatives of log
 * gamma), the false discovery rate, and spreads. Pure functions, no tables, no dependency; tests hold them to
 * published values.
 *
 *     fr_normal_tail(1.96)          0.025
 *     fr_t_tail(2.776, 4)           0.025
 *     fr_normal_quantile(0.025)     1.96     upper tails throughout
 */
#ifndef FR_DIFF_STATISTICS_H
#define FR_DIFF_STATISTICS_H

#include <stddef.h>

/* Degrees of freedom from which t is taken for normal: the two differ by less than 1e-6. */
#define FR_DF_NORMAL 1e6

/* P(Z > z). */
double fr_normal_tail(double z);
/* The z with P(Z > z) = p; p is clamped to 1e-300 .. 1 - 1e-16. */
double fr_normal_quantile(double p);

/* The regularised incomplete beta function I_x(a, b); a, b > 0, 0 <= x <= 1. */
double fr_beta_share(double a, double b, double x);

/* P(T > t) with df > 0 degrees of freedom. */
double fr_t_tail(double t, double df);
/* The t with P(T > t) = p, 0 < p < 1. */
double fr_t_quantile(double p, double df);
/* The t that is as rare with df degrees of freedom as z is under the normal distribution, nearly:
 * within 1 % from df 2 on where |z| < 2. Cheap enough to be asked of every node. */
double fr_t_from_normal(double z, double df);
/* The z that is as rare under the normal distribution as t is with df; same sign. */
double fr_t_as_normal(double t, double df);

/* First and second derivative of log gamma at x > 0. */
double fr_digamma(double x);
double fr_trigamma(double x);
/* The x with trigamma(x) = y > 0. */
double fr_trigamma_inverse(double y);

/*
 * The false discovery rate: which of many tests found something.
 *
 *     p 0.001 0.008 0.039 0.041 0.6, rate 0.05     found: 2, p up to 0.02
 *
 * Benjamini and Hochberg, Controlling the false discovery rate, Journal of the Royal Statistical
 * Society B 57, 1995.
 */

/* Sorts p and returns the p up to which a test counts as found, rate * found / n; where none is
 * found, that of a first finding, rate / n. */
double fr_discovery_cut(double *p, size_t n, double rate, size_t *n_found);

/* The smallest rate at which each of n sorted p is found: the least of n p / j over j >= i. */
void fr_discovery_rates(const double *p, double *rates, size_t n);
/* That rate of a test whose p is one of the sorted. */
double fr_discovery_rate_of(const double *sorted, const double *rates, size_t n, double p);

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

/* A row that teaches the trend: its share and its own ratio. */
typedef struct fr_scatter {
    double share, ratio;
} fr_scatter;

/* Fits n rows that all have `df` degrees of freedom of their own; df 0 in the result where n < 3. */
fr_typical fr_typical_fit(const fr_scatter *rows, size_t n, double df);
fr_spread fr_typical_at(const fr_typical *trend, double share);
/* Both together. The ratio is never below 1, because runs never differ by less than sampling noise. */
fr_spread fr_spread_join(fr_spread prior, fr_spread own, double df_limit);

#endif
