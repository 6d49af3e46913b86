/*
 * cairo_paint.c - a scene by cairo: the same boxes and texts as the SVG, for every back-end that
 * cairo writes.
 *
 * Paints light unless the scene is dark: these pictures cannot follow their reader. Texts are set by
 * pango in the scene's fonts. Where another font stands in for them and is wider than the widths
 * that the layout counted with (render/measure.h), it is squeezed, so that no text leaves its room.
 * Fonts are not hinted and no setting of the desktop is asked, so that the bytes depend on the
 * scene, the fonts that fontconfig finds and the libraries alone.
 *
 * Deliberately absent: what the tooltips of the SVG say.
 */
#include "render/cairo/cairo_paint.h"

#include "base/text.h"
#include "render/measure.h"

#include <pango/pangocairo.h>

#define OUTLINE_END     0x2600 /* emoji have colours and no outline: from here on, glyphs */
#define SQUEEZE_STEPS   64     /* few factors, so that cairo scales few fonts */
#define SLACK           (FR_PX / 2)
#define ROOM_OF_A_LABEL (FR_LABEL_PAD + 2 * FR_PX) /* less than its box, at least */
#define CORNER          0.44772 /* of the radius: handles of the curve that is nearest a circle */

typedef struct painter {
    const fr_scene *scene;
    cairo_t *cairo;
    PangoFontMap *fonts;
    PangoContext *context;
    PangoLayout *layout; /* one for all texts */
    PangoFontDescription *font;
    int32_t size; /* of `font`, as it is set in `layout` */
    bool bold;
    unsigned scheme; /* 0 light, 1 dark */
    bool outlines;   /* texts are shapes, where they can be */
} painter;

/* ---- colours and shapes ---- */

static void set_tint(cairo_t *c, uint32_t rgb, int percent)
{
    cairo_set_source_rgba(c, (rgb >> 16 & 0xff) / 255.0, (rgb >> 8 & 0xff) / 255.0,
                          (rgb & 0xff) / 255.0, percent / 100.0);
}

static void set_colour(const painter *p, uint32_t rgb)
{
    set_tint(p->cairo, rgb, 100);
}

static uint32_t ink_of(const painter *p, uint32_t fill)
{
    const fr_fill *f = &p->scene->fills[fill];
    return p->scheme ? f->ink_dark : f->ink_light;
}

/* Rounds corners as SVG does: rx and ry are at most half of the sides. */
static void add_rounded(cairo_t *c, double x, double y, double w, double h, double radius)
{
    double rx = radius < w / 2 ? radius : w / 2, ry = radius < h / 2 ? radius : h / 2;
    double kx = rx * CORNER, ky = ry * CORNER, right = x + w, bottom = y + h;

    cairo_move_to(c, x + rx, y);
    cairo_line_to(c, right - rx, y);
    cairo_curve_to(c, right - kx, y, right, y + ky, right, y + ry);
    cairo_line_to(c, right, bottom - ry);
    cairo_curve_to(c, right, bottom - ky, right - kx, bottom, right - rx, bottom);
    cairo_line_to(c, x + rx, bottom);
    cairo_curve_to(c, x + kx, bottom, x, bottom - ky, x, bottom - ry);
    cairo_line_to(c, x, y + ry);
    cairo_curve_to(c, x, y + ky, x + kx, y, x + rx, y);
    cairo_close_path(c);
}

#define OUTLINE 6 /* width of an outline: the gap between boxes */

/* `stroke` is that of a scene: 0 draws no outline. */
static void paint_rectangle(const painter *p, double x, double y, double w, double h, double radius,
                            uint32_t fill, uint32_t stroke)
{
    if (radius > 0)
        add_rounded(p->cairo, x, y, w, h, radius);
    else
        cairo_rectangle(p->cairo, x, y, w, h);
    const fr_fill *f = &p->scene->fills[fill];
    set_colour(p, p->scheme ? f->dark : f->light);
    if (!stroke) {
        cairo_fill(p->cairo);
        return;
    }
    cairo_fill_preserve(p->cairo);
    set_colour(p, stroke & 0xffffff);
    cairo_set_line_width(p->cairo, OUTLINE);
    cairo_stroke(p->cairo);
}

/* ---- texts ---- */

static void set_font(painter *p, int32_t size, bool bold)
{
    if (p->size == size && p->bold == bold)
        return;
    p->size = size;
    p->bold = bold;
    pango_font_description_set_absolute_size(p->font, (double)size * PANGO_SCALE / FR_PX);
    pango_font_description_set_weight(p->font, bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_layout_set_font_description(p->layout, p->font);
}

static bool has_outlines(fr_bytes text)
{
    for (size_t i = 0; i < text.len;)
        if (fr_text_next(text, &i) >= OUTLINE_END)
            return false;
    return true;
}

/* Text on the baseline y, in the font and colour that are set, at most `room` wide. */
static void paint_text(const painter *p, fr_anchor anchor, int32_t x, int32_t y, fr_bytes text,
                       int32_t room)
{
    PangoLayoutLine *line;
    PangoRectangle extents;

    pango_layout_set_text(p->layout, text.at, (int)text.len);
    line = pango_layout_get_line_readonly(p->layout, 0);
    pango_layout_line_get_extents(line, NULL, &extents);
    double width = (double)extents.width * FR_PX / PANGO_SCALE, squeeze = 1;
    double before = anchor == FR_ANCHOR_START ? 0 : anchor == FR_ANCHOR_END ? 1 : 0.5;

    if (width > room + SLACK) { /* pango's rounding is let pass */
        int steps = (int)((double)room * SQUEEZE_STEPS / width);
        squeeze = (double)(steps < 1 ? 1 : steps) / SQUEEZE_STEPS;
    }
    cairo_save(p->cairo);
    cairo_translate(p->cairo, x - before * width * squeeze, y);
    cairo_scale(p->cairo, squeeze * FR_PX, FR_PX);
    cairo_move_to(p->cairo, 0, 0);
    if (p->outlines && has_outlines(text)) {
        pango_cairo_layout_line_path(p->cairo, line);
        cairo_fill(p->cairo);
    } else {
        pango_cairo_show_layout_line(p->cairo, line);
    }
    cairo_restore(p->cairo);
}

/* ---- the scene ---- */

static void paint_scene_text(painter *p, const fr_scene_text *t)
{
    fr_text_style style = fr_text_style_of(t->role);
    const fr_tokens *tokens = &p->scene->tokens;
    fr_bytes text = fr_bytes_of(t->text);

    set_font(p, style.size, style.bold);
    set_colour(p, (style.muted ? tokens->muted : tokens->ink)[p->scheme]);
    paint_text(p, t->anchor, t->x, t->y, text, fr_text_width(text, style.size, style.bold));
}

static void paint_line(const painter *p, const fr_scene_line *line, int32_t width,
                       const uint32_t colour[2])
{
    set_colour(p, colour[p->scheme]);
    cairo_set_line_width(p->cairo, width);
    cairo_move_to(p->cairo, line->x0, line->y0);
    cairo_line_to(p->cairo, line->x1, line->y1);
    cairo_stroke(p->cairo);
}

/* Paints the lines over the boxes: first what sets them off from these. */
static void paint_rings(const painter *p)
{
    const fr_scene *s = p->scene;

    cairo_set_line_cap(p->cairo, CAIRO_LINE_CAP_SQUARE);
    for (size_t i = 0; i < s->n_lines; i++)
        if (s->lines[i].over)
            paint_line(p, &s->lines[i], FR_RING_HALO, s->tokens.ground);
    for (size_t i = 0; i < s->n_lines; i++)
        if (s->lines[i].over)
            paint_line(p, &s->lines[i], FR_RING, s->tokens.ink);
    cairo_set_line_cap(p->cairo, CAIRO_LINE_CAP_BUTT);
}

/* ---- marks as in svg_furniture.c: bars are rectangles, dots and hatching are dashes ---- */

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
    set_tint(c, ground, FR_HATCH_PERCENT);
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
    set_tint(c, ground, FR_DOT_PERCENT);
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
    set_tint(c, ink, FR_BAR_PERCENT);
    cairo_rectangle(c, bar.x, bar.y, bar.w, bar.h);
    cairo_fill(c);
}

static void paint_marks(const painter *p, fr_mark_rect room, uint8_t marks, uint32_t fill)
{
    uint32_t ground = p->scene->tokens.ground[p->scheme];

    if (marks & FR_MARK_GONE)
        paint_hatch(p->cairo, room, ground);
    if (marks & FR_MARK_NEW)
        paint_dots(p->cairo, room, ground);
    paint_bar(p->cairo, fr_mark_bar(room, marks), ink_of(p, fill));
    paint_bar(p->cairo, fr_mark_own(room, marks), ink_of(p, fill));
}

static void paint_furniture(painter *p)
{
    const fr_scene *s = p->scene;

    set_colour(p, s->tokens.ground[p->scheme]);
    cairo_paint(p->cairo);
    for (size_t i = 0; i < s->n_texts; i++)
        paint_scene_text(p, &s->texts[i]);
    for (size_t i = 0; i < s->n_lines; i++)
        if (!s->lines[i].over)
            paint_line(p, &s->lines[i], FR_PX,
                       s->lines[i].muted ? s->tokens.muted : s->tokens.hairline);
    for (size_t i = 0; i < s->n_bars; i++) {
        const fr_scene_bar *bar = &s->bars[i];
        paint_rectangle(p, bar->x, bar->y, bar->w, bar->h, 0, bar->fill, 0);
    }
    cairo_set_line_cap(p->cairo, CAIRO_LINE_CAP_ROUND);
    for (size_t i = 0; i < s->n_strokes; i++) {
        const fr_scene_stroke *t = &s->strokes[i];
        const fr_fill *fill = &s->fills[t->fill];
        fr_scene_line line = {.x0 = t->x0, .y0 = t->y0, .x1 = t->x1, .y1 = t->y1};
        paint_line(p, &line, FR_STROKE, (const uint32_t[]){fill->light, fill->dark});
    }
    cairo_set_line_cap(p->cairo, CAIRO_LINE_CAP_BUTT);
    for (size_t i = 0; i < s->n_swatches; i++) {
        const fr_scene_swatch *w = &s->swatches[i];
        paint_rectangle(p, w->x, w->y, w->w, w->h, w->joined ? 0 : 2 * FR_PX, w->fill, 0);
        paint_marks(p, (fr_mark_rect){w->x, w->y, w->w, w->h}, w->marks, w->fill);
    }
}

static void paint_boxes(painter *p)
{
    const fr_scene *s = p->scene;

    for (size_t i = 0; i < s->n_boxes; i++) {
        const fr_box *box = &s->boxes[i];
        int32_t width = fr_box_painted_width(box);
        paint_rectangle(p, box->x0, box->y, width, box->h, width >= FR_ROUND_FROM ? s->radius : 0,
                        box->fill, s->stroke);
        paint_marks(p, fr_mark_room(box), box->marks, box->fill);
    }
    set_font(p, s->label_size, false);
    for (size_t i = 0; i < s->n_boxes; i++) {
        const fr_box *box = &s->boxes[i];
        if (!box->label)
            continue;
        set_colour(p, ink_of(p, box->fill));
        paint_text(p, FR_ANCHOR_START, box->x0 + FR_LABEL_PAD,
                   box->y + fr_label_baseline(box, s->label_size), fr_bytes_of(box->label),
                   fr_box_painted_width(box) - ROOM_OF_A_LABEL);
    }
}

/* ---- fonts ---- */

/* pango's list of families has no quotes, other than that of CSS. */
static PangoFontDescription *font_of(const char *css)
{
    PangoFontDescription *font = pango_font_description_new();
    char *plain = g_strdup(css), *to = plain;

    for (const char *at = css; *at; at++)
        if (*at != '"' && *at != '\'')
            *to++ = *at;
    *to = '\0';
    pango_font_description_set_family(font, plain);
    g_free(plain);
    return font;
}

/* False where the machine has no font at all: pango would draw boxes and complain on stderr. */
static bool open_fonts(painter *p)
{
    p->fonts = pango_cairo_font_map_new();
    p->context = pango_font_map_create_context(p->fonts);
    p->layout = pango_layout_new(p->context);
    p->font = font_of(p->scene->font_family);
    /* Nothing of the texts depends on the desktop or the locale. */
    cairo_font_options_t *options = cairo_font_options_create();

    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    pango_cairo_context_set_font_options(p->context, options);
    cairo_font_options_destroy(options);
    cairo_save(p->cairo);
    cairo_identity_matrix(p->cairo); /* measures are the same at every scale, in px */
    pango_cairo_update_context(p->cairo, p->context);
    cairo_restore(p->cairo);
    pango_context_set_round_glyph_positions(p->context, FALSE);
    pango_context_set_language(p->context, pango_language_from_string("en"));
    pango_context_set_base_dir(p->context, PANGO_DIRECTION_LTR);
    pango_layout_set_single_paragraph_mode(p->layout, TRUE);
    pango_layout_set_auto_dir(p->layout, FALSE);
    set_font(p, FR_LABEL_SIZE, false);
    PangoFont *any = pango_font_map_load_font(p->fonts, p->context, p->font);
    if (any)
        g_object_unref(any);
    return any != NULL;
}

/* ---- the whole ---- */

const char *fr_cairo_smaller(const fr_scene *scene, bool wide)
{
    if (wide)
        return "--width makes it narrower";
    if (strcmp(scene->what, "trend") == 0)
        return "--width makes it wider, with more panels in a row";
    return strcmp(scene->what, "heatmap") == 0 ? "--rows makes it lower"
                                               : "--max-depth and --minwidth omit rows";
}

cairo_status_t fr_cairo_write(void *out, const unsigned char *bytes, unsigned len)
{
    fr_output_write(out, bytes, len);
    return fr_output_failed(out) ? CAIRO_STATUS_WRITE_ERROR : CAIRO_STATUS_SUCCESS;
}

bool fr_cairo_paint(const fr_scene *scene, cairo_surface_t *surface, double scale, bool outlines,
                    fr_output *out)
{
    painter p = {.scene = scene, .scheme = scene->scheme == FR_SCHEME_DARK, .outlines = outlines};

    p.cairo = cairo_create(surface);
    cairo_scale(p.cairo, scale, scale);
    bool found = open_fonts(&p);
    if (found) {
        paint_furniture(&p);
        paint_boxes(&p);
        paint_rings(&p);
    } else {
        fr_output_fail(out, FR_E_IO, "no font found for the texts of the picture");
        fr_output_hint(out, "install one, such as the package fonts-liberation");
    }
    if (found && cairo_status(p.cairo) != CAIRO_STATUS_SUCCESS)
        fr_output_fail(out, FR_E_LIMIT, "out of memory"); /* no news to a failed output */
    pango_font_description_free(p.font);
    g_object_unref(p.layout);
    g_object_unref(p.context);
    g_object_unref(p.fonts);
    cairo_destroy(p.cairo);
    return !fr_output_failed(out);
}
