/*
 * preorder.h - the walk of a tree that is given by its parents, without recursion.
 */
#ifndef FR_MODEL_PREORDER_H
#define FR_MODEL_PREORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The key that orders siblings: the smaller major first, then the smaller minor, then the smaller number. */
typedef struct fr_sibling_key {
    uint64_t major;
    uint32_t minor;
} fr_sibling_key;

typedef fr_sibling_key fr_sibling_order(const void *arg, uint32_t node);

/* The tree: n nodes, whose parents have smaller numbers; that of node i is parent[i * stride]. */
typedef struct fr_parents {
    const uint32_t *parent;
    size_t stride;
    uint32_t n;
} fr_parents;

/* Fills place[node], parents before children, siblings in order (NULL: by number), and size[node],
 * the nodes at and below it. Each of these arrays, scratch[0] and scratch[1] too, has room for n items. False: memory
 * ran out. */
bool fr_preorder_places(fr_parents tree, fr_sibling_order *order, const void *arg,
                        uint32_t *scratch[2], uint32_t *place, uint32_t *size);
/* Fills the inverse: node[i] is the node at place i, depth[i] its depth. */
bool fr_preorder_walk(uint32_t n, const uint32_t *parent, fr_sibling_order *order, const void *arg,
                      uint32_t *node, uint32_t *depth);

#endif
