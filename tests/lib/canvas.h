/*
 * canvas.h - the pixels that a bitmap must have, as far as shapes alone tell them.
 *
 *     shape from 1.4 to 4.2 px     |   .###|###|###.  |     # its colour   . any
 *
 * A pixel that a shape covers has its colour, whatever was there before; one that it only touches
 * may have any from then on.
 */
#ifndef FR_TESTS_CANVAS_H
#define FR_TESTS_CANVAS_H

#include "shapes.h"

#define ANY_COLOUR UINT32_MAX

typedef struct canvas {
    int width, height;
    uint32_t *pixels; /* 0xRRGGBB or ANY_COLOUR */
} canvas;

/* Of any colour throughout; a px has `percent` pixels. Aborts when memory runs out. */
canvas canvas_new(const shape *view, uint32_t percent);
/* Paints the part of the shape that is on the canvas. */
void canvas_paint(canvas *c, const shape *s, uint32_t percent, uint32_t colour);
canvas canvas_of_png(const char *bytes, size_t len);
/* False, and the first pixel that differs in `why`. `n_known` is how many were compared. */
bool canvas_match(const canvas *expected, const canvas *found, size_t *n_known, char why[256]);
void canvas_reset(canvas *c);

#endif
