/*
 * union.h - several profiles as one: the start of every differential.
 *
 *     base           new                  base  new
 *     main;foo 30    main;foo 20          30    20    main;foo
 *     main;bar 10    main;baz  5          10     0    main;bar
 *                                          0     5    main;baz
 *
 * One tree over all stacks that any profile has, one value column per profile. Counts are never
 * rewritten and sides never subtracted: what was measured stays in its column.
 */
#ifndef FR_DIFF_UNION_H
#define FR_DIFF_UNION_H

#include "model/tree/tree.h"

/* A profile by one of its columns. */
typedef struct fr_run {
    const fr_profile *profile;
    uint32_t column;
    const char *label;            /* NULL: the column's name */
    const struct fr_moves *moves; /* diff/moves.h: what names are called; NULL: as they are */
    bool is_new;                  /* of the side that moves call new */
} fr_run;

/* Run i as column i of a new profile: sums, counts, squares and references to the last digit, scaled
 * to the finest decimals. Columns are named as the runs are labelled; a name that is taken gets
 * " (2)" and so on. Notes and steps of all profiles are kept; times are not, for clocks differ.
 * FR_E_FORMAT where units or events differ, FR_E_USAGE where a profile has no such column or n is 0,
 * FR_E_LIMIT where n > FR_MAX_COLUMNS or a scaled value does not fit. */
FR_CHECKED fr_profile *fr_union_profile(const fr_run *runs, size_t n, fr_error *err);

/* Returns what all runs measured: "cycles"; "" where none tells. Lives as long as the profiles. */
const char *fr_union_event(const fr_run *runs, size_t n);

/* The columns of such a profile added up to two, "base" (the first n_base) and "new". */
FR_CHECKED bool fr_union_pool(fr_profile *profile, size_t n_base, fr_error *err);

#endif
