/*
 * moves.h - functions at other lines of their file, and files at other paths, are the same functions.
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
#ifndef FR_DIFF_MOVES_H
#define FR_DIFF_MOVES_H

#include "diff/diff_types.h"
#include "diff/union.h"
#include "model/transform/names.h"

typedef struct fr_moves fr_moves;

/* Finds the moves between the runs of both sides, base's first. `renames` (may be NULL) rewrites the names before they are compared.
 * NULL: `err`. */
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

#endif
