/*
 * frame_run.h - pushing the frames of a location, which a file of some kilobytes can make many: the depth of a stack
 * is checked before they are pushed, and a long run is pushed once for each caller.
 *
 *     location 7: {3, main, run, copy}     stack 12 and location 7: stack 15, whatever the sample
 */
#ifndef FR_FORMATS_FRAME_RUN_H
#define FR_FORMATS_FRAME_RUN_H

#include "formats/list.h"
#include "model/build/stack_table.h"

/* Frames of one location. Few compilers inline so many calls into one another. */
enum { FR_LONG_RUN = 32 };

/* A stack and how many frames it has; all zero for the empty one. */
typedef struct fr_run_end {
    uint32_t stack, depth;
} fr_run_end;

/* All zero but `held` and `deepest` at first. */
typedef struct fr_frame_runs {
    fr_held *held;
    uint32_t deepest;     /* frames that a stack may have */
    fr_stack_table known; /* {caller, place} of the long runs that were pushed */
    fr_list ends;         /* fr_run_end: by id - 1 in `known` */
} fr_frame_runs;

/* Pushes the run that stands at `place` of `frames`: a number, and so many frames, the outermost first. After a
 * failure, which is the builder's, the end is of no use. */
fr_run_end fr_frame_runs_push(fr_frame_runs *runs, fr_run_end caller, const fr_list *frames,
                              uint32_t place);
void fr_frame_runs_reset(fr_frame_runs *runs);

#endif
