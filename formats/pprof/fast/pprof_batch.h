/*
 * pprof_batch.h - the stacks of many samples at once, depth by depth, so that their misses of the
 * cache overlap: for profiles whose stacks hardly ever come again.
 *
 *     depth     0     1     2      of the second sample 0 and 1 are those of the first: it
 *     sample 0  main  run   copy   shares 2 frames with it, which are not looked up
 *     sample 1  main  run   read
 */
#ifndef FR_FORMATS_PPROF_BATCH_H
#define FR_FORMATS_PPROF_BATCH_H

#include "formats/pprof/pprof_index.h"

#define FR_PPROF_BATCH 64

typedef struct fr_pprof_batched {
    size_t first;  /* of its frames */
    uint32_t n;    /* frames */
    uint32_t same; /* frames from the root on that the sample before has too */
    uint32_t stack;
} fr_pprof_batched;

typedef struct fr_pprof_batch {
    fr_pprof *p;
    fr_pprof_list frames; /* uint32_t: of all samples, root first */
    fr_pprof_batched samples[FR_PPROF_BATCH];
    uint32_t sets[FR_PPROF_BATCH];     /* of labels */
    fr_recall recalls[FR_PPROF_BATCH]; /* the same stacks, as the builder may remember them */
    fr_pprof_list stacks;              /* uint32_t: of the sample pushed last, by frame */
    uint32_t n;
} fr_pprof_batch;

/* One more sample of n frames, root first, of which `same` are those of the sample added before. The
 * batch is not full. */
void fr_pprof_batch_add(fr_pprof_batch *batch, const uint32_t *frames, size_t n, size_t same,
                        uint32_t set);
/* Finds the stacks of all samples; empties nothing. The second is for stacks that come again: they are
 * recalled, and the others get the ids that they would have got one by one. */
void fr_pprof_batch_push(fr_pprof_batch *batch);
void fr_pprof_batch_recall(fr_pprof_batch *batch);
/* The row of values of sample i, which has its stack. fr_pprof_batch_fetch() makes it cheaper. */
void fr_pprof_batch_fetch(fr_pprof_batch *batch);
uint32_t fr_pprof_batch_row(const fr_pprof_batch *batch, uint32_t i);
void fr_pprof_batch_empty(fr_pprof_batch *batch);
void fr_pprof_batch_reset(fr_pprof_batch *batch);

#endif
