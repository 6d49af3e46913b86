/*
 * ways.h - one text read twice: by the plain path alone, and by the fast ways that the build has.
 *
 *     reading fast = read_ways("folded", false, text, len, &opt);
 *     reading plain = read_ways("folded", true, text, len, &opt);
 *     assert_same_readings(&plain, &fast);
 */
#ifndef FR_TESTS_WAYS_H
#define FR_TESTS_WAYS_H

#include "formats/reader.h"

typedef struct reading {
    fr_profile *profile; /* NULL: `err` says why */
    fr_error err;
    fr_choice choice;
} reading;

/* Reads bytes by the reader of a format, on one thread; opt->judge and opt->strict are not heeded. */
reading read_ways(const char *format, bool plain, const void *bytes, size_t len,
                  const fr_read_options *opt);
/* The same error, or the same choices and a profile. Failed tests otherwise. */
void assert_same_readings(const reading *a, const reading *b);
void reading_reset(reading *r);

/* The same is seen of both: stacks in the order they were met, from the root and from the leaves, values and
 * notes. Ids may differ. */
void assert_seen_alike(const fr_profile *a, const fr_profile *b);

#endif
