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

static inline fr_parents fr_projection_parents(const fr_projection *p)
{
    if (p->parent)
        return (fr_parents){p->parent, 1, p->n};
    return (fr_parents){&p->profile->stacks->parent, sizeof(fr_stack) / sizeof(uint32_t), p->n};
}

static inline uint32_t fr_projection_name(const fr_projection *p, uint32_t node)
{
    return p->name ? p->name[node] : p->label[p->profile->stacks[node].frame].name;
}

static inline uint8_t fr_projection_kind(const fr_projection *p, uint32_t node)
{
    return p->kind ? p->kind[node] : p->label[p->profile->stacks[node].frame].kind;
}

static inline uint8_t fr_projection_group(const fr_projection *p, uint32_t node)
{
    return p->group      ? p->group[node]
           : p->of_stack ? p->of_stack[node]
                         : p->label[p->profile->stacks[node].frame].group;
}

static inline int64_t fr_projection_self(const fr_projection *p, uint32_t k, uint32_t node)
{
    return p->self[k] ? p->self[k][node] : fr_column_sum(&p->profile->columns[k], node);
}

/* Nodes get the groups of `groups`, which must outlive the projection; NULL: they get none. */
bool fr_projection_init(fr_projection *p, const fr_profile *profile, const fr_groups *groups,
                        fr_error *err);
void fr_projection_reset(fr_projection *p, uint32_t n_columns);

#endif
