/*
 * cairo_paint.h - a scene painted on a surface of cairo: a bitmap, a page.
 */
#ifndef FR_RENDER_CAIRO_PAINT_H
#define FR_RENDER_CAIRO_PAINT_H

#include "render/backend.h"

#include <cairo.h>

/* Paints all of the scene, whose units (tenths of a px) are multiplied with `scale`. `outlines`: texts
 * are filled as shapes; else they are texts, which a page can be searched for. False: the failure
 * sticks in `out`, also where there is no font. */
bool fr_cairo_paint(const fr_scene *scene, cairo_surface_t *surface, double scale, bool outlines,
                    fr_output *out);
/* A cairo_write_func_t; `out` is an fr_output. */
cairo_status_t fr_cairo_write(void *out, const unsigned char *bytes, unsigned len);
/* The options that make the picture narrower, or lower, for a hint. */
const char *fr_cairo_smaller(const fr_scene *scene, bool wide);

/* ---- PNG with a palette ---- */

/* Opaque pixels, 0x..RRGGBB, rows of `stride` bytes. */
typedef struct fr_bitmap {
    const unsigned char *pixels;
    int32_t width, height, stride;
} fr_bitmap;

/* Writes the bitmap of a scene. False, and nothing is written, where 256 colours are too few, so that some pixel
 * would be seen to differ, or memory ran out. */
bool fr_png_write_palette(const fr_scene *scene, const fr_bitmap *bitmap, fr_output *out);

#endif
