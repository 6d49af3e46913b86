/*
 * svg_marks.c - marks as paths without ids and references: hatching and dots are dashes.
 *
 *     <path class="s" stroke="#ffffff" stroke-width="17" stroke-dasharray="2.4 3.6"
 *      transform="translate(8.5 0) skewX(-45)" d="M24 8.5h200M300 8.5h40"/>        hatching
 *     <path class="s" ... stroke-linecap="round" stroke-dasharray="0 6" d="..."/>  dots
 *     <path fill-opacity=".7" d="M20 0h180v2h-180z..."/>                           bars
 */
#include "render/svg/svg.h"

void fr_svg_put_colour(const fr_scene *scene, const char *name, const char *class_name,
                       const uint32_t colour[2], fr_output *out)
{
    if (scene->scheme == FR_SCHEME_AUTO)
        fr_put_format(out, " class=\"%s\"", class_name);
    fr_put_format(out, " %s=\"#%06x\"", name, (unsigned)colour[scene->scheme == FR_SCHEME_DARK]);
}

/* A colour whose class is a letter and the number of a fill. */
static void put_numbered(const fr_scene *scene, const char *name, char letter, uint32_t number,
                         uint32_t light, uint32_t dark, fr_output *out)
{
    if (scene->scheme == FR_SCHEME_AUTO)
        fr_put_format(out, " class=\"%c%u\"", letter, (unsigned)number);
    fr_put_format(out, " %s=\"#%06x\"", name,
                  (unsigned)(scene->scheme == FR_SCHEME_DARK ? dark : light));
}

void fr_svg_put_fill(const fr_scene *scene, uint32_t fill, fr_output *out)
{
    const fr_fill *f = &scene->fills[fill];

    put_numbered(scene, "fill", 'a', fill, f->light, f->dark, out);
}

void fr_svg_put_ink(const fr_scene *scene, uint32_t ink, fr_output *out)
{
    const fr_fill *f = &scene->fills[ink];

    put_numbered(scene, "fill", 'k', ink, f->ink_light, f->ink_dark, out);
}

#define OUTLINE "0.6" /* px: the gap between boxes */

void fr_svg_put_outline(const fr_scene *scene, fr_output *out)
{
    if (scene->stroke)
        fr_put_format(out, " stroke=\"#%06x\" stroke-width=\"" OUTLINE "\"",
                      (unsigned)(scene->stroke & 0xffffff));
}

void fr_svg_put_outline_rule(const fr_scene *scene, fr_output *out)
{
    if (scene->stroke)
        fr_put_format(out, ".fr-boxes path{stroke:#%06x;stroke-width:" OUTLINE "}",
                      (unsigned)(scene->stroke & 0xffffff));
}

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

static void put_xy(fr_output *out, const char *before, int32_t x, int32_t y)
{
    fr_put_text(out, before);
    fr_put_scaled(out, x, 1);
    fr_put_char(out, ' ');
    fr_put_scaled(out, y, 1);
}

static void put_way(fr_output *out, const char *command, int32_t by)
{
    fr_put_text(out, command);
    fr_put_scaled(out, by, 1);
}

/* M12.3 4h9 */
static void put_stroke(const painter *p, int32_t x, int32_t y, int32_t length)
{
    put_xy(p->out, "M", x, y);
    put_way(p->out, "h", length);
}

void fr_svg_put_rectangle(int32_t x, int32_t y, int32_t w, int32_t h, fr_output *out)
{
    put_xy(out, "M", x, y);
    put_way(out, "h", w);
    put_way(out, "v", h);
    put_way(out, "h", -w);
    fr_put_char(out, 'z');
}

/* ---- bars ---- */

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
            if (n++ == 0) {
                fr_put_text(p->out, "<path");
                if (!inherits)
                    fr_svg_put_ink(p->scene, ink, p->out);
                fr_put_format(p->out, " fill-opacity=\".%d\" d=\"", FR_BAR_PERCENT / 10);
            }
            fr_svg_put_rectangle(bars[k].x, bars[k].y, bars[k].w, bars[k].h, p->out);
        }
    }
    fr_put_text(p->out, n ? "\"/>\n" : "");
}

/* A path for each ink; there are few. */
static void put_mark_bars(const painter *p, uint32_t inherited)
{
    bool seen[MOST_FILLS] = {false};

    for (size_t i = 0; i < p->n; i++) {
        uint32_t ink = p->items[i].ink;
        if (ink >= MOST_FILLS || seen[ink] || !p->items[i].marks)
            continue;
        seen[ink] = true;
        put_bars_of(p, ink,
                    inherited != FR_SVG_NO_INK &&
                        fr_svg_ink_of(p->scene, ink) == fr_svg_ink_of(p->scene, inherited));
    }
}

/* ---- strokes ---- */

/* A path in the colour of the ground; its attribute stroke-width is still open. */
static void begin_strokes(const painter *p, int percent, int32_t width)
{
    fr_put_text(p->out, "<path");
    fr_svg_put_colour(p->scene, "stroke", "s", p->scene->tokens.ground, p->out);
    fr_put_format(p->out, " stroke-opacity=\".%d\" stroke-width=\"", percent / 10);
    put_tenths(p, width);
}

/* ---- dots ---- */

static void put_dots(const painter *p)
{
    bool any = false;
    int32_t x, y;

    for (size_t i = 0; i < p->n; i++) {
        fr_mark_rect room = p->items[i].room;
        if (!(p->items[i].marks & FR_MARK_NEW))
            continue;
        for (unsigned k = 0; fr_mark_dots(room, k, &x, &y); k++) {
            if (!any) {
                begin_strokes(p, FR_DOT_PERCENT, FR_DOT);
                fr_put_text(p->out, "\" stroke-linecap=\"round\" stroke-dasharray=\"0 ");
                put_tenths(p, FR_DOT_STEP);
                fr_put_text(p->out, "\" d=\"");
            }
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
        /* Boxes that follow each other and are as high, in the same row, share a path. */
        if (!(last.length > 0 && last.y == hatch.y && (last.lean != 0) == (hatch.lean != 0) &&
              height == p->items[i].room.h)) {
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
    put_mark_bars(&p, inherited);
}

/*
 * Bars and rings, each as one path.
 *
 *     <path class="a3" fill="#d4d8df" d="M62 80h23v34h-23zM86 84h23v30h-23z"/>
 *     <g fill="none" stroke-linecap="square" pointer-events="none">
 *     <path class="h" stroke="#ffffff" stroke-width="5" d="M62 80V480M62 80H85"/>      halo
 *     <path class="o" stroke="#1c1d21" stroke-width="2" d="M62 80V480M62 80H85"/></g>
 */

void fr_svg_put_bars(const fr_scene *scene, fr_output *out)
{
    if (scene->n_bars) {
        fr_put_text(out, "<path");
        fr_svg_put_fill(scene, scene->bars[0].fill, out);
        fr_put_text(out, " d=\"");
    }
    for (size_t i = 0; i < scene->n_bars; i++) {
        const fr_scene_bar *bar = &scene->bars[i];
        fr_svg_put_rectangle(bar->x, bar->y, bar->w, bar->h, out);
    }
    fr_put_text(out, scene->n_bars ? "\"/>\n" : "");
    /* One path for all strokes of a fill that follow each other. */
    size_t i = 0;

    while (i < scene->n_strokes) {
        uint32_t index = scene->strokes[i].fill;
        const fr_fill *f = &scene->fills[index];
        fr_put_text(out, "<path");
        put_numbered(scene, "stroke", 'w', index, f->light, f->dark, out);
        fr_put_text(out, " stroke-width=\"");
        fr_put_scaled(out, FR_STROKE, 1);
        fr_put_text(out, "\" stroke-linecap=\"round\" d=\"");
        for (; i < scene->n_strokes && scene->strokes[i].fill == index; i++) {
            put_xy(out, "M", scene->strokes[i].x0, scene->strokes[i].y0);
            put_xy(out, "L", scene->strokes[i].x1, scene->strokes[i].y1);
        }
        fr_put_text(out, "\"/>\n");
    }
}

/* Every line over the boxes is level or upright. */
static void put_ring(const fr_scene *scene, const char *class_name, const uint32_t colour[2],
                     int32_t width, fr_output *out)
{
    fr_put_text(out, "<path");
    fr_svg_put_colour(scene, "stroke", class_name, colour, out);
    fr_put_text(out, " stroke-width=\"");
    fr_put_scaled(out, width, 1);
    fr_put_text(out, "\" d=\"");
    for (size_t i = 0; i < scene->n_lines; i++) {
        const fr_scene_line *line = &scene->lines[i];
        if (!line->over)
            continue;
        put_xy(out, "M", line->x0, line->y0);
        put_way(out, line->x0 == line->x1 ? "V" : "H", line->x0 == line->x1 ? line->y1 : line->x1);
    }
    fr_put_text(out, "\"/>\n");
}

void fr_svg_put_rings(const fr_scene *scene, fr_output *out)
{
    bool any = false;

    for (size_t i = 0; i < scene->n_lines; i++)
        any = any || scene->lines[i].over;
    if (!any)
        return;
    fr_put_text(out, "<g fill=\"none\" stroke-linecap=\"square\" pointer-events=\"none\">\n");
    put_ring(scene, "h", scene->tokens.ground, FR_RING_HALO, out);
    put_ring(scene, "o", scene->tokens.ink, FR_RING, out);
    fr_put_text(out, "</g>\n");
}
