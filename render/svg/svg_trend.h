/*
 * svg_trend.h - the script of a trend, which reads the titles of its points: <script>...</script>
 */
#ifndef FR_RENDER_SVG_TREND_H
#define FR_RENDER_SVG_TREND_H

#include "render/scene.h"

/* Returns true if the picture is a trend that gets a script. */
bool fr_trend_is_live(const fr_scene *scene, const fr_write_options *opt);
/* The element above; nothing where the picture is no trend, or is to have no script. */
void fr_svg_put_trend(const fr_scene *scene, const fr_write_options *opt, fr_output *out);
/* Return the same script for a page, and that of a page that holds differentials. */
fr_bytes fr_trend_script_text(void);
fr_bytes fr_trend_page_text(void);

#endif
