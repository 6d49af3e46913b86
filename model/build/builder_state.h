/*
 * builder_state.h - what a builder holds; only for the files that make it up.
 */
#ifndef FR_MODEL_BUILDER_STATE_H
#define FR_MODEL_BUILDER_STATE_H

#include "model/build/builder_bulk.h"
#include "model/build/builder_merge.h"
#include "model/build/stack_table.h"

/*
 * Finds the row of a thread by (pid, tid, comm), in the table of threads that a
 * builder fills. A recorded build has 100 000 of them.
 */

typedef struct fr_thread_table {
    fr_slots slots;
    uint32_t last; /* the row found last, which is nearly always asked for again */
} fr_thread_table;

/* The row of the thread in `samples`, added where it is new; FR_NO_ID when memory ran out. */
uint32_t fr_thread_table_add(fr_thread_table *table, fr_samples *samples, fr_thread thread);
void fr_thread_table_reset(fr_thread_table *table);

struct fr_builder {
    fr_limits limits;
    fr_error err;
    uint64_t seed;
    fr_names *names;
    fr_names *cut_names; /* hashes of the names of this input that were cut; NULL: none was */
    fr_arena scratch;    /* repaired text */
    fr_frame *frames;
    size_t n_frames, frames_cap;
    fr_slots frame_slots; /* by all fields */
    fr_stack_table stacks;
    /* Values are by row. Without labels rows are the stacks; from the first label on they are pairs
     * of a table of their own: parent is the stack, frame the label set. */
    fr_stack_table rows;
    bool labelled;
    fr_tally *tally; /* NULL: stacks are whole */
    fr_label_sets label_sets;
    fr_mappings mappings;
    fr_column columns[FR_MAX_COLUMNS];
    uint64_t exact; /* bit k: sums of squares of column k are exact */
    uint32_t n_columns;
    uint32_t n_before; /* columns that there were when the input began */
    uint32_t n_asked;  /* columns that were asked for since then */
    size_t values_cap; /* of every column */
    fr_samples samples;
    fr_thread_table threads; /* finds rows of samples.threads */
    bool keeps_samples, shared_clock;
    bool lost_samples; /* their values were of a column that is gone */
    bool has_origin;   /* meta.origin_ns is given */
    fr_meta meta;
    fr_meta aside; /* what the inputs before said, while another is read */
    char source[256];
};

/* Returns an id that was added. Where it is FR_NO_ID, memory ran out: the builder fails, and the id is 0. */
static inline uint32_t fr_builder_added(fr_builder *b, uint32_t id)
{
    return id == FR_NO_ID ? fr_builder_fail_memory(b) : id;
}
/* True while all that is held stays within the limit; else fails. */
bool fr_builder_within_memory(fr_builder *b);
/* Makes room in every column for every row; false when memory ran out. */
bool fr_builder_grow_values(fr_builder *b);
/* The table whose ids are the rows of values. */
const fr_stack_table *fr_builder_rows(const fr_builder *b);
uint32_t fr_builder_row_stack(const fr_builder *b, uint32_t row);
/* Makes sums of squares rounded from now on: the exact rests are discarded. */
void fr_builder_drop_rests(fr_builder *b);
/* Gives values of samples, which are those of the first column, `up` more decimals. */
void fr_builder_refine_samples(fr_builder *b, uint32_t up);
void fr_builder_zero_values(fr_builder *b, uint32_t row); /* Sets the values of a new row to 0. */

#endif
