/*
 * rescale.h - the base side in the size of the new one, as difffolded.pl -n writes it.
 */
#ifndef FR_DIFF_RESCALE_H
#define FR_DIFF_RESCALE_H

#include "diff/diff.h"

/* Multiplies the base column of the pooled profile by the factor of the differential and cuts each value to a
 * whole number. Trees, functions and verdicts keep what was measured. FR_E_LIMIT where a value does not fit. */
FR_CHECKED bool fr_rescale_base(fr_diff *d, fr_error *err);

#endif
