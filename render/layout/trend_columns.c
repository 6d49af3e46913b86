/*
 * trend_columns.c - a column for each point, as high as its whole: own values, one function on the other.
 *
 *     +4.4 %   what changed stands on top, in colour
 *     rows     then what did not
 *     others   at the foot all that has no piece of its own
 */
#include <math.h>
#include <stdlib.h>

#include "render/layout/furniture.h"
#include "render/layout/trend_plot.h"
#include "render/measure.h"
#include "trend/trend.h"

#define STACKED    12 /* functions in a column; the others are one piece */
#define COLUMN     (200 * FR_PX)
#define NAMES      (130 * FR_PX) /* left of the columns */
#define NAMES_FROM (560 * FR_PX) /* narrower pictures do without */
#define NAME_STEP  (12 * FR_PX)
#define AXIS_SIZE  105
#define PIECE_GAP  10 /* between pieces, in tenths of a px */
#define COLUMN_GAP (4 * FR_PX)

typedef struct columns {
    fr_trend_plot *plot;
    const fr_trend_series *piece[STACKED]; /* from the foot up; the others are below */
    double *y[STACKED];
    double *whole;
    size_t n;
    int32_t left, top, foot, width; /* of the plot */
    double most, largest;           /* the largest whole, the largest change of a piece */
} columns;

/* Unchanged ones at the foot, so that what changed stands on what did not. */
static void choose_pieces(columns *c)
{
    const fr_trend_plot *p = c->plot;

    for (int changed = 0; changed < 2; changed++)
        for (size_t i = p->n_listed; i-- > 0 && c->n < STACKED;)
            if (p->listed[i]->of == FR_TREND_OWN && p->listed[i]->changed == changed)
                c->piece[c->n++] = p->listed[i];
}

static double change_at(const columns *c, size_t i, uint32_t point)
{
    const fr_trend *t = c->plot->trend;
    const fr_trend_series *s = c->piece[i];

    return s->changed ? fr_fit_at(&s->fit, t->x, point) - fr_fit_at(&s->fit, t->x, 0) : 0;
}

/* Takes the values by piece and point; false: no memory. */
static bool take_values(columns *c)
{
    const fr_trend *t = c->plot->trend;
    fr_trend_series all = {.of = FR_TREND_WHOLE};

    c->whole = calloc((size_t)t->n_points * (STACKED + 1) + 1, sizeof *c->whole);
    if (!c->whole)
        return false;
    fr_trend_values(t, &all, c->whole, c->plot->variance);
    for (size_t i = 0; i < c->n; i++) {
        c->y[i] = c->whole + (i + 1) * t->n_points;
        fr_trend_values(t, c->piece[i], c->y[i], c->plot->variance);
    }
    for (uint32_t j = 0; j < t->n_points; j++) {
        c->most = fmax(c->most, c->whole[j]);
        for (size_t i = 0; i < c->n; i++)
            c->largest = fmax(c->largest, fabs(change_at(c, i, j)));
    }
    return true;
}

static int32_t column_x(const columns *c, uint32_t point)
{
    return c->left + (int32_t)((int64_t)c->width * point / c->plot->trend->n_points);
}

static int32_t height_of(const columns *c, double y)
{
    return c->most > 0 ? (int32_t)lround(fmin(fmax(y / c->most, 0), 1) * COLUMN) : 0;
}

/* "sort_rows · v2.38 · 16.6 % · +4.4 pp since v2.31" */
static const char *piece_title(const columns *c, const char *other, const fr_trend_series *s,
                               uint32_t point, double y, double change)
{
    const fr_trend *t = c->plot->trend;
    fr_output *out = fr_output_memory();

    if (out) {
        fr_put(out, s ? fr_trend_name(t, s) : fr_bytes_of(other));
        fr_put_format(out, " \xc2\xb7 %s \xc2\xb7 ", t->points[point].label);
        fr_put_y(out, t, y);
    }
    if (out && change != 0) {
        fr_put_text(out, " \xc2\xb7 ");
        fr_put_y_change(out, t, change);
        fr_put_format(out, " since %s", t->points[0].label);
    }
    return fr_scene_keep_output(c->plot->scene, out);
}

/* "+4.4 pp", where it fits. */
static const char *piece_label(const columns *c, double change, int32_t width, int32_t height)
{
    bool room = fr_row_holds_labels(height / FR_PX, FR_LABEL_SIZE);
    fr_output *out = room && change != 0 ? fr_output_memory() : NULL;

    if (!out)
        return NULL;
    fr_put_y_change(out, c->plot->trend, change);
    const char *text = fr_scene_keep_output(c->plot->scene, out);
    return fr_text_width(fr_bytes_of(text), FR_LABEL_SIZE, false) + 2 * FR_LABEL_PAD <= width
               ? text
               : NULL;
}

/* Returns true if a piece says its change in a column: at its step; without a step, at the end. */
static bool says_change(const columns *c, const fr_trend_series *s, uint32_t point)
{
    bool says = s->fit.n_steps == 0 && point + 1 == c->plot->trend->n_points;

    for (uint32_t i = 0; i < s->fit.n_steps; i++)
        says = says || s->fit.step[i] == point;
    return says;
}

static void add_piece(const columns *c, fr_box box, const fr_trend_series *s, uint32_t point,
                      double y, double change)
{
    double part = c->largest > 0 ? fabs(change) / c->largest : 0;
    uint32_t step = (uint32_t)lround(part * (FR_RAMP_STEPS - 1));

    box.fill = part < 0.02
                   ? c->plot->grey
                   : fr_trend_add_fill(c->plot->scene, fr_trend_fill(c->plot, change > 0, step));
    box.marks = box.fill == c->plot->grey ? 0 : change > 0 ? FR_MARK_GREW : FR_MARK_SHRANK;
    box.name = piece_title(c, "all others", s, point, y, box.fill == c->plot->grey ? 0 : change);
    if (s && says_change(c, s, point) && box.marks)
        box.label = piece_label(c, change, box.x1 - box.x0, box.h);
    box.h = box.h > PIECE_GAP ? box.h - PIECE_GAP : box.h;
    if (box.h > 0)
        fr_trend_add_box(c->plot, box, y);
}

static void add_column(const columns *c, uint32_t point)
{
    fr_scene *s = c->plot->scene;
    fr_box box = {.row = 1, .x0 = column_x(c, point), .x1 = column_x(c, point + 1)};
    bool wide = box.x1 - box.x0 > 3 * COLUMN_GAP;
    uint32_t parent = (uint32_t)s->n_boxes;
    double others = c->whole[point];

    box.x1 -= wide ? COLUMN_GAP : 0;
    box.y = c->foot - height_of(c, c->whole[point]);
    box.h = c->foot - box.y;
    box.name = piece_title(c, "the whole", NULL, point, c->whole[point], 0);
    box.fill = c->plot->ground;
    for (size_t i = 0; i < c->n; i++)
        others -= c->y[i][point];
    fr_trend_add_box(c->plot, box, c->whole[point]);
    double below = fmax(others, 0);
    box.row = 2;
    box.parent = parent;
    box.h = height_of(c, below);
    box.y = c->foot - box.h;
    add_piece(c, box, NULL, point, below, 0);
    for (size_t i = 0; i < c->n; i++) {
        double y = c->y[i][point];
        box.y = c->foot - height_of(c, below + y);
        box.h = c->foot - height_of(c, below) - box.y;
        add_piece(c, box, c->piece[i], point, y, change_at(c, i, point));
        below += y;
    }
}

/* ---- around the columns ---- */

/* Writes names beside the first column, from its top down, since what changed stands on top. */
static void add_names(const columns *c)
{
    double above = c->whole[0];
    int32_t last = INT32_MIN / 2;

    for (size_t i = c->n; i-- > 0;) {
        double y = c->y[i][0];
        int32_t middle = c->foot - height_of(c, above - y / 2) + 4 * FR_PX;
        above -= y;
        if (middle < last + NAME_STEP || y <= 0)
            continue;
        fr_scene_add_text(c->plot->scene, FR_TEXT_AXIS, FR_ANCHOR_END, c->left - 8 * FR_PX, middle,
                          fr_trend_label(c->plot, c->piece[i], AXIS_SIZE, NAMES - 10 * FR_PX));
        last = middle;
    }
}

/* A text over or under a column, where it does not touch the one before. */
static void add_word(const columns *c, uint32_t point, int32_t y, const char *text, int32_t *free)
{
    int32_t middle = (column_x(c, point) + column_x(c, point + 1)) / 2;
    int32_t half = fr_text_width(fr_bytes_of(text), AXIS_SIZE, false) / 2 + 3 * FR_PX;

    if (middle - half < *free || middle + half > c->plot->scene->width)
        return;
    fr_scene_add_text(c->plot->scene, FR_TEXT_AXIS, FR_ANCHOR_MIDDLE, middle, y, text);
    *free = middle + half;
}

static void add_words(const columns *c)
{
    const fr_trend *t = c->plot->trend;
    int32_t above = 0, below = 0;

    for (uint32_t j = 0; j < t->n_points; j++) {
        fr_output *out = fr_output_memory();
        if (out)
            fr_put_y(out, t, c->whole[j]);
        add_word(c, j, c->foot - height_of(c, c->whole[j]) - 5 * FR_PX,
                 fr_scene_keep_output(c->plot->scene, out), &above);
        add_word(c, j, c->foot + 14 * FR_PX, t->points[j].label, &below);
    }
}

int32_t fr_trend_columns(fr_trend_plot *p, int32_t top, fr_error *err)
{
    columns c = {.plot = p};
    fr_box root = {.fill = p->grey};

    choose_pieces(&c);
    if (!take_values(&c)) {
        fr_fail_memory(err);
        return 0;
    }
    c.left = FR_MARGIN + (p->scene->width >= NAMES_FROM ? NAMES : 0);
    c.width = p->scene->width - FR_MARGIN - c.left;
    c.foot = top + 14 * FR_PX + COLUMN;
    root.x0 = c.left, root.x1 = c.left + c.width;
    root.y = c.foot, root.h = FR_PX;
    root.name = fr_scene_keep(p->scene, FR_LITERAL("all points"));
    fr_trend_add_box(p, root, c.most);
    for (uint32_t j = 0; j < p->trend->n_points; j++)
        add_column(&c, j);
    if (c.left > FR_MARGIN)
        add_names(&c);
    add_words(&c);
    free(c.whole);
    return c.foot + 44 * FR_PX;
}
