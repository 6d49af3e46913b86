/*
 * trend_panels.c - small multiples: every series by itself, from 0 to its own largest value.
 *
 *     sort_rows                      16.6 %     name, newest value
 *     step at v2.38: 12.9 -> 16.6 %, 1.35x      what it did
 *      |  |  |     :_.__|__|_                   noise of 2 standard errors, points,
 *      .--|--|--.--:|  |                        and the fitted line in colour; dotted: a step
 *     ______________________________            0
 */
#include <math.h>

#include "render/layout/furniture.h"
#include "render/layout/trend_panels.h"
#include "render/measure.h"
#include "trend/trend.h"

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
    fr_trend_plot *plot;
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
    return ERRORS * p->plot->error[point];
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

    add_text(p, FR_TEXT_PANEL, false, 12 * FR_PX,
             fr_trend_label(p->plot, p->series, NAME_SIZE, room));
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

/* ---- points ---- */

static const char *point_title(const panel *p, uint32_t point)
{
    const fr_trend *t = p->plot->trend;
    fr_output *out = fr_sentence("{}" FR_SEPARATOR "{}" FR_SEPARATOR, fr_trend_name(t, p->series),
                                 t->points[point].label);

    fr_put_y(out, t, p->plot->y[point]);
    fr_put_text(out, " \xc2\xb1 ");
    fr_put_y(out, t, error_of(p, point));
    fr_say(out, FR_SEPARATOR "{}", what_it_did(p));
    if (p->series->changed && point && fr_trend_is_listed(t, p->series, point, true)) {
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
    fr_trend_add_box(p->plot, box, value);
}

static void add_panel(panel *p)
{
    const fr_trend *t = p->plot->trend;
    int32_t foot = p->y + HEAD + PLOT + DOT / 2;
    double sum = 0;

    fr_trend_errors(t, p->series, p->plot->y, p->plot->error);
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

int32_t fr_trend_panels(fr_trend_plot *plot, int32_t y)
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
