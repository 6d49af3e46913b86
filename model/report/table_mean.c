/*
 * table_mean.c - means: two tables with the same keys, walked side by side.
 */
#include "model/report/table_mean.h"

#include "base/number.h"

int64_t fr_mean(int64_t value, int64_t by, uint32_t decimals)
{
    int64_t power = 1;

    fr_scale_up(1, decimals, &power);
    by = by > 0 ? by : 1;
    return (int64_t)(((fr_i128)value * power + by / 2) / by);
}

void fr_table_divide(fr_table *table, const fr_table *by, uint32_t decimals)
{
    size_t at = 0;

    for (size_t i = 0; i < table->n_rows; i++) {
        fr_table_row *row = &table->rows[i];
        while (at < by->n_rows && by->rows[at].key < row->key)
            at++;
        bool found = at < by->n_rows && by->rows[at].key == row->key;
        row->self = fr_mean(row->self, found ? by->rows[at].self : 0, decimals);
        row->total = fr_mean(row->total, found ? by->rows[at].total : 0, decimals);
    }
    table->kept = fr_mean(table->kept, by->kept, decimals);
}
