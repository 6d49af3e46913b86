/*
 * heat_samples.h - the samples of a timed profile, for the page of a heatmap:
 *
 *     "FRSM" version raw_length deflate( n, tick_ns, then n times, n stacks, n values )
 *
 *     times    of the first sample (zigzag), then from sample to sample, in ticks; 0 is the second in which the
 *              recording starts, as --range counts
 *     stacks   as model/pack.c numbers them
 *     values   of the first value column
 *
 * Samples stand in the order of their times; those without a time or a value are omitted.
 */
#ifndef FR_RENDER_HEAT_SAMPLES_H
#define FR_RENDER_HEAT_SAMPLES_H

#include "model/profile.h"

/* malloc'ed; at == NULL on failure. `exclude_idle` omits samples of idle CPUs. */
fr_bytes fr_heat_samples(const fr_profile *profile, bool exclude_idle, fr_error *err);

#endif
