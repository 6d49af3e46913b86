/*
 * moves.h - functions that stand elsewhere in the other side: at another line, or in a file whose path changed. They keep
 * one name in a differential. moved_functions.c finds them, moved_files.c pairs files by what they hold.
 *
 *     base  price (/ci/1/shop.js:39:10)      new  price (/ci/2/shop.js:44:10)      one function
 */
#ifndef FR_DIFF_MOVES_H
#define FR_DIFF_MOVES_H

#include "diff/diff.h"

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
bool fr_moves_are_all(
    const fr_moves *moves); /* false: so many share functions that others may have, too */
/* One of them: its path in base, its path in new, and the option that says the same, "--rename
 * 's|/ci/1/|/ci/2/|'". Slices of `moves`. */
void fr_moves_file(const fr_moves *moves, size_t index, fr_bytes *from, fr_bytes *to,
                   fr_bytes *rename);

/* A function of a file of one side alone; ids of `names`. Files are paired by their functions. */
typedef struct fr_file_function {
    uint32_t file, function;
} fr_file_function;

/* Sorts base[] and new_[], which may hold a function several times. Sets to[file] for each file of base
 * that is a file of new, and leaves it 0 for others. *few becomes false where so many files share functions that not
 * all are looked for. False when memory ran out. */
FR_CHECKED bool fr_moved_files_find(const fr_names *names, fr_file_function *base, size_t n_base,
                                    fr_file_function *new_, size_t n_new, uint32_t *to, bool *few);
/* "--rename 's|/ci/1/|/ci/2/|'" in the names; FR_NO_ID when memory ran out. */
uint32_t fr_moved_files_rename(fr_names *names, uint32_t from, uint32_t to);

#endif
