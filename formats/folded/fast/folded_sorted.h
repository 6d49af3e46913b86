/*
 * folded_sorted.h - lines in byte order, as collapsers write them: their stacks are known to be new.
 *
 *     a;b;c 1       greatest so far
 *     a;b;d 2       "a;b" is shared with it; had "a;b;d" come before, every line between that one
 *                   and this would start with its bytes, and so would the greatest: it is new
 *     a;b;d(int) 1  "a;b;d" comes again below: its bytes start the greatest, so it is kept in mind
 *     a;b;d;e 4
 *
 * So a line that is not less than all lines before it needs no look into the stack table. That
 * holds while different tokens mean different frames (fr_folded_batch.odd) and every stack of the
 * builder came from a line of this input; a few lines that are less are looked up.
 */
#ifndef FR_FORMATS_FOLDED_SORTED_H
#define FR_FORMATS_FOLDED_SORTED_H

#include "formats/folded/fast/folded_batch.h"

/* A child before one whose name it starts; it may come again. */
typedef struct fr_folded_earlier {
    uint32_t depth, len, stack; /* len: bytes of its name */
} fr_folded_earlier;

/* Zeroed and `on` it is ready. The greatest line so far is the last one of the batch. */
typedef struct fr_folded_sorted {
    bool on;                    /* lines are in order so far */
    fr_folded_earlier *earlier; /* by depth, then by length */
    size_t n_earlier, earlier_cap;
    uint64_t n_lines; /* that were not less */
    uint64_t n_less;  /* that were */
} fr_folded_sorted;

void fr_folded_sorted_reset(fr_folded_sorted *sorted);
/* Returns true if a stack, which shares `same` bytes with the last line of the batch, is not less than it. Ends the
 * order where too many are less. */
bool fr_folded_sorted_continues(fr_folded_sorted *sorted, const fr_folded_batch *batch,
                                fr_bytes text, size_t same);
/* Finds the stacks of the lines of a batch that are in order, as fr_folded_batch_walk() does. */
void fr_folded_sorted_walk(fr_folded_sorted *sorted, fr_folded_batch *batch);

#endif
