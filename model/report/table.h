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

#include "model/report/table_keys.h"

typedef struct fr_table_row {
    fr_bytes name; /* lives as long as the keys and the profile */
    uint32_t key;
    int64_t self, total;
} fr_table_row;

typedef struct fr_table {
    fr_table_row *rows; /* only those with a total, by key until they are sorted */
    size_t n_rows;
    int64_t kept;   /* sum of self */
    bool recursive; /* a stack with a value holds some key twice */
} fr_table;

bool fr_table_init(fr_table *table, const fr_table_keys *keys, uint32_t column, fr_error *err);
/* By self or by total, the largest first; equal ones by name. Only the first n_first rows need be in
 * order, before all others; 0: all rows. */
void fr_table_sort(fr_table *table, fr_top_order order, size_t n_first);
void fr_table_reset(fr_table *table);

#endif
