/*
 * moved_places.h - what moves.c looks at: the names of both sides, and the places that they hold. Only for moves.c.
 *
 *     name                       file         function   line   column   sides
 *     words (/srv/a.js:2:15)     /srv/a.js    words         2       15   IN_BASE
 *     words (/srv/a.js:3:15)     /srv/a.js    words         3       15   IN_NEW
 */
#ifndef FR_DIFF_MOVED_PLACES_H
#define FR_DIFF_MOVED_PLACES_H

#include "diff/moved_lines.h"
#include "diff/moves.h"

enum { IN_BASE = 1, IN_NEW = 2 };

/* A name that holds a place. */
typedef struct fr_moved_place {
    uint32_t name;           /* of fr_moves.names */
    uint32_t file, function; /* of fr_moves.made */
    uint32_t line, column;
    uint32_t rank; /* of the name in byte order */
    uint8_t sides;
    bool anonymous;
    bool by_other; /* a place of new that one of base has become: another than that of its name */
} fr_moved_place;

typedef struct file_move {
    uint32_t from, to, rename; /* of fr_moves.made */
} file_move;

struct fr_moves {
    fr_names *names; /* as they were recorded */
    fr_names *made;  /* files, functions, and what names become */
    uint32_t n_names;
    uint8_t *sides;  /* by name */
    uint32_t *as[2]; /* by name, on base and on new: what it is called, of `made`; 0: as it is */
    fr_moved_place *places; /* by file, function, line and column */
    size_t n_places;
    fr_function_line *lines; /* of the file that is looked at */
    file_move *files;
    size_t n_files, n_moved;
};

/* Fills names, sides and places, the places by the bytes of their names. False: `err`. */
bool fr_moved_places_find(fr_moves *m, const fr_run *runs, size_t n_base, size_t n,
                          fr_renames *renames, fr_error *err);

#endif
