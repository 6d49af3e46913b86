/*
 * containers.h - what pictures carry for their viewer where the profile itself is not there or does not say it: packed
 * boxes, functions, sides of a differential (pack_boxes.c), samples and lanes (heat_samples.c, chart_samples.c).
 *
 *     magic(4) version(1) raw_length(varint) deflate( ... )
 *
 * A container is malloc'ed; at == NULL when memory ran out.
 */
#ifndef FR_RENDER_PACK_CONTAINERS_H
#define FR_RENDER_PACK_CONTAINERS_H

#include "render/scene.h"

fr_bytes fr_pack_boxes(const fr_scene *scene); /* the drawn ones */
fr_bytes fr_pack_functions(const fr_sides *sides);
/* Both sides of each box; of all nodes, which the scene must have, where `all`. */
fr_bytes fr_pack_changes(const fr_scene *scene, bool all);

/* ---- the samples of a timed profile, for the page of a heatmap ---- */

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
fr_bytes fr_heat_pack_samples(const fr_timed_samples *samples);
void fr_heat_free(fr_timed_samples *samples);
/* Who ran when: the container, with at == NULL where all samples are of one thread, one CPU at most, and none is idle.
 * False when memory ran out. */
FR_CHECKED bool fr_heat_pack_lanes(const fr_profile *profile, const fr_timed_samples *samples,
                                   fr_bytes *packed);

/* ---- what all of them are written with ---- */

void fr_pack_varint(fr_output *out, uint64_t value);
void fr_pack_zigzag(fr_output *out, int64_t value); /* small numbers of either sign are short */
/* Packs what was written to `raw`, which it frees. */
fr_bytes fr_pack_container(const char *magic, fr_output *raw);

#endif
