/*
 * furniture.h - what stands round the boxes of every picture: header, axis of shares, foot.
 *
 *     Flame graph                                      title
 *     cpu-clock · 6 826 samples in 68.9 s · ...        subtitle, in as many lines as it needs
 *     [boxes]
 *     |0 %        |25 %       |50 %        ...|100 %   axis, on the root's side
 *     # native  # kernel          3 262 boxes, all drawn   legend and statement
 *     the author's note
 *
 * Nothing collides at any width: what does not fit beside goes below, what does not fit on a line
 * of its own is cut. Failures stick in the scene.
 */
#ifndef FR_RENDER_LAYOUT_FURNITURE_H
#define FR_RENDER_LAYOUT_FURNITURE_H

#include "render/scene.h"

#define FR_MARGIN      (20 * FR_PX)
#define FR_LEGEND_FROM (5 * FR_PX) /* of all boxes of an entry of the legend: less is not seen */

#define FR_MAX_WIDTH_PX 32767 /* of heatmaps and trends */

/* FR_E_USAGE where a picture would be narrower than 100 px, or wider than `most`. */
bool fr_furnish_check_width(uint32_t width_px, uint32_t most, fr_error *err);
/* The subtitle and after it what the reader must beware of ("": nothing). */
const char *fr_furnish_caution(fr_scene *scene, const char *subtitle, const char *caution);
/* Title and subtitle; "" leaves a line out. Returns where what follows may begin (y). */
int32_t fr_furnish_header(fr_scene *scene, const char *title, const char *subtitle);

/* Room that an axis takes. */
#define FR_AXIS_ABOVE (14 * FR_PX)
#define FR_AXIS_BELOW (23 * FR_PX)

/* An axis from 0 to part / whole over the width of the plot, along the edge `y` of the root: below it, or above. */
void fr_furnish_axis(fr_scene *scene, int32_t y, bool above, int64_t part, int64_t whole);

/* An axis in seconds from the start of what is drawn, which lasts `span` ns. */
void fr_furnish_time_axis(fr_scene *scene, int32_t y, bool above, int64_t span);

/* A colour and what it means; with n_ramp fills, a ramp between two titles. */
typedef struct fr_legend_entry {
    uint32_t fill; /* index into the scene's fills */
    const char *title;
    uint8_t marks;               /* fr_mark */
    const fr_scene_swatch *ramp; /* fills and marks of a ramp; NULL: a single colour */
    size_t n_ramp;
    const char *before; /* of a ramp: what its first colour means */
} fr_legend_entry;

/* Legend, statement and note below `y`. Returns the height of the picture. */
int32_t fr_furnish_foot(fr_scene *scene, int32_t y, const fr_legend_entry *legend, size_t n,
                        const char *statement, const char *note);

#endif
