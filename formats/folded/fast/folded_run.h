/*
 * folded_run.h - lines in byte order, as collapsers write them: their stacks are known to be new.
 *
 *     a;b;c 1       greatest so far
 *     a;b;d 2       "a;b" is shared with it; had "a;b;d" come before, every line between that one
 *                   and this would start with its bytes, and so would the greatest: it is new
 *     a;b;d(int) 1  "a;b;d" comes again below: its bytes start the greatest, so it is kept in mind
 *     a;b;d;e 4
 *
 * So a line that is not less than all lines before it needs no look into the stack table. That
 * holds while different tokens mean different frames (fr_folded_batch.odd) and every stack of the
 * builder came from a line of this input; lines that are less are looked up as ever.
 */
#ifndef FR_FORMATS_FOLDED_RUN_H
#define FR_FORMATS_FOLDED_RUN_H

#include "formats/folded/fast/folded_batch.h"

/* A child that was left for one whose name it starts. */
typedef struct fr_left {
    uint32_t depth, len, stack; /* len: bytes of its name */
} fr_left;

typedef struct fr_folded_run {
    fr_bytes text; /* the greatest stack so far, in the window or in `copy` */
    char *copy;
    size_t copy_cap;
    uint32_t *end, *stack; /* of its n frames: the end in the text, the stack */
    uint32_t n;
    fr_left *left; /* by depth, then by length */
    size_t n_left, left_cap;
    uint64_t n_lines; /* that continued the run */
    uint64_t n_less;  /* that did not */
    bool on;          /* the lines of the batch continue the run */
    bool off;         /* for good */
} fr_folded_run;

bool fr_folded_run_init(fr_folded_run *run); /* false: no memory */
void fr_folded_run_reset(fr_folded_run *run);
/* Whether the stack of a line is not less than all before it; *same: bytes shared with the greatest. */
bool fr_folded_run_continues(fr_folded_run *run, const fr_folded_batch *batch, fr_bytes text,
                             size_t *same);
/* The lines that the batch gets, which is empty, continue the run. */
void fr_folded_run_begin(fr_folded_run *run, fr_folded_batch *batch);
/* Finds the stacks of the lines of a batch that continues the run, as fr_folded_batch_walk() does. */
void fr_folded_run_walk(fr_folded_run *run, fr_folded_batch *batch);
/* The window moves: what it holds is copied. */
void fr_folded_run_keep(fr_folded_run *run);

#endif
