/*
 * visible.h - what a comparison of this size could have seen. Pure functions over arrays, for a family that
 * fr_significance_family() has judged.
 *
 *     share 10 %     a change of 0.8 pp would be found in 4 of 5 comparisons; one of 0.4 pp with 4 times the samples
 */
#ifndef FR_DIFF_VISIBLE_H
#define FR_DIFF_VISIBLE_H

#include "diff/significance.h"

/* The smallest change of share that a frame of `share` would be found with in 4 of 5 comparisons
 * like this one, at the threshold that the family fixed; its noise is that of functions of about
 * this share. 0 where a side is empty. It falls with the square root of the number of runs. */
double fr_visible_change(const fr_significance *s, const fr_amounts *functions, size_t n,
                         double share);

/* How many times the samples, or the runs, would let a `change` of a frame of `share` be found as
 * often: 1 where it is the visible one. Variances fall as 1 / n, so that n grows with the square of
 * what a change must exceed over the change: (z_(alpha/2) + z_beta)^2 variance / change^2 (Fleiss,
 * Levin and Paik, Statistical Methods for Rates and Proportions, 2003, 4.1). */
double fr_times_needed(const fr_significance *s, const fr_amounts *functions, size_t n,
                       double share, double change);

#endif
