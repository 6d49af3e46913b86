/*
 * totals.h - --expect-total [TYPE=]N: the control sum of what somebody else counted, such as an engine.
 */
#ifndef FLAMERENDER_CLI_TOTALS_H
#define FLAMERENDER_CLI_TOTALS_H

#include "flamerender.h"

/* False, with both sums, where the values of the profile do not have one of the `n` totals. */
FR_CHECKED bool totals_check(const char *const *totals, size_t n, const fr_profile *profile,
                             fr_error *err);

#endif
