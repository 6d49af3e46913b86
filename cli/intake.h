/*
 * intake.h - from the inputs named on the command line to the profile that is left of them.
 */
#ifndef FLAMERENDER_CLI_INTAKE_H
#define FLAMERENDER_CLI_INTAKE_H

#include "destination.h"
#include "options.h"

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
