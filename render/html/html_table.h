/*
 * html_table.h - the functions of a scene as a table of its page.
 *
 *     function     self      self, share     total     total, share
 *     parse        12.3 ms   4.10 %          40 ms     13.33 %
 */
#ifndef FR_RENDER_HTML_TABLE_H
#define FR_RENDER_HTML_TABLE_H

#include "render/scene.h"

/* <details> with the rows of `scene->top`, open; nothing where there are none. */
void fr_html_put_table(const fr_scene *scene, fr_output *out);

#endif
