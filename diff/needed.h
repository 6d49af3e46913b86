/*
 * needed.h - where nothing changed beyond noise: what it would take to see a change of 1 pp.
 *
 *     a change of 1 pp in parse would be seen (4 times of 5) with about 42 000 samples a side
 */
#ifndef FR_DIFF_NEEDED_H
#define FR_DIFF_NEEDED_H

#include "diff/diff.h"

typedef struct fr_needed {
    const fr_diff_function *of; /* changed most, within noise; none that stands in every stack */
    double samples;             /* a side; 0: runs are what is needed */
    double runs;                /* a side, each of as many samples as these have */
} fr_needed;

/* False where something changed, where there is nothing to judge, or where it would be seen now. */
bool fr_needed_find(const fr_diff *diff, fr_needed *needed);

#endif
