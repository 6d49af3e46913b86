/*
 * renamed.h - a frame that is gone and one that is new, of the same caller, that call the same:
 *
 *     main;read_config;parse 30      gone           main;load_config;parse 31      new
 *
 * are perhaps one that was renamed. The comparison stays as it is; the report lists the pair.
 */
#ifndef FR_DIFF_RENAMED_H
#define FR_DIFF_RENAMED_H

#include "diff/diff.h"

/* Fills diff->renamed, in the order of the tree; verdicts are known. */
bool fr_renamed_find(fr_diff *diff, fr_error *err);
/* The pair of a new function, or of a gone one; NULL: none. */
const fr_diff_pair *fr_renamed_pair(const fr_diff *diff, uint32_t name, bool is_new);

#endif
