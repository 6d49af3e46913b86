/*
 * marks.c - where the marks of a box are.
 *
 * The shapes of marks (scene.h) on a box or a swatch, in tenths of a px, as the viewer has them, too
 * (assets/draw/marks.js):
 *
 *     GREW      OWN_SHRANK   NEW         GONE
 *     ########  ........     .o.o.o.o    /./././.
 *     ........  ........     o.o.o.o.    /./././.
 *     ........  .......#     .o.o.o.o    /./././.
 *
 * Bars are in the ink of the box. Dots and hatching are dashed lines in the colour of the ground, so
 * no text over them reads worse than on the fill or on the ground, and no back-end needs patterns.
 */
#include "render/backend.h"

#define BAR       (2 * FR_PX)
#define OWN       (3 * FR_PX)
#define OWN_FROM  (8 * FR_PX) /* narrower boxes have no room for the own bar */
#define DOT_ROWS  50          /* from a line of dots to the next */
#define DOTS_FROM (4 * FR_PX) /* narrower boxes have no room for dots */

fr_mark_rect fr_mark_room(const fr_box *box)
{
    return (fr_mark_rect){box->x0, box->y, fr_box_painted_width(box), box->h};
}

fr_mark_rect fr_mark_bar(fr_mark_rect room, uint8_t marks)
{
    int32_t h = room.h / 2 < BAR ? room.h / 2 : BAR;

    if (!(marks & (FR_MARK_GREW | FR_MARK_SHRANK)))
        return (fr_mark_rect){0};
    return (fr_mark_rect){room.x, marks & FR_MARK_GREW ? room.y : room.y + room.h - h, room.w, h};
}

fr_mark_rect fr_mark_own(fr_mark_rect room, uint8_t marks)
{
    int32_t h = room.h / 2;

    if (!(marks & (FR_MARK_OWN_GREW | FR_MARK_OWN_SHRANK)) || room.w < OWN_FROM)
        return (fr_mark_rect){0};
    return (fr_mark_rect){room.x + room.w - OWN,
                          marks & FR_MARK_OWN_GREW ? room.y : room.y + room.h - h, OWN, h};
}

/* Every second line starts half a step later. */
bool fr_mark_dots(fr_mark_rect room, unsigned i, int32_t *x, int32_t *y)
{
    int32_t n = room.h / DOT_ROWS, edge = (room.h - (n - 1) * DOT_ROWS) / 2;

    *x = room.x + 20 + (i % 2 ? FR_DOT_STEP / 2 : 0);
    *y = room.y + edge + (int32_t)i * DOT_ROWS;
    return room.w >= DOTS_FROM && (int32_t)i < n && *x + FR_DOT < room.x + room.w;
}

fr_mark_hatch fr_mark_hatch_of(fr_mark_rect room)
{
    int32_t lean = room.w * 2 >= room.h * 3 ? room.h : 0; /* else there is no room between */
    int32_t pad = lean ? lean / 2 : FR_PX;

    if (room.w < 2 * FR_PX + FR_HATCH)
        return (fr_mark_hatch){0};
    return (fr_mark_hatch){room.x + pad, room.y + room.h / 2, room.w - 2 * pad, lean};
}
