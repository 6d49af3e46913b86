/*
 * pprof_ways.h - the fast ways of pprof, which are optional: each gives what reading sample by sample gives
 * (pprof_samples.h), sooner.
 *
 *     top       self and total of names, counted on all threads; no stacks
 *     picture   the same count, and stacks only as far as the picture shows them
 *
 * A way is chosen once for an input, before its samples are read. It reads all of them, or returns false and
 * has not told the builder anything; then they are read one by one.
 */
#ifndef FR_FORMATS_PPROF_WAYS_H
#define FR_FORMATS_PPROF_WAYS_H

#include "formats/pprof/pprof_samples.h"
#include "formats/reader.h"

typedef struct fr_pprof_way {
    const char *name;
    fr_way way;
    bool (*applies)(const fr_pprof_samples *s);
    bool (*read)(fr_pprof_samples *s, size_t n_threads);
} fr_pprof_way;

/* The way for these samples, whose columns are open; NULL: the plain path. */
const fr_pprof_way *fr_pprof_way_for(const fr_pprof_samples *s, const fr_choice *choice);

bool fr_pprof_picture_read(fr_pprof_samples *s, size_t n_threads);

#endif
