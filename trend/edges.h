/*
 * edges.h - who calls whom, in any run: to see that a caller only passes on what a callee changed by.
 */
#ifndef FR_TREND_EDGES_H
#define FR_TREND_EDGES_H

#include "model/profile.h"
#include "trend/trend.h"

/* The calls of a profile; `id` by name of the profile, 0 where a name has no value. */
bool fr_edges_add(fr_trend *trend, const fr_profile *profile, const uint32_t *id);
/* For every function, in `reached`, whether it is called by `from`, by callees of it, and so on; not `from`
 * itself. `room`: as many ids. Edges must be in order: fr_edges_order(). */
void fr_edges_reach(const fr_trend *trend, uint32_t from, bool *reached, uint32_t *room);
void fr_edges_order(fr_trend *trend);

#endif
