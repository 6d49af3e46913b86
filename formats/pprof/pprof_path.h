/*
 * pprof_path.h - from the location ids of a sample to its frames, and to its stack. Samples often
 * share their root side with the sample before: what has the same bytes is neither decoded nor
 * looked up.
 *
 *     before   [7 4 3 2 1]   leaf first, as pprof has them
 *     now        [9 3 2 1]   3 2 1 are the same stack; 9 is looked up
 */
#ifndef FR_FORMATS_PPROF_PATH_H
#define FR_FORMATS_PPROF_PATH_H

#include "formats/pprof/pprof_index.h"

typedef struct fr_pprof_path {
    fr_pprof *p;
    fr_bytes packed;      /* ids of the sample, leaf first: varints */
    fr_bytes before;      /* of the sample before; empty where it had ids of nothing */
    fr_pprof_list joined; /* char: `packed`, where several fields hold them */
    fr_pprof_list joined_before;
    size_t n_shared;      /* locations from the root on that both have */
    fr_pprof_list ids;    /* uint64_t: the other ones, leaf first */
    fr_pprof_list ends;   /* uint32_t: by location, root first: how many frames lie above its end */
    fr_pprof_list frames; /* uint32_t: of the sample, root first */
    fr_pprof_list stacks; /* uint32_t: by frame */
    uint32_t leaf;        /* stack of the sample before */
    bool traced;          /* `stacks` are those that lead to `leaf` */
    uint32_t *lone;       /* by id of a location, below n_lone: its only frame; 0: look it up */
    uint64_t n_lone;
    bool all_lone; /* no location is looked up elsewhere */
} fr_pprof_path;

/* After fr_pprof_resolve(); false after a failure, which is the builder's. */
bool fr_pprof_path_init(fr_pprof_path *path, fr_pprof *p);
void fr_pprof_path_reset(fr_pprof_path *path);

static inline void fr_pprof_path_begin(fr_pprof_path *path)
{
    path->packed = (fr_bytes){NULL, 0};
    path->joined.n = 0;
}

/* The location ids of a field, packed or one. Nearly all samples have one packed field, which stays where it
 * is. */
void fr_pprof_path_join(fr_pprof_path *path, fr_wire_field field);
static inline void fr_pprof_path_take(fr_pprof_path *path, const fr_wire_field *field)
{
    if (field->type == FR_WIRE_BYTES && path->packed.len == 0)
        path->packed = field->bytes;
    else
        fr_pprof_path_join(path, *field);
}
/* All are taken: checks and decodes them. Then one of those below, or fr_pprof_path_skip(). */
void fr_pprof_path_end(fr_pprof_path *path);
/* Fills `frames` of the ids taken, of which there is at least one. Returns how many of them, from the
 * root on, are those of the sample before. */
size_t fr_pprof_path_find(fr_pprof_path *path);
/* The same, and the stack. From the first fr_pprof_path_find() on it is of no use any more. */
uint32_t fr_pprof_path_push(fr_pprof_path *path);
/* Tells the builder their names, where it keeps no stacks (fr_builder_tally). */
void fr_pprof_path_tally(fr_pprof_path *path);
/* What p->frames holds for something that is called so, of which nothing more is known. */
uint32_t fr_pprof_standalone(fr_pprof *p, fr_bytes name);
/* The sample is left out. */
void fr_pprof_path_skip(fr_pprof_path *path);

#endif
