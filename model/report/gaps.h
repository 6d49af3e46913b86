/*
 * gaps.h - times at which a recording has no samples: silences of a second and more, and of 100
 * times the median interval.
 *
 *     |||||||||||              |||||||||        one gap
 */
#ifndef FR_MODEL_GAPS_H
#define FR_MODEL_GAPS_H

#include "model/profile.h"

typedef struct fr_gaps {
    uint64_t n;
    int64_t longest_ns;
} fr_gaps;

/* None where samples have no times, or are fewer than 20. False: out of memory. */
FR_CHECKED bool fr_gaps_find(fr_gaps *gaps, const fr_profile *profile);

#endif
