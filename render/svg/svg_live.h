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
/* Write the data without the script, and the script alone. */
void fr_svg_put_data(const fr_scene *scene, const fr_write_options *opt, fr_output *out);
fr_bytes fr_svg_live_script(const fr_scene *scene);
/* The data for a page, which has the profile already: */
void fr_html_put_live(const fr_scene *scene, const fr_write_options *opt, fr_output *out);
/* The data of a flame graph that a page's script draws below a heatmap. */
void fr_html_put_below(const fr_scene *flame, const fr_write_options *opt, fr_output *out);
/* The differentials that the page of a trend opens, by the number of their point: "view-5", "changes-5"; and a list of
 * these numbers, with the names of the points: "steps". */
void fr_html_put_steps(const fr_scene *trend, const fr_write_options *opt, fr_output *out);

/*
 * Zoom without a script: links on the widest boxes to <view> elements.
 *
 *     <a href="#v7"><rect .../></a>  ...  <view id="v7" viewBox="20 120 400 240"/>
 *
 * A view has the shape of the picture, so that nothing is stretched. It shows the box's caller too, whose link
 * leads out by one; the links of the root, and of all that is as wide, lead to the whole picture.
 */

typedef struct fr_svg_views {
    const fr_box **boxes; /* [0] is the root; the widest first */
    size_t n;
} fr_svg_views;

/* The root and the `n` widest boxes narrower than it; false when memory ran out. */
bool fr_svg_views_find(fr_svg_views *views, const fr_scene *scene, uint32_t n);
void fr_svg_views_reset(fr_svg_views *views);
/* `<a href="https://host/main" target="_top">` where the box's name has an address, `<a href="#v7">` where the box has
 * a view; else nothing, and false. */
bool fr_svg_begin_link(const fr_svg_views *views, const fr_scene *scene, const fr_box *box,
                       fr_output *out);
void fr_svg_put_views(const fr_svg_views *views, const fr_scene *scene, fr_output *out);

/*
 * What a viewer needs to know of a picture besides its data, as JSON without < and &:
 *
 *     {"version":1,"what":"flame","title":"...","unit":"samples",...,"fills":[[[light,dark],[ink,ink]],...],...}
 */

/* Returns true if the script builds the picture's tree from the profile: else it works on what is drawn. */
bool fr_svg_grows_from_profile(const fr_scene *scene);
/* `page` adds what only the script of a page knows; `profile` says that the profile is carried too. */
void fr_svg_put_view(const fr_scene *scene, const fr_write_options *opt, bool page, bool profile,
                     fr_output *out);

#endif
