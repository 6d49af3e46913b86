/*
 * name_place.h - names of functions that hold where the function stands, taken apart:
 *
 *     JS:*words /srv/app.js:2:15        V8         words       /srv/app.js   2  15
 *     JS:^ /srv/app.js:4:733            V8         (no name)   /srv/app.js   4  733
 *     handle (/srv/app/views.py:12)     py-spy     handle      /srv/app/views.py 12
 *
 * and put together in one spelling, "words (/srv/app.js:2:15)", which reads as the same place again. The table in
 * name_place.c has all spellings, with the tools that write them.
 */
#ifndef FR_BASE_NAME_PLACE_H
#define FR_BASE_NAME_PLACE_H

#include "base/arena.h"

#define FR_ANONYMOUS "(anonymous)"

/* Slices of the name. */
typedef struct fr_name_place {
    fr_bytes function;     /* FR_ANONYMOUS where the function has no name */
    fr_bytes file;         /* never empty */
    uint32_t line, column; /* from 1; 0: the name has none */
} fr_name_place;

/* False where the name holds no file: *place is not set. */
bool fr_name_place_find(fr_bytes name, fr_name_place *place);
/* Returns where the file begins in "get size /srv/a b.js:4:5", " w1.js:1:1", "f node:fs:1:2": a function of V8 and its
 * place. */
size_t fr_script_file_at(fr_bytes text);
/* "words (/srv/app.js:2:15)"; in the arena, at == NULL when memory ran out. */
fr_bytes fr_name_place_spell(const fr_name_place *place, fr_arena *arena);
/* True where the function has no name of its own: "(anonymous)", "<lambda>", "{closure}". */
bool fr_name_place_is_anonymous(const fr_name_place *place);

#endif
