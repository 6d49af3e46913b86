/* cairo_marks.h - the marks of a box or swatch, by cairo. */
#ifndef FR_RENDER_CAIRO_MARKS_H
#define FR_RENDER_CAIRO_MARKS_H

#include <cairo.h>

#include "render/marks.h"

/* `ink` and `ground` are 0xRRGGBB. */
void fr_cairo_paint_marks(cairo_t *cairo, fr_mark_rect room, uint8_t marks, uint32_t ink,
                          uint32_t ground);

#endif
