/*
 * pprof_branch.h - where the stack of each sample leaves those of the samples before it, found for
 * all samples at once: for large profiles whose stacks hardly ever come again. What lies beyond is
 * new, so that nothing is looked up while stacks are made.
 *
 *     sample 0  main run copy read    from  -  depth 0
 *     sample 1  main init             from  0  depth 1     "main" was made for sample 0
 *     sample 2  main run copy         from  0  depth 3     nothing is new
 *     sample 3  main init open        from  1  depth 2     "init" was made for sample 1
 *
 * Samples that share frames from the root on are a group; a group is cut by its next frames, and
 * what each part shares with the others was made for the first sample of the group. Groups hold
 * places in the message, whose ids are read backwards, from the root on, as far as they are needed.
 */
#ifndef FR_FORMATS_PPROF_BRANCH_H
#define FR_FORMATS_PPROF_BRANCH_H

#include "formats/pprof/fast/pprof_trace.h"

typedef struct fr_pprof_branch {
    uint32_t from;          /* the sample that the stack of `depth` frames was made for */
    uint32_t depth;         /* frames that are not new */
    uint32_t frame;         /* the first one that is, 0: none is; once it is made, its stack */
    fr_pprof_cursor beyond; /* the frames after it */
} fr_pprof_branch;

typedef struct fr_pprof_branches {
    fr_pprof *p;
    const fr_pprof_path *path;
    fr_pprof_branch *of; /* by sample with a value, in the order of the message; NULL: not known */
    uint32_t n;
} fr_pprof_branches;

/* The ids of a sample, which are {NULL, 0} before; false where they are not in one packed field. *zero: it
 * has no value, and so no stack: then it may have no ids, and they are not damaged. */
bool fr_pprof_packed_ids(fr_bytes message, fr_bytes *ids, bool *zero);
/* False where samples are few, or not as nearly all are (no frames, ids in several fields, damaged): then
 * they are to be read one by one. Fails nothing. */
bool fr_pprof_branches_find(fr_pprof_branches *branches, const fr_pprof_path *path);
/* The stack of sample i, of which all before it have theirs; `ids` are its own. */
uint32_t fr_pprof_branches_push(fr_pprof_branches *branches, uint32_t i, fr_bytes ids);
/* The same for a sample whose frames were pushed otherwise, when `made` was the next new stack. */
void fr_pprof_branches_pushed(fr_pprof_branches *branches, uint32_t i, uint32_t made);
void fr_pprof_branches_reset(fr_pprof_branches *branches);

#endif
