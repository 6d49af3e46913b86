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

/*
 * One member of a gzip, inflated by the library that the build chose: ISA-L (inflate_isal.c), which takes well under
 * half the time, or zlib (inflate_zlib.c), which every system has. Both give the same bytes. One difference: ISA-L
 * accepts an incomplete set of codes, and zlib refuses it. Only zip.c calls this.
 */

typedef struct fr_member fr_member;

typedef enum fr_inflated {
    FR_INFLATED_SOME, /* so far: more input or more room is needed */
    FR_INFLATED_ALL,  /* the member ends, its checksum and length are right */
    FR_INFLATED_BAD,
    FR_INFLATED_NO_MEMORY,
} fr_inflated;

fr_member *fr_member_new(void); /* NULL when memory ran out */
void fr_member_free(fr_member *member);
void fr_member_begin(fr_member *member); /* Begins another member with the same memory. */
/* Inflates from *in, and moves it past what was used. *n: the room at `to`, then the bytes written there.
 * *reason: what is bad. */
fr_inflated fr_member_inflate(fr_member *member, fr_bytes *in, char *to, size_t *n,
                              const char **reason);

#endif
