/*
 * callers.h - the tree merged from the leaves: who calls what is hot.
 */
#ifndef FR_MODEL_CALLERS_H
#define FR_MODEL_CALLERS_H

#include "model/tree/tree.h"

/* Fills an empty tree whose columns are described. A node below opt->min_share gets no children; tree->whole is true
 * where none of these nodes would have had any. */
bool fr_callers_build(fr_tree *tree, const fr_profile *profile, const fr_tree_options *opt,
                      fr_error *err);

#endif
