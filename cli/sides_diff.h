/*
 * sides_diff.h - both sides become a differential, as the options ask.
 */
#ifndef FLAMERENDER_CLI_SIDES_DIFF_H
#define FLAMERENDER_CLI_SIDES_DIFF_H

#include "sides.h"

/* difffolded.pl pairs nothing, and with -n it scales what it writes. */
bool sides_are_difffolded(const struct options *opt);
/* The options of the library; `noise` is the text of a model, or NULL. */
fr_diff_options sides_diff_options(const struct options *opt, const char *noise, bool scales);
/* The differential, which the caller frees. */
FR_CHECKED fr_diff *sides_diff(const struct sides *sides, const struct options *opt,
                               const char *noise, bool scales, fr_error *err);

#endif
