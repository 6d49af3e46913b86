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

#include "base/fail.h"
#include "base/intern.h"
#include "diff/diff_types.h"
#include "model/transform/names.h"
#include "model/tree/tree.h"

/* A profile by one of its columns. */
typedef struct fr_run {
    const fr_profile *profile;
    uint32_t column;
    const char *label;            /* NULL: the column's name */
    const struct fr_moves *moves; /* rename its frames; NULL: they stay as they are */
    bool is_new;                  /* of the side that moves call new */
} fr_run;

/* Run i as column i of a new profile: sums, counts, squares and references to the last digit, scaled
 * to the finest decimals. Columns are named as the runs are labelled; a name that is taken gets
 * " (2)" and so on. Notes and steps of all profiles are kept; times are not, for clocks differ.
 * FR_E_FORMAT where units or events differ, FR_E_USAGE where a profile has no such column or n is 0,
 * FR_E_LIMIT where n > FR_MAX_COLUMNS or a scaled value does not fit. */
FR_CHECKED fr_profile *fr_union_profile(const fr_run *runs, size_t n, fr_error *err);

/* The name of what a column measured: "cycles"; "" where it is called by its place or its unit. And its unit: pprof
 * counts its samples in "count", all others in "samples". */
const char *fr_column_event(const fr_column *column);
const char *fr_column_unit(const fr_column *column);

/* The columns of such a profile added up to two, "base" (the first n_base) and "new". */
FR_CHECKED bool fr_union_pool(fr_profile *profile, size_t n_base, fr_error *err);

/* Functions at other lines of their file, and files at other paths, are the same functions. */

typedef struct fr_moves fr_moves;

/* Finds the moves between the runs of both sides, base's first. `renames` (may be NULL) rewrites the names before
 * they are compared. NULL: `err`. */
fr_moves *fr_moves_find(const fr_run *runs, size_t n_base, size_t n, fr_renames *renames,
                        fr_error *err);
void fr_moves_free(fr_moves *moves);
/* Returns what a name of a side is called in the differential: most often the name itself. */
fr_bytes fr_moves_name(const fr_moves *moves, bool is_new, fr_bytes name);
size_t fr_moves_count(const fr_moves *moves); /* functions of base that stand elsewhere in new */

/* Files that have moved, in the order of their paths in base. */
size_t fr_moves_files(const fr_moves *moves);
/* One of them: its path in base, its path in new, and the option that says the same, "--rename
 * 's|/ci/1/|/ci/2/|'". Slices of `moves`. */
void fr_moves_file(const fr_moves *moves, size_t index, fr_bytes *from, fr_bytes *to,
                   fr_bytes *rename);

/* A function of a file of one side alone; ids of `names`. Files are paired by their functions. */
typedef struct fr_file_function {
    uint32_t file, function;
} fr_file_function;

/* Sorts base[] and new_[], which may hold a function several times. Sets to[file] for each file of base
 * that is a file of new, and leaves it 0 for others. False when memory ran out. */
FR_CHECKED bool fr_moved_files_find(const fr_names *names, fr_file_function *base, size_t n_base,
                                    fr_file_function *new_, size_t n_new, uint32_t *to);
/* "--rename 's|/ci/1/|/ci/2/|'" in the names; FR_NO_ID when memory ran out. */
uint32_t fr_moved_files_rename(fr_names *names, uint32_t from, uint32_t to);

/* Renames frames of the union, whose columns are runs; fills diff->pairs and diff->n_same. The
 * names of the profile must not be shared yet. */
bool fr_pairing_apply(fr_diff *diff, const fr_diff_options *opt, fr_error *err);

/* Fills diff->renamed, in the order of the tree; verdicts are known. */
bool fr_renamed_find(fr_diff *diff, fr_error *err);

#endif
