/*
 * intake.h - from the inputs named on the command line to the profile that is left of them.
 */
#ifndef FR_CLI_INTAKE_H
#define FR_CLI_INTAKE_H

#include "destination.h"
#include "options.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * A bar on a terminal's standard error while inputs are read:
 *
 *     reading  [############                  ]  41 %  1.2 of 2.9 GiB
 */

struct progress {
    bool enabled;    /* standard error is a terminal and nobody asked for quiet */
    bool shown;      /* there is a bar on the line now */
    int64_t next_ns; /* no update before */
};

void progress_init(struct progress *progress, bool quiet);
/* Of fr_read_options. Draws at most ten times a second, and nothing in the first half second. */
void progress_update(void *progress, uint64_t done, uint64_t size);
/* Empties the line; before any message. */
void progress_erase(struct progress *progress);

/* The column of --sample-index, by name or number. Without it the last one, as in pprof and
 * flamegraph.pl; where that was a choice, it is said, with what is done to it: "drawn". */
FR_CHECKED bool choose_column(const struct options *opt, const fr_profile *profile,
                              const char *done, uint32_t *column, fr_error *err);

/* What can be refused without reading: a terminal as the only input, an unknown input format, a
 * broken pattern. */
FR_CHECKED bool intake_check(const struct options *opt, fr_error *err);
/* The selection of the command line; and whether one asks for anything. */
fr_select_options intake_selection(const struct options *opt);
bool intake_selects(const fr_select_options *select);
/* The profile of one path, with the samples kept where they are asked for; no transform yet. `to` as for
 * plan_reading(). */
FR_CHECKED fr_profile *intake_read(const struct options *opt, const struct destination *to,
                                   const char *path, bool keep_samples, fr_error *err);
/* The formats of what was read: fr_profile_info.formats. */
uint64_t intake_formats(const fr_profile *profile);
/* What the transforms of `opt` leave of it; says the notes. Frees `whole`. */
FR_CHECKED fr_profile *intake_transform(const struct options *opt, fr_profile *whole,
                                        fr_error *err);
/* Reads all inputs (none: standard input) for what is written to `to`, applies the transforms, and says
 * the notes. With --skip-bad it warns of inputs that failed and counts them in `n_bad`. */
FR_CHECKED fr_profile *intake_profile(const struct options *opt, const struct destination *to,
                                      size_t *n_bad, fr_error *err);

#endif
