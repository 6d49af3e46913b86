/* html_changes.h - the table of functions of a differential, for a page. */
#ifndef FR_RENDER_HTML_CHANGES_H
#define FR_RENDER_HTML_CHANGES_H

#include "render/scene.h"

/* A <table> of both sides; nothing where there is no function. */
void fr_html_put_changes(const fr_scene *scene, fr_output *out);

#endif
