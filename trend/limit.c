/* limit.c - amounts of model/report/amount.h as numbers of one unit. */
#include "trend/limit.h"

#include <math.h>

#include "model/report/amount.h"

bool fr_limit_parse(fr_bytes text, const char *unit, double *limit)
{
    fr_amount amount;
    uint64_t size = 1;

    if (!fr_amount_parse(fr_bytes_trim(text), &amount) || amount.number.mantissa < 0)
        return false;
    *limit = (double)amount.number.mantissa / pow(10, amount.number.decimals);
    if (!unit || !amount.unit.len)
        return true;
    if (fr_unit_measure(fr_bytes_of(unit), &size) != amount.kind)
        return false;
    if (amount.kind != FR_UNIT_PLAIN)
        *limit *= (double)amount.size / (double)size;
    return true;
}
