/*
 * normalise.h - the factor between the sides: what a frame that did not change grew by.
 *
 *     base  main 30  A 10  B 50  C 10      100 samples
 *     new   main 30  A 20  B 50  C 10      110 samples
 *
 * The share of B fell from 50 to 45.5 %, although B has as many samples as before. The wholes grew by 1.1,
 * but three of four functions by 1. The factor is the median of these ratios.
 */
#ifndef FR_DIFF_NORMALISE_H
#define FR_DIFF_NORMALISE_H

#include "diff/diff_types.h"

/* The own samples of a function on both sides. */
typedef struct fr_common {
    double base, new_;
} fr_common;

/* The factor is made from these. */
typedef struct fr_normal {
    const fr_diff_options *opt;
    int64_t base_whole, new_whole;
    double base_seconds, new_seconds; /* 0: unknown */
    const fr_common *common;          /* by function: samples of its own */
    size_t n_common;
} fr_normal;

/* Fills factor->text too. FR_E_USAGE where TIME is asked for and a duration is not known, or PER
 * without its two numbers. */
bool fr_normalise(fr_diff_factor *factor, const fr_normal *from, fr_error *err);

/* The value that is 100 points: the larger whole, base's times the factor, so that no change is of
 * more than 100 points. */
double fr_diff_scale(double factor, int64_t base_whole, int64_t new_whole);

#endif
