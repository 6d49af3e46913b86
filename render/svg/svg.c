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

#include "render/change_words.h"

#include <stdlib.h>

#define NARROW (8 * FR_PX) /* a title could not be pointed at */

#define OUTLINE "0.6" /* px: the gap between boxes */

/* ` stroke="#333333" stroke-width="0.6"`: round boxes, in the gaps between them; nothing where they have none. */
static void put_outline(const fr_scene *scene, fr_output *out)
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

/*
 * Zoom without a script: links on the widest boxes to <view> elements.
 *
 *     <a href="#v7"><rect .../></a>  ...  <view id="v7" viewBox="20 120 400 240"/>
 *
 * A view has the shape of the picture, so that nothing is stretched. It shows the box's caller too, whose link
 * leads out by one; the links of the root, and of all that is as wide, lead to the whole picture.
 */

typedef struct link_views {
    const fr_box **boxes; /* [0] is the root; the widest first */
    size_t n;
} link_views;

#define LEAST_ROWS 4
#define EDGE       (2 * FR_PX) /* under the caller */

static int32_t width_of(const fr_box *box)
{
    return box->x1 - box->x0;
}

/* The widest first; of equal ones the one that comes first in the scene. */
static int compare_widths(const void *a, const void *b)
{
    const fr_box *x = *(const fr_box *const *)a, *y = *(const fr_box *const *)b;

    if (width_of(x) != width_of(y))
        return width_of(x) > width_of(y) ? -1 : 1;
    return (x > y) - (x < y);
}

/* Finds the root and the `n` widest boxes narrower than it; false when memory ran out. */
static bool find_views(link_views *views, const fr_scene *scene, uint32_t n)
{
    size_t found = 1;

    if (n == 0 || scene->n_boxes == 0)
        return true;
    views->boxes = malloc((scene->n_boxes + 1) * sizeof *views->boxes);
    if (!views->boxes)
        return false;
    views->boxes[0] = scene->boxes;
    for (size_t i = 1; i < scene->n_boxes; i++)
        if (width_of(&scene->boxes[i]) < width_of(scene->boxes) && !scene->boxes[i].rest)
            views->boxes[found++] = &scene->boxes[i];
    qsort(views->boxes + 1, found - 1, sizeof *views->boxes, compare_widths);
    views->n = found - 1 < n ? found : (size_t)n + 1;
    return true;
}

/* Its number, or n. What is as wide as the root leads to the whole picture, as the root does. */
static size_t find_view(const link_views *views, const fr_box *box)
{
    size_t i = 0;

    if (views->n && width_of(box) >= width_of(views->boxes[0]))
        return 0;
    while (i < views->n && views->boxes[i] != box)
        i++;
    return i;
}

/* `<a href="https://host/main" target="_top">` where the box's name has an address, `<a href="#v7">` where the box has
 * a view; else nothing, and false. */
static bool begin_link(const link_views *views, const fr_scene *scene, const fr_box *box,
                       fr_output *out)
{
    size_t i = find_view(views, box);
    const fr_name_attribute *own = fr_box_attribute(scene, box);

    if (own && own->href) {
        fr_put_text(out, "<a href=\"");
        fr_put_escaped(out, own->href);
        fr_put_format(out, "\" target=\"%s\">", own->target ? own->target : "_top");
        return true;
    }
    if (i < views->n)
        fr_put_format(out, "<a href=\"#v%zu\">", i);
    return i < views->n;
}

/* ` viewBox="20 120 400 240"` */
static void put_view_box(fr_output *out, int32_t x, int32_t y, int32_t w, int32_t h)
{
    const int32_t lengths[] = {x, y, w, h};

    fr_put_text(out, " viewBox=\"");
    for (size_t i = 0; i < 4; i++) {
        fr_put_scaled(out, lengths[i], 1);
        fr_put_char(out, i < 3 ? ' ' : '"');
    }
}

/* Writes a view as wide as the box with a little air, in the picture's shape, and LEAST_ROWS high; the box stands at
 * the edge on which its children do not grow, and below it, whole, its caller, whose link leads out. */
static void put_view(const fr_scene *scene, const fr_box *box, size_t number, fr_output *out)
{
    int32_t pitch = (int32_t)scene->view.row_height_px * FR_PX, caller = pitch + EDGE;
    int32_t w = width_of(box) + 2 * (width_of(box) / 50 + 1);
    int32_t h = (int32_t)((int64_t)w * scene->height / scene->width);

    if (h < LEAST_ROWS * pitch) {
        h = LEAST_ROWS * pitch;
        w = (int32_t)((int64_t)h * scene->width / scene->height);
    }
    int32_t y = scene->view.icicle ? box->y - caller : box->y + box->h + caller - h;
    fr_put_format(out, "<view id=\"v%zu\"", number);
    put_view_box(out, (box->x0 + box->x1 - w) / 2, y, w, h);
    fr_put_text(out, "/>\n");
}

static void put_views(const link_views *views, const fr_scene *scene, fr_output *out)
{
    if (views->n == 0)
        return;
    fr_put_text(out, "<view id=\"v0\"");
    put_view_box(out, 0, 0, scene->width, scene->height);
    fr_put_text(out, "/>\n");
    for (size_t i = 1; i < views->n; i++)
        put_view(scene, views->boxes[i], i, out);
}

/* ---- the picture ---- */

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
    link_views views;
} painter;

/* ---- head ---- */

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
    put_view_box(p->out, part->x, part->y, part->width, part->height);
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
    fr_put_escaped(p->out, p->scene->font_family);
    fr_put_text(p->out, "\" text-rendering=\"geometricPrecision\"><title>");
    fr_svg_put_title(p->scene, p->out);
    fr_put_text(p->out, "</title><desc>");
    fr_put_escaped(p->out, p->scene->description);
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
    bool linked = begin_link(&p->views, p->scene, box, p->out);

    fr_put_text(p->out, "<rect");
    fr_svg_put_length("x", box->x0, p->out);
    if (box->y != top)
        fr_svg_put_length("y", box->y - top, p->out);
    fr_svg_put_length("width", width, p->out);
    fr_svg_put_length("height", box->h, p->out);
    if (width >= FR_ROUND_FROM && p->scene->radius > 0)
        fr_svg_put_length("rx", p->scene->radius, p->out);
    fr_put_text(p->out, "><title>");
    fr_box_put_title(p->scene, box, p->out);
    fr_put_text(p->out, linked ? "</title></rect></a>\n" : "</title></rect>\n");
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
    fr_put_escaped(p->out, box->label);
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
    put_outline(p->scene, p->out);
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
        find_views(&p.views, scene, part->document ? part->document->n_views : 0)) {
        put_head(&p);
        fr_svg_put_furniture(scene, part, out);
        put_boxes(&p, from, n_rows);
        fr_svg_put_rings(scene, out);
        put_views(&p.views, scene, out);
        if (p.live)
            fr_svg_put_data(scene, part->document, out);
        if (p.live && !part->apart)
            fr_svg_put_script(fr_svg_live_script(scene), out);
        if (part->document)
            fr_svg_put_plot_script(scene, part->document, out);
        fr_put_text(out, "</svg>\n");
    } else {
        fr_output_fail(out, FR_E_LIMIT, "out of memory");
    }
    free(p.views.boxes);
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
