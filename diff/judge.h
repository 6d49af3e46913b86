/*
 * judge.h - how much an amount changed, and how sure that is. It hands the amounts of the differential to its
 * statistics (diff/significance.h) and takes the verdicts.
 *
 *     fr_diff_value v = fr_diff_total(diff, node);
 *     if (v.verdict == FR_VERDICT_GREW) ...
 */
#ifndef FR_DIFF_JUDGE_H
#define FR_DIFF_JUDGE_H

#include "diff/diff_types.h"
#include "diff/significance.h"

/* The jury of a differential holds all that it is judged with. */
typedef struct fr_jury {
    fr_significance significance;
    fr_noise *noise;         /* learned before; NULL: none */
    double *whole, *squares; /* by run; squares NULL: every weight is 1 */
    double *sums;            /* by function and run: its totals */
    fr_amounts *rows;        /* by function, as in diff->by_run */
    uint32_t *function;      /* by name: row of the function + 1; 0: none */
    double *weight;      /* by function: mean square weight per weight; NULL: every weight is 1 */
    double *row_squares; /* by function and run; NULL likewise */
} fr_jury;

/* Makes diff->jury from diff->by_run and, for weights, diff->profile while it has a column for each
 * run. Reads opt->noise. */
bool fr_judge_init(fr_diff *diff, const fr_diff_options *opt, fr_error *err);
void fr_judge_free(fr_diff *diff);
/* The mean value of a sample of a function: its values divided by that are a number of samples. */
double fr_judge_weight(const fr_diff *diff, uint32_t row);
/* p and q of every function, diff->z_cut, verdicts, and the smallest visible changes. */
bool fr_judge_family(fr_diff *diff, fr_error *err);

/* "noise", "small", "grew", "shrank", "new", "gone", "unjudged", "maybe". */
const char *fr_verdict_name(fr_verdict verdict);

/* Return the change of a node of diff->tree. */
fr_diff_value fr_diff_total(const fr_diff *diff, uint32_t node);
fr_diff_value fr_diff_self(const fr_diff *diff, uint32_t node);
/* Returns the change of a function; its verdict needs diff->z_cut. */
fr_diff_value fr_diff_value_of_function(const fr_diff *diff, const fr_diff_function *function,
                                        bool total);
/* New against what a frame that did not change would have: 1.9. NaN where base is 0. */
double fr_diff_times(const fr_diff *diff, const fr_diff_value *value);
/* The function of a name; NULL where there is none. */
const fr_diff_function *fr_diff_function_of(const fr_diff *diff, uint32_t name);

/*
 * normalise.c: the factor between the sides is what a frame that did not change grew by.
 *
 *     base  main 30  A 10  B 50  C 10      100 samples
 *     new   main 30  A 20  B 50  C 10      110 samples
 *
 * The share of B fell from 50 to 45.5 %, although B has as many samples as before. The wholes grew by 1.1,
 * but three of four functions by 1. The factor is the median of these ratios.
 */

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
