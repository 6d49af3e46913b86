/*
 * preorder.h - the walk of a tree that is given by its parents, without recursion; and the nodes that stacks become.
 */
#ifndef FR_MODEL_PREORDER_H
#define FR_MODEL_PREORDER_H

#include "model/tree/groups.h"

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
fr_parents fr_stack_parents(const fr_profile *profile);

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

/* ---- stacks become nodes (projection.c) ---- */

/* Two frames are one where their names are; a node's kind is the majority of its value. Nodes without any value are
 * omitted. */

/* The part of a frame that a node shows; small, so that the table of all frames stays in the cache. */
typedef struct fr_label_of_frame {
    uint32_t name;
    uint8_t kind, group;
} fr_label_of_frame;

/* If every frame has a name of its own and every stack a value, stacks are nodes as they are:
 * parent, name, kind and self are NULL then, and the profile is read in their place. */
typedef struct fr_projection {
    const fr_profile *profile; /* must outlive it */
    uint32_t n;                /* nodes, the root (0) included; parents before children */
    uint32_t *parent;          /* by node */
    uint32_t *name;
    uint8_t *kind;
    uint8_t *group; /* NULL: not asked for */
    int64_t *self[FR_MAX_COLUMNS];
    fr_label_of_frame *label; /* by frame, where stacks are nodes */
    const uint8_t *of_stack;  /* groups by stack, where they are not by frame */
} fr_projection;

/* Nodes get the groups of `groups`, which must outlive the projection; NULL: they get none. */
bool fr_projection_init(fr_projection *p, const fr_profile *profile, const fr_groups *groups,
                        fr_error *err);
void fr_projection_reset(fr_projection *p, uint32_t n_columns);

#endif
