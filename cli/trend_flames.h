/*
 * trend_flames.h - the flame graphs of the points of a trend, for its page.
 */
#ifndef FLAMERENDER_CLI_TREND_FLAMES_H
#define FLAMERENDER_CLI_TREND_FLAMES_H

#include "flamerender_trend.h"
#include "options.h"

/* Reads the runs of each point again and puts their flame graphs into the picture. What cannot be read again, or has
 * no room, is omitted with a note. */
void trend_flames_add(const struct options *opt, const fr_trend *trend, const fr_theme *theme,
                      fr_scene *scene);

#endif
