/*
 * moved_files.h - pairs files that only base has with files that only new has, by their functions.
 */
#ifndef FR_DIFF_MOVED_FILES_H
#define FR_DIFF_MOVED_FILES_H

#include "base/fail.h"
#include "base/intern.h"

/* A function of a file of one side alone; ids of `names`. */
typedef struct fr_file_function {
    uint32_t file, function;
} fr_file_function;

/* Sorts base[] and new_[], which may hold a function several times. Sets to[file] for each file of base
 * that is a file of new, and leaves it 0 for others. False when memory ran out. */
FR_CHECKED bool fr_moved_files_find(const fr_names *names, fr_file_function *base, size_t n_base,
                                    fr_file_function *new_, size_t n_new, uint32_t *to);
/* "--rename 's|/ci/1/|/ci/2/|'" in the names; FR_NO_ID when memory ran out. */
uint32_t fr_moved_files_rename(fr_names *names, uint32_t from, uint32_t to);

#endif
