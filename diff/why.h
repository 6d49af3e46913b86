/*
 * why.h - which frames explain a change: the fewest and most specific ones.
 *
 *     main +3.4        run +2.9      A +2.9        mul +2.3      mul tells most of it: a caller has
 *       run +2.9         A +2.9        mul +2.3                  what its callee has, and says less
 */
#ifndef FR_DIFF_WHY_H
#define FR_DIFF_WHY_H

#include "diff/diff.h"

/* Fills grew_pp and shrank_pp of every function, before they are sorted. */
bool fr_why_functions(fr_diff *diff, fr_error *err);

/* The function that tells most of what changed; NULL where nothing did. Of new functions, and of gone ones, the outermost: what it calls came with it. */
const fr_diff_function *fr_why_main(const fr_diff *diff);

/* Where a frame changed that says where, one that is in every stack, or that nobody could name, is
 * no answer. */
bool fr_why_is_nowhere(const fr_diff *diff, const fr_diff_function *function);

#define FR_WHY_MOST 5 /* a direction */

/* Disjoint nodes, beyond noise, each the deepest that still holds most of its change: up to
 * FR_WHY_MOST that grew and as many that shrank, the largest change first. Returns how many. */
size_t fr_why_list(const fr_diff *diff, uint32_t nodes[2 * FR_WHY_MOST]);

bool fr_verdict_is_change(fr_verdict verdict);

#endif
