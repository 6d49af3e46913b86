/*
 * slope.h - the slope of a series that people are told, which single points hardly move: Theil and Sen's estimate.
 */
#ifndef FR_TREND_SLOPE_H
#define FR_TREND_SLOPE_H

#include "trend/models.h"

/* Fills slope, slope_low and slope_high of `fit` for a sloped model, over the points that are no spikes. Leaves them where
 * no two points can be compared. False: memory ran out. */
bool fr_slope_estimate(const fr_fitter *f, const fr_model *m, fr_fit *fit);

#endif
