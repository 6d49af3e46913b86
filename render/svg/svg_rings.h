/*
 * svg_rings.h - what a heatmap adds to a picture as SVG: bars of sums, and rings round selections.
 */
#ifndef FR_RENDER_SVG_RINGS_H
#define FR_RENDER_SVG_RINGS_H

#include "render/scene.h"

/* All bars as one path; nothing where there are none. */
void fr_svg_put_bars(const fr_scene *scene, fr_output *out);
/* The lines over the boxes: their halo in the ground as one path, then they themselves in the ink. */
void fr_svg_put_rings(const fr_scene *scene, fr_output *out);

#endif
