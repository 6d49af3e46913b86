/*
 * svg_furniture.c - texts, lines, legend, and marks as paths without ids and references: hatching and dots are dashes.
 *
 *     <path class="s" stroke="#ffffff" stroke-width="17" stroke-dasharray="2.4 3.6"
 *      transform="translate(8.5 0) skewX(-45)" d="M24 8.5h200M300 8.5h40"/>        hatching
 *     <path class="s" ... stroke-linecap="round" stroke-dasharray="0 6" d="..."/>  dots
 *     <path fill-opacity=".7" d="M20 0h180v2h-180z..."/>                           bars
 */
#include "render/svg/svg.h"

void fr_svg_put_length(const char *name, int32_t tenths, fr_output *out)
{
    fr_put_char(out, ' ');
    fr_put_text(out, name);
    fr_put_text(out, "=\"");
    fr_put_scaled(out, tenths, 1);
    fr_put_char(out, '"');
}

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

#define NO_INK     UINT32_MAX
#define MOST_FILLS 64 /* of a differential: no other picture has marks */

typedef struct painter {
    const fr_scene *scene;
    const fr_svg_marked *items;
    size_t n;
    fr_output *out;
} painter;

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
                    inherited != NO_INK &&
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
    fr_put_scaled(p->out, width, 1);
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
                put_way(p->out, "\" stroke-linecap=\"round\" stroke-dasharray=\"0 ", FR_DOT_STEP);
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
    put_way(p->out, "\" stroke-dasharray=\"", FR_HATCH);
    put_way(p->out, " ", FR_HATCH_STEP - FR_HATCH);
    if (hatch.lean) {
        put_way(p->out, "\" transform=\"translate(", hatch.y);
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

/* Writes all bars as one path, and all strokes of a fill as one; nothing where there are none. */
static void put_bars(const fr_scene *scene, fr_output *out)
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
        put_way(out, " stroke-width=\"", FR_STROKE);
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
    put_way(out, " stroke-width=\"", width);
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
    if (!fr_svg_has_rings(scene))
        return;
    fr_put_text(out, "<g fill=\"none\" stroke-linecap=\"square\" pointer-events=\"none\">\n");
    put_ring(scene, "h", scene->tokens.ground, FR_RING_HALO, out);
    put_ring(scene, "o", scene->tokens.ink, FR_RING, out);
    fr_put_text(out, "</g>\n");
}

/*
 * All of a picture but its boxes: texts, lines, the swatches of the legend.
 *
 *     <text x="24" y="28" font-size="16" font-weight="700" class="i" fill="#1c1d21">Where the CPU went</text>
 *     <line x1="24" y1="60" x2="1176" y2="60" class="l" stroke="#e6e7ea"/>
 *     <rect x="24" y="52" width="11" height="11" rx="2" class="a0" fill="#ffaa99"/>
 */

#define MOST_SWATCHES 64

void fr_svg_put_title(const fr_scene *scene, fr_output *out)
{
    if (scene->n_texts > 0 && scene->texts[0].role == FR_TEXT_TITLE)
        fr_scene_put_text(scene, FR_TEXT_TITLE, fr_put_xml, out);
    else
        fr_put_text(out, scene->what);
}

static void put_text(const fr_scene *scene, const fr_scene_text *t, fr_output *out)
{
    static const char *const anchors[] = {NULL, "middle", "end"};
    fr_text_style style = fr_text_style_of(t->role);
    const fr_tokens *tokens = &scene->tokens;

    fr_put_text(out, "<text");
    fr_svg_put_length("x", t->x, out);
    fr_svg_put_length("y", t->y, out);
    fr_svg_put_length("font-size", style.size, out);
    if (style.bold)
        fr_put_text(out, " font-weight=\"700\"");
    if (anchors[t->anchor])
        fr_put_format(out, " text-anchor=\"%s\"", anchors[t->anchor]);
    fr_svg_put_colour(scene, "fill", style.muted ? "m" : "i",
                      style.muted ? tokens->muted : tokens->ink, out);
    fr_put_char(out, '>');
    fr_put_escaped(out, t->text);
    fr_put_text(out, "</text>\n");
}

static void put_line(const fr_scene *scene, const fr_scene_line *line, fr_output *out)
{
    const fr_tokens *tokens = &scene->tokens;
    const uint32_t *colour = line->muted ? tokens->muted : tokens->hairline;

    fr_put_text(out, "<line");
    fr_svg_put_length("x1", line->x0, out);
    fr_svg_put_length("y1", line->y0, out);
    fr_svg_put_length("x2", line->x1, out);
    fr_svg_put_length("y2", line->y1, out);
    fr_svg_put_colour(scene, "stroke", line->muted ? "t" : "l", colour, out);
    fr_put_text(out, "/>\n");
}

static void put_swatch(const fr_scene *scene, const fr_scene_swatch *swatch, fr_output *out)
{
    fr_put_text(out, "<rect");
    fr_svg_put_length("x", swatch->x, out);
    fr_svg_put_length("y", swatch->y, out);
    fr_svg_put_length("width", swatch->w, out);
    fr_svg_put_length("height", swatch->h, out);
    if (!swatch->joined)
        fr_put_text(out, " rx=\"2\"");
    fr_svg_put_fill(scene, swatch->fill, out);
    fr_put_text(out, "/>\n");
}

/* At most MOST_SWATCHES at a time. */
static void put_swatch_marks(const fr_scene *scene, const fr_scene_swatch *swatches, size_t n,
                             fr_output *out)
{
    fr_svg_marked marked[MOST_SWATCHES];

    for (size_t i = 0; i < n; i++) {
        const fr_scene_swatch *w = &swatches[i];
        marked[i] =
            (fr_svg_marked){{w->x, w->y, w->w, w->h}, w->marks, fr_svg_ink_of(scene, w->fill)};
    }
    fr_svg_put_marks(scene, marked, n, NO_INK, out);
}

void fr_svg_put_swatch(const fr_scene *scene, uint32_t fill, fr_output *out)
{
    fr_put_text(out, "<svg width=\"11\" height=\"11\" aria-hidden=\"true\">"
                     "<rect width=\"11\" height=\"11\" rx=\"2\"");
    fr_svg_put_fill(scene, fill, out);
    fr_put_text(out, "/></svg>");
}

void fr_svg_put_swatches(const fr_scene *scene, const fr_scene_swatch *swatches, size_t n,
                         fr_output *out)
{
    fr_scene_swatch moved[MOST_SWATCHES];

    n = n < MOST_SWATCHES ? n : MOST_SWATCHES;
    if (n == 1 && !swatches->marks) {
        fr_svg_put_swatch(scene, swatches->fill, out);
        return;
    }
    fr_put_text(out, "<svg");
    fr_svg_put_length("width", swatches->w * (int32_t)n, out);
    fr_svg_put_length("height", swatches->h, out);
    fr_put_text(out, " aria-hidden=\"true\">\n");
    for (size_t i = 0; i < n; i++) {
        moved[i] = swatches[i];
        moved[i].x = (int32_t)i * moved[i].w;
        moved[i].y = 0;
        put_swatch(scene, &moved[i], out);
    }
    put_swatch_marks(scene, moved, n, out);
    fr_put_text(out, "</svg>");
}

void fr_svg_put_furniture(const fr_scene *scene, const fr_svg_part *part, fr_output *out)
{
    for (size_t i = 0; i < scene->n_texts; i++)
        if (part->roles & 1u << scene->texts[i].role)
            put_text(scene, &scene->texts[i], out);
    for (size_t i = 0; i < scene->n_lines; i++)
        if (!scene->lines[i].over)
            put_line(scene, &scene->lines[i], out);
    put_bars(scene, out);
    if (part->roles & 1u << FR_TEXT_LEGEND) {
        for (size_t i = 0; i < scene->n_swatches; i++)
            put_swatch(scene, &scene->swatches[i], out);
        for (size_t i = 0, n; i < scene->n_swatches; i += n) {
            n = scene->n_swatches - i < MOST_SWATCHES ? scene->n_swatches - i : MOST_SWATCHES;
            put_swatch_marks(scene, &scene->swatches[i], n, out);
        }
    }
}
