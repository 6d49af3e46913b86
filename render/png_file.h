/*
 * png_file.h - the chunks of a PNG of at most 256 colours, one byte a pixel. PNG, https://www.w3.org/TR/png-3/
 */
#ifndef FR_RENDER_PNG_FILE_H
#define FR_RENDER_PNG_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/output.h"

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

#endif
