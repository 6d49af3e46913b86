/* cairo_marks.c - marks as in svg_marks.c: bars are rectangles, dots and hatching are dashes. */
#include "render/cairo/cairo_marks.h"

static void set_colour(cairo_t *c, uint32_t rgb, int percent)
{
    cairo_set_source_rgba(c, (rgb >> 16 & 0xff) / 255.0, (rgb >> 8 & 0xff) / 255.0,
                          (rgb & 0xff) / 255.0, percent / 100.0);
}

static void stroke(cairo_t *c, double x, double y, double length)
{
    cairo_move_to(c, x, y);
    cairo_line_to(c, x + length, y);
    cairo_stroke(c);
}

/* "/": what leans is moved back by the y of its middle. */
static void paint_hatch(cairo_t *c, fr_mark_rect room, uint32_t ground)
{
    const double dashes[] = {FR_HATCH, FR_HATCH_STEP - FR_HATCH};
    fr_mark_hatch hatch = fr_mark_hatch_of(room);
    cairo_matrix_t lean = {1, 0, -1, 1, hatch.y, 0};

    if (hatch.length <= 0)
        return;
    cairo_save(c);
    if (hatch.lean)
        cairo_transform(c, &lean);
    set_colour(c, ground, FR_HATCH_PERCENT);
    cairo_set_line_width(c, room.h);
    cairo_set_dash(c, dashes, 2, 0);
    stroke(c, hatch.x, hatch.y, hatch.length);
    cairo_restore(c);
}

static void paint_dots(cairo_t *c, fr_mark_rect room, uint32_t ground)
{
    const double dashes[] = {0, FR_DOT_STEP};
    int32_t x, y;

    cairo_save(c);
    set_colour(c, ground, FR_DOT_PERCENT);
    cairo_set_line_width(c, FR_DOT);
    cairo_set_line_cap(c, CAIRO_LINE_CAP_ROUND);
    cairo_set_dash(c, dashes, 2, 0);
    for (unsigned i = 0; fr_mark_dots(room, i, &x, &y); i++)
        stroke(c, x, y, room.x + room.w - FR_DOT - x);
    cairo_restore(c);
}

static void paint_bar(cairo_t *c, fr_mark_rect bar, uint32_t ink)
{
    if (bar.w <= 0)
        return;
    set_colour(c, ink, FR_BAR_PERCENT);
    cairo_rectangle(c, bar.x, bar.y, bar.w, bar.h);
    cairo_fill(c);
}

void fr_cairo_paint_marks(cairo_t *cairo, fr_mark_rect room, uint8_t marks, uint32_t ink,
                          uint32_t ground)
{
    if (marks & FR_MARK_GONE)
        paint_hatch(cairo, room, ground);
    if (marks & FR_MARK_NEW)
        paint_dots(cairo, room, ground);
    paint_bar(cairo, fr_mark_bar(room, marks), ink);
    paint_bar(cairo, fr_mark_own(room, marks), ink);
}
