/*
 * trend_intake.h - the inputs of a trend, read one after the other into a trend without a verdict.
 */
#ifndef FLAMERENDER_CLI_TREND_INTAKE_H
#define FLAMERENDER_CLI_TREND_INTAKE_H

#include "flamerender_trend.h"
#include "options.h"

/* What was read beside the profiles. */
struct trend_intake {
    uint64_t formats; /* fr_profile_info.formats of all inputs */
    size_t n_bad;     /* inputs that --skip-bad skipped */
};

/* Reads the inputs of `opt`: a folder stands for its files, --files-from for its lines. No profile is kept. The caller
 * frees the trend; NULL with `err`. */
FR_CHECKED fr_trend *trend_intake_read(const struct options *opt, struct trend_intake *what,
                                       fr_error *err);
/* What selections and transforms leave of a run, which the caller frees; NULL with `err`. */
FR_CHECKED fr_profile *trend_intake_run(const struct options *opt, const char *path, fr_error *err);

#endif
