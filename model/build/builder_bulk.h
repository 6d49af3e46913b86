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
#include "model/build/stack_memo.h"
#include "model/build/tally.h"
#include "model/build/undivided.h"

/* ---- names and frames that may be there ---- */

/* Whether fr_builder_name() of the text would give this id and the text is the name as it is; false
 * says nothing. */
bool fr_builder_is_name(const fr_builder *b, uint32_t id, fr_bytes text);
/* A name by its id, and how many there are. */
fr_bytes fr_builder_name_at(const fr_builder *b, uint32_t id);
uint32_t fr_builder_n_names(const fr_builder *b);
/* Whether fr_builder_intern() of the frame would give this id. */
bool fr_builder_is_frame(const fr_builder *b, uint32_t id, const fr_frame *frame);
/* fr_builder_name() of a text that is a name as it is: nothing is to be cut, repaired or removed. 0 for
 * other texts, and where memory is short; neither is noted. */
uint32_t fr_builder_plain_name(fr_builder *b, fr_bytes text);

/* ---- stacks ---- */

/* How many stacks there are, the empty one included: the id of the next new one. */
uint32_t fr_builder_n_stacks(const fr_builder *b);
/* fr_builder_push() of a stack that the caller knows to be new. */
uint32_t fr_builder_push_new(fr_builder *b, uint32_t parent, uint32_t frame);
/* Pushes n frames one on the other. Returns the stack of the last, or `parent` where n is 0, and
 * every stack in `stacks` (NULL: not wanted). What is on a new stack is new: *is_new says that
 * `parent` was made just now (then nothing is looked up), and is set where the result was. */
uint32_t fr_builder_push_path(fr_builder *b, uint32_t parent, const uint32_t *frames, size_t n,
                              uint32_t *stacks, bool *is_new);
/* Pushes n independent frames at once: stack[i] becomes the child of stack[i] for frame[i]. The
 * same as n calls of fr_builder_push(), but their misses of the cache overlap. */
void fr_builder_push_many(fr_builder *b, uint32_t n, uint32_t *stack, const uint32_t *frame);

/* The stacks that are remembered (model/build/stack_memo.h); the caller pushes the others and then
 * remembers them. */
void fr_builder_recall(fr_builder *b, fr_recall *stacks, size_t n);
/* One that was not found; it may have been remembered since. */
void fr_builder_recall_again(fr_builder *b, fr_recall *stack);
void fr_builder_remember(fr_builder *b, const fr_recall *stack);
/* False once stacks are known to come again hardly ever: then remembering is not worth it. */
bool fr_builder_recalls(const fr_builder *b);

/* ---- rows ---- */

/* From now on only stacks that are given a value have room for one: for profiles whose stacks are
 * mostly the callers of others. */
void fr_builder_sparse(fr_builder *b);
/* fr_builder_row() of a row that the caller knows to be new. */
uint32_t fr_builder_row_new(fr_builder *b, uint32_t stack, uint32_t set);
/* fr_builder_row() of a stack that was recalled: found at once where it had its values before. */
uint32_t fr_builder_row_again(fr_builder *b, const fr_recall *stack, uint32_t set);
/* Prefetches what finding the rows of these stacks, with a label set each, and adding to them reads. */
void fr_builder_fetch_rows(const fr_builder *b, const fr_recall *stacks, const uint32_t *sets,
                           size_t n);

/* ---- profiles for one purpose ---- */

/* From now on the builder keeps no stacks, but self and total of every name (model/build/tally.h).
 * Values are given to FR_NO_STACK and belong to the stack of the last fr_builder_tally_stack(): n
 * names, the innermost first. Such builders do not merge. Returns the tally, with room for all names,
 * which may be filled without the builder; NULL after a failure. */
fr_tally *fr_builder_tally(fr_builder *b);
void fr_builder_tally_stack(fr_builder *b, const uint32_t *names, size_t n);
/* The builder's stacks end where a picture shows no more. It takes over `undivided`, which holds what is
 * known of the whole stacks. Such builders do not merge. */
void fr_builder_take_undivided(fr_builder *b, fr_undivided *undivided);
/* Notes in the profile that its frames have no files, lines and addresses. */
void fr_builder_leave_lines(fr_builder *b);

#endif
