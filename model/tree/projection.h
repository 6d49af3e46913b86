/*
 * projection.h - stacks become nodes: what makes two frames one is their name; a node's kind is the majority of its
 * value. Nodes without any value are omitted.
 */
#ifndef FR_MODEL_PROJECTION_H
#define FR_MODEL_PROJECTION_H

#include "model/tree/preorder.h"
#include "model/tree/tree.h"

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
