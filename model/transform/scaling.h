/*
 * scaling.h - --divide-by and --factor: values by a number, as integers of 10^-decimals, rounded half up once for
 * each stack.
 *
 *     10 samples / 3  ->  3 333 333 of 10^-6 samples
 */
#ifndef FR_MODEL_SCALING_H
#define FR_MODEL_SCALING_H

#include "base/number.h"
#include "model/build/builder.h"

typedef struct fr_scaling {
    int64_t divisor;                 /* 0: nothing is divided */
    uint64_t factor[FR_MAX_COLUMNS]; /* value * factor / divisor */
} fr_scaling;

/* Returns true if divide_by and multiply_by can be understood; else FR_E_USAGE. NULL can. */
bool fr_scaling_check(const fr_transform_options *opt, fr_error *err);
/* Reads divide_by and multiply_by, each a decimal number above 0, or NULL. The columns of `b`, which is like
 * `profile` and holds no values yet, get up to six more decimals. False: FR_E_USAGE. */
bool fr_scaling_init(fr_scaling *scaling, const fr_transform_options *opt,
                     const fr_profile *profile, fr_builder *b, fr_error *err);
int64_t fr_scaling_value(const fr_scaling *scaling, uint32_t column, int64_t value);
double fr_scaling_squares(const fr_scaling *scaling, uint32_t column, double squares);

#endif
