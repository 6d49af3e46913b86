/*
 * png_palette.h - a bitmap as a PNG of 256 colours: a third of the bytes of one of three bytes a pixel.
 *
 *     pixels 0xRRGGBB --most frequent, then farthest--> palette --nearest--> one byte a pixel
 *
 * The colours of the scene are kept as they are. Only the edges of letters and boxes, which have thousands of
 * colours in between, take the nearest of the palette. PNG, https://www.w3.org/TR/png-3/
 */
#ifndef FR_RENDER_PNG_PALETTE_H
#define FR_RENDER_PNG_PALETTE_H

#include "render/scene.h"

/* Opaque pixels, 0x..RRGGBB, rows of `stride` bytes. */
typedef struct fr_bitmap {
    const unsigned char *pixels;
    int32_t width, height, stride;
} fr_bitmap;

/* Writes the bitmap of a scene. False, and nothing is written, where 256 colours are too few, so that some pixel
 * would be seen to differ, or memory ran out. */
bool fr_png_write_palette(const fr_scene *scene, const fr_bitmap *bitmap, fr_output *out);

#endif
