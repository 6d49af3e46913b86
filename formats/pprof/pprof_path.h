/*
 * pprof_path.h - from the location ids of a sample to its stack. Samples often share their root side with
 * the sample before: what they share is not looked up again.
 *
 *     before   [7 4 3 2 1]   leaf first, as pprof has them
 *     now        [9 3 2 1]   3 2 1 are the same stack; 9 is looked up
 */
#ifndef FR_FORMATS_PPROF_PATH_H
#define FR_FORMATS_PPROF_PATH_H

#include "formats/frame_run.h"
#include "formats/pprof/pprof_tables.h"

/* All zero at first. */
typedef struct fr_pprof_path {
    fr_list ids;  /* uint64_t: of the sample pushed last, leaf first */
    fr_list ends; /* fr_run_end: by id of that sample, root first: the stack up to its frames */
    fr_frame_runs runs;
} fr_pprof_path;

/* The stack of n locations, leaf first, n > 0. An id of no location is shown as [unknown] and counted. */
uint32_t fr_pprof_path_push(fr_pprof_path *path, fr_pprof *p, const uint64_t *ids, size_t n);
void fr_pprof_path_reset(fr_pprof_path *path);

#endif
