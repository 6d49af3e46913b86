/*
 * builder.h - the funnel of every reader: names, frames, stacks, values in; a profile out.
 *
 * Errors stick: after the first one every call returns a harmless id. A reader's inner loop is
 *
 *     stack = FR_NO_STACK;
 *     for each frame, root first: stack = fr_builder_push(b, stack, frame);
 *     fr_builder_add(b, stack, column, value, value, (double)value);
 *
 * This is all that most readers need beside flamerender.h, which has new, free, column, push, add and finish.
 *
 *     builder_merge.h     builders of builders and of profiles
 *     builder_bulk.h      for the fast ways of readers alone
 */
#ifndef FR_MODEL_BUILDER_H
#define FR_MODEL_BUILDER_H

#include "base/text.h"
#include "model/profile.h"

/* ---- names and frames ---- */

/* The id of a name: repaired, cut at the limit and without blanks around it. */
uint32_t fr_builder_name(fr_builder *b, fr_bytes text, fr_text_mode mode);
/* Returns the id of a name with the blanks around it: for texts that must equal another program's. */
uint32_t fr_builder_spelling(fr_builder *b, fr_bytes text, fr_text_mode mode);
/* The id of a frame whose names fr_builder_name() gave. Two frames are one if all fields are equal. */
uint32_t fr_builder_intern(fr_builder *b, const fr_frame *frame);
/* The common case: a frame with a name and a kind, and a module that may be empty. A suffix _[k],
 * _[j], _[i], _[0] or _[1] is not kept as a part of the name: it sets the kind, and FR_KIND_ANNOTATED. */
uint32_t fr_builder_named(fr_builder *b, fr_bytes name, fr_text_mode mode, uint32_t kind,
                          fr_bytes module);
/* The frame of that name with all other fields of `known`, not interned yet. *has_kind: a suffix of
 * the name set its kind. */
fr_frame fr_builder_spell(fr_builder *b, fr_bytes name, fr_text_mode mode, fr_frame known,
                          bool *has_kind);
/* A frame that is in the builder, and its name. */
fr_frame fr_builder_frame_at(const fr_builder *b, uint32_t frame);
fr_bytes fr_builder_frame_name(const fr_builder *b, uint32_t frame);
/* The id of a mapping, whose names fr_builder_name() gave, for frames; 0 after a failure. */
uint32_t fr_builder_mapping(fr_builder *b, const fr_mapping *mapping);

/* ---- values ---- */

/* The id of the set of `n` labels, whose names fr_builder_name() gave. Sorts `labels`. */
uint32_t fr_builder_label_set(fr_builder *b, fr_label *labels, size_t n);
/* Returns how many stacks there are, the empty one included: the id of the next new one. */
uint32_t fr_builder_n_stacks(const fr_builder *b);
/* The profile is for a picture that carries no data: its frames may lack files, lines and addresses, and the
 * picture does not say how many nodes are too narrow to be drawn. */
void fr_builder_omit_lines(fr_builder *b);
/* Makes only stacks that are given a value have room for one: for profiles whose stacks are
 * mostly the callers of others. */
void fr_builder_sparse(fr_builder *b);
/* The row that holds the values of a stack with a label set. It is good until the next call: the first
 * set that is not empty numbers rows anew. */
uint32_t fr_builder_row(fr_builder *b, uint32_t stack, uint32_t set);
/* fr_builder_add() to a row. */
void fr_builder_add_row(fr_builder *b, uint32_t row, uint32_t column, int64_t sum,
                        uint64_t n_samples, double sum_squares);
/* The name of a column; "" for one that is not there. */
const char *fr_builder_column_name(const fr_builder *b, uint32_t column);
/* Values from now on are not numbers of samples (ns, bytes): how many samples they stand for is unknown. */
void fr_builder_uncounted(fr_builder *b, uint32_t column);

/* ---- columns of which only the input shows what their values are: numbers of samples, weights, with decimals ---- */

/*
 *     main;run 2      a value without decimals
 *     main;run 0.5    the column has one from now on: 20 and 5, of which each is a tenth
 */

/* True while no stack has a value in the column, and values would be numbers of samples. */
bool fr_builder_is_blank(const fr_builder *b, uint32_t column);
/* Gives the column at least `decimals` decimals. Values that it has already are multiplied, which fails where one
 * overflows. */
void fr_builder_refine(fr_builder *b, uint32_t column, uint32_t decimals);
/* The column counts samples from now on: the values that it has already become the numbers of their samples, the unit
 * becomes "samples". */
void fr_builder_use_counts(fr_builder *b, uint32_t column);
/* The values so far were numbers of samples, each of which weighs `each`: they become weights. */
void fr_builder_weigh(fr_builder *b, uint32_t column, int64_t each);
/* Keeps sums of squares of the column exact from now on, so that they do not depend on the order of values: an input
 * that is read in parts gets the same sums as one that is read at once. */
void fr_builder_exact(fr_builder *b, uint32_t column);
/* Fails the builder: values overflow at a stack, which the error names. */
void fr_builder_fail_overflow(fr_builder *b, uint32_t stack);

/*
 * ---- samples one by one, with their times and threads, for selections and heatmaps ----
 *
 *     if (fr_builder_keeps_samples(b))
 *         fr_builder_sample(b, stack, time_ns, fr_builder_thread(b, pid, tid, comm), cpu, value);
 */

/* The id of a thread; comm is a name id. */
uint32_t fr_builder_thread(fr_builder *b, int64_t pid, int64_t tid, uint32_t comm);
/* One sample, beside what fr_builder_add() gets for it. `value` is of the first column. Does nothing
 * where samples are not kept. */
void fr_builder_sample(fr_builder *b, uint32_t stack, int64_t time_ns, uint32_t thread,
                       uint16_t cpu, int64_t value);
/* Adds facts of all stacks, beside those of the format: FR_SAMPLES_LAST, FR_STACKS_OF_THREADS. */
void fr_builder_stacks_are(fr_builder *b, unsigned facts);
bool fr_builder_keeps_samples(const fr_builder *b);
/* Sorts the samples by time; equal ones stay in their order. */
void fr_builder_sort_samples(fr_builder *b);

/* ---- the recording ---- */

/* Adds records that were read, records without a frame, and a time that the span of the recording has to hold. */
void fr_builder_record(fr_builder *b, uint64_t n);
uint64_t fr_builder_records(const fr_builder *b);
void fr_builder_frameless(fr_builder *b, uint64_t n);
void fr_builder_time(fr_builder *b, int64_t ns);
/* Take what a recording says of itself. The reader fills an fr_recording of its own, texts by the first two,
 * which repair them; the third merges it into the builder. */
void fr_builder_fact(fr_builder *b, char **fact, fr_bytes text);
void fr_builder_comment(fr_builder *b, fr_recording *recording, fr_bytes text);
void fr_builder_record_facts(fr_builder *b, const fr_recording *recording);

/* ---- notes and errors ---- */

/* The name of the input, for notes and errors that follow. */
void fr_builder_source(fr_builder *b, const char *source);
/* Counts a case of a kind of note; `line` and `first` show the first case. */
void fr_builder_note(fr_builder *b, fr_note_kind kind, uint64_t line, fr_bytes first);
/* `n` cases at once. */
void fr_builder_note_many(fr_builder *b, fr_note_kind kind, uint64_t line, uint64_t n,
                          fr_bytes first);
/* A note whose every case is a sentence of its own (model/note.c). */
void fr_builder_say(fr_builder *b, fr_note_kind kind, const char *format, ...) FR_PRINTF(3, 4);
/* Fails the builder: the first error stays. Returns false (the id 0), as the two after it do, so that a
 * failure is one line. */
bool fr_builder_fail(fr_builder *b, fr_code code, uint64_t line, uint64_t offset,
                     const char *format, ...) FR_PRINTF(5, 6);
bool fr_builder_fail_memory(fr_builder *b);
/* Adds to that error what the user can do. */
bool fr_builder_hint(fr_builder *b, const char *format, ...) FR_PRINTF(2, 3);
bool fr_builder_failed(const fr_builder *b);

#endif
