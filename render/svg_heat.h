/*
 * svg_heat.h - what makes the SVG of a heatmap answer: the numbers of its cells, inert, and its script.
 *
 *     <metadata data-flamerender="heat">{"rows":50,"columns":60,...,"cells":[[0,2,7,1],[],...]}</metadata>
 *     <script>...</script>                                        render/assets/heat
 */
#ifndef FR_RENDER_SVG_HEAT_H
#define FR_RENDER_SVG_HEAT_H

#include "render/scene.h"

/* The elements above; nothing where the picture is no heatmap, or is to have no script. */
void fr_svg_put_heat(const fr_scene *scene, const fr_write_options *opt, fr_output *out);

#endif
