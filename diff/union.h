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
/* Returns what all runs measured: "cycles"; "" where none tells. Lives as long as the profiles. */
const char *fr_union_event(const fr_run *runs, size_t n);

/* The columns of such a profile added up to two, "base" (the first n_base) and "new". */
FR_CHECKED bool fr_union_pool(fr_profile *profile, size_t n_base, fr_error *err);

/*
 * moves.c: functions at other lines of their file, and files at other paths (moved_files.c), are the same functions.
 *
 *     base                        new
 *     words (/srv/a.js:2:15)      words (/srv/a.js:3:15)        a line was added above it
 *     words (/ci/1/a.js:2:15)     words (/ci/2/a.js:2:15)       the file lies elsewhere
 *
 * A function is known by its name and its file. Where several functions of a file have one name, as anonymous ones
 * do, they are paired by position: first where the other functions of the file show by how many lines it moved, then
 * in their order. A name without a column holds the line that ran, and not the line of the function: named functions
 * lose that line. A file that only base has is paired with a file that only new has if both have the same functions.
 */

typedef struct fr_moves fr_moves;

/* Finds the moves between the runs of both sides, base's first. `renames` (may be NULL) rewrites the names before
 * they are compared. NULL: `err`. */
fr_moves *fr_moves_find(const fr_run *runs, size_t n_base, size_t n, fr_renames *renames,
                        fr_error *err);
void fr_moves_free(fr_moves *moves);
/* Returns what a name of a side is called in the differential: most often the name itself. */
fr_bytes fr_moves_name(const fr_moves *moves, bool is_new, fr_bytes name);
/* Functions of base that stand elsewhere in new. */
size_t fr_moves_count(const fr_moves *moves);

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

/*
 * pairing.c: names that differ by run are taken as one, in a union before it becomes a tree.
 *
 *     base: main;App$$Lambda$12.run 30          main;App$$Lambda$77.run  30  31
 *     new:  main;App$$Lambda$77.run 31
 *
 * A name of base only and a name of new only that have the same form (model/transform/names.h), under callers
 * that have the same forms. Where several stand together, the largest is paired with the largest. Each name
 * has one partner. The name of new is shown.
 */

/* Renames frames of the union, whose columns are runs; fills diff->pairs and diff->n_same. The
 * names of the profile must not be shared yet. */
bool fr_pairing_apply(fr_diff *diff, const fr_diff_options *opt, fr_error *err);

/*
 * pairing.c, too: a frame that is gone and one that is new, of the same caller, that call the same:
 *
 *     main;read_config;parse 30      gone           main;load_config;parse 31      new
 *
 * are perhaps one that was renamed. The comparison stays as it is; the report lists the pair.
 */

/* Fills diff->renamed, in the order of the tree; verdicts are known. */
bool fr_renamed_find(fr_diff *diff, fr_error *err);
/* The pair of a new function, or of a gone one; NULL: none. */
const fr_diff_pair *fr_renamed_pair(const fr_diff *diff, uint32_t name, bool is_new);

#endif
