/*
 * suspects.h - what people give us by mistake, by name, with the next command.
 */
#ifndef FR_FORMATS_SUSPECTS_H
#define FR_FORMATS_SUSPECTS_H

#include "base/bytes.h"
#include "base/fail.h"

bool fr_shape_valgrind(fr_bytes head); /* "==4711== Memcheck, a memory error detector" */

typedef struct fr_suspect {
    const char *text; /* a sentence without its first words' capital and its full stop */
    const char *hint; /* the next command; NULL: the list of formats */
    fr_code code;     /* FR_E_FORMAT, or FR_E_EMPTY where it may be a profile of nothing */
} fr_suspect;

/* The first row that matches what is no profile, or NULL. `head` is the beginning of the input. It is asked
 * before a format wins that is recognised by a few lines only; `only_sure`: the rows that speak against any format of
 * texts. */
const fr_suspect *fr_suspect_find(fr_bytes head, bool only_sure);

#endif
