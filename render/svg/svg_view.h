/*
 * svg_view.h - what a viewer needs to know of a picture besides its data, as JSON without < and &:
 *
 *     {"version":1,"what":"flame","title":"...","unit":"samples",...,"fills":[[[light,dark],[ink,ink]],...],...}
 */
#ifndef FR_RENDER_SVG_VIEW_H
#define FR_RENDER_SVG_VIEW_H

#include "render/scene.h"

/* Whether the script builds the picture's tree from the profile: else it works on what is drawn. */
bool fr_svg_grows_from_profile(const fr_scene *scene);
/* `page` adds what only the script of a page knows; `profile` says that the profile is carried too. */
void fr_svg_put_view(const fr_scene *scene, const fr_write_options *opt, bool page, bool profile,
                     fr_output *out);

#endif
