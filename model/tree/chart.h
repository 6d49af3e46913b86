/*
 * chart.h - charts: trees in which time runs from left to right, which flame charts draw.
 *
 *     main;a 3        main                 main;a, then main;b, then main;a again: three children
 *     main;b 2        a   b  a
 *     main;a 4
 *
 * Nodes have a place of their own (start), since the own value of a frame may lie between its children, and since the
 * lanes of threads stand over each other.
 */
#ifndef FR_MODEL_CHART_H
#define FR_MODEL_CHART_H

#include "model/profile.h"

/* Fills a tree with the columns of `profile`: stacks in the order of the input, or, where samples have times, a lane
 * for each thread. Needs the samples (keep_samples). */
bool fr_chart_build(fr_tree *tree, const fr_profile *profile, const fr_tree_options *opt,
                    fr_error *err);

/* A sample on a lane: until the next one, or for as long as samples of its thread usually stand apart. */
typedef struct fr_lane_sample {
    int64_t start, value; /* ns from the first sample; how long it lasts */
    uint32_t stack, thread;
    size_t place; /* in the input */
} fr_lane_sample;

#define FR_LANE_NAME 300

/* Returns true if some sample has a time: then there are lanes. */
bool fr_chart_is_timed(const fr_profile *profile);
bool fr_chart_is_whole(const fr_profile *profile); /* Returns true if the lanes have all samples. */
/* Returns the time of the first sample of all lanes; FR_NO_TIME: there are none. */
int64_t fr_chart_first_ns(const fr_profile *profile);
/* The samples that have times, lane by lane, the lane first that worked longest (idle loops are no work),
 * to be freed; NULL when memory ran out. */
fr_lane_sample *fr_chart_moments(const fr_profile *profile, size_t *n);
/* Returns false if the lanes run longer than 63 bits of ns can say. */
bool fr_chart_fits(const fr_lane_sample *moments, size_t n);
/* Returns where the lane that begins at `from` ends. */
size_t fr_chart_lane_end(const fr_lane_sample *moments, size_t n, size_t from);
/* "java 4711" */
void fr_chart_lane_name(const fr_profile *profile, uint32_t thread, char to[FR_LANE_NAME]);

#endif
