/*
 * table_mean.h - a table divided by another one: bytes / objects gives the mean bytes of an object.
 */
#ifndef FR_MODEL_TABLE_MEAN_H
#define FR_MODEL_TABLE_MEAN_H

#include "model/report/table.h"

/* value / by with `decimals` more digits, half up. A value by nothing is itself, as in pprof. */
int64_t fr_mean(int64_t value, int64_t by, uint32_t decimals);
/* Divides the rows of `table` and its sum. Both tables must be in the order of their keys. */
void fr_table_divide(fr_table *table, const fr_table *by, uint32_t decimals);

#endif
