/*
 * name_values.h - three values in [0, 1) from a name, as flamegraph.pl and inferno take them. Names are valid UTF-8.
 */
#ifndef FR_THEMES_NAME_VALUES_H
#define FR_THEMES_NAME_VALUES_H

#include "base/bytes.h"

/* "foo" and "_[k]": one text, in two places. */
typedef struct fr_name_and_mark {
    fr_bytes name, mark;
} fr_name_and_mark;

/* flamegraph.pl: the sum of the characters seeds drand48, whose first number is all three. */
void fr_values_of_sum(const fr_name_and_mark *text, double v[3]);
/* flamegraph.pl --hash: the first three characters give v1, the last three v2 and v3. */
void fr_values_of_ends(const fr_name_and_mark *text, double v[3]);
/* inferno --deterministic: FNV-1a of 64 bits, and that times its prime once and twice. */
void fr_values_of_fnv(const fr_name_and_mark *text, double v[3]);
/* Our --random: a hash of the seed and the name, so that the same seed gives the same picture. */
void fr_values_of_seed(const fr_name_and_mark *text, uint64_t seed, double v[3]);

#endif
