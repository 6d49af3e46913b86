/*
 * canonical.h - the one order of a profile's stacks and frames that does not depend on the order of
 * its input.
 *
 * Stacks without a value at or below them and frames without a stack are omitted; stacks stand in
 * pre-order, siblings by frame; frames by name, then by their other fields.
 */
#ifndef FR_MODEL_CANONICAL_H
#define FR_MODEL_CANONICAL_H

#include "model/profile.h"

typedef struct fr_canonical {
    uint32_t n_frames, n_stacks; /* stacks: the empty one (0) included */
    uint32_t *frame;             /* ids in the profile, in canonical order */
    uint32_t *stack;
    uint32_t *parent;   /* by canonical stack: canonical stack */
    uint32_t *frame_of; /* by canonical stack: canonical frame; [0] is unused */
} fr_canonical;

bool fr_canonical_init(fr_canonical *c, const fr_profile *profile, fr_error *err);
/* Frees stack, parent and frame_of, once they are needed no more. */
void fr_canonical_release_stacks(fr_canonical *c);
void fr_canonical_reset(fr_canonical *c);

/* By stack of the profile: its canonical number; 0 for what is omitted. To be freed; NULL: memory ran out. */
uint32_t *fr_canonical_numbers(const fr_profile *profile, fr_error *err);

#endif
