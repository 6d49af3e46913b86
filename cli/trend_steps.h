/*
 * trend_steps.h - the page of a trend opens the differential of the points beside a step.
 */
#ifndef FLAMERENDER_CLI_TREND_STEPS_H
#define FLAMERENDER_CLI_TREND_STEPS_H

#include "flamerender_trend.h"
#include "options.h"

/* Reads the runs beside each of the largest steps again and puts their differentials into the picture. What cannot be
 * read again, or does not fit, is omitted with a note; a page has the command for it all the same. */
FR_CHECKED bool trend_steps_add(const struct options *opt, const fr_trend *trend,
                                const fr_theme *theme, fr_scene *scene, fr_error *err);

#endif
