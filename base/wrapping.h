/*
 * wrapping.h - bytes out of what they are wrapped in, layer by layer: a zip that holds a gzip that holds UTF-16.
 *
 *     source --take--> packed --unwrap--> packed --unwrap--> reader
 */
#ifndef FR_BASE_WRAPPING_H
#define FR_BASE_WRAPPING_H

#include "base/bytes.h"
#include "base/fail.h"

#define FR_UNWRAP_LAYERS 3 /* of all wrappings */

typedef struct fr_unwrapper fr_unwrapper;

/* take(arg, to, room) writes up to `room` bytes of the source and returns how many; 0 ends it. `limit`: the most bytes
 * that all layers may give; 0: as many as the source is likely to hold (docs/limits.md). NULL when memory ran out. */
fr_unwrapper *fr_unwrapper_new(size_t (*take)(void *arg, char *to, size_t room), void *arg,
                               uint64_t limit);
void fr_unwrapper_free(fr_unwrapper *u); /* NULL is fine */
/* For another source, by the same take() and with the same memory. */
void fr_unwrapper_restart(fr_unwrapper *u);
/* Returns true if `head`, the first bytes so far unwrapped, begins a wrapping. Four bytes are enough to tell. */
bool fr_unwrap_knows(fr_bytes head);
/* Adds the layer that `head` begins. `head` has at most 256 KiB, and the layer consumes it. False: memory ran out, or
 * there are too many layers; `err` says which. */
bool fr_unwrapper_add(fr_unwrapper *u, fr_bytes head, fr_error *err);
/* Up to `room` bytes (not 0) of what is wrapped; 0 at the end, and after a failure, which fills err. */
size_t fr_unwrap(fr_unwrapper *u, char *to, size_t room, fr_error *err);
/* True if nothing is left. It may be false at the end, where only another take() would show it. */
bool fr_unwrapper_done(const fr_unwrapper *u);
/* `name` without the suffixes of wrappings that it ends in: "x.pb.gz" becomes "x.pb". */
fr_bytes fr_unwrap_name(fr_bytes name);

/* ---- deflate and inflate for everyone; zlib and ISA-L enter few rooms (tests/includes.sh) ---- */

/* The CRC-32 of what `crc` is of, and of `bytes` behind it; of nothing it is 0. */
uint32_t fr_crc32(uint32_t crc, fr_bytes bytes);
/* All of `raw` as one zlib stream, malloc'ed; at == NULL when memory ran out. */
fr_bytes fr_deflate_all(fr_bytes raw);
fr_bytes fr_gzip_all(fr_bytes raw); /* Packs `raw` to a gzip file without name and time. */
/* Exactly `len` bytes inflated from a zlib stream that is all of `packed`, malloc'ed; at == NULL on failure. */
fr_bytes fr_inflate_all(fr_bytes packed, size_t len, fr_error *err);

/* ---- the table of unwrap.c ---- */

/* A profile may be wrapped in it: a filter that takes bytes as they come, in pieces of any size. */
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
 * One member of a gzip, inflated by the library that the build chose: ISA-L (inflate_isal.c) or zlib (inflate_zlib.c).
 * Both give the same bytes. Only zip.c calls this.
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
