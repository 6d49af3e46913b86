/*
 * wrapping.h - what a profile may be wrapped in: gzip, zstd, a zip with one file, UTF-16. Each is a row: a filter
 * that takes bytes as they come, in pieces of any size. unwrap.c has the table.
 */
#ifndef FR_BASE_WRAPPING_H
#define FR_BASE_WRAPPING_H

#include "base/bytes.h"
#include "base/fail.h"

typedef struct fr_wrapping {
    const char *name;             /* in messages: "the gzip ends too early" */
    const char *suffix;           /* of files, besides that of what is wrapped; "": none */
    const char *magic;            /* what a stream of it begins with */
    const char *magic_2;          /* or with this; NULL: nothing else */
    bool packs;                   /* it makes bytes fewer */
    void *(*make)(void);          /* NULL when memory ran out */
    void (*release)(void *state); /* NULL is fine */
    /* At the beginning of a stream. */
    void (*begin)(void *state);
    /* Unwraps from *in (moved past what was used) to `to`, whose room is never 0; returns the bytes written. It uses or
     * writes something where there is input left, or fills err. */
    size_t (*unwrap)(void *state, fr_bytes *in, char *to, size_t room, fr_error *err);
    bool (*whole)(const void *state); /* the stream may end here */
} fr_wrapping;

extern const fr_wrapping fr_wrapping_gzip;  /* zip.c */
extern const fr_wrapping fr_wrapping_zstd;  /* unzstd.c, in builds with libzstd */
extern const fr_wrapping fr_wrapping_zip;   /* archive.c */
extern const fr_wrapping fr_wrapping_utf16; /* utf16.c */

#endif
