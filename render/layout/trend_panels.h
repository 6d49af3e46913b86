/*
 * trend_panels.h - what the columns of a trend (layout_trend.c) and the panels below them (trend_panels.c) share.
 */
#ifndef FR_RENDER_TREND_PANELS_H
#define FR_RENDER_TREND_PANELS_H

#include "render/scene.h"
#include "trend/trend.h"

#define FR_TREND_PANELS 40 /* at most; the report has the rest */

typedef struct fr_trend_plot {
    const fr_trend *trend;
    const fr_theme *theme;
    const fr_flame_options *opt;
    fr_scene *scene;
    double *y, *error;                              /* room for a series */
    uint16_t grey, ink, muted, ground, noise;       /* fills */
    uint16_t grew_line, shrank_line;                /* of fitted lines */
    const fr_trend_series *listed[FR_TREND_PANELS]; /* changed ones first */
    size_t n_listed, n_changed;
} fr_trend_plot;

/* A function's name as pictures show it, in `room` tenths of a px at `size`. */
const char *fr_trend_label(const fr_trend_plot *plot, const fr_trend_series *series, int32_t size,
                           int32_t room);
/* A box that stands for one value; `name` is all that its tooltip says. */
void fr_trend_add_box(const fr_trend_plot *plot, fr_box box, double y);
/* Panels from `y` on, as many in a row as fit. Returns their lower edge. */
int32_t fr_trend_panels(fr_trend_plot *plot, int32_t y);

#endif
