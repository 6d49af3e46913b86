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
 * recordings of perf at a fixed period. Samples stand in the order of their times; those without a time or a value
 * are omitted. Who ran is in a container of its own, which is read when it is asked for.
 */
#ifndef FR_RENDER_LAYOUT_HEAT_SAMPLES_H
#define FR_RENDER_LAYOUT_HEAT_SAMPLES_H

#include "model/profile.h"

/* The cells of a heatmap, which take the place of times. */
typedef struct fr_heat_cells {
    int64_t first_ns;  /* at which column 0 starts, from the second in which the recording starts */
    int64_t column_ns; /* 0: times stay as they are */
    int64_t rows;
} fr_heat_cells;

typedef struct fr_timed_sample {
    int64_t time_ns; /* from the second in which the recording starts */
    int64_t value;
    uint32_t stack, thread; /* thread: of the profile's samples */
    uint16_t cpu;           /* FR_NO_CPU: unknown */
    bool idle;
} fr_timed_sample;

/* Samples in the order of their times. */
typedef struct fr_timed_samples {
    fr_timed_sample *at; /* owned */
    size_t n;
} fr_timed_samples;

/* `exclude_idle` omits samples of idle CPUs. */
FR_CHECKED bool fr_heat_collect(fr_timed_samples *to, const fr_profile *profile, bool exclude_idle,
                                fr_error *err);
/* Gives each sample the time at which its cell starts: whole cells select the same samples, and times take next to no
 * room. */
void fr_heat_round(fr_timed_samples *samples, fr_heat_cells cells);
/* The container, malloc'ed; at == NULL when memory ran out. */
fr_bytes fr_heat_pack_samples(const fr_timed_samples *samples);
void fr_heat_free(fr_timed_samples *samples);

/*
 * Who ran when, for the lanes of a heatmap's page:
 *
 *     "FRLN" version raw_length deflate( n, threads, then three columns of n numbers )
 *
 *     threads  how many; of each its name, pid and tid (zigzag; -1: unknown). They are numbered as they first ran
 *     columns  thread; CPU + 1, 0 where it is unknown; 1 where the CPU was idle
 *
 * The samples are those of heat_samples.h, in that order.
 */

/* The container, malloc'ed, with at == NULL where all samples are of one thread, one CPU at most, and none is idle.
 * False when memory ran out. */
FR_CHECKED bool fr_heat_pack_lanes(const fr_profile *profile, const fr_timed_samples *samples,
                                   fr_bytes *packed);

#endif
