/*
 * pprof_trace.h - samples followed from their roots on, all at the same depth, and grouped by what comes
 * next. Ids are read backwards, as far as they are needed: they stand leaf first.
 *
 *     ids in the message   [8c 21 | 07 | 01]      01, 07, then 4236
 *     trace                 begin      at
 */
#ifndef FR_FORMATS_PPROF_TRACE_H
#define FR_FORMATS_PPROF_TRACE_H

#include "formats/pprof/pprof_path.h"

#define FR_PPROF_TRACED  UINT32_MAX /* bytes of samples at most: what places count */
#define FR_PPROF_LONG_ID 9          /* bytes: an id of more may have more than 64 bits */
#define FR_PPROF_TRACE_COST                                                                        \
    (2 * sizeof(fr_pprof_trace) + 2 * sizeof(uint32_t)) /* of each, in bytes */

/* Where the frames of a sample go on, root first, behind those read so far. */
typedef struct fr_pprof_cursor {
    uint32_t at;  /* behind the ids that are left, in fr_pprof.samples */
    uint32_t sub; /* frames read of the last of them */
} fr_pprof_cursor;

typedef struct fr_pprof_trace {
    uint32_t sample;
    uint32_t begin; /* of its ids */
    fr_pprof_cursor at;
} fr_pprof_trace;

/* Traces that go on alike. */
typedef struct fr_pprof_part {
    uint32_t key, n;
} fr_pprof_part;

typedef struct fr_pprof_traces {
    const fr_pprof_path *path;
    fr_pprof_trace *items;
    uint32_t *key; /* by trace: what p->frames has for its next frame, 0 at its end */
    size_t n, cap;
    unsigned ignored; /* low bits of a key that make no difference */
    bool odd;         /* an id of nothing, or a damaged one, was met */
    /* while they are sorted */
    fr_pprof_trace *moved;
    uint32_t *moved_key;
    uint32_t *part_of; /* by key: its part, if that is of this key; never cleared */
    fr_pprof_part *parts;
    size_t n_parts, parts_cap;
} fr_pprof_traces;

/* A trace more; false: no memory. */
bool fr_pprof_traces_add(fr_pprof_traces *t, uint32_t begin, uint32_t end);
/* All are added: keys are below n_keys. False: no memory. */
bool fr_pprof_traces_begin(fr_pprof_traces *t, uint32_t n_keys);
/* The next frames of n traces; true while they are all the same, and no end. */
bool fr_pprof_traces_step(fr_pprof_traces *t, uint32_t from, uint32_t n);
/* Puts those with the same key one behind the other, each in the order of their samples. */
bool fr_pprof_traces_sort(fr_pprof_traces *t, uint32_t from, uint32_t n);
/* For another thread, which works on other traces of the same list; false: no memory. Then it leaves. */
bool fr_pprof_traces_share(fr_pprof_traces *t, const fr_pprof_traces *with, uint32_t n_keys);
void fr_pprof_traces_leave(fr_pprof_traces *t);
void fr_pprof_traces_reset(fr_pprof_traces *t);

/* Whether the id that stands between these places in p->samples has more than 64 bits. */
bool fr_pprof_is_broken_id(const fr_pprof *p, uint32_t begin, uint32_t end);
/* The next frame of a location that has several. *odd, and 0: an id of nothing, or a broken one. `at` is
 * where it begins. */
uint32_t fr_pprof_step_inside(const fr_pprof_path *path, fr_pprof_cursor *c, uint64_t id,
                              uint32_t at, bool *odd);

/* The next frame, 0 at the end. "8c 21 | 07" is 7, then 4236: all bytes of an id but the last have the
 * high bit set. */
static inline uint32_t fr_pprof_step(const fr_pprof_path *path, fr_pprof_cursor *c, uint32_t begin,
                                     bool *odd)
{
    const unsigned char *bytes = (const unsigned char *)path->p->samples.at;
    uint32_t at = c->at, frame;
    uint64_t id;

    if (at == begin)
        return 0;
    id = bytes[--at];
    while (at > begin && bytes[at - 1] & 0x80)
        id = id << 7 | (bytes[--at] & 0x7f);
    frame = id < path->n_lone && c->at - at <= FR_PPROF_LONG_ID ? path->lone[id] : 0;
    if (!frame)
        return fr_pprof_step_inside(path, c, id, at, odd);
    c->at = at;
    return frame;
}

#endif
