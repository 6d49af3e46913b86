/*
 * html_fragment.h - one element for a page of somebody else.
 */
#ifndef FR_RENDER_HTML_FRAGMENT_H
#define FR_RENDER_HTML_FRAGMENT_H

#include "render/scene.h"

/* The element, for a scene of a flame graph or a differential. */
void fr_html_put_fragment(const fr_scene *scene, const fr_write_options *opt, fr_output *out);

#endif
