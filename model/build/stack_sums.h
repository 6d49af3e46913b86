/*
 * stack_sums.h - what is known of the stacks of many samples together, which model/report/quality.h judges
 * them by, in values of one column.
 *
 *     main;run;copy 2     by_depth[3] 2   area 3 * 2 + 2 * 5
 *     main;[libc]   5     by_depth[2] 5   unknown_area 1 * 5
 */
#ifndef FR_MODEL_STACK_SUMS_H
#define FR_MODEL_STACK_SUMS_H

#include "base/number.h"

#define FR_STACK_DEPTHS 4096 /* deeper stacks count as this deep */

typedef struct fr_stack_sums {
    int64_t by_depth[FR_STACK_DEPTHS]; /* value by number of frames; without `no_stack` */
    int64_t no_stack;                  /* value of samples whose stack is missing */
    /* Value of stacks with a frame of that kind that has no name */
    int64_t unknown_kernel, unknown_compiled;
    /* Sums of frames times value: of all frames, of those without a name */
    fr_u128 area, unknown_area;
    uint64_t n_samples;
} fr_stack_sums;

/* A stack, or several alike. */
typedef struct fr_stack_traits {
    uint32_t frames : 12, unknown : 12; /* 0 frames: there is no stack */
    uint32_t unknown_kernel : 1, unknown_compiled : 1;
    /* For model/report/quality.c alone: frames outside the kernel, how the stack begins */
    uint32_t user : 2, begins : 3;
} fr_stack_traits;

_Static_assert(FR_STACK_DEPTHS == 1 << 12, "12 bits count the frames");

/* Values of 0 add nothing. */
void fr_stack_sums_add(fr_stack_sums *sums, const fr_stack_traits *stack, int64_t value);
/* Adds what another has. */
void fr_stack_sums_join(fr_stack_sums *to, const fr_stack_sums *from);

#endif
