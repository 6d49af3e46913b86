/*
 * recording.h - what a recording says of itself: when it was made, how long it took, every what a
 * sample was taken, and what people wrote beside it. pprof has it; other formats leave it empty.
 *
 * Merging does not depend on order or grouping: the earliest time, the sum of durations, the
 * comments of all, and of texts that differ the one that is first in byte order.
 */
#ifndef FR_MODEL_RECORDING_H
#define FR_MODEL_RECORDING_H

#include "base/bytes.h"
#include "base/sha256.h"

/* The inputs of a partial merge: enough to prove that none is missing or counted twice. */
typedef struct fr_provenance {
    bool known;                            /* false: nobody counted */
    uint64_t n_inputs;                     /* may be 0 */
    unsigned char digest[FR_SHA256_BYTES]; /* sum of their SHA-256, mod 2^256, big-endian */
} fr_provenance;

typedef struct fr_recording {
    int64_t time_ns;                 /* since 1970; 0: unknown */
    int64_t duration_ns;             /* 0: unknown */
    char *period_type, *period_unit; /* "cpu", "nanoseconds"; NULL: unknown */
    int64_t period;                  /* between two samples */
    char *default_type;              /* the sample type to show; NULL: unknown */
    char *doc_url;
    /* pprof's expressions for frames that hide their callers, such as allocators, and the exceptions
     * from them; NULL: none. */
    char *drop_frames, *keep_frames;
    fr_provenance provenance;
    char **comments; /* distinct, in byte order */
    size_t n_comments, comments_cap;
} fr_recording;

/* A copy of `text` in *to, or NULL where it is empty; false when memory ran out. */
bool fr_recording_set(char **to, fr_bytes text);
bool fr_recording_comment(fr_recording *recording, fr_bytes text);
/* Forgets the frames to drop: they are dropped. */
void fr_recording_forget_drop_frames(fr_recording *recording);
/* Counts an input by its digest. */
void fr_provenance_add(fr_provenance *to, uint64_t n_inputs,
                       const unsigned char digest[FR_SHA256_BYTES]);
bool fr_recording_merge(fr_recording *to, const fr_recording *from);
/* `to` is overwritten. */
bool fr_recording_copy(fr_recording *to, const fr_recording *from);
void fr_recording_reset(fr_recording *recording);

#endif
