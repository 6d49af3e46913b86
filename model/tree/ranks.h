/*
 * ranks.h - the order of names: rank[id] is the place of a name among all names in byte order.
 */
#ifndef FR_MODEL_RANKS_H
#define FR_MODEL_RANKS_H

#include "model/profile.h"

/* fr_names_count() ranks, malloc'ed; NULL when memory ran out. */
uint32_t *fr_ranks_new(const fr_names *names);
/* The same among the names of frames; others, which may be many more, have none. */
uint32_t *fr_ranks_of_frames(const fr_profile *profile);

#endif
