/*
 * distribution.h - the few distributions that judging a difference needs: normal, Student's t, and
 * the derivatives of log gamma. Pure functions, no tables, no dependency; tests hold them to
 * published values.
 *
 *     fr_normal_tail(1.96)          0.025
 *     fr_t_tail(2.776, 4)           0.025
 *     fr_normal_quantile(0.025)     1.96     upper tails throughout
 */
#ifndef FR_DIFF_DISTRIBUTION_H
#define FR_DIFF_DISTRIBUTION_H

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

#endif
