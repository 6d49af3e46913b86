/*
 * moves.h - functions that stand elsewhere in the other side: at another line, or in a file whose path changed. They keep
 * one name in a differential. moved_functions.c finds them, moved_files.c pairs files by what they hold.
 *
 *     base  price (/ci/1/shop.js:39:10)      new  price (/ci/2/shop.js:44:10)      one function
 */
#ifndef FR_DIFF_MOVES_H
#define FR_DIFF_MOVES_H

#include "diff/diff.h"

typedef struct fr_moves {
    fr_names *names; /* as they were recorded */
    fr_names *made;  /* files, functions, and what names become */
    uint32_t n_names;
    uint8_t *sides;  /* by name */
    uint32_t *as[2]; /* by name, on base and on new: what it is called, of `made`; 0: as it is */
    struct moved_place *places; /* by file, function, line and column */
    size_t n_places;
    struct function_line *lines; /* of the file that is looked at */
    struct file_move *files;     /* that have moved, in the order of their paths in base */
    size_t n_files;
    size_t n_moved; /* functions of base that stand elsewhere in new */
    bool are_all;   /* false: so many files share functions that others may have moved, too */
} fr_moves;

/* Finds the moves between the runs of both sides, base's first. `renames` (may be NULL) rewrites the names before
 * they are compared. NULL: `err`. */
fr_moves *fr_moves_find(const fr_run *runs, size_t n_base, size_t n, fr_renames *renames,
                        fr_error *err);
void fr_moves_free(fr_moves *moves);
/* Returns what a name of a side is called in the differential: most often the name itself. */
fr_bytes fr_moves_name(const fr_moves *moves, bool is_new, fr_bytes name);
/* One of the files that have moved: its path in base, its path in new, and the option that says the same, "--rename
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
