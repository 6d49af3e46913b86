/*
 * svg_marks.c - marks as paths without ids and references: hatching and dots are dashes.
 *
 *     <path class="s" stroke="#ffffff" stroke-width="17" stroke-dasharray="2.4 3.6"
 *      transform="translate(8.5 0) skewX(-45)" d="M24 8.5h200M300 8.5h40"/>        hatching
 *     <path class="s" ... stroke-linecap="round" stroke-dasharray="0 6" d="..."/>  dots
 *     <path fill-opacity=".7" d="M20 0h180v2h-180z..."/>                           bars
 */
#include "render/svg/svg_marks.h"

#define MOST_FILLS 64 /* of a differential: no other picture has marks */

typedef struct painter {
    const fr_scene *scene;
    const fr_svg_marked *items;
    size_t n;
    fr_output *out;
} painter;

static void put_tenths(const painter *p, int32_t tenths)
{
    fr_put_scaled(p->out, tenths, 1);
}

/* M12.3 4h9 */
static void put_stroke(const painter *p, int32_t x, int32_t y, int32_t length)
{
    fr_put_char(p->out, 'M');
    put_tenths(p, x);
    fr_put_char(p->out, ' ');
    put_tenths(p, y);
    fr_put_char(p->out, 'h');
    put_tenths(p, length);
}

static void put_rect(const painter *p, fr_mark_rect r)
{
    put_stroke(p, r.x, r.y, r.w);
    fr_put_char(p->out, 'v');
    put_tenths(p, r.h);
    fr_put_char(p->out, 'h');
    put_tenths(p, -r.w);
    fr_put_char(p->out, 'z');
}

/* ` class="s" stroke="#ffffff"`: the colour of the ground. */
static void put_ground(const painter *p)
{
    const fr_scene *s = p->scene;

    if (s->scheme == FR_SCHEME_AUTO)
        fr_put_text(p->out, " class=\"s\"");
    fr_put_format(p->out, " stroke=\"#%06x\"",
                  (unsigned)s->tokens.ground[s->scheme == FR_SCHEME_DARK]);
}

/* ---- bars ---- */

static bool same_ink(const fr_fill *a, const fr_fill *b)
{
    return a->ink_light == b->ink_light && a->ink_dark == b->ink_dark;
}

static void begin_bars(const painter *p, uint32_t ink, bool inherits)
{
    const fr_fill *f = &p->scene->fills[ink];

    fr_put_text(p->out, "<path");
    if (!inherits && p->scene->scheme == FR_SCHEME_AUTO)
        fr_put_format(p->out, " class=\"k%u\"", (unsigned)ink);
    if (!inherits)
        fr_put_format(p->out, " fill=\"#%06x\"",
                      (unsigned)(p->scene->scheme == FR_SCHEME_DARK ? f->ink_dark : f->ink_light));
    fr_put_format(p->out, " fill-opacity=\".%d\" d=\"", FR_BAR_PERCENT / 10);
}

static void put_bars_of(const painter *p, uint32_t ink, bool inherits)
{
    size_t n = 0;

    for (size_t i = 0; i < p->n; i++) {
        fr_mark_rect bars[] = {fr_mark_bar(p->items[i].room, p->items[i].marks),
                               fr_mark_own(p->items[i].room, p->items[i].marks)};
        if (p->items[i].ink != ink)
            continue;
        for (int k = 0; k < 2; k++) {
            if (bars[k].w <= 0)
                continue;
            if (n++ == 0)
                begin_bars(p, ink, inherits);
            put_rect(p, bars[k]);
        }
    }
    fr_put_text(p->out, n ? "\"/>\n" : "");
}

/* A path for each ink; there are few. */
static void put_bars(const painter *p, uint32_t inherited)
{
    bool seen[MOST_FILLS] = {false};

    for (size_t i = 0; i < p->n; i++) {
        uint32_t ink = p->items[i].ink;
        if (ink >= MOST_FILLS || seen[ink] || !p->items[i].marks)
            continue;
        seen[ink] = true;
        put_bars_of(p, ink,
                    inherited != FR_SVG_NO_INK &&
                        same_ink(&p->scene->fills[ink], &p->scene->fills[inherited]));
    }
}

/* ---- strokes ---- */

/* A path in the colour of the ground; its attribute stroke-width is still open. */
static void begin_strokes(const painter *p, int percent, int32_t width)
{
    fr_put_text(p->out, "<path");
    put_ground(p);
    fr_put_format(p->out, " stroke-opacity=\".%d\" stroke-width=\"", percent / 10);
    put_tenths(p, width);
}

/* ---- dots ---- */

static void begin_dots(const painter *p)
{
    begin_strokes(p, FR_DOT_PERCENT, FR_DOT);
    fr_put_text(p->out, "\" stroke-linecap=\"round\" stroke-dasharray=\"0 ");
    put_tenths(p, FR_DOT_STEP);
    fr_put_text(p->out, "\" d=\"");
}

static void put_dots(const painter *p)
{
    bool any = false;
    int32_t x, y;

    for (size_t i = 0; i < p->n; i++) {
        fr_mark_rect room = p->items[i].room;
        if (!(p->items[i].marks & FR_MARK_NEW))
            continue;
        for (unsigned k = 0; fr_mark_dots(room, k, &x, &y); k++) {
            if (!any)
                begin_dots(p);
            any = true;
            put_stroke(p, x, y, room.x + room.w - FR_DOT - x);
        }
    }
    fr_put_text(p->out, any ? "\"/>\n" : "");
}

/* ---- hatching ---- */

/* Skewing moves x by -y: what leans is moved back by the y of its middle. */
static void begin_hatch(const painter *p, fr_mark_hatch hatch, int32_t height)
{
    begin_strokes(p, FR_HATCH_PERCENT, height);
    fr_put_text(p->out, "\" stroke-dasharray=\"");
    put_tenths(p, FR_HATCH);
    fr_put_char(p->out, ' ');
    put_tenths(p, FR_HATCH_STEP - FR_HATCH);
    if (hatch.lean) {
        fr_put_text(p->out, "\" transform=\"translate(");
        put_tenths(p, hatch.y);
        fr_put_text(p->out, " 0) skewX(-45)");
    }
    fr_put_text(p->out, "\" d=\"");
}

/* Boxes that follow each other and are as high, in the same row, share a path. */
static bool goes_on(fr_mark_hatch a, int32_t height_a, fr_mark_hatch b, int32_t height_b)
{
    return a.length > 0 && a.y == b.y && (a.lean != 0) == (b.lean != 0) && height_a == height_b;
}

static void put_hatches(const painter *p)
{
    fr_mark_hatch last = {0};
    int32_t height = 0;

    for (size_t i = 0; i < p->n; i++) {
        fr_mark_hatch hatch = {0};
        if (p->items[i].marks & FR_MARK_GONE)
            hatch = fr_mark_hatch_of(p->items[i].room);
        if (hatch.length <= 0)
            continue;
        if (!goes_on(last, height, hatch, p->items[i].room.h)) {
            fr_put_text(p->out, last.length > 0 ? "\"/>\n" : "");
            begin_hatch(p, hatch, p->items[i].room.h);
        }
        put_stroke(p, hatch.x, hatch.y, hatch.length);
        last = hatch;
        height = p->items[i].room.h;
    }
    fr_put_text(p->out, last.length > 0 ? "\"/>\n" : "");
}

/* ---- all ---- */

void fr_svg_put_marks(const fr_scene *scene, const fr_svg_marked *items, size_t n,
                      uint32_t inherited, fr_output *out)
{
    painter p = {scene, items, n, out};

    put_hatches(&p);
    put_dots(&p);
    put_bars(&p, inherited);
}

bool fr_svg_has_pattern(const fr_scene *scene)
{
    const uint8_t patterns = FR_MARK_NEW | FR_MARK_GONE;

    for (size_t i = 0; i < scene->n_swatches; i++)
        if (scene->swatches[i].marks & patterns)
            return true;
    for (size_t i = 0; i < scene->n_boxes; i++)
        if (scene->boxes[i].marks & patterns)
            return true;
    return false;
}
