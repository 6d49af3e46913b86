/*
 * svg_heat.h - what makes the SVG of a heatmap answer: the numbers of its cells, inert, and its script.
 *
 *     <metadata data-flamerender="heat">{"rows":50,"columns":60,...,"cells":[[0,2,7,1],[],...]}</metadata>
 *     <script>...</script>                                        render/assets/heat
 */
#ifndef FR_RENDER_SVG_SVG_HEAT_H
#define FR_RENDER_SVG_SVG_HEAT_H

#include "render/scene.h"

/* Returns true if the picture is a trend that gets a script. */
bool fr_trend_is_live(const fr_scene *scene, const fr_write_options *opt);
/* The element above; nothing where the picture is no trend, or is to have no script. */
void fr_svg_put_trend(const fr_scene *scene, const fr_write_options *opt, fr_output *out);

/* Returns true if the picture is a heatmap that gets a script. */
bool fr_heat_is_live(const fr_scene *scene, const fr_write_options *opt);
/* The elements above; nothing where the picture is no heatmap, or is to have no script. */
void fr_svg_put_heat(const fr_scene *scene, const fr_write_options *opt, fr_output *out);
/* Writes the same numbers for a page, and the samples of the flame graph below. */
void fr_html_put_heat(const fr_scene *scene, fr_output *out);

#endif
