/*
 * functions.h - the family that is tested: self and total of every function, run by run.
 *
 *     main;a;b;a 3      run 0:   a  self 3, total 3 (once a stack)   b  self 0, total 3
 */
#ifndef FR_DIFF_FUNCTIONS_H
#define FR_DIFF_FUNCTIONS_H

#include "model/tree/tree.h"

/* Amounts stand by function and run: that of function f in run r is [f * n_runs + r]. */
typedef struct fr_functions {
    uint32_t n, n_runs;
    uint32_t *name; /* by function: id in tree->names */
    uint8_t *kind;  /* fr_kind of its largest frame */
    int64_t *self, *total;
} fr_functions;

/* Counts the functions of a tree from the root; they stand in the order of the tree. `threads`: for large
 * trees; 0: one for each CPU. */
bool fr_functions_init(fr_functions *functions, const fr_tree *tree, uint32_t threads,
                       fr_error *err);
void fr_functions_reset(fr_functions *functions);

#endif
