/*
 * pprof_divide.h - stacks of a large pprof as far as a picture shows them: samples that share frames from
 * the root on are a group, which is divided by its next frames only if it is wide enough to be seen.
 *
 *     group           value
 *     main            90       wide
 *     main run        87       wide: divided
 *     main run copy   3        too narrow: one stack, whatever is on it
 *
 * What makes two frames one is their name, as in a tree (model/tree/projection.h).
 */
#ifndef FR_FORMATS_PPROF_DIVIDE_H
#define FR_FORMATS_PPROF_DIVIDE_H

#include "formats/pprof/fast/pprof_measure.h"

/* Whether it is worth a try, and can be done: after fr_pprof_index(). */
bool fr_pprof_can_divide(const fr_pprof *p);
/* Tells the builder all samples that were noted ahead; p->labels_only. False, and nothing told, where they
 * have to be read one by one: an id of nothing was met, or memory is short. */
bool fr_pprof_divide(const fr_pprof_path *path, const fr_pprof_columns *columns, size_t n_threads);
/* Then p->labels_only no more: p->frames are frames, and so are those of the path. */
void fr_pprof_frame_labels(fr_pprof_path *path);

#endif
