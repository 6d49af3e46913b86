/*
 * chart_samples.h - the samples of a recording lane by lane, for a page that draws them as time goes:
 *
 *     "FRTM" version(1) raw_length(varint) deflate( tick, lanes )
 *
 *     lanes    n, then: name (length and bytes), fill, samples
 *     samples  n, then all starts (each less the one before it, in ticks), all durations less the distance to the
 *              next start (zigzag, in ticks), all stacks (numbers of the container of the profile, model/pack.h)
 *
 * A tick is 1000 ns where all times are whole microseconds, else 1 ns. All numbers are LEB128 varints.
 */
#ifndef FR_RENDER_CHART_SAMPLES_H
#define FR_RENDER_CHART_SAMPLES_H

#include "render/scene.h"

#define FR_CHART_SAMPLES 200000            /* at most */
#define FR_CHART_BYTES   ((size_t)1 << 20) /* of the container */

/* The samples of a profile. Fills are those of `scene`; new ones are added. To be freed; at == NULL after a failure. */
fr_bytes fr_chart_samples(fr_scene *scene, const fr_profile *profile, fr_error *err);

#endif
