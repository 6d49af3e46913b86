/*
 * inflate.h - one member of a gzip, inflated by the library that the build chose: ISA-L (inflate_isal.c),
 * which takes well under half the time, or zlib (inflate_zlib.c), which every system has. Both give the same
 * bytes. One difference: ISA-L accepts an incomplete set of codes, and zlib refuses it. Only zip.c calls this.
 */
#ifndef FR_BASE_INFLATE_H
#define FR_BASE_INFLATE_H

#include "base/bytes.h"

typedef struct fr_member fr_member;

typedef enum fr_inflated {
    FR_INFLATED_SOME, /* so far: more input or more room is needed */
    FR_INFLATED_ALL,  /* the member ends, its checksum and length are right */
    FR_INFLATED_BAD,
    FR_INFLATED_NO_MEMORY,
} fr_inflated;

fr_member *fr_member_new(void); /* NULL when memory ran out */
void fr_member_free(fr_member *member);
/* Begins another member with the same memory. */
void fr_member_begin(fr_member *member);
/* Inflates from *in, and moves it past what was used. *n: the room at `to`, then the bytes written there.
 * *reason: what is bad. */
fr_inflated fr_member_inflate(fr_member *member, fr_bytes *in, char *to, size_t *n,
                              const char **reason);

#endif
