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
#include "render/layout/trend_plot.h"
#include "render/measure.h"
#include "trend/trend.h"

#define TABLE_ROWS   1000 /* of a page */
#define MIN_WIDTH_PX 100
#define MAX_WIDTH_PX 32767
#define LEAST_PANELS 9  /* that many, though fewer functions changed */
#define SHORTEST     60 /* characters of a name that is shortened */
#define MOST         1e15
#define MOST_FLAMES  ((size_t)1 << 20) /* bytes of the flame graphs of all points, packed */

fr_theme_fill fr_trend_fill(const fr_trend_plot *plot, bool grew, uint32_t step)
{
    return (grew != plot->opt->negate ? fr_theme_grew_of : fr_theme_shrank_of)(plot->theme, step);
}

uint16_t fr_trend_add_fill(fr_scene *scene, fr_theme_fill fill)
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

/* ---- the whole ---- */

/* A colour that no text stands on. */
static uint16_t add_plain(const fr_trend_plot *p, const uint32_t colour[2])
{
    const uint32_t *ink = p->scene->tokens.ink;

    return fr_trend_add_fill(p->scene, (fr_theme_fill){colour[0], colour[1], ink[0], ink[1]});
}

static uint32_t half_way(uint32_t a, uint32_t b)
{
    return ((a & 0xfefefe) >> 1) + ((b & 0xfefefe) >> 1);
}

/* A line has to be seen on the ground, as the fills of the other scheme are. */
static uint16_t add_line_fill(const fr_trend_plot *p, bool grew)
{
    fr_theme_fill fill = fr_trend_fill(p, grew, FR_RAMP_STEPS - 1);

    return add_plain(p, (const uint32_t[]){fill.dark, fill.light});
}

static void choose_fills(fr_trend_plot *p)
{
    fr_tokens *t = &p->scene->tokens;

    p->grey = fr_trend_add_fill(p->scene, fr_theme_unchanged(p->theme));
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

    if (out)
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

/* "each panel from 0 to its own largest value · 5 of 21 functions ..." */
static const char *statement_of(const fr_trend_plot *p)
{
    fr_output *out = fr_output_memory();

    if (out) {
        fr_put_text(out, "each panel from 0 to its own largest value \xc2\xb7 ");
        fr_put_text(out, p->trend->how);
    }
    return fr_scene_keep_output(p->scene, out);
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
    legend[0].fill = fr_trend_add_fill(s, fr_trend_fill(p, true, 10));
    legend[1].fill = fr_trend_add_fill(s, fr_trend_fill(p, false, 10));
    legend[2].fill = p->grey;
    legend[3].fill = p->noise;
    int32_t y = fr_furnish_header(
        s, fr_scene_clean(s, opt->title, s->description),
        fr_scene_clean(s, opt->subtitle, keep(s, p->trend, fr_put_trend_subtitle)));
    y = fr_trend_columns(p, y, &trouble);
    if (trouble.code != FR_OK)
        return !fr_fail_copy(err, &trouble) && false;
    y = fr_trend_panels(p, y);
    s->changes = fr_report_trend(p->trend, &(fr_trend_report_options){.n_rows = TABLE_ROWS}, err);
    if (!s->changes)
        return false;
    s->height = fr_furnish_foot(s, y, legend, sizeof legend / sizeof *legend, statement_of(p),
                                fr_scene_clean(s, opt->notes, ""));
    return !s->failed || fr_fail_memory(err);
}

fr_scene *fr_scene_trend(const fr_trend *trend, const fr_theme *theme, const fr_flame_options *opt,
                         fr_error *err)
{
    fr_flame_options defaults = FR_FLAME_DEFAULTS;
    fr_trend_plot p = {.trend = trend, .theme = theme, .opt = opt ? opt : &defaults};

    if (p.opt->width_px < MIN_WIDTH_PX || p.opt->width_px > MAX_WIDTH_PX) {
        fr_fail(err, FR_E_USAGE, 0, 0, "the width is %u px, expected %d to %d",
                (unsigned)p.opt->width_px, MIN_WIDTH_PX, MAX_WIDTH_PX);
        return NULL;
    }
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

/* ---- the differentials that the page of a trend opens ---- */

_Static_assert(FR_SCENE_MOST_STEPS == FR_TREND_MOST_STEPS,
               "a scene has room for what the interface allows");

bool fr_scene_add_step(fr_scene *trend, fr_scene *diff, const char *point_name, uint32_t point,
                       fr_error *err)
{
    bool fits = trend->n_steps < FR_SCENE_MOST_STEPS;
    const char *name = fits ? fr_scene_keep(trend, fr_bytes_of(point_name)) : NULL;

    if (fits && !trend->failed) {
        trend->steps[trend->n_steps++] = (fr_scene_step){diff, name, point};
        return true;
    }
    fr_scene_free(diff);
    return fits ? fr_fail_memory(err)
                : fr_fail(err, FR_E_USAGE, 0, 0, "a page holds at most %d differentials",
                          FR_SCENE_MOST_STEPS);
}

/* ---- the flame graphs of the points ---- */

bool fr_scene_add_points(fr_scene *trend, fr_scene *flame, const fr_profile *profile, fr_error *err)
{
    bool good = fr_scene_embed(flame, profile, err);

    if (good && flame->payload_len > MOST_FLAMES)
        good = fr_fail(err, FR_E_LIMIT, 0, 0, "they take more than 1 MiB");
    if (!good) {
        fr_scene_free(flame);
        return false;
    }
    fr_scene_free(trend->flame);
    trend->flame = flame;
    return true;
}
