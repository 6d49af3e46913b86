/*
 * undivided.h - what is known of samples whose stacks were told apart only as far as a picture shows them
 * (fr_read_options.min_share).
 *
 *     main;run;copy;read   2                main            90   wide: drawn
 *     main;run;copy;write  1       becomes  main;run        87   wide
 *     main;run;wait        84               main;run;copy    3   too narrow: what is on it is its own
 *     main;init            3                main;run;wait   84
 *                                           main;init        3
 *
 * Own values by name, and what the depths of stacks and the names of their frames add up to, are those of
 * the whole stacks.
 */
#ifndef FR_MODEL_UNDIVIDED_H
#define FR_MODEL_UNDIVIDED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/number.h"

#define FR_STACK_DEPTHS 4096 /* deeper stacks count as this deep */

/* What model/report/quality.h judges stacks by, in values of one column. */
typedef struct fr_stack_sums {
    int64_t
        by_depth[FR_STACK_DEPTHS]; /* value by frames of the stack; those of `no_stack` have none */
    int64_t no_stack;
    int64_t unknown_kernel, unknown_compiled; /* of stacks with such a frame without a name */
    fr_u128 area, unknown_area;               /* frames times value; those without a name */
    uint64_t n_samples;
} fr_stack_sums;

/* A stack, or several alike. */
typedef struct fr_stack_traits {
    uint32_t frames, unknown; /* below FR_STACK_DEPTHS; 0 frames: there is no stack */
    bool unknown_kernel, unknown_compiled;
} fr_stack_traits;

static inline void fr_stack_sums_add(fr_stack_sums *sums, const fr_stack_traits *stack,
                                     int64_t value)
{
    if (stack->frames == 0) {
        sums->no_stack += value;
        return;
    }
    sums->by_depth[stack->frames] += value;
    sums->area += (fr_u128)value * stack->frames;
    sums->unknown_area += (fr_u128)value * stack->unknown;
    sums->unknown_kernel += stack->unknown_kernel ? value : 0;
    sums->unknown_compiled += stack->unknown_compiled ? value : 0;
}

typedef struct fr_undivided {
    uint32_t n_columns;
    size_t n_names;
    int64_t *own;       /* by name and column */
    fr_stack_sums sums; /* of one column, the one that pictures are judged by */
} fr_undivided;

/* For names below n_names; all zero. NULL: no memory. */
fr_undivided *fr_undivided_new(uint32_t n_columns, size_t n_names);
void fr_undivided_free(fr_undivided *undivided);
/* Adds what another of the same names and columns has. */
void fr_undivided_join(fr_undivided *to, const fr_undivided *from);

#endif
