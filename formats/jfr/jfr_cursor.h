/*
 * jfr_cursor.h - numbers and strings as Java Flight Recorder writes them, one after another.
 *
 *     ac 02               the number 300: 7 bits a byte, the lowest first; a ninth byte has 8 bits
 *     03 04 6d 61 69 6e   the string "main": encoding 3 (UTF-8), length 4
 *
 * What would reach beyond the end sets `bad`, and is 0 or empty.
 */
#ifndef FR_FORMATS_JFR_CURSOR_H
#define FR_FORMATS_JFR_CURSOR_H

#include "base/arena.h"

typedef struct fr_jfr_cursor {
    const char *at, *end;
    bool bad;
} fr_jfr_cursor;

typedef enum fr_jfr_encoding {
    FR_JFR_NULL,
    FR_JFR_EMPTY,
    FR_JFR_POOLED, /* a constant of the pool of strings */
    FR_JFR_UTF8,
    FR_JFR_CHARS, /* UTF-16, each unit a number */
    FR_JFR_LATIN1
} fr_jfr_encoding;

/* A string that is not decoded yet: slices point into the chunk. */
typedef struct fr_jfr_string {
    fr_jfr_encoding encoding;
    uint64_t id;  /* of FR_JFR_POOLED */
    fr_bytes raw; /* of the last three */
} fr_jfr_string;

uint64_t fr_jfr_long_number(fr_jfr_cursor *c);

static inline uint64_t fr_jfr_number(fr_jfr_cursor *c)
{
    if (c->at < c->end && (unsigned char)*c->at < 0x80)
        return (unsigned char)*c->at++;
    return fr_jfr_long_number(c);
}

fr_bytes fr_jfr_take(fr_jfr_cursor *c, uint64_t n);
fr_jfr_string fr_jfr_take_string(fr_jfr_cursor *c);
/* The string in UTF-8: its own bytes, or a copy in `arena`. Empty for FR_JFR_POOLED, and with at == NULL when
 * memory ran out. */
fr_bytes fr_jfr_decode(const fr_jfr_string *string, fr_arena *arena);

#endif
