/*
 * uneven.h - the functions whose share of the samples changes most in time.
 *
 *     all      ######################    the total is as it always is
 *     parse    ########..########..##
 *     mark     ........##........##..    uneven: this is what a row of its own shows
 */
#ifndef FR_HEATMAP_UNEVEN_H
#define FR_HEATMAP_UNEVEN_H

#include "heatmap/time_row.h"

#define FR_MOST_UNEVEN 16

typedef struct fr_uneven {
    uint32_t name
        [FR_MOST_UNEVEN]; /* the most uneven first; of callers and callees that run at the same times, one */
    size_t n;
    size_t n_judged; /* functions among which these are */
} fr_uneven;

/* Looks at the functions in 20 samples and more, the 2 048 heaviest of them. False: memory ran out. */
FR_CHECKED bool fr_uneven_find(const fr_profile *profile, const fr_idle *idle, const fr_series *all,
                               fr_uneven *found);
/* Sets stacks[s] to whether the function stands in stack s. */
void fr_mark_stacks(const fr_profile *profile, uint32_t name, uint8_t *stacks);

#endif
