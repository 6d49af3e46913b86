/*
 * variance.h - the variance of a share and of a value, which the test of a row and its power both use.
 *
 * A share is a ratio of sums of weights, p = x / W. With x and q the sums of weights and of squared
 * weights inside of a frame, and c_in = q / x, c_out the same outside, the variance of p is
 *
 *     ((1 - p)^2 q_in + p^2 q_out) / W^2  =  p (1 - p) ((1 - p) c_in + p c_out) / W
 *
 * (ratio estimator: Cochran, Sampling Techniques, 1977, 6.4); for counts this is p (1 - p) / n. Of
 * a value by itself, W given from outside, it is p c_in / W (compound Poisson).
 */
#ifndef FR_DIFF_VARIANCE_H
#define FR_DIFF_VARIANCE_H

#include <math.h>

#include "diff/significance.h"
#include "diff/usual.h"

typedef struct fr_row_sums {
    double base, new_;  /* sums of weights */
    double c_in, c_out; /* mean square weight per weight, inside and outside of the frame */
} fr_row_sums;

/* The sampling variance of a share of `whole`. */
static inline double fr_share_variance(const fr_row_sums *r, double p, double whole)
{
    p = fmin(fmax(p, 0), 1);
    return p * (1 - p) * ((1 - p) * r->c_in + p * r->c_out) / whole;
}

/* A ratio is one of variances of shares. A value against the others' scatters 1 / (1 - p) times as
 * far as its share, and its sampling variance is only 1 / (1 - p) times that of the share: what goes
 * beyond sampling counts once more. Frames of more than half are callers of those others. */
static inline double fr_ratio_of_rates(double ratio, double p)
{
    return 1 + (ratio - 1) / (1 - fmin(p, 0.5));
}

static inline uint32_t fr_all_runs(const fr_significance *s)
{
    return s->runs.n_base + s->runs.n_new;
}

/* Effective samples of a run, which the ratio of run-to-run variance to sampling variance grows with. */
static inline double fr_run_samples(const fr_significance *s)
{
    return s->unit > 0 ? (s->whole_base + s->whole_new) / s->unit / fr_all_runs(s) : 0;
}

/* FR_BASIS_USUAL: a fixed ratio, of which nothing is learned. */
static inline fr_spread fr_usual_spread(const fr_significance *s)
{
    double ratio = fr_usual_ratio(fr_run_samples(s), s->opt.compiled);
    return (fr_spread){.ratio = ratio, .df = FR_DF_NORMAL};
}

/* Degrees of freedom of the runs of both sides. */
static inline double fr_full_freedom(const fr_comparison *runs)
{
    return (runs->n_base ? runs->n_base - 1.0 : 0) + (runs->n_new ? runs->n_new - 1.0 : 0);
}

#endif
