/*
 * tree_columns.h - what builders of trees share: room in the columns, and the steps that fill them.
 */
#ifndef FR_MODEL_TREE_COLUMNS_H
#define FR_MODEL_TREE_COLUMNS_H

#include "model/tree/projection.h"
#include "model/tree/tree.h"

/* Room for `cap` nodes in every column; false when memory ran out. */
bool fr_tree_reserve(fr_tree *tree, uint32_t cap);
/* Returns true if the tree has self and total of a column. */
static inline bool fr_tree_has_values(const fr_tree *tree, uint32_t k)
{
    return !tree->lone || k == tree->column;
}
/* Fills end[] from parent[]. */
void fr_tree_close_ends(fr_tree *tree);

/* Room for tree->n ids in `parent` and `depth`, which serve as scratch until fr_tree_place() fills them; false when
 * memory ran out. */
bool fr_tree_reserve_scratch(fr_tree *tree);
/* Fills all columns but the totals. place[] is the place of each node of the projection in pre-order, size[] the number
 * of nodes of its subtree. Frees the projection's values as they move. False when memory ran out. */
bool fr_tree_place(fr_tree *tree, fr_projection *p, const uint32_t *place, const uint32_t *size,
                   unsigned threads);
/* Fills the totals from the own values; false when memory ran out. */
bool fr_tree_sum(fr_tree *tree, unsigned threads);

/* ---- the tree merged from the leaves: who calls what is hot (callers.c) ---- */

/* Fills an empty tree whose columns are described. A node below opt->min_share gets no children; tree->whole is true
 * where none of these nodes would have had any. */
bool fr_callers_build(fr_tree *tree, const fr_profile *profile, const fr_tree_options *opt,
                      fr_error *err);

#endif
