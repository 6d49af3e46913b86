/*
 * pprof_part.h - one part of the samples of a pprof (pprof_scan.h), read by one thread.
 */
#ifndef FR_FORMATS_PPROF_PART_H
#define FR_FORMATS_PPROF_PART_H

#include "formats/pprof/fast/pprof_scan.h"

/* Samples that are counted together, so that their misses of the cache overlap. */
enum { FR_PPROF_BATCH = 8 };

/* The data that a thread has of its own. */
typedef struct fr_pprof_sheet {
    fr_tally *tally;
    fr_pprof_sample sample;
    uint32_t *items; /* names of a batch; for a picture the labels of all samples of the part */
    size_t n_items, items_cap;
    size_t ends[FR_PPROF_BATCH]; /* of the samples in the batch, in items */
    int64_t values[FR_PPROF_BATCH][FR_MAX_COLUMNS];
    uint32_t n_batch;
    fr_stack_traits traits; /* of the sample */
} fr_pprof_sheet;

/* Reads the samples of a part onto the sheet of the thread. False: one is unusual, or memory ran out. */
bool fr_pprof_part_read(const fr_pprof_scan *scan, fr_pprof_sheet *sh, fr_pprof_part *part);

#endif
