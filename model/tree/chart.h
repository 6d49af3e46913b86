/*
 * chart.h - a tree in which time runs from left to right: what a flame chart draws.
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

#include "model/tree/tree.h"

/* Fills a tree with the columns of `profile`: stacks in the order of the input, or, where samples have times, a lane
 * for each thread. Needs the samples (keep_samples). */
bool fr_chart_build(fr_tree *tree, const fr_profile *profile, const fr_tree_options *opt,
                    fr_error *err);

#endif
