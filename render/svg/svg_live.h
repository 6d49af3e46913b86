/*
 * svg_live.h - what makes an SVG picture answer: its data, inert, and the one script, the same text
 * in every picture (so that one hash allows all of them).
 *
 *     <metadata data-flamerender="view">{"what":"flame","unit":"samples",...}</metadata>
 *     <metadata data-flamerender="data">RlJQSw...</metadata>      model/pack.h or pack_boxes.h, base64
 *     <script>...</script>                                        render/assets, as one text
 */
#ifndef FR_RENDER_SVG_LIVE_H
#define FR_RENDER_SVG_LIVE_H

#include "render/scene.h"

/* True where the picture of `scene` gets a script under these options. */
bool fr_svg_is_live(const fr_scene *scene, const fr_write_options *opt);
/* The elements above. */
void fr_svg_put_live(const fr_scene *scene, const fr_write_options *opt, fr_output *out);
/* The same without the script, and that. */
void fr_svg_put_data(const fr_scene *scene, const fr_write_options *opt, fr_output *out);
fr_bytes fr_svg_live_script(const fr_scene *scene);
/* The data for a page, which has the profile already: */
void fr_html_put_live(const fr_scene *scene, const fr_write_options *opt, fr_output *out);
/* The data of a flame graph that a page's script draws below a heatmap. */
void fr_html_put_below(const fr_scene *flame, const fr_write_options *opt, fr_output *out);
/* The differentials that the page of a trend opens, by the number of their point: "view-5", "changes-5"; and a list of
 * these numbers, with the names of the points: "steps". */
void fr_html_put_steps(const fr_scene *trend, const fr_write_options *opt, fr_output *out);
/* The script of a page of a flame graph or differential. */
fr_bytes fr_page_live_script(void);

#endif
