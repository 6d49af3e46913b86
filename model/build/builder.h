/*
 * builder.h - the funnel of every reader: names, frames, stacks, values in; a profile out.
 *
 * Errors stick: after the first one every call returns a harmless id. A reader's inner loop is
 *
 *     stack = FR_NO_STACK;
 *     for each frame, root first: stack = fr_builder_push(b, stack, frame);
 *     fr_builder_add(b, stack, column, value, value, (double)value);
 */
#ifndef FR_MODEL_BUILDER_H
#define FR_MODEL_BUILDER_H

#include "base/text.h"
#include "model/build/stack_memo.h"
#include "model/build/tally.h"
#include "model/profile.h"

/* The defaults of fr_limits. */
void fr_limits_init(fr_limits *limits);
/* Where notes and errors of what follows come from. */
void fr_builder_source(fr_builder *b, const char *source);
/* The name of the format, static text; the first one stays. */
void fr_builder_format(fr_builder *b, const char *format);

/* Repairs, cuts at the limit, interns. */
uint32_t fr_builder_name(fr_builder *b, fr_bytes text, fr_text_mode mode);
/* Whether fr_builder_name() of the text would give this id, where the text is the name as it is; false
 * says nothing. */
bool fr_builder_is_name(const fr_builder *b, uint32_t id, fr_bytes text);
/* A name by its id, and how many there are. */
fr_bytes fr_builder_name_at(const fr_builder *b, uint32_t id);
uint32_t fr_builder_n_names(const fr_builder *b);
/* The same with the blanks around it: for texts that must equal another program's. */
uint32_t fr_builder_spelling(fr_builder *b, fr_bytes text, fr_text_mode mode);
/* Interns a frame of names that fr_builder_name() gave. Two frames are one if all fields are equal.
 */
uint32_t fr_builder_intern(fr_builder *b, const fr_frame *frame);
/* Whether that would give this id. */
bool fr_builder_is_frame(const fr_builder *b, uint32_t id, const fr_frame *frame);
/* The common case: a name and a kind, perhaps a module. A suffix _[k] _[j] _[i] of the name is no
 * part of it: it tells the kind, and the frame is marked FR_KIND_ANNOTATED. */
uint32_t fr_builder_named(fr_builder *b, fr_bytes name, fr_text_mode mode, uint32_t kind,
                          fr_bytes module);
/* The same for a frame of which more is known: all fields of `known` but the name. */
uint32_t fr_builder_complete(fr_builder *b, fr_bytes name, fr_text_mode mode, fr_frame known);
/* The same frame, not interned yet; *has_kind: the name told its kind. */
fr_frame fr_builder_spell(fr_builder *b, fr_bytes name, fr_text_mode mode, fr_frame known,
                          bool *has_kind);
/* The same name, for a text that is one as it is: nothing about it is to be cut, repaired or taken off. 0 where
 * it is not, and where memory is short; nothing is said of either. */
uint32_t fr_builder_plain_name(fr_builder *b, fr_bytes text);
/* A frame that is in the builder, whole, and its name. */
fr_frame fr_builder_frame_at(const fr_builder *b, uint32_t frame);
fr_bytes fr_builder_frame_name(const fr_builder *b, uint32_t frame);
/* The name's id of a frame, and a stack's frame and parent. */
uint32_t fr_builder_frame_name_id(const fr_builder *b, uint32_t frame);
fr_stack fr_builder_stack(const fr_builder *b, uint32_t stack);

/* How many stacks there are, the empty one included: the id of the next new one. */
uint32_t fr_builder_n_stacks(const fr_builder *b);

/* The same as fr_builder_push() for a stack that the caller knows to be new. */
uint32_t fr_builder_push_new(fr_builder *b, uint32_t parent, uint32_t frame);
/* Pushes n frames one on the other; returns the stack of the last, or `parent` where n is 0, and
 * every stack in `stacks` (NULL: not wanted). What is on a new stack is new: *is_new says that
 * `parent` was made just now (then nothing is looked up), and is set where the result was. */
uint32_t fr_builder_push_path(fr_builder *b, uint32_t parent, const uint32_t *frames, size_t n,
                              uint32_t *stacks, bool *is_new);

/* The stacks that are remembered (model/build/stack_memo.h); the others are pushed, and then remembered. */
void fr_builder_recall(fr_builder *b, fr_recall *stacks, size_t n);
/* One that was not found; it may have been remembered since. */
void fr_builder_recall_again(fr_builder *b, fr_recall *stack);
void fr_builder_remember(fr_builder *b, const fr_recall *stack);
/* False from when on stacks are known to come again hardly ever: then this is not worth it. */
bool fr_builder_recalls(const fr_builder *b);
/* Fetches what finding the rows of these stacks, with a label set each, and adding to them will read. */
void fr_builder_fetch_rows(const fr_builder *b, const fr_recall *stacks, const uint32_t *sets,
                           size_t n);
/* fr_builder_row() of a stack that was asked for: found at once where it had its values before. */
uint32_t fr_builder_row_again(fr_builder *b, const fr_recall *stack, uint32_t set);

/* Pushes the n stacks of another table, parents before children, whose frames are frame[] here;
 * stack[] tells what became of each. `differ`: no two frames became one, so what lies below a stack
 * that is new is new too, and children can be matched by their frames (model/build/stack_join.h). After a
 * failure stack[] is not filled. */
void fr_builder_copy_stacks(fr_builder *to, const fr_stack *stacks, uint32_t n,
                            const uint32_t *frame, bool differ, uint32_t *stack);

/* Adds a column of that other table, as fine as column k or less, to column k. */
void fr_builder_add_column(fr_builder *b, uint32_t k, const fr_column *from, const uint32_t *stack,
                           uint32_t n);

/* Pushes n independent frames at once: stack[i] becomes the child of stack[i] for frame[i]. The
 * same as n calls of fr_builder_push(), but their misses of the cache overlap. */
void fr_builder_push_many(fr_builder *b, uint32_t n, uint32_t *stack, const uint32_t *frame);

/* Id of a mapping, whose names fr_builder_name() gave, for frames; 0 after a failure. */
uint32_t fr_builder_mapping(fr_builder *b, const fr_mapping *mapping);
/* A frame of a profile, with names and mapping of its own table, in the builder. */
uint32_t fr_builder_copy_frame(fr_builder *b, const fr_profile *from, uint32_t frame);

/* The set of `n` labels, whose names fr_builder_name() gave; they get sorted. */
uint32_t fr_builder_label_set(fr_builder *b, fr_label *labels, size_t n);
/* From now on only stacks that are given a value have room for one: for profiles whose stacks are
 * mostly the callers of others. */
void fr_builder_sparse(fr_builder *b);
/* The row of values of a stack and a label set. Good until the next call: the first set that is not
 * empty numbers rows anew. */
uint32_t fr_builder_row(fr_builder *b, uint32_t stack, uint32_t set);
/* The same for a row that the caller knows to be new. */
uint32_t fr_builder_row_new(fr_builder *b, uint32_t stack, uint32_t set);
/* fr_builder_add() to a row. */
void fr_builder_add_row(fr_builder *b, uint32_t row, uint32_t column, int64_t sum,
                        uint64_t n_samples, double sum_squares);

/* From now on no stacks are kept, but self and total of every name (model/build/tally.h). Values are given
 * to FR_NO_STACK, and are those of the stack told last: of n names, the innermost first. Such
 * builders do not merge. Returns the tally, with room for all names, which may be filled without the builder;
 * NULL after a failure. */
fr_tally *fr_builder_tally(fr_builder *b);
void fr_builder_tally_stack(fr_builder *b, const uint32_t *names, size_t n);

/* Stacks are told apart only as far as a picture shows them: what is known of all of them, which becomes the
 * builder's. Such builders do not merge. */
void fr_builder_take_undivided(fr_builder *b, fr_undivided *undivided);
/* Files, lines and addresses of frames are left out. */
void fr_builder_leave_lines(fr_builder *b);
/* Counts records read, frameless ones, and the span of times seen. */
void fr_builder_record(fr_builder *b, uint64_t n);
void fr_builder_frameless(fr_builder *b, uint64_t n);
void fr_builder_time(fr_builder *b, int64_t ns);
/* What a recording says of itself: the reader fills a struct of its own, texts through the first two,
 * which repair them, and merges it. */
void fr_builder_fact(fr_builder *b, char **fact, fr_bytes text);
void fr_builder_comment(fr_builder *b, fr_recording *recording, fr_bytes text);
void fr_builder_record_facts(fr_builder *b, const fr_recording *recording);
void fr_builder_note(fr_builder *b, fr_note_kind kind, uint64_t line, fr_bytes first);
/* `n` cases at once. */
void fr_builder_note_many(fr_builder *b, fr_note_kind kind, uint64_t line, uint64_t n,
                          fr_bytes first);
/* A sentence of its own (fr_note_is_sentence). */
void fr_builder_say(fr_builder *b, fr_note_kind kind, const char *format, ...) FR_PRINTF(3, 4);

/* Notes so far. */
const fr_notes *fr_builder_notes(const fr_builder *b);

/* Id of a thread in the table of threads; comm is a name id. */
uint32_t fr_builder_thread(fr_builder *b, int64_t pid, int64_t tid, uint32_t comm);
/* One sample, beside what fr_builder_add() gets for it: kept where samples are
 * (fr_builder_keep_samples). The value is of the first column. */
void fr_builder_sample(fr_builder *b, uint32_t stack, int64_t time_ns, uint32_t thread,
                       uint16_t cpu, int64_t value);
/* The samples in the order of their times; equal ones stay as they are. */
void fr_builder_sort_samples(fr_builder *b);
/* From now on samples are kept; with `shared_clock` merging keeps times as they are, else each
 * input starts at 0. */
void fr_builder_keep_samples(fr_builder *b, bool shared_clock);
bool fr_builder_keeps_samples(const fr_builder *b);

/* Fails the builder: the first error stays. */
void fr_builder_fail(fr_builder *b, fr_code code, uint64_t line, uint64_t offset,
                     const char *format, ...) FR_PRINTF(5, 6);
void fr_builder_hint(fr_builder *b, const char *format, ...) FR_PRINTF(2, 3);
bool fr_builder_failed(const fr_builder *b);
/* Copies the sticky error. */
bool fr_builder_error(const fr_builder *b, fr_error *err);
/* Decimals of a column so far; refining multiplies what is there (checked). */
uint32_t fr_builder_decimals(const fr_builder *b, uint32_t column);
void fr_builder_refine(fr_builder *b, uint32_t column, uint32_t decimals);
/* Weights from now on are not samples (ns, bytes): their number is not known. */
void fr_builder_uncounted(fr_builder *b, uint32_t column);

/* The column's whole was larger by `value`, which is in no stack: a filter took it, once. */
void fr_builder_beyond(fr_builder *b, uint32_t column, int64_t value);

/* Fails the builder: values overflow at a stack, which is named. */
void fr_builder_fail_overflow(fr_builder *b, uint32_t stack);

/* Values from now on and so far are numbers of samples (sum := count, unit := "samples"). */
void fr_builder_use_counts(fr_builder *b, uint32_t column);
/* Sums of squares of the column don't depend on the order of values: parts of an input that are read by
 * themselves add up to what reading it at once gives. */
void fr_builder_exact(fr_builder *b, uint32_t column);
/* Values so far are numbers of samples, of which each weighs `each`: they become sums of weights. */
void fr_builder_weigh(fr_builder *b, uint32_t column, int64_t each);
/* True while no stack has a value in the column, and values would be numbers of samples. */
bool fr_builder_is_blank(const fr_builder *b, uint32_t column);

/* No limits: for what is made of a profile, which passed the limits of its reader and cannot grow.
 */
void fr_limits_lift(fr_limits *limits);
/* A builder with the frames (same ids) and columns of `profile`, without stacks. */
fr_builder *fr_builder_like(const fr_profile *profile, fr_error *err);
/* Adds all of `from` to `to`: same names, frames and stacks meet. Columns meet by name and unit. */
void fr_builder_merge(fr_builder *to, const fr_builder *from);
/* Adds all of `from`, which is the next part of the same input: clocks are the same, and lines in
 * its notes are counted after the `n_lines` before it. */
void fr_builder_append(fr_builder *to, const fr_builder *from, uint64_t n_lines);
/* True if half of the limit on memory is used. */
bool fr_builder_nears_memory(const fr_builder *b);
/* One stack, one thread of `from` in `to`. */
uint32_t fr_builder_copy_stack(fr_builder *to, const fr_builder *from, uint32_t stack);
uint32_t fr_builder_copy_thread(fr_builder *to, const fr_builder *from, uint32_t thread);
/* Between these calls a builder that holds inputs takes a further one, as if it were merged. For
 * readers that need no builder of their own; samples one by one are not for this. */
void fr_builder_begin_input(fr_builder *b);
/* False where its columns are others than those before: then the builder is of no use. */
FR_CHECKED bool fr_builder_end_input(fr_builder *b);
/* True if both have the same columns, by name and unit, in one order. */
bool fr_builder_alike(const fr_builder *a, const fr_builder *b);
/* Leaves both with the columns that they share, by name and unit, in one order: a merge then adds like
 * to like. What `to` loses, or does not get, is a note in it. False, and nothing done, where they
 * share none. */
bool fr_builder_share_columns(fr_builder *to, fr_builder *from);
/* The name of a column; "" for one that is not there. */
const char *fr_builder_column_name(const fr_builder *b, uint32_t column);

#endif
