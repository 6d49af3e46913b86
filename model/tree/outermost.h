/*
 * outermost.h - the stacks in which a function stands for the first time from the root on: what counts a recursive
 * function once, in time that grows with the number of stacks alone.
 *
 *     1 main   2 main;walk   3 main;walk;visit   4 main;walk;visit;walk      outermost: 1 2 3
 *
 * The total of a function is the sum over its outermost stacks, of what is their own and of what they call.
 */
#ifndef FR_MODEL_OUTERMOST_H
#define FR_MODEL_OUTERMOST_H

#include "model/profile.h"

/* Returns, for each stack, true if its frame has a key that none of its callers has. key: by frame, below n_keys, 0:
 * none; NULL: the ids of names. To be freed; NULL: memory ran out. */
bool *fr_outermost_new(const fr_profile *profile, const uint32_t *key, uint32_t n_keys);

#endif
