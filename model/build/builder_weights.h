/*
 * builder_weights.h - columns of which only the input shows what their values are: numbers of samples, weights, values
 * with decimals.
 *
 *     main;run 2      a value without decimals
 *     main;run 0.5    the column has one from now on: 20 and 5, of which each is a tenth
 */
#ifndef FR_MODEL_BUILDER_WEIGHTS_H
#define FR_MODEL_BUILDER_WEIGHTS_H

#include "model/build/builder.h"

/* True while no stack has a value in the column, and values would be numbers of samples. */
bool fr_builder_is_blank(const fr_builder *b, uint32_t column);
/* Gives the column at least `decimals` decimals. Values that it has already are multiplied, which fails where one
 * overflows. */
void fr_builder_refine(fr_builder *b, uint32_t column, uint32_t decimals);
/* The column counts samples from now on: the values that it has already become the numbers of their samples, the unit
 * becomes "samples". */
void fr_builder_use_counts(fr_builder *b, uint32_t column);
/* The values so far were numbers of samples, each of which weighs `each`: they become weights. */
void fr_builder_weigh(fr_builder *b, uint32_t column, int64_t each);
/* Keeps sums of squares of the column exact from now on, so that they do not depend on the order of values: an input
 * that is read in parts gets the same sums as one that is read at once. */
void fr_builder_exact(fr_builder *b, uint32_t column);
/* Fails the builder: values overflow at a stack, which the error names. */
void fr_builder_fail_overflow(fr_builder *b, uint32_t stack);

#endif
