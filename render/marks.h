/*
 * marks.h - the shapes of marks (scene.h) on a box or a swatch, in tenths of a px: the same for every
 * back-end, and for the viewer (assets/draw/marks.js).
 *
 *     GREW      OWN_SHRANK   NEW         GONE
 *     ########  ........     .o.o.o.o    /./././.
 *     ........  ........     o.o.o.o.    /./././.
 *     ........  .......#     .o.o.o.o    /./././.
 *
 * Bars are in the ink of the box. Dots and hatching are dashed lines in the colour of the ground, so
 * no text over them reads worse than on the fill or on the ground, and no back-end needs patterns.
 */
#ifndef FR_RENDER_MARKS_H
#define FR_RENDER_MARKS_H

#include "render/scene.h"

typedef struct fr_mark_rect {
    int32_t x, y, w, h; /* w == 0: nothing */
} fr_mark_rect;

/* Returns the room that bars are painted on: a box as it is painted, or a swatch. */
fr_mark_rect fr_mark_room(const fr_box *box);

/* The bar that GREW or SHRANK gives. */
fr_mark_rect fr_mark_bar(fr_mark_rect room, uint8_t marks);
/* The bar that OWN_GREW or OWN_SHRANK gives; none where the box is narrow. */
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
