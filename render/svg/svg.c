/*
 * svg.c - the picture as one SVG file that is right with no style and no script.
 *
 *     <svg class="f3fa9c1" ... role="img"><title>Flame graph</title><desc>...</desc>
 *     <style>@media (prefers-color-scheme:dark){.f3fa9c1 .a0{fill:#6b3a30}...}</style>
 *     <rect class="g" .../>                                          opaque ground
 *     <g transform="translate(0 345)">                               a row of boxes
 *     <g class="a0" fill="#ffaa99"><rect x="20" width="39.4" height="17" rx="1.5"><title>main
 *      · 1 234 samples · 12.34 %</title></rect></g>                  boxes of one colour
 *     <g pointer-events="none"><text x="24" y="12.6">main</text></g> their labels
 *     </g>
 *
 * Attributes carry the colours of the light scheme (or of the one that was asked for); the style
 * sheet only adds the other. SVG 1.1 Second Edition, https://www.w3.org/TR/SVG11/. Deliberately
 * absent: on* attributes, foreignObject, references, ids, variables, filters, dominant-baseline.
 */
#include "render/svg/svg.h"

#include "render/backend.h"
#include "render/change_words.h"

#include <stdlib.h>

#define NARROW (8 * FR_PX) /* a title could not be pointed at */

typedef struct painter {
    const fr_scene *scene;
    fr_output *out;
    const fr_svg_part *part;
    bool live;         /* a script follows: it tells what narrow boxes are */
    uint32_t base_ink; /* fill whose ink the labels inherit */
    uint32_t *by_row;  /* boxes in order of rows, then fills, then left to right */
    uint32_t *scratch;
    size_t *from;          /* by fill: where its boxes begin in scratch */
    fr_svg_marked *marked; /* of a row */
    fr_svg_views views;
} painter;

/* ---- head ---- */

static void put_plain(const painter *p, const char *before, int32_t tenths)
{
    fr_put_text(p->out, before);
    fr_put_scaled(p->out, tenths, 1);
}

/* ` width="1200" height="345" viewBox="0 0 1200 345"` */
static void put_size(const painter *p)
{
    const fr_svg_part *part = p->part;

    if (part->fluid) {
        fr_put_text(p->out, " width=\"100%\"");
    } else {
        fr_svg_put_length("width", part->width, p->out);
        fr_svg_put_length("height", part->height, p->out);
    }
    put_plain(p, " viewBox=\"", part->x);
    put_plain(p, " ", part->y);
    put_plain(p, " ", part->width);
    put_plain(p, " ", part->height);
    fr_put_char(p->out, '"');
}

static void put_head(const painter *p)
{
    fr_put_text(p->out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    put_size(p);
    if (p->part->styled)
        fr_svg_put_scope(p->scene, p->out);
    fr_put_text(p->out, " role=\"img\" lang=\"en\"");
    if (p->part->document)
        fr_put_format(p->out, " data-flamerender=\"%s\"", p->scene->what);
    fr_put_text(p->out, " font-family=\"");
    fr_put_xml(p->out, fr_bytes_of(p->scene->font_family));
    fr_put_text(p->out, "\" text-rendering=\"geometricPrecision\">");
    fr_put_text(p->out, "<title>");
    fr_svg_put_title(p->scene, p->out);
    fr_put_text(p->out, "</title><desc>");
    fr_put_xml(p->out, fr_bytes_of(p->scene->description));
    fr_put_text(p->out, "</desc>\n");
    if (p->part->styled)
        fr_svg_put_style(p->scene, p->out);
    fr_put_text(p->out, "<rect");
    if (p->part->x)
        fr_svg_put_length("x", p->part->x, p->out);
    if (p->part->y)
        fr_svg_put_length("y", p->part->y, p->out);
    fr_svg_put_length("width", p->part->width, p->out);
    fr_svg_put_length("height", p->part->height, p->out);
    fr_svg_put_colour(p->scene, "fill", "g", p->scene->tokens.ground, p->out);
    fr_put_text(p->out, "/>\n");
}

/* ---- boxes ---- */

/* A box of a group that stands at `top`. */
static void put_box(const painter *p, const fr_box *box, int32_t top)
{
    int32_t width = fr_box_painted_width(box);
    bool linked = fr_svg_begin_link(&p->views, p->scene, box, p->out);

    fr_put_text(p->out, "<rect");
    fr_svg_put_length("x", box->x0, p->out);
    if (box->y != top)
        fr_svg_put_length("y", box->y - top, p->out);
    fr_svg_put_length("width", width, p->out);
    fr_svg_put_length("height", box->h, p->out);
    if (width >= FR_ROUND_FROM && p->scene->radius > 0)
        fr_svg_put_length("rx", p->scene->radius, p->out);
    fr_put_char(p->out, '>');
    fr_put_text(p->out, "<title>");
    fr_box_put_title(p->scene, box, p->out);
    fr_put_text(p->out, "</title></rect>");
    fr_put_text(p->out, linked ? "</a>" : "");
    fr_put_char(p->out, '\n');
}

static void put_label(const painter *p, const fr_box *box, int32_t top)
{
    uint32_t ink = fr_svg_ink_of(p->scene, box->fill);

    fr_put_text(p->out, "<text");
    fr_svg_put_length("x", box->x0 + FR_LABEL_PAD, p->out);
    fr_svg_put_length("y", box->y - top + fr_label_baseline(box, p->scene->label_size), p->out);
    if (ink != p->base_ink)
        fr_svg_put_ink(p->scene, ink, p->out);
    fr_put_char(p->out, '>');
    fr_put_xml(p->out, fr_bytes_of(box->label));
    fr_put_text(p->out, "</text>\n");
}

/* Marks and labels let the pointer through to the boxes, whose titles the browser shows. */
static void put_over(const painter *p, const uint32_t *row, size_t n, int32_t top)
{
    size_t n_marked = 0;
    bool any = false;

    for (size_t i = 0; i < n; i++) {
        const fr_box *box = &p->scene->boxes[row[i]];
        any = any || box->label || box->marks;
        if (!box->marks)
            continue;
        p->marked[n_marked] =
            (fr_svg_marked){fr_mark_room(box), box->marks, fr_svg_ink_of(p->scene, box->fill)};
        p->marked[n_marked++].room.y -= top;
    }
    if (!any)
        return;
    fr_put_text(p->out, "<g pointer-events=\"none\"");
    fr_put_text(p->out, p->scene->stroke ? " stroke=\"none\">" : ">");
    fr_svg_put_marks(p->scene, p->marked, n_marked, p->base_ink, p->out);
    for (size_t i = 0; i < n; i++)
        if (p->scene->boxes[row[i]].label)
            put_label(p, &p->scene->boxes[row[i]], top);
    fr_put_text(p->out, "</g>\n");
}

/* Sorts the boxes of a row by fill, left to right within each: class and colour are then written
 * once per colour and row, which takes 26 bytes off nearly every box. */
static void sort_by_fill(const painter *p, const uint32_t *row, size_t n)
{
    const fr_box *boxes = p->scene->boxes;
    size_t *from = p->from;

    memset(from, 0, (p->scene->n_fills + 2) * sizeof *from);
    for (size_t i = 0; i < n; i++)
        from[boxes[row[i]].fill + 2]++;
    for (size_t f = 1; f <= p->scene->n_fills; f++)
        from[f + 1] += from[f];
    for (size_t i = 0; i < n; i++)
        p->scratch[from[boxes[row[i]].fill + 1]++] = row[i];
}

static bool has_tooltip(const painter *p, const fr_box *box)
{
    int32_t width = box->x1 - box->x0;
    int32_t narrow = p->part->titled ? p->part->titled : NARROW;

    return !p->part->pictured && width >= p->scene->tooltip_from &&
           ((!p->live && !p->part->least) || p->scene->names_say_all || width >= narrow);
}

/* Boxes without a tooltip are one path: a seventh of the bytes. */
static void put_fill_group(const painter *p, uint32_t fill, size_t begin, size_t end, int32_t top)
{
    size_t n = 0;

    fr_put_text(p->out, "<g");
    fr_svg_put_fill(p->scene, fill, p->out);
    fr_put_char(p->out, '>');
    for (size_t i = begin; i < end; i++)
        if (has_tooltip(p, &p->scene->boxes[p->scratch[i]]))
            put_box(p, &p->scene->boxes[p->scratch[i]], top);
    for (size_t i = begin; i < end; i++) {
        const fr_box *box = &p->scene->boxes[p->scratch[i]];
        if (has_tooltip(p, box))
            continue;
        fr_put_text(p->out, n++ ? "" : "<path d=\"");
        fr_svg_put_rectangle(box->x0, box->y - top, fr_box_painted_width(box), box->h, p->out);
    }
    fr_put_text(p->out, n ? "\"/>" : "");
    fr_put_text(p->out, "</g>\n");
}

static void put_row(const painter *p, const uint32_t *row, size_t n)
{
    const size_t *from = p->from;
    int32_t top = p->scene->boxes[row[0]].y;

    fr_put_text(p->out, "<g transform=\"translate(0 ");
    fr_put_scaled(p->out, top, 1);
    fr_put_text(p->out, ")\">\n");
    sort_by_fill(p, row, n);
    for (uint32_t f = 0; f < p->scene->n_fills; f++)
        if (from[f] < from[f + 1])
            put_fill_group(p, f, from[f], from[f + 1], top);
    put_over(p, row, n, top);
    fr_put_text(p->out, "</g>\n");
}

static bool is_shown(const painter *p, const fr_box *box)
{
    return box->x1 - box->x0 >= p->part->least &&
           !(p->part->pictured && box->row == FR_HEAT_CELL_ROW);
}

/* Writes boxes by row, in pre-order within each, which is left to right. Fills n_rows + 1 offsets. */
static void put_boxes(const painter *p, size_t *from, size_t n_rows)
{
    const fr_scene *s = p->scene;

    memset(from, 0, (n_rows + 2) * sizeof *from);
    for (size_t i = 0; i < s->n_boxes; i++)
        from[s->boxes[i].row + 2] += is_shown(p, &s->boxes[i]);
    for (size_t r = 1; r <= n_rows; r++)
        from[r + 1] += from[r];
    for (size_t i = 0; i < s->n_boxes; i++)
        if (is_shown(p, &s->boxes[i]))
            p->by_row[from[s->boxes[i].row + 1]++] = (uint32_t)i;
    fr_put_text(p->out, "<g");
    fr_svg_put_length("font-size", p->scene->label_size, p->out);
    fr_svg_put_ink(p->scene, p->base_ink, p->out);
    fr_svg_put_outline(p->scene, p->out);
    fr_put_text(p->out, ">\n");
    for (size_t r = 0; r < n_rows; r++)
        if (from[r] < from[r + 1])
            put_row(p, p->by_row + from[r], from[r + 1] - from[r]);
    if (p->part->pictured)
        fr_svg_put_cells(p->scene, p->out);
    fr_put_text(p->out, "</g>\n");
}

void fr_svg_put(const fr_scene *scene, const fr_svg_part *part, fr_output *out)
{
    size_t n_rows = 0, n_marked = 0;

    for (size_t i = 0; i < scene->n_boxes; i++) {
        n_rows = scene->boxes[i].row >= n_rows ? (size_t)scene->boxes[i].row + 1 : n_rows;
        n_marked += scene->boxes[i].marks != 0;
    }
    size_t *from = calloc(n_rows + 2, sizeof *from);
    painter p = {.scene = scene,
                 .out = out,
                 .part = part,
                 .live = part->document && fr_svg_is_live(scene, part->document),
                 .base_ink = fr_svg_common_ink(scene),
                 .by_row = calloc(scene->n_boxes + 1, sizeof(uint32_t)),
                 .scratch = calloc(scene->n_boxes + 1, sizeof(uint32_t)),
                 .from = calloc((size_t)scene->n_fills + 2, sizeof(size_t)),
                 .marked = calloc(n_marked + 1, sizeof(fr_svg_marked))};

    if (from && p.by_row && p.scratch && p.from && p.marked &&
        fr_svg_views_find(&p.views, scene, part->document ? part->document->n_views : 0)) {
        put_head(&p);
        fr_svg_put_furniture(scene, part, out);
        put_boxes(&p, from, n_rows);
        fr_svg_put_rings(scene, out);
        fr_svg_put_views(&p.views, scene, out);
        if (p.live)
            (part->apart ? fr_svg_put_data : fr_svg_put_live)(scene, part->document, out);
        if (part->document) {
            fr_svg_put_heat(scene, part->document, out);
            fr_svg_put_trend(scene, part->document, out);
        }
        fr_put_text(out, "</svg>\n");
    } else {
        fr_output_fail(out, FR_E_LIMIT, "memory ran out");
    }
    fr_svg_views_reset(&p.views);
    free(from);
    free(p.by_row);
    free(p.scratch);
    free(p.from);
    free(p.marked);
}

void fr_svg_paint(const fr_scene *scene, const fr_write_options *opt, fr_output *out)
{
    fr_svg_part whole = {.width = scene->width,
                         .height = scene->height,
                         .roles = FR_SVG_ALL_ROLES,
                         .styled = true,
                         .document = opt};

    fr_svg_put(scene, &whole, out);
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
        fr_scene_put_text(scene, FR_TEXT_TITLE, out);
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
    fr_put_xml(out, fr_bytes_of(t->text));
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
    fr_svg_put_marks(scene, marked, n, FR_SVG_NO_INK, out);
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
    fr_svg_put_bars(scene, out);
    if (part->roles & 1u << FR_TEXT_LEGEND) {
        for (size_t i = 0; i < scene->n_swatches; i++)
            put_swatch(scene, &scene->swatches[i], out);
        for (size_t i = 0, n; i < scene->n_swatches; i += n) {
            n = scene->n_swatches - i < MOST_SWATCHES ? scene->n_swatches - i : MOST_SWATCHES;
            put_swatch_marks(scene, &scene->swatches[i], n, out);
        }
    }
}
