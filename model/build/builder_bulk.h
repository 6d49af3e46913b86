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

/* ---- names ---- */

/* How many there are. */
uint32_t fr_builder_n_names(const fr_builder *b);
uint32_t fr_builder_n_frames(const fr_builder *b);

/* ---- stacks ---- */

/* fr_builder_push() of a stack that the caller knows to be new. */
uint32_t fr_builder_push_new(fr_builder *b, uint32_t parent, uint32_t frame);
/* Pushes n independent frames at once: stack[i] becomes the child of stack[i] for frame[i]. The
 * same as n calls of fr_builder_push(), but their misses of the cache overlap. */
void fr_builder_push_many(fr_builder *b, uint32_t n, uint32_t *stack, const uint32_t *frame);

/* ---- rows ---- */

/* fr_builder_row() of a row that the caller knows to be new. */
uint32_t fr_builder_row_new(fr_builder *b, uint32_t stack, uint32_t set);

/* ---- profiles for one purpose ---- */

/* What was counted of all samples, for names below fr_builder_n_names(), which becomes the builder's. Its
 * stacks are none then, and all values the empty stack's, or they end where a picture shows no more. Such
 * builders do not merge. */
void fr_builder_take_tally(fr_builder *b, fr_tally *tally);

#endif
