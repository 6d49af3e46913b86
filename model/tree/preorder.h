/*
 * preorder.h - the walk of a tree that is given by its parents, without recursion.
 */
#ifndef FR_MODEL_PREORDER_H
#define FR_MODEL_PREORDER_H

#include "model/profile.h"

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

/* The tree of a profile's stacks. */
static inline fr_parents fr_stack_parents(const fr_profile *profile)
{
    return (fr_parents){&profile->stacks->parent, sizeof(fr_stack) / sizeof(uint32_t),
                        profile->n_stacks};
}

/* Fills place[node], parents before children, siblings in order (NULL: by number), and size[node], the nodes at and
 * below it. Each of these arrays, scratch[0] and scratch[1] too, has room for n items. False: memory ran out. */
bool fr_preorder_places(fr_parents tree, fr_sibling_order *order, const void *arg,
                        uint32_t *scratch[2], uint32_t *place, uint32_t *size);
/* Returns the place of each stack of a profile, in the order of input, and in *size (NULL: not asked for) the stacks at
 * and below each. Both are malloc'ed; NULL, and neither is there, when memory ran out. */
uint32_t *fr_stack_places_new(const fr_profile *profile, uint32_t **size);
/* Fills the inverse: node[i] is the node at place i, depth[i] its depth. */
bool fr_preorder_walk(fr_parents tree, fr_sibling_order *order, const void *arg, uint32_t *node,
                      uint32_t *depth);

/* The stacks in which a function stands for the first time from the root on: the total of a function is the sum over
 * these, of what is their own and of what they call. Returns, for each stack, true if its frame has a key that none of
 * its callers has. key: by frame, below n_keys, 0:
 * none; NULL: the ids of names. To be freed; NULL: memory ran out. */
bool *fr_outermost_new(const fr_profile *profile, const uint32_t *key, uint32_t n_keys);

#endif
