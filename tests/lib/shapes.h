/*
 * shapes.h - the rectangles of a picture, read back from what a back-end wrote.
 *
 *     scene-json   boxes, legend                        libjansson
 *     svg          every <rect>, and every M x yh wv hh -wz of a <path>, in the order of painting
 *     html         the same of the <svg> in the <figure>, and the swatches of the list under it
 *
 * Groups are followed through transform="translate(x y)" and inherited fills; colours are those of
 * both schemes, the dark one by the rules of the style sheet. Anything else that could paint, move
 * or restyle a shape is a failed test: nothing is overlooked.
 */
#ifndef FR_TESTS_SHAPES_H
#define FR_TESTS_SHAPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "flamerender.h"

/* All lengths in tenths of a px, in the coordinates of the scene. */
typedef struct shape {
    int64_t x, y, w, h; /* as painted */
    uint32_t colour[2]; /* 0xRRGGBB for readers who prefer [0] light, [1] dark */
    size_t at;          /* place in the order of painting */
    size_t parent;      /* of boxes of scene-json: place of the box that it stands in */
    bool labelled;      /* of boxes of scene-json */
} shape;

typedef struct shape_list {
    shape *list;
    size_t n, cap;
} shape_list;

typedef struct picture {
    shape view; /* the rectangle that is shown */
    shape_list shapes;
    shape_list legend; /* svg: none, its swatches are among the shapes */
} picture;

/* Appends; `at` becomes its place. Aborts when memory runs out. */
void shapes_add(shape_list *to, shape one);
/* Both are sorted. False, and what differs first in `why`, where they are not the same rectangles
 * in the same colours, or where one of `expected` is painted before its parent. */
bool shapes_match(shape_list *expected, shape_list *found, char why[256]);

/* Colours of scene-json are those that `scheme` shows. The legend has places, and squares of 11 px. */
picture picture_of_json(const char *text, size_t len, fr_scheme scheme);
picture picture_of_svg(const char *text, size_t len);
picture picture_of_html(const char *text, size_t len);
void picture_reset(picture *p);

#endif
