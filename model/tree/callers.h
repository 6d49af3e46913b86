/*
 * callers.h - the tree merged from the leaves: who calls what is hot.
 */
#ifndef FR_MODEL_CALLERS_H
#define FR_MODEL_CALLERS_H

#include "model/tree/tree.h"

/* Fills an empty tree whose columns are described. Groups below opt->min_share are nodes without
 * children; the tree is whole if none had any. */
bool fr_callers_build(fr_tree *tree, const fr_profile *profile, const fr_tree_options *opt,
                      fr_error *err);

#endif
