/*
 * layout_trend.c - fr_scene_trend(): a trend as stacked columns of own values, and a panel for each
 * function.
 *
 *                  2.45  2.46  2.59          the whole of each point
 *     sort_rows    [   ] [   ] [###]         own values; in colour what changed, by how much
 *     others       [   ] [   ] [   ]
 *                  v2.31 v2.32 v2.38
 *     panels                                 every series by itself
 */
#include <math.h>
#include <stdlib.h>

#include "base/fail.h"
#include "base/short_name.h"
#include "flamerender_trend.h"
#include "render/layout/furniture.h"
#include "render/measure.h"
#include "trend/trend.h"

#define TABLE_ROWS   1000 /* of a page */
#define LEAST_PANELS 9    /* that many, though fewer functions changed */
#define SHORTEST     60   /* characters of a name that is shortened */
#define MOST_PANELS  40   /* the report has the rest */
#define MOST         1e15

typedef struct trend_plot {
    const fr_trend *trend;
    const fr_theme *theme;
    const fr_flame_options *opt;
    fr_scene *scene;
    double *y, *variance;                       /* room for a series */
    uint16_t grey, ink, muted, ground, noise;   /* fills */
    uint16_t grew_line, shrank_line;            /* of fitted lines */
    const fr_trend_series *listed[MOST_PANELS]; /* changed ones first */
    size_t n_listed, n_changed;
} trend_plot;

/* The colour of what grew or shrank, by a step of the theme's ramp. */
static fr_theme_fill fill_of(const trend_plot *plot, bool grew, uint32_t step)
{
    return (grew != plot->opt->negate ? fr_theme_grew_of : fr_theme_shrank_of)(plot->theme, step);
}

static uint16_t add_fill(fr_scene *scene, fr_theme_fill fill)
{
    return (uint16_t)fr_scene_fill(scene, fr_fill_of_theme(fill));
}

/* A function's name as pictures show it, in `room` tenths of a px at `size`. */
static const char *label_of(const trend_plot *plot, const fr_trend_series *series, int32_t size,
                            int32_t room)
{
    fr_scene *s = plot->scene;
    fr_bytes name = fr_trend_name(plot->trend, series);

    if (plot->opt->names == FR_NAMES_SHORT)
        name = fr_short_name(name, SHORTEST, &s->text);
    return fr_scene_keep(s, fr_label_cut(&s->text, name, size, room, FR_TRUNCATE_END));
}

/* A box that stands for one value; `name` is all that its tooltip says. */
static void add_box(const trend_plot *plot, fr_box box, double y)
{
    box.total = box.self = (int64_t)llround(fmin(fmax(y, 0), MOST) * 1000);
    fr_scene_add_box(plot->scene, &box);
}

/* ---- which series ---- */

static bool has(const trend_plot *p, const fr_trend_series *series)
{
    for (size_t i = 0; i < p->n_listed; i++)
        if (p->listed[i] == series)
            return true;
    return false;
}

/* The largest own series that is not listed yet; NULL: none. */
static const fr_trend_series *next_largest(const trend_plot *p)
{
    const fr_trend_series *best = NULL;

    for (size_t i = 0; i < p->trend->n_series; i++) {
        const fr_trend_series *s = &p->trend->series[i];
        if (s->of == FR_TREND_OWN && s->fit.level[0] > 0 && !has(p, s) &&
            (!best || s->fit.level[0] > best->fit.level[0]))
            best = s;
    }
    return best;
}

static void list_series(trend_plot *p)
{
    const fr_trend *t = p->trend;
    const fr_trend_series *next;

    for (size_t i = 0; i < t->n_changes && p->n_listed < MOST_PANELS; i++) {
        const fr_trend_series *s = &t->series[t->changes[i].series];
        if (!has(p, s))
            p->listed[p->n_listed++] = s;
    }
    p->n_changed = p->n_listed;
    while (p->n_listed < LEAST_PANELS && (next = next_largest(p)) != NULL)
        p->listed[p->n_listed++] = next;
}

/*
 * The columns: one for each point, as high as its whole; own values, one function on the other.
 *
 *     +4.4 %   what changed stands on top, in colour
 *     rows     then what did not
 *     others   at the foot all that has no piece of its own
 */

#define STACKED    12 /* functions in a column; the others are one piece */
#define COLUMN     (200 * FR_PX)
#define NAMES      (130 * FR_PX) /* left of the columns */
#define NAMES_FROM (560 * FR_PX) /* narrower pictures do without */
#define NAME_STEP  (12 * FR_PX)
#define AXIS_SIZE  105
#define PIECE_GAP  10 /* between pieces, in tenths of a px */
#define COLUMN_GAP (4 * FR_PX)

typedef struct columns {
    trend_plot *plot;
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
    const trend_plot *p = c->plot;

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
    fr_output *out =
        fr_sentence("{}" FR_SEPARATOR "{}" FR_SEPARATOR,
                    s ? fr_trend_name(t, s) : fr_bytes_of(other), t->points[point].label);

    fr_put_y(out, t, y);
    if (change != 0) {
        fr_put_text(out, FR_SEPARATOR);
        fr_put_y_change(out, t, change);
        fr_say(out, " since {}", t->points[0].label);
    }
    return fr_scene_keep_output(c->plot->scene, out);
}

/* "+4.4 pp", where it fits. */
static const char *piece_label(const columns *c, double change, int32_t width, int32_t height)
{
    if (change == 0 || !fr_row_holds_labels(height / FR_PX, FR_LABEL_SIZE))
        return NULL;
    fr_output *out = fr_output_memory();
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

    box.fill =
        part < 0.02 ? c->plot->grey : add_fill(c->plot->scene, fill_of(c->plot, change > 0, step));
    box.marks = box.fill == c->plot->grey ? 0 : change > 0 ? FR_MARK_GREW : FR_MARK_SHRANK;
    box.name = piece_title(c, "all others", s, point, y, box.fill == c->plot->grey ? 0 : change);
    if (s && says_change(c, s, point) && box.marks)
        box.label = piece_label(c, change, box.x1 - box.x0, box.h);
    box.h = box.h > PIECE_GAP ? box.h - PIECE_GAP : box.h;
    if (box.h > 0)
        add_box(c->plot, box, y);
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
    add_box(c->plot, box, c->whole[point]);
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

/* Beside the first column, from its top down: what changed stands there. */
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
                          label_of(c->plot, c->piece[i], AXIS_SIZE, NAMES - 10 * FR_PX));
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
        fr_put_y(out, t, c->whole[j]);
        add_word(c, j, c->foot - height_of(c, c->whole[j]) - 5 * FR_PX,
                 fr_scene_keep_output(c->plot->scene, out), &above);
        add_word(c, j, c->foot + 14 * FR_PX, t->points[j].label, &below);
    }
}

/* Columns from `top` on. Returns their lower edge; `err` where memory ran out. */
static int32_t add_columns(trend_plot *p, int32_t top, fr_error *err)
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
    add_box(p, root, c.most);
    for (uint32_t j = 0; j < p->trend->n_points; j++)
        add_column(&c, j);
    if (c.left > FR_MARGIN)
        add_names(&c);
    add_words(&c);
    free(c.whole);
    return c.foot + 44 * FR_PX;
}

/*
 * The panels: small multiples, every series by itself, from 0 to its own largest value.
 *
 *     sort_rows                      16.6 %     name, newest value
 *     step at v2.38: 12.9 -> 16.6 %, 1.35x      what it did
 *      |  |  |     :_.__|__|_                   noise of 2 standard errors, points,
 *      .--|--|--.--:|  |                        and the fitted line in colour; dotted: a step
 *     ______________________________            0
 */

#define LEAST_WIDTH (330 * FR_PX)
#define MOST_ACROSS 3
#define GAP         (36 * FR_PX)
#define HEAD        (36 * FR_PX) /* name and what it did */
#define PLOT        (92 * FR_PX)
#define BELOW       (34 * FR_PX)
#define DOT         (5 * FR_PX)
#define BAR         (3 * FR_PX)
#define INSET       (6 * FR_PX) /* from the edges of a panel to the first and the last point */
#define ERRORS      2.0
#define NAME_SIZE   130 /* FR_TEXT_PANEL is bold: measured as plain text a tenth larger */
#define SUB_SIZE    105

typedef struct panel {
    trend_plot *plot;
    const fr_trend_series *series;
    int32_t x, y, width; /* of all; y: its top */
    double most;         /* value of the upper edge of its plot */
} panel;

/* ---- places ---- */

static int32_t x_of(const panel *p, uint32_t point)
{
    const fr_trend *t = p->plot->trend;
    double span = t->x[t->n_points - 1] - t->x[0];
    double part = span > 0 ? (t->x[point] - t->x[0]) / span : 0;

    return p->x + INSET + (int32_t)lround(part * (p->width - 2 * INSET));
}

static int32_t y_of(const panel *p, double value)
{
    double part = p->most > 0 ? fmin(fmax(value / p->most, 0), 1) : 0;

    return p->y + HEAD + PLOT - (int32_t)lround(part * PLOT);
}

/* Half the width of the noise of a point. */
static double error_of(const panel *p, uint32_t point)
{
    return ERRORS * sqrt(p->plot->variance[point] * p->series->fit.ratio);
}

/* ---- texts ---- */

static void add_text(const panel *p, fr_text_role role, bool right, int32_t y, const char *text)
{
    fr_scene_add_text(p->plot->scene, role, right ? FR_ANCHOR_END : FR_ANCHOR_START,
                      right ? p->x + p->width : p->x, p->y + y, text);
}

/* "step at v2.38: 12.9 -> 16.6 %, 1.35x; slope: +2.3 %/version", "no change beyond noise" */
static const char *what_it_did(const panel *p)
{
    const fr_trend *t = p->plot->trend;
    fr_output *out = fr_output_memory();
    size_t n = 0;

    for (size_t i = 0; i < t->n_changes && p->series->changed; i++) {
        if (&t->series[t->changes[i].series] != p->series)
            continue;
        fr_put_text(out, n++ ? "; " : "");
        fr_put_change(out, t, &t->changes[i]);
    }
    if (n == 0)
        fr_put_text(out, "no change beyond noise");
    else if (p->series->of == FR_TREND_TOTAL)
        fr_put_text(out, " (with all that it calls)");
    return fr_scene_keep_output(p->plot->scene, out);
}

static void add_head(const panel *p)
{
    fr_scene *s = p->plot->scene;
    const fr_trend *t = p->plot->trend;
    fr_output *newest = fr_output_memory();

    fr_put_y(newest, t, p->plot->y[t->n_points - 1]);
    const char *value = fr_scene_keep_output(s, newest), *did = what_it_did(p);
    int32_t room = p->width - fr_text_width(fr_bytes_of(value), SUB_SIZE, false) - 8 * FR_PX;

    add_text(p, FR_TEXT_PANEL, false, 12 * FR_PX, label_of(p->plot, p->series, NAME_SIZE, room));
    add_text(p, FR_TEXT_AXIS, true, 12 * FR_PX, value);
    add_text(p, FR_TEXT_AXIS, false, 27 * FR_PX,
             fr_scene_keep(
                 s, fr_label_cut(&s->text, fr_bytes_of(did), SUB_SIZE, p->width, FR_TRUNCATE_END)));
}

/* ---- the fitted line ---- */

/* The first change of a series is its largest. */
static uint32_t line_fill(const panel *p)
{
    const fr_trend *t = p->plot->trend;

    for (size_t i = 0; i < t->n_changes && p->series->changed; i++)
        if (&t->series[t->changes[i].series] == p->series)
            return t->changes[i].to > t->changes[i].from ? p->plot->grew_line
                                                         : p->plot->shrank_line;
    return p->plot->muted;
}

static void add_stroke(const panel *p, int32_t x0, double y0, int32_t x1, double y1)
{
    fr_scene_add_stroke(p->plot->scene,
                        (fr_scene_stroke){x0, y_of(p, y0), x1, y_of(p, y1), line_fill(p)});
}

/* Half way between a step and the point before it. */
static int32_t edge_of(const panel *p, uint32_t at)
{
    return (x_of(p, at - 1) + x_of(p, at)) / 2;
}

static void add_fit(const panel *p)
{
    const fr_trend *t = p->plot->trend;
    const fr_fit *fit = &p->series->fit;
    uint32_t start = 0;

    for (uint32_t i = 0; i <= fit->n_steps; i++) {
        uint32_t end = i < fit->n_steps ? fit->step[i] : t->n_points;
        int32_t x0 = start ? edge_of(p, start) : p->x;
        int32_t x1 = end < t->n_points ? edge_of(p, end) : p->x + p->width;
        add_stroke(p, x0, fr_fit_at(fit, t->x, start), x1, fr_fit_at(fit, t->x, end - 1));
        if (end < t->n_points) {
            int32_t x = edge_of(p, end);

            add_stroke(p, x, fr_fit_at(fit, t->x, end - 1), x, fr_fit_at(fit, t->x, end));
            fr_scene_add_line(
                p->plot->scene,
                (fr_scene_line){.x0 = x, .y0 = p->y + HEAD, .x1 = x, .y1 = p->y + HEAD + PLOT});
        }
        start = end;
    }
}

static bool has_point(const uint32_t *points, uint32_t n, uint32_t point)
{
    while (n > 0 && points[n - 1] != point)
        n--;
    return n > 0;
}

/* ---- points ---- */

static const char *point_title(const panel *p, uint32_t point)
{
    const fr_trend *t = p->plot->trend;
    const fr_fit *fit = &p->series->fit;
    fr_output *out = fr_sentence("{}" FR_SEPARATOR "{}" FR_SEPARATOR, fr_trend_name(t, p->series),
                                 t->points[point].label);

    fr_put_y(out, t, p->plot->y[point]);
    fr_put_text(out, " \xc2\xb1 ");
    fr_put_y(out, t, error_of(p, point));
    fr_say(out, FR_SEPARATOR "{}", what_it_did(p));
    if (p->series->changed && point &&
        (has_point(fit->step, fit->n_steps, point) ||
         has_point(fit->spike, fit->n_spikes, point))) {
        fr_put_text(out, FR_SEPARATOR "why: ");
        fr_put_diff_command(out, t, point);
    }
    return fr_scene_keep_output(p->plot->scene, out);
}

static void add_point(const panel *p, uint32_t point)
{
    double value = p->plot->y[point], error = error_of(p, point);
    int32_t x = x_of(p, point), top = y_of(p, value + error), foot = y_of(p, value - error);
    fr_box box = {.name = point_title(p, point), .row = 3, .h = DOT};

    fr_scene_add_bar(p->plot->scene,
                     (fr_scene_bar){x - BAR / 2, top, BAR, foot - top, p->plot->noise});
    box.x0 = x - DOT / 2;
    box.x1 = box.x0 + DOT;
    box.y = y_of(p, value) - DOT / 2;
    box.fill = p->series->changed ? p->plot->ink : p->plot->muted;
    add_box(p->plot, box, value);
}

static void add_panel(panel *p)
{
    const fr_trend *t = p->plot->trend;
    int32_t foot = p->y + HEAD + PLOT + DOT / 2;
    double sum = 0;

    fr_trend_values(t, p->series, p->plot->y, p->plot->variance);
    p->most = 0;
    for (uint32_t j = 0; j < t->n_points; j++) {
        p->most = fmax(p->most, p->plot->y[j] + error_of(p, j));
        sum += p->plot->y[j];
    }
    p->most *= 1.05;
    add_head(p);
    fr_scene_add_line(p->plot->scene,
                      (fr_scene_line){.x0 = p->x, .y0 = foot, .x1 = p->x + p->width, .y1 = foot});
    if (p->series->changed) {
        add_fit(p);
    } else {
        /* Draws the mean of a series that is not told from noise: it has no step and no slope. */
        double mean = sum / t->n_points;

        add_stroke(p, p->x, mean, p->x + p->width, mean);
    }
    for (uint32_t j = 0; j < t->n_points; j++)
        add_point(p, j);
}

/* Panels from `y` on, as many in a row as fit. Returns their lower edge. */
static int32_t add_panels(trend_plot *plot, int32_t y)
{
    int32_t room = plot->scene->width - 2 * FR_MARGIN, across = MOST_ACROSS;
    int32_t step = HEAD + PLOT + BELOW;

    while (across > 1 && (room - (across - 1) * GAP) / across < LEAST_WIDTH)
        across--;
    for (size_t i = 0; i < plot->n_listed; i++) {
        int32_t width = (room - (across - 1) * GAP) / across, column = (int32_t)i % across;
        panel p = {.plot = plot, .series = plot->listed[i], .width = width};
        p.x = FR_MARGIN + column * (width + GAP);
        p.y = y + (int32_t)i / across * step;
        add_panel(&p);
    }
    return y + ((int32_t)plot->n_listed + across - 1) / across * step;
}

/* ---- the whole ---- */

/* A colour that no text stands on. */
static uint16_t add_plain(const trend_plot *p, const uint32_t colour[2])
{
    const uint32_t *ink = p->scene->tokens.ink;

    return add_fill(p->scene, (fr_theme_fill){colour[0], colour[1], ink[0], ink[1]});
}

static uint32_t half_way(uint32_t a, uint32_t b)
{
    return ((a & 0xfefefe) >> 1) + ((b & 0xfefefe) >> 1);
}

/* A line has to be seen on the ground, as the fills of the other scheme are. */
static uint16_t add_line_fill(const trend_plot *p, bool grew)
{
    fr_theme_fill fill = fill_of(p, grew, FR_RAMP_STEPS - 1);

    return add_plain(p, (const uint32_t[]){fill.dark, fill.light});
}

static void choose_fills(trend_plot *p)
{
    fr_tokens *t = &p->scene->tokens;

    p->grey = add_fill(p->scene, fr_theme_unchanged(p->theme));
    p->ink = add_plain(p, t->ink);
    p->muted = add_plain(p, t->muted);
    p->ground = add_plain(p, t->ground);
    p->noise = add_plain(p, (const uint32_t[]){half_way(t->muted[0], t->ground[0]),
                                               half_way(t->muted[1], t->ground[1])});
    p->grew_line = add_line_fill(p, true);
    p->shrank_line = add_line_fill(p, false);
}

static const char *keep(fr_scene *scene, const fr_trend *trend,
                        void (*put)(fr_output *out, const fr_trend *trend))
{
    fr_output *out = fr_output_memory();

    put(out, trend);
    return fr_scene_keep_output(scene, out);
}

static void describe_scene(trend_plot *p)
{
    fr_theme_tokens t = fr_theme_tokens_of(p->theme);
    fr_scene *s = p->scene;

    s->what = "trend";
    fr_scene_take_tokens(s, &t, p->opt->scheme);
    s->width = (int32_t)p->opt->width_px * FR_PX;
    s->unit = fr_scene_keep(s, fr_bytes_of(p->trend->y_unit));
    s->decimals = 3;
    s->whole = (int64_t)llround(fmin(p->trend->mean_whole, MOST) * 1000);
    s->radius = 15;
    s->names_say_all = true;
    s->description = keep(s, p->trend, fr_put_trend_headline);
}

static bool lay_out(trend_plot *p, fr_error *err)
{
    fr_scene *s = p->scene;
    const fr_flame_options *opt = p->opt;
    fr_legend_entry legend[] = {{.title = "grew", .marks = FR_MARK_GREW},
                                {.title = "shrank", .marks = FR_MARK_SHRANK},
                                {.title = "no change beyond noise"},
                                {.title = "noise: 2 standard errors"}};
    fr_error trouble = {0};

    describe_scene(p);
    choose_fills(p);
    list_series(p);
    legend[0].fill = add_fill(s, fill_of(p, true, 10));
    legend[1].fill = add_fill(s, fill_of(p, false, 10));
    legend[2].fill = p->grey;
    legend[3].fill = p->noise;
    int32_t y = fr_furnish_header(
        s, fr_scene_clean(s, opt->title, s->description),
        fr_scene_clean(s, opt->subtitle, keep(s, p->trend, fr_put_trend_subtitle)));
    y = add_columns(p, y, &trouble);
    if (trouble.code != FR_OK)
        return !fr_fail_copy(err, &trouble) && false;
    y = add_panels(p, y);
    s->changes = fr_report_trend(p->trend, &(fr_trend_report_options){.n_rows = TABLE_ROWS}, err);
    if (!s->changes)
        return false;
    const char *statement = fr_scene_say(
        s, "each panel from 0 to its own largest value" FR_SEPARATOR "{}", p->trend->how);
    s->height = fr_furnish_foot(s, y, legend, sizeof legend / sizeof *legend, statement,
                                fr_scene_clean(s, opt->notes, ""));
    return !s->failed || fr_fail_memory(err);
}

fr_scene *fr_scene_trend(const fr_trend *trend, const fr_theme *theme, const fr_flame_options *opt,
                         fr_error *err)
{
    fr_flame_options defaults = FR_FLAME_DEFAULTS;
    trend_plot p = {.trend = trend, .theme = theme, .opt = opt ? opt : &defaults};

    if (!fr_furnish_check_width(p.opt->width_px, FR_MAX_WIDTH_PX, err))
        return NULL;
    p.scene = fr_scene_new();
    p.y = malloc(2 * ((size_t)trend->n_points + 1) * sizeof *p.y);
    p.variance = p.y ? p.y + trend->n_points : NULL;
    bool good = p.scene && p.y ? lay_out(&p, err) : fr_fail_memory(err);
    free(p.y);
    if (good)
        return p.scene;
    fr_scene_free(p.scene);
    return NULL;
}
