/*
 * perf_losses.h - what the recorder says it lost, summed over a recording.
 *
 *     app 1/2 5.1: PERF_RECORD_LOST lost 55
 *     PERF_RECORD_LOST_SAMPLES lost 7
 *     PERF_RECORD_THROTTLE
 *
 * Sums only, so that parts of a recording may be read apart and merged in any order.
 */
#ifndef FR_FORMATS_PERF_LOSSES_H
#define FR_FORMATS_PERF_LOSSES_H

#include "model/build/builder.h"

typedef struct fr_perf_losses {
    uint64_t n_reports, n_lost; /* reports, and the sum of what they say */
    uint64_t n_throttled;
    uint64_t first_line, first_throttled; /* 0: none */
} fr_perf_losses;

/* Counts `record`, which starts at PERF_RECORD_; false where it tells of no loss. */
bool fr_perf_losses_read(fr_perf_losses *losses, fr_bytes record, uint64_t line);
void fr_perf_losses_merge(fr_perf_losses *to, const fr_perf_losses *from);
/* One note for each kind; `n_samples`: of all events, for the share. */
void fr_perf_losses_say(const fr_perf_losses *losses, uint64_t n_samples, fr_builder *b);

#endif
