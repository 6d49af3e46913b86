/*
 * trend_plot.h - what the parts of a picture of a trend share (layout_trend.c): columns above, panels below.
 *
 *     columns       of own values by point, stacked      render/layout/trend_columns.c
 *     [a] [b] [c]   panels: a series each                render/layout/trend_panels.c
 */
#ifndef FR_RENDER_TREND_PLOT_H
#define FR_RENDER_TREND_PLOT_H

#include "render/scene.h"
#include "themes/colour.h"
#include "trend/trend.h"

#define FR_TREND_PANELS 40 /* at most; the report has the rest */

typedef struct fr_trend_plot {
    const fr_trend *trend;
    const fr_theme *theme;
    const fr_flame_options *opt;
    fr_scene *scene;
    double *y, *variance;                           /* room for a series */
    uint16_t grey, ink, muted, ground, noise;       /* fills */
    uint16_t grew_line, shrank_line;                /* of fitted lines */
    const fr_trend_series *listed[FR_TREND_PANELS]; /* changed ones first */
    size_t n_listed, n_changed;
} fr_trend_plot;

/* The colour of what grew or shrank, by a step of the theme's ramp. */
fr_theme_fill fr_trend_fill(const fr_trend_plot *plot, bool grew, uint32_t step);
uint16_t fr_trend_add_fill(fr_scene *scene, fr_theme_fill fill);
/* A function's name as pictures show it, in `room` tenths of a px at `size`. */
const char *fr_trend_label(const fr_trend_plot *plot, const fr_trend_series *series, int32_t size,
                           int32_t room);
/* A box that stands for one value; `name` is all that its tooltip says. */
void fr_trend_add_box(const fr_trend_plot *plot, fr_box box, double y);

/* Columns from `top` on. Returns their lower edge; `err` where memory ran out. */
int32_t fr_trend_columns(fr_trend_plot *plot, int32_t top, fr_error *err);
/* Panels from `y` on, as many in a row as fit. Returns their lower edge. */
int32_t fr_trend_panels(fr_trend_plot *plot, int32_t y);

#endif
