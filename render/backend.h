/*
 * backend.h - a back-end is a row of the table in backends.c: how a scene is painted.
 */
#ifndef FR_RENDER_BACKEND_H
#define FR_RENDER_BACKEND_H

#include "render/scene.h"

typedef struct fr_backend {
    fr_format_info info; /* FR_FORMAT_PICTURE is added for all */
    void (*paint)(const fr_scene *scene, const fr_write_options *opt,
                  fr_output *out); /* failures stick in `out` */
} fr_backend;

void fr_svg_paint(const fr_scene *scene, const fr_write_options *opt, fr_output *out);
void fr_html_paint(const fr_scene *scene, const fr_write_options *opt, fr_output *out);
void fr_png_paint(const fr_scene *scene, const fr_write_options *opt, fr_output *out);
void fr_pdf_paint(const fr_scene *scene, const fr_write_options *opt, fr_output *out);
void fr_term_paint(const fr_scene *scene, const fr_write_options *opt, fr_output *out);
void fr_scene_json_paint(const fr_scene *scene, const fr_write_options *opt, fr_output *out);
void fr_palette_map_paint(const fr_scene *scene, const fr_write_options *opt, fr_output *out);
void fr_scene_text_paint(const fr_scene *scene, const fr_write_options *opt, fr_output *out);

#endif
