/*
 * why.h - which frames explain a change: the fewest and most specific ones.
 *
 *     main +3.4        run +2.9      A +2.9        mul +2.3      mul explains most: its callers hold
 *       run +2.9         A +2.9        mul +2.3                  the same change, and are less specific
 */
#ifndef FR_DIFF_WHY_H
#define FR_DIFF_WHY_H

#include "diff/diff_types.h"

/* Fills grew_pp and shrank_pp of every function, before they are sorted. */
bool fr_why_functions(fr_diff *diff, fr_error *err);

/* The function that explains most of the change; NULL where nothing changed. Of new functions it is the
 * outermost, because what it calls came with it; so too of gone ones. */
const fr_diff_function *fr_why_main(const fr_diff *diff);

/* The same of what may have changed: FR_VERDICT_MAYBE. */
const fr_diff_function *fr_why_maybe(const fr_diff *diff);

/* True of a function that explains nothing while a more specific one changed: it stands in every stack, or
 * nobody could name it. */
bool fr_why_is_nowhere(const fr_diff *diff, const fr_diff_function *function);

#define FR_WHY_MOST 5 /* a direction */

/* Disjoint nodes, beyond noise, each the deepest that still holds most of its change: up to
 * FR_WHY_MOST that grew and as many that shrank, the largest change first. Returns how many. */
size_t fr_why_list(const fr_diff *diff, uint32_t nodes[2 * FR_WHY_MOST]);

#endif
