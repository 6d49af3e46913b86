/*
 * judge.h - how sure a change is. It hands the amounts of the differential to its statistics
 * (diff/significance.h) and takes the verdicts.
 */
#ifndef FR_DIFF_JUDGE_H
#define FR_DIFF_JUDGE_H

#include "diff/diff.h"
#include "diff/noise.h"
#include "diff/significance.h"

/* What a differential is judged with. */
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

/* An amount, run by run, base runs first, of a function of that name or of one of its nodes. */
typedef struct fr_run_amounts {
    const int64_t *sum; /* n_base + n_new */
    uint32_t name;      /* id in the tree's names */
    bool of_node, of_self;
} fr_run_amounts;

/* Makes diff->jury from diff->by_run and, for weights, diff->profile while it has a column for each
 * run. Reads opt->noise. */
bool fr_judge_init(fr_diff *diff, const fr_diff_options *opt, fr_error *err);
void fr_judge_free(fr_diff *diff);
/* The mean value of a sample of a function: its values divided by that are a number of samples. */
double fr_judge_weight(const fr_diff *diff, uint32_t row);
/* Change, error, z of an amount; verdict too once diff->z_cut is known. */
fr_diff_value fr_judge(const fr_diff *diff, const fr_run_amounts *amounts);
/* p and q of every function, diff->z_cut, verdicts, and the smallest visible changes. */
bool fr_judge_family(fr_diff *diff, fr_error *err);

#endif
