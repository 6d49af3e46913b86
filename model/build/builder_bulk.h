/*
 * builder_bulk.h - what only the fast ways of readers use: many stacks at once, stacks that are known to be
 * new or to come again, profiles without stacks.
 *
 * Each call gives what calls of builder.h would give, sooner. Only model/build/ and formats/.../fast/
 * may include this file.
 */
#ifndef FR_MODEL_BUILDER_BULK_H
#define FR_MODEL_BUILDER_BULK_H

#include "model/build/builder.h"
#include "model/build/tally.h"

/* Return how many names, and how many frames, the builder has. */
uint32_t fr_builder_n_names(const fr_builder *b);
uint32_t fr_builder_n_frames(const fr_builder *b);

/* fr_builder_push() of a stack that the caller knows to be new. */
uint32_t fr_builder_push_new(fr_builder *b, uint32_t parent, uint32_t frame);
/* Pushes n independent frames at once: stack[i] becomes the child of stack[i] for frame[i]. The
 * same as n calls of fr_builder_push(), but their misses of the cache overlap. */
void fr_builder_push_many(fr_builder *b, uint32_t n, uint32_t *stack, const uint32_t *frame);

/* fr_builder_row() of a row that the caller knows to be new. */
uint32_t fr_builder_row_new(fr_builder *b, uint32_t stack, uint32_t set);

/* Gives the builder what was counted of all samples, for the names below fr_builder_n_names(); it owns the tally
 * from now on. Its stacks are then not whole: there are none, and all values belong to the empty stack, or they end
 * where a picture shows no more. Such builders do not merge. */
void fr_builder_take_tally(fr_builder *b, fr_tally *tally);

#endif
