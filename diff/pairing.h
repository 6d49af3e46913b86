/*
 * pairing.h - names that differ by run are taken as one, in a union before it becomes a tree.
 *
 *     base: main;App$$Lambda$12.run 30          main;App$$Lambda$77.run  30  31
 *     new:  main;App$$Lambda$77.run 31
 *
 * A name of base only and a name of new only that have the same form (model/transform/names.h), under callers
 * that have the same forms. Where several stand together, the largest is paired with the largest. Each name
 * has one partner. The name of new is shown.
 */
#ifndef FR_DIFF_PAIRING_H
#define FR_DIFF_PAIRING_H

#include "diff/diff_types.h"

/* Renames frames of the union, whose columns are runs; fills diff->pairs and diff->n_same. The
 * names of the profile must not be shared yet. */
bool fr_pairing_apply(fr_diff *diff, const fr_diff_options *opt, fr_error *err);

/*
 * a frame that is gone and one that is new, of the same caller, that call the same:
 *
 *     main;read_config;parse 30      gone           main;load_config;parse 31      new
 *
 * are perhaps one that was renamed. The comparison stays as it is; the report lists the pair.
 */

/* Fills diff->renamed, in the order of the tree; verdicts are known. */
bool fr_renamed_find(fr_diff *diff, fr_error *err);
/* The pair of a new function, or of a gone one; NULL: none. */
const fr_diff_pair *fr_renamed_pair(const fr_diff *diff, uint32_t name, bool is_new);

#endif
