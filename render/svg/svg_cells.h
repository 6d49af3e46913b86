/*
 * svg_cells.h - the cells of a heatmap as a picture: few bytes for as many cells as there are.
 *
 *     <image x="62" y="118" width="976" height="250" ... href="data:image/png;base64,iVBORw0..."/>
 *
 * A cell is as many pixels wide as it has px, and one high: the image is stretched. What has no samples is transparent.
 */
#ifndef FR_RENDER_SVG_CELLS_H
#define FR_RENDER_SVG_CELLS_H

#include "render/scene.h"

#define FR_HEAT_CELL_ROW 2 /* of boxes: the plot, its columns, their cells */

/* Writes one image, or where a scene has both schemes one of class "day" and one of class "night". `out` fails where
 * memory ran out. */
void fr_svg_put_cells(const fr_scene *scene, fr_output *out);
/* The rule that shows the other one, for a sheet that says when the scheme is dark. */
void fr_svg_put_night_rule(fr_output *out);

#endif
