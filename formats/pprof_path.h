/*
 * pprof_path.h - from the location ids of a sample to its stack. Samples often share their root side
 * with the sample before: what has the same ids needs no lookup.
 *
 *     before   [1 2 3 4 5]   root first
 *     now      [1 2 3 7]     1 2 3 are the same stack; 7 is looked up
 */
#ifndef FR_FORMATS_PPROF_PATH_H
#define FR_FORMATS_PPROF_PATH_H

#include "formats/pprof_index.h"

typedef struct fr_pprof_path {
    fr_pprof *p;
    fr_pprof_list ids;    /* uint64_t: of the sample, leaf first */
    fr_pprof_list before; /* of the sample before; empty where it had ids of nothing */
    fr_pprof_list stacks; /* uint32_t: of `before`, root first */
    fr_pprof_list whole;  /* uint32_t: frames of the sample, root first */
    fr_pprof_list frames; /* uint32_t: to be pushed, root first */
    uint32_t *lone;       /* by id of a location, below n_lone: its only frame; 0: look it up */
    uint64_t n_lone;
} fr_pprof_path;

/* After fr_pprof_resolve(); false after a failure, which is the builder's. */
bool fr_pprof_path_init(fr_pprof_path *path, fr_pprof *p);
void fr_pprof_path_reset(fr_pprof_path *path);

static inline void fr_pprof_path_begin(fr_pprof_path *path)
{
    path->ids.n = 0;
}

/* The location ids of a field, packed or one. */
void fr_pprof_path_take(fr_pprof_path *path, const fr_wire_field *field);
/* The stack of the ids taken, of which there is at least one. */
uint32_t fr_pprof_path_push(fr_pprof_path *path);

#endif
