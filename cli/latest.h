/*
 * latest.h - `diff --base profiles --new latest`: the newest point against the one before it.
 */
#ifndef FLAMERENDER_CLI_LATEST_H
#define FLAMERENDER_CLI_LATEST_H

#include "flamerender_trend.h"
#include "options.h"

/* Sides that were found among many profiles. */
struct latest {
    struct options opt; /* names the runs of both sides */
    fr_trend *points;   /* owns these names */
};

bool latest_asked(const struct options *opt);
/* Orders the inputs as a trend does: the runs of the newest point are the new side, those of the point before it the
 * base side. FR_E_USAGE where there are fewer than two points. */
FR_CHECKED bool latest_find(struct latest *latest, const struct options *opt, fr_error *err);
void latest_reset(struct latest *latest);

#endif
