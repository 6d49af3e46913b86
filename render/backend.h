/*
 * backend.h - what back-ends share: each paints a scene, as a row of the table in backends.c says, and failures stick
 * in `out`; all have marks of the same shapes, and some hold PNGs.
 */
#ifndef FR_RENDER_BACKEND_H
#define FR_RENDER_BACKEND_H

#include "render/scene.h"

void fr_svg_paint(const fr_scene *scene, const fr_write_options *opt, fr_output *out);
void fr_html_paint(const fr_scene *scene, const fr_write_options *opt, fr_output *out);
void fr_png_paint(const fr_scene *scene, const fr_write_options *opt, fr_output *out);
void fr_pdf_paint(const fr_scene *scene, const fr_write_options *opt, fr_output *out);
void fr_term_paint(const fr_scene *scene, const fr_write_options *opt, fr_output *out);
void fr_scene_json_paint(const fr_scene *scene, const fr_write_options *opt, fr_output *out);
void fr_scene_text_paint(const fr_scene *scene, const fr_write_options *opt, fr_output *out);

/* Returns what was written to `part`, which keeps it; where that failed, nothing, and `out` fails too (backends.c). */
fr_bytes fr_part_bytes(fr_output *part, fr_output *out);

/* ---- a PNG of at most 256 colours, one byte a pixel (png_file.c) ---- */

#define FR_PNG_COLOURS 256

typedef struct fr_png {
    int32_t width, height;
    fr_bytes rows; /* each begins with its filter, 0, before the places of its pixels in `rgb` */
    const uint32_t *rgb;
    uint32_t n_rgb;
    bool clear; /* colour 0 is transparent */
} fr_png;

/* Writes the file. False, and nothing is written, where memory ran out or there are too many pixels. */
bool fr_png_write(const fr_png *png, fr_output *out);

/* ---- the shapes of marks (scene.h) on a box or a swatch, in tenths of a px (marks.c) ---- */

typedef struct fr_mark_rect {
    int32_t x, y, w, h; /* w == 0: nothing */
} fr_mark_rect;

/* Returns the room that bars are painted on: a box as it is painted, or a swatch. */
fr_mark_rect fr_mark_room(const fr_box *box);
/* The bar that GREW or SHRANK gives; and that of OWN_GREW or OWN_SHRANK, none where the box is narrow. */
fr_mark_rect fr_mark_bar(fr_mark_rect room, uint8_t marks);
fr_mark_rect fr_mark_own(fr_mark_rect room, uint8_t marks);
/* Lines of dots: y of line `i` and the x it starts at; false past the last. */
bool fr_mark_dots(fr_mark_rect room, unsigned i, int32_t *x, int32_t *y);

/* Hatching is one line along the middle, as thick as the box is high, in dashes that lean to the
 * right; `lean` is how far from the foot to the head, 0 in narrow boxes. */
typedef struct fr_mark_hatch {
    int32_t x, y, length, lean; /* length == 0: nothing */
} fr_mark_hatch;

fr_mark_hatch fr_mark_hatch_of(fr_mark_rect room);

#define FR_BAR_PERCENT   70 /* opacity of bars */
#define FR_DOT           18 /* diameter of a dot */
#define FR_DOT_STEP      60
#define FR_DOT_PERCENT   80
#define FR_HATCH         24 /* width of a line of the hatching */
#define FR_HATCH_STEP    60
#define FR_HATCH_PERCENT 60

#endif
