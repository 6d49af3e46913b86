/*
 * builder_weights.h - columns of which it turns out only later what their values are: numbers of samples, weights,
 * values with decimals.
 *
 *     main;run 2      a value without decimals
 *     main;run 0.5    the column has one from now on: 20 and 5, of which each is a tenth
 */
#ifndef FR_MODEL_BUILDER_WEIGHTS_H
#define FR_MODEL_BUILDER_WEIGHTS_H

#include "model/build/builder.h"

/* True while no stack has a value in the column, and values would be numbers of samples. */
bool fr_builder_is_blank(const fr_builder *b, uint32_t column);
/* The column has so many decimals at least from now on; values that are there are multiplied, which
 * fails where they overflow. */
void fr_builder_refine(fr_builder *b, uint32_t column, uint32_t decimals);
/* Values, those that are there too, are numbers of samples: sum becomes count, the unit "samples". */
void fr_builder_use_counts(fr_builder *b, uint32_t column);
/* Values that are there are numbers of samples, of which each weighs `each`: they become weights. */
void fr_builder_weigh(fr_builder *b, uint32_t column, int64_t each);
/* Sums of squares of the column do not depend on the order of values: an input that is read in parts
 * gets the same sums as one that is read at once. */
void fr_builder_exact(fr_builder *b, uint32_t column);
/* Fails the builder: values overflow at a stack, which the error names. */
void fr_builder_fail_overflow(fr_builder *b, uint32_t stack);

#endif
