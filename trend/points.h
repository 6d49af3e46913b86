/*
 * points.h - runs become points in order, and values become comparable.
 */
#ifndef FR_TREND_POINTS_H
#define FR_TREND_POINTS_H

#include "trend/trend.h"

/* Fills points, n_replicas, x and its units, and the point of each run, of which there is one at least. */
FR_CHECKED bool fr_points_order(fr_trend *trend, fr_error *err);
/* Fills the scale of each run, y_unit and mean_whole; cells still stand by run. */
FR_CHECKED bool fr_points_scale(fr_trend *trend, fr_error *err);

#endif
