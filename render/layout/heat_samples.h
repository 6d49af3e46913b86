/*
 * heat_samples.h - the samples of a timed profile, for the page of a heatmap:
 *
 *     "FRSM" version raw_length deflate( n, tick_ns, first time, then three columns of n numbers )
 *
 *     times    from sample to sample, in ticks: first 0. The first time (zigzag) counts from the second in which
 *              the recording starts, as --range does
 *     stacks   as model/pack.c numbers them
 *     values   of the first value column
 *
 * A column is the number of bytes that its largest number needs, then the lowest byte of each number, then the next
 * one of each. The upper ones are mostly alike, and deflate makes little of them: 1.7 to 3.3 bytes a sample in
 * recordings of perf at a fixed period. Samples stand in the order of their times; those without a time or a value are omitted.
 */
#ifndef FR_RENDER_HEAT_SAMPLES_H
#define FR_RENDER_HEAT_SAMPLES_H

#include "model/profile.h"

/* The cells of a heatmap, which take the place of times. */
typedef struct fr_heat_cells {
    int64_t first_ns;  /* at which column 0 starts, from the second in which the recording starts */
    int64_t column_ns; /* 0: times stay as they are */
    int64_t rows;
} fr_heat_cells;

/* malloc'ed; at == NULL on failure. `exclude_idle` omits samples of idle CPUs. With `cells` a sample has the time at which
 * its cell starts: whole cells select the same samples, and times take next to no room. */
fr_bytes fr_heat_samples(const fr_profile *profile, bool exclude_idle, fr_heat_cells cells,
                         fr_error *err);

#endif
