/*
 * judge.h - how sure a change is: the seam between the differential and its statistics.
 */
#ifndef FR_DIFF_JUDGE_H
#define FR_DIFF_JUDGE_H

#include "diff/diff.h"

/* An amount, run by run: base runs first. Squares of weights: the sampling variance of a sum. */
typedef struct fr_run_amounts {
    const double *sum, *count, *squares; /* n_base + n_new of each */
} fr_run_amounts;

/* Change, error, z of an amount; verdict too once diff->z_cut is known. */
fr_diff_value fr_judge(const fr_diff *diff, const fr_run_amounts *amounts);
/* p and q of every function, diff->z_cut, verdicts, and the smallest visible changes. */
bool fr_judge_family(fr_diff *diff, fr_error *err);

#endif
