/*
 * sides.h - the two sides that the caller gives: their profiles, labels and seconds.
 */
#ifndef FR_DIFF_SIDES_H
#define FR_DIFF_SIDES_H

#include "diff/union.h"

/* FR_E_USAGE where a side has no run, FR_E_LIMIT where both have more than FR_MAX_COLUMNS. */
FR_CHECKED bool fr_sides_check(const fr_side *base, const fr_side *new_, fr_error *err);
/* The runs of both sides, base first: free() them. They refer to the profiles and labels of the sides. */
fr_run *fr_sides_runs(const fr_side *base, const fr_side *new_, fr_error *err);
/* The label of the side, or the standard one; free() it. */
char *fr_side_label(const fr_side *side, const char *standard);
/* How long all runs of the side recorded; 0 where one of them has no times. */
double fr_side_seconds(const fr_side *side);

#endif
