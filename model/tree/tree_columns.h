/*
 * tree_columns.h - for those who build trees: room in the columns and the last step.
 */
#ifndef FR_MODEL_TREE_COLUMNS_H
#define FR_MODEL_TREE_COLUMNS_H

#include "model/tree/tree.h"

/* Room for `cap` nodes in every column; false when memory ran out. */
bool fr_tree_reserve(fr_tree *tree, uint32_t cap);
/* Whether the tree has self and total of a column. */
static inline bool fr_tree_has_values(const fr_tree *tree, uint32_t k)
{
    return !tree->lone || k == tree->column;
}
/* Fills end[] from parent[]. */
void fr_tree_close_ends(fr_tree *tree);

#endif
