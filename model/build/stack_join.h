/*
 * stack_join.h - which stacks of one table are in another, without a look-up for each: where two
 * stacks meet, their children are matched by frame, all at once.
 *
 *     table    1 main   2 main;foo   3 main;bar
 *     other    1 main   2 main;bar   3 main;baz
 *     found    1        3            FR_NO_ID, and so is all below it
 *
 * It takes time by the size of both tables, and reads memory in the order of their stacks.
 */
#ifndef FR_MODEL_STACK_JOIN_H
#define FR_MODEL_STACK_JOIN_H

#include "model/build/stack_table.h"

/* A table of stacks and what its frames are in the table that it is compared with: no two are one. */
typedef struct fr_other_stacks {
    const fr_stack *stacks;
    uint32_t n;
    const uint32_t *frame; /* by frame */
    uint32_t n_frames;     /* of the table that it is compared with */
} fr_other_stacks;

/* found[s] for each of the n others: the same stack of the table, or FR_NO_ID. *n_new counts these.
 * False: no memory. */
FR_CHECKED bool fr_stack_join(const fr_stack_table *table, const fr_other_stacks *other,
                              uint32_t *found, uint32_t *n_new);

#endif
