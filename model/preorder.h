/*
 * preorder.h - the walk of a tree that is given by its parents, without recursion.
 */
#ifndef FR_MODEL_PREORDER_H
#define FR_MODEL_PREORDER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct fr_preorder {
    uint32_t *node;  /* by place: the node that stands there; node[0] = 0, the root */
    uint32_t *place; /* by node */
} fr_preorder;

/* Parents before children, siblings as they stand in `order` (all n nodes, in any order otherwise).
 * False when memory ran out. */
bool fr_preorder_init(fr_preorder *walk, uint32_t n, const uint32_t *parent, const uint32_t *order);
void fr_preorder_reset(fr_preorder *walk);

#endif
