/*
 * layout_trend.c - fr_scene_trend(): a trend as stacked columns of own values, and a panel for each
 * function.
 *
 *                  2.45  2.46  2.59          the whole of each point
 *     sort_rows    [   ] [   ] [###]         own values; in colour what changed, by how much
 *     others       [   ] [   ] [   ]
 *                  v2.31 v2.32 v2.38
 *     panels                                 render/layout/trend_panels.c
 */
#include <math.h>
#include <stdlib.h>

#include "base/fail.h"
#include "base/short_name.h"
#include "flamerender_trend.h"
#include "render/layout/furniture.h"
#include "render/layout/trend_panels.h"
#include "render/measure.h"
#include "trend/trend.h"

#define TABLE_ROWS   1000 /* of a page */
#define LEAST_PANELS 9    /* that many, though fewer functions changed */
#define SHORTEST     60   /* characters of a name that is shortened */
#define MOST         1e15

/* The colour of what grew or shrank, by a step of the theme's ramp. */
static fr_theme_fill fill_of(const fr_trend_plot *plot, bool grew, uint32_t step)
{
    return (grew != plot->opt->negate ? fr_theme_grew_of : fr_theme_shrank_of)(plot->theme, step);
}

static uint16_t add_fill(fr_scene *scene, fr_theme_fill fill)
{
    return (uint16_t)fr_scene_fill(scene, fr_fill_of_theme(fill));
}

const char *fr_trend_label(const fr_trend_plot *plot, const fr_trend_series *series, int32_t size,
                           int32_t room)
{
    fr_scene *s = plot->scene;
    fr_bytes name = fr_trend_name(plot->trend, series);

    if (plot->opt->names == FR_NAMES_SHORT)
        name = fr_short_name(name, SHORTEST, &s->text);
    return fr_scene_keep(s, fr_label_cut(&s->text, name, size, room, FR_TRUNCATE_END));
}

void fr_trend_add_box(const fr_trend_plot *plot, fr_box box, double y)
{
    box.total = box.self = (int64_t)llround(fmin(fmax(y, 0), MOST) * 1000);
    fr_scene_add_box(plot->scene, &box);
}

/* ---- which series ---- */

static bool has(const fr_trend_plot *p, const fr_trend_series *series)
{
    for (size_t i = 0; i < p->n_listed; i++)
        if (p->listed[i] == series)
            return true;
    return false;
}

static double level_of(const fr_trend_series *s)
{
    return s->fit.level[0];
}

/* The largest own series that is not listed yet; NULL: none. */
static const fr_trend_series *next_largest(const fr_trend_plot *p)
{
    const fr_trend_series *best = NULL;

    for (size_t i = 0; i < p->trend->n_series; i++) {
        const fr_trend_series *s = &p->trend->series[i];
        if (s->of == FR_TREND_OWN && level_of(s) > 0 && !has(p, s) &&
            (!best || level_of(s) > level_of(best)))
            best = s;
    }
    return best;
}

static void list_series(fr_trend_plot *p)
{
    const fr_trend *t = p->trend;
    const fr_trend_series *next;

    for (size_t i = 0; i < t->n_changes && p->n_listed < FR_TREND_PANELS; i++) {
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
    fr_trend_plot *plot;
    const fr_trend_series *piece[STACKED]; /* from the foot up; the others are below */
    double *y[STACKED];
    double *whole;
    size_t n;
    int32_t left, top, foot, width; /* of the plot */
    double most, largest;           /* the largest whole, the largest change of a piece */
} columns;

/* The largest changes, then what did not change; unchanged ones at the foot, so that what changed stands on what did not. */
static void choose_pieces(columns *c)
{
    const fr_trend_plot *p = c->plot;
    const fr_trend_series *chosen[STACKED];
    size_t n = 0;

    for (int changed = 1; changed >= 0; changed--)
        for (size_t i = 0; i < p->n_listed && n < STACKED; i++)
            if (p->listed[i]->of == FR_TREND_OWN && p->listed[i]->changed == changed)
                chosen[n++] = p->listed[i];
    while (n > 0)
        c->piece[c->n++] = chosen[--n];
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
    fr_trend_values(t, &all, c->whole, c->plot->error);
    for (size_t i = 0; i < c->n; i++) {
        c->y[i] = c->whole + (i + 1) * t->n_points;
        fr_trend_values(t, c->piece[i], c->y[i], c->plot->error);
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

/* Returns true if a piece says its change in a column: at its steps; without any, and where a slope began, at the end. */
static bool says_change(const columns *c, const fr_trend_series *s, uint32_t point)
{
    const fr_trend *t = c->plot->trend;
    bool ends = point + 1 == t->n_points, steps = false;

    for (uint32_t i = 0; i < s->fit.n_steps && ends; i++)
        steps = steps || fr_trend_is_listed(t, s, s->fit.step[i], false);
    return (ends && (!steps || s->fit.flat[0])) || fr_trend_is_listed(t, s, point, false);
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
        fr_put_y(out, t, c->whole[j]);
        add_word(c, j, c->foot - height_of(c, c->whole[j]) - 5 * FR_PX,
                 fr_scene_keep_output(c->plot->scene, out), &above);
        add_word(c, j, c->foot + 14 * FR_PX, t->points[j].label, &below);
    }
}

/* Columns from `top` on. Returns their lower edge; `err` where memory ran out. */
static int32_t add_columns(fr_trend_plot *p, int32_t top, fr_error *err)
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

/* ---- the whole ---- */

/* A colour that no text stands on. */
static uint16_t add_plain(const fr_trend_plot *p, const uint32_t colour[2])
{
    const uint32_t *ink = p->scene->tokens.ink;

    return add_fill(p->scene, (fr_theme_fill){colour[0], colour[1], ink[0], ink[1]});
}

static uint32_t half_way(uint32_t a, uint32_t b)
{
    return ((a & 0xfefefe) >> 1) + ((b & 0xfefefe) >> 1);
}

/* A line has to be seen on the ground, as the fills of the other scheme are. */
static uint16_t add_line_fill(const fr_trend_plot *p, bool grew)
{
    fr_theme_fill fill = fill_of(p, grew, FR_RAMP_STEPS - 1);

    return add_plain(p, (const uint32_t[]){fill.dark, fill.light});
}

static void choose_fills(fr_trend_plot *p)
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

static void describe_scene(fr_trend_plot *p)
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

static bool lay_out(fr_trend_plot *p, fr_error *err)
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
        return fr_fail_copy(err, &trouble);
    y = fr_trend_panels(p, y);
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
    fr_trend_plot p = {.trend = trend, .theme = theme, .opt = opt ? opt : &defaults};

    if (!fr_furnish_check_width(p.opt->width_px, FR_MAX_WIDTH_PX, err))
        return NULL;
    p.scene = fr_scene_new();
    p.y = malloc(2 * ((size_t)trend->n_points + 1) * sizeof *p.y);
    p.error = p.y ? p.y + trend->n_points : NULL;
    bool good = p.scene && p.y ? lay_out(&p, err) : fr_fail_memory(err);
    free(p.y);
    if (good)
        return p.scene;
    fr_scene_free(p.scene);
    return NULL;
}
