/*
 * preorder.h - the walk of a tree that is given by its parents, without recursion.
 */
#ifndef FR_MODEL_PREORDER_H
#define FR_MODEL_PREORDER_H

#include <stdbool.h>
#include <stdint.h>

/* Fills node[i], the node at place i (node[0] = 0, the root), and depth[i]: parents before children,
 * siblings as they stand in `order` (all n nodes, in any order otherwise). False: no memory. */
bool fr_preorder_walk(uint32_t n, const uint32_t *parent, const uint32_t *order, uint32_t *node,
                      uint32_t *depth);

#endif
