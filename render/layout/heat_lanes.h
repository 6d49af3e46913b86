/*
 * heat_lanes.h - who ran when, for the lanes of a heatmap's page:
 *
 *     "FRLN" version raw_length deflate( n, threads, then three columns of n numbers )
 *
 *     threads  how many; of each its name, pid and tid (zigzag; -1: unknown). They are numbered as they first ran
 *     columns  thread; CPU + 1, 0 where it is unknown; 1 where the CPU was idle
 *
 * The samples are those of heat_samples.h, in that order.
 */
#ifndef FR_RENDER_HEAT_LANES_H
#define FR_RENDER_HEAT_LANES_H

#include "render/layout/heat_samples.h"

/* The container, malloc'ed, with at == NULL where all samples are of one thread, one CPU at most, and none is idle.
 * False when memory ran out. */
FR_CHECKED bool fr_heat_pack_lanes(const fr_profile *profile, const fr_timed_samples *samples,
                                   fr_bytes *packed);

#endif
