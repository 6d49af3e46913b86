/*
 * preorder.h - the walk of a tree that is given by its parents, without recursion.
 */
#ifndef FR_MODEL_PREORDER_H
#define FR_MODEL_PREORDER_H

#include <stdbool.h>
#include <stdint.h>

/* What orders siblings: the smaller major first, then the smaller minor, then the smaller number. */
typedef struct fr_sibling_key {
    uint64_t major;
    uint32_t minor;
} fr_sibling_key;

typedef fr_sibling_key fr_sibling_order(const void *arg, uint32_t node);

/* Fills node[i], the node at place i (node[0] = 0, the root), and depth[i], for n nodes whose
 * parents have smaller numbers: parents before children, siblings in order (NULL: by number).
 * False: no memory. */
bool fr_preorder_walk(uint32_t n, const uint32_t *parent, fr_sibling_order *order, const void *arg,
                      uint32_t *node, uint32_t *depth);

#endif
