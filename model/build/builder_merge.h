/*
 * builder_merge.h - builders that are made of builders and of profiles.
 *
 *     a.folded ---> builder --+
 *     b.folded ---> builder --+--> one builder ---> profile --fr_builder_like--> builder --> profile
 *
 * For those who drive readers (one builder for each input, or for each part of one), and for all that
 * makes a profile of another one: transforms, selections, differentials.
 */
#ifndef FR_MODEL_BUILDER_MERGE_H
#define FR_MODEL_BUILDER_MERGE_H

#include "model/build/builder.h"

/* ---- a builder for an input ---- */

/* The name of the format, static text, and what its reader knows of all its stacks (FR_STACKS_...): the first call
 * decides both. `formats` are the bits of the formats that were read; those of all calls are kept. */
void fr_builder_format(fr_builder *b, const char *format, uint64_t formats, unsigned stacks);
void fr_builder_keep_samples(fr_builder *b); /* Keeps samples from now on. */
/* Takes the samples away, and does not keep those to come; threads stay. */
void fr_builder_lose_samples(fr_builder *b);
/* A name or a label chose the stacks, and left out so much more of a column. */
void fr_builder_part(fr_builder *b, uint32_t column, double left_out);
/* Merging keeps times as they are; else each input starts where the first one does. */
void fr_builder_share_clock(fr_builder *b);
/* Counts the input and its digest among those that were merged, unless the input is a merge that has counted its
 * own. */
void fr_builder_count_input(fr_builder *b, const unsigned char digest[FR_SHA256_BYTES]);
/* Gives these labels to all values, unless a value has one of the same key. Stacks get rows for it. */
void fr_builder_label_rows(fr_builder *b, const fr_label *labels, size_t n);
/* When the recording began, in ns since 1970; 0: unknown. */
int64_t fr_builder_began(const fr_builder *b);
/* Copies the error that stuck; false where there is none. */
bool fr_builder_error(const fr_builder *b, fr_error *err);
const fr_notes *fr_builder_notes(const fr_builder *b); /* Notes so far. */
/* True if half of the limit on memory is used. */
bool fr_builder_nears_memory(const fr_builder *b);

/* ---- builders of builders ---- */

/* Adds all of `from` to `to`: same names, frames and stacks meet. Columns meet by name and unit. */
void fr_builder_merge(fr_builder *to, const fr_builder *from);
/* Adds all of `from`, which is the next part of the same input: both have one clock, and lines in its
 * notes are counted after the `n_lines` before it. */
void fr_builder_append(fr_builder *to, const fr_builder *from, uint64_t n_lines);
/* True if both have the same columns, by name and unit, in one order. */
bool fr_builder_alike(const fr_builder *a, const fr_builder *b);
/* Reduces both to the columns that they share, by name and unit, in one order: a merge then adds like to like. A note
 * in `to` says what it loses or does not get. False, and nothing is done, where they share none. */
bool fr_builder_share_columns(fr_builder *to, fr_builder *from);
/* Between these two calls a builder that holds inputs reads a further one, and becomes what a merge would give: for
 * readers that need no builder of their own. Not for builders that keep samples. */
void fr_builder_begin_input(fr_builder *b);
/* False where the columns of the input differ from those before: then the builder is of no use. */
FR_CHECKED bool fr_builder_end_input(fr_builder *b);
/* The id in `to` of a name of another table, which is neither repaired nor cut again; 0 for 0. */
uint32_t fr_builder_copy_name(fr_builder *to, const fr_names *from, uint32_t id);
/* The id in `to` of a label set of another table; `from` has its names, NULL where they have the same ids in `to`. */
uint32_t fr_builder_copy_set(fr_builder *to, const fr_names *from, const fr_label_sets *sets,
                             uint32_t set);
/* The id in `to` of a stack, and of a thread, of `from`; added where it is new. */
uint32_t fr_builder_copy_stack(fr_builder *to, const fr_builder *from, uint32_t stack);
uint32_t fr_builder_copy_thread(fr_builder *to, const fr_builder *from, uint32_t thread);

/* ---- builders of profiles ---- */

void fr_limits_init(fr_limits *limits); /* The defaults of fr_limits. */
/* No limits: for what is made of a profile, which passed the limits of its reader and cannot grow. */
void fr_limits_lift(fr_limits *limits);
/* A builder with the frames (same ids) and columns of `profile`, without stacks. */
fr_builder *fr_builder_like(const fr_profile *profile, fr_error *err);
/* fr_builder_named() for a frame of which more is known: all fields of `known` but the name. */
uint32_t fr_builder_complete(fr_builder *b, fr_bytes name, fr_text_mode mode, fr_frame known);
/* A frame of a profile, with names and mapping of its own tables, in the builder. */
uint32_t fr_builder_copy_frame(fr_builder *b, const fr_profile *from, uint32_t frame);
/* The id of a frame's name. */
uint32_t fr_builder_frame_name_id(const fr_builder *b, uint32_t frame);
/* Pushes the n stacks of another table, parents before children, whose frames are frame[] here, and sets
 * stack[] to what each became. `differ`: no two frames became one, so what lies below a new stack is
 * new too, and is not looked up. After a failure stack[] is not filled. */
void fr_builder_copy_stacks(fr_builder *to, const fr_stack *stacks, uint32_t n,
                            const uint32_t *frame, bool differ, uint32_t *stack);
/* Adds the values of row r of a profile, which has the columns of the builder, to a row. */
void fr_builder_copy_values(fr_builder *to, uint32_t row, const fr_profile *from, uint32_t r);
/* Adds a column of that other table, which has no more decimals than column k, to column k. */
void fr_builder_add_column(fr_builder *b, uint32_t k, const fr_column *from, const uint32_t *stack,
                           uint32_t n);
/* A sum of squares, once its values have `up` more decimals. */
double fr_builder_squares_up(double squares, uint32_t up);
/* Shares of the column refer to a whole that is larger by `value`, which is in no stack: a filter removed it
 * earlier. */
void fr_builder_beyond(fr_builder *b, uint32_t column, int64_t value);

/* A stack's parent and its innermost frame. */
fr_stack fr_builder_stack(const fr_builder *b, uint32_t stack);

#endif
