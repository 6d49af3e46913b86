/*
 * stack_map.h - what every stack becomes, from the root down: each follows from what its parent became. A location is a
 * frame and the inlined frames that follow it, as in pprof.
 *
 *     --hide b         a;b;c   ->  a;c
 *     --show-from b    a;b;c   ->  b;c
 *     --prune-from b   a;b;c   ->  a;b
 *     direct           a;b;b;c ->  a;b;c
 *     cycles           a;b;a;b;c -> a;b;c
 */
#ifndef FR_MODEL_STACK_MAP_H
#define FR_MODEL_STACK_MAP_H

#include "model/build/builder_merge.h"
#include "model/transform/steps.h"

typedef struct fr_stack_map {
    const fr_profile *profile;
    const fr_steps *steps;
    const fr_transform_options *opt;
    fr_builder *b;
    const uint32_t *as; /* by frame: the frame of the builder that it becomes */
    /* bits by stack: what matched at or above it, and what became of its location so far */
    uint16_t *seen;
    uint32_t *to;   /* by stack: the stack in the builder that gets its values */
    uint32_t *base; /* by stack: the stack in the builder above its location; --show-from only */
    /* the stack in the builder that --prune-from leaves of a stack's location, or none; by stack */
    uint32_t *cut;
    uint32_t *pruned; /* by stack: the same of what stands above its location */
    bool folded;      /* recursion was folded somewhere */
} fr_stack_map;

/* Fills the fields from `seen` on; the caller has set those before it. False when memory ran out; other failures are
 * the builder's. */
bool fr_stack_map_init(fr_stack_map *map);
void fr_stack_map_reset(fr_stack_map *map);
/* The step that drops this stack's own value, or FR_N_STEPS. */
fr_step_id fr_stack_map_dropped_by(const fr_stack_map *map, uint32_t stack);

#endif
