/*
 * html.h - the style sheet of the page: kept apart from it, because the page names its hash.
 */
#ifndef FR_RENDER_HTML_H
#define FR_RENDER_HTML_H

#include "render/scene.h"

/* The text of the only <style> element, for the page and the picture in it. `width` is the
 * picture's own, in tenths of a px; `live` where a script runs. It neither begins nor ends with a line end: some
 * who check hashes trim those. */
void fr_html_put_style(const fr_scene *scene, int32_t width, bool live, fr_output *out);

#endif
