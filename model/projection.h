/*
 * projection.h - stacks become nodes: what makes two frames one is their name; a node's kind is the
 * majority of its value. Nodes without any value are left out.
 */
#ifndef FR_MODEL_PROJECTION_H
#define FR_MODEL_PROJECTION_H

#include "model/profile.h"

/* Where every frame has a name of its own and every stack a value, stacks are nodes as they are:
 * name, kind and self are NULL then, and the profile is read in their place. */
typedef struct fr_projection {
    const fr_profile *profile; /* must outlive it */
    uint32_t n;                /* nodes, the root (0) included; parents before children */
    uint32_t *parent;          /* by node */
    uint32_t *name;
    uint8_t *kind;
    int64_t *self[FR_MAX_COLUMNS];
} fr_projection;

static inline const fr_frame *fr_projection_frame(const fr_projection *p, uint32_t node)
{
    return &p->profile->frames[p->profile->stacks[node].frame];
}

static inline uint32_t fr_projection_name(const fr_projection *p, uint32_t node)
{
    return p->name ? p->name[node] : fr_projection_frame(p, node)->name;
}

static inline uint8_t fr_projection_kind(const fr_projection *p, uint32_t node)
{
    return p->kind ? p->kind[node] : (uint8_t)fr_frame_kind(fr_projection_frame(p, node));
}

static inline int64_t fr_projection_self(const fr_projection *p, uint32_t k, uint32_t node)
{
    return p->self[k] ? p->self[k][node] : p->profile->columns[k].sum[node];
}

bool fr_projection_init(fr_projection *p, const fr_profile *profile, fr_error *err);
/* Frees parent, name and kind, which are not needed any more. */
void fr_projection_drop(fr_projection *p);
void fr_projection_reset(fr_projection *p, uint32_t n_columns);

#endif
