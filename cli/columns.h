/*
 * columns.h - which value column of a profile is shown.
 */
#ifndef FLAMERENDER_CLI_COLUMNS_H
#define FLAMERENDER_CLI_COLUMNS_H

#include "options.h"

/* The column of --sample-index, by name or number. Without it the last one, as in pprof and
 * flamegraph.pl; where that was a choice, it is said, with what is done to it: "drawn". */
FR_CHECKED bool choose_column(const struct options *opt, const fr_profile *profile,
                              const char *done, uint32_t *column, fr_error *err);

#endif
