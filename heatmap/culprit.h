/*
 * culprit.h - the innermost function that makes a burst of all samples.
 *
 *     usual    parse 40  send 40
 *     burst    parse 38  send 41  mark_roots 95      "2.2 times as many samples, most of it mark_roots"
 */
#ifndef FR_HEATMAP_CULPRIT_H
#define FR_HEATMAP_CULPRIT_H

#include "heatmap/perturb.h"
#include "heatmap/series.h"

/* Sets leaf and leaf_share of the bursts of all samples, where one function makes a quarter of what is more than usual.
 * Waits have none: they all end where a thread leaves its CPU. False: memory ran out. */
FR_CHECKED bool fr_name_leaves(const fr_profile *profile, const fr_idle *idle, const fr_series *all,
                               fr_perturbations *found);

#endif
