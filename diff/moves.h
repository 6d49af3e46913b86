/*
 * moves.h - functions at other lines of their file, and files at other paths, are the same functions.
 *
 *     base                        new
 *     words (/srv/a.js:2:15)      words (/srv/a.js:3:15)        a line was added above it
 *     words (/ci/1/a.js:2:15)     words (/ci/2/a.js:2:15)       the file lies elsewhere
 *
 * What a function is called and the file that it stands in tell which it is. Those of one name and file, anonymous
 * ones above all, meet by their order: first where the lines that others of the file moved by say, then one after the
 * other. Names without columns hold the line that ran, not the function's: named functions lose it. A file that base
 * alone has meets one that new alone has where they have the same functions.
 */
#ifndef FR_DIFF_MOVES_H
#define FR_DIFF_MOVES_H

#include "diff/diff.h"
#include "diff/union.h"
#include "model/transform/names.h"

typedef struct fr_moves fr_moves;

/* Of the runs of both sides, base's first; names are looked at as `renames` (may be NULL) makes them. NULL: `err`. */
fr_moves *fr_moves_find(const fr_run *runs, size_t n_base, size_t n, fr_renames *renames,
                        fr_error *err);
void fr_moves_free(fr_moves *moves);
/* What a name of a side is called in the differential: most often the name itself. */
fr_bytes fr_moves_name(const fr_moves *moves, bool is_new, fr_bytes name);
/* Functions of base that stand elsewhere in new. */
size_t fr_moves_count(const fr_moves *moves);

/* Files that have moved, in the order of their paths in base. */
size_t fr_moves_files(const fr_moves *moves);
/* One of them: from where to where, and "--rename 's|/ci/1/|/ci/2/|'", which says so in words. Slices of `moves`. */
void fr_moves_file(const fr_moves *moves, size_t index, fr_bytes *from, fr_bytes *to,
                   fr_bytes *rename);

#endif
