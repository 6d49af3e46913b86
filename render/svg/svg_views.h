/*
 * svg_views.h - zoom without a script: links on the widest boxes to <view> elements.
 *
 *     <a href="#v7"><rect .../></a>  ...  <view id="v7" viewBox="20 120 400 240"/>
 *
 * A view has the shape of the picture, so that nothing is stretched. It shows the box's caller too, whose link
 * leads out by one; the links of the root, and of all that is as wide, lead to the whole picture.
 */
#ifndef FR_RENDER_SVG_VIEWS_H
#define FR_RENDER_SVG_VIEWS_H

#include "render/scene.h"

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

#endif
