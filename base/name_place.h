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

/*
 * Names that stand for a function nobody could name (unknown.c):
 *
 *     [unknown]              bare: not even the module is known
 *     ??  <unknown>          the same, of other tools
 *     0x7f3a12b0             bare: an address; also "7f3a12b0c4d8", all of at least 8 hex digits
 *     [libfoo.so] [vdso]     the module is known
 */
/* "[unknown]", "[libc.so.6]", "[[vdso]]": one pair of brackets around all of it. */
bool fr_name_is_bracketed(fr_bytes name);
bool fr_name_is_address(fr_bytes name); /* "0x7f3a12b0" */
bool fr_name_is_bare(fr_bytes name);    /* Neither function nor module. */
/* Returns where "+0x3ef10" begins that ends a name: the length of the name where none does. */
size_t fr_name_offset_at(fr_bytes name);
/* Returns true for an address in the upper half of the 64 bits that is no marker such as ffffffffffffffff. */
bool fr_address_is_kernel(uint64_t address);
/* The number in a name that is an address of either form; 0: none. */
uint64_t fr_name_address(fr_bytes name);

#endif
