/*
 * projection.h - stacks become nodes: what makes two frames one is their name; a node's kind is the
 * majority of its value. Nodes without any value are left out.
 */
#ifndef FR_MODEL_PROJECTION_H
#define FR_MODEL_PROJECTION_H

#include "model/profile.h"

typedef struct fr_projection {
    uint32_t n;       /* nodes, the root (0) included; parents before children */
    uint32_t *parent; /* by node */
    uint32_t *name;
    uint8_t *kind;
    int64_t *self[FR_MAX_COLUMNS];
} fr_projection;

bool fr_projection_init(fr_projection *p, const fr_profile *profile, fr_error *err);
/* Frees parent, name and kind, which are not needed any more. */
void fr_projection_drop(fr_projection *p);
void fr_projection_reset(fr_projection *p, uint32_t n_columns);

#endif
