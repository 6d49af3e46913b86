/*
 * family.h - every series against its noise, and all of them as one family.
 */
#ifndef FR_TREND_FAMILY_H
#define FR_TREND_FAMILY_H

#include "trend/trend.h"

/* Makes and fits the series, q of each and which changed. */
FR_CHECKED bool fr_series_judge(fr_trend *trend, fr_error *err);
/* Finds what each series that changed did, and which only passes on what a callee did. */
FR_CHECKED bool fr_changes_find(fr_trend *trend, fr_error *err);

#endif
