/*
 * table.h - self and total of everything that has a name: the numbers behind fr_report_top().
 *
 *     a;b;a 3        self  total
 *     a;b   5     a  3     8        counted once on the stack where it stands twice
 *                 b  5     8
 *
 * self: values of stacks whose innermost frame is the function's; they sum up to what is kept.
 * total: values of stacks that hold the function, each stack once.
 */
#ifndef FR_MODEL_TABLE_H
#define FR_MODEL_TABLE_H

#include "model/profile.h"

typedef enum fr_table_by { FR_TABLE_NAME, FR_TABLE_MODULE } fr_table_by;

typedef struct fr_table_row {
    fr_bytes name; /* in the profile's names, or static */
    int64_t self, total;
} fr_table_row;

typedef struct fr_table {
    fr_table_row *rows; /* only those with a total, in no order */
    size_t n_rows;
    int64_t kept;   /* sum of self */
    bool recursive; /* a stack with a value holds some name twice */
} fr_table;

bool fr_table_init(fr_table *table, const fr_profile *profile, uint32_t column, fr_table_by by,
                   fr_error *err);
/* By self or by total, the largest first; equal ones by name. */
void fr_table_sort(fr_table *table, fr_top_order order);
void fr_table_reset(fr_table *table);

#endif
