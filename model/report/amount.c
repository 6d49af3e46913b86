/* amount.c - amounts compared exactly, in 128 bits. */
#include "model/report/amount.h"

#include <math.h>

int64_t fr_power_of_ten(uint32_t n)
{
    int64_t power = 1;

    for (; n > 0; n--)
        power *= 10;
    return power;
}

bool fr_amount_parse(fr_bytes text, fr_amount *amount)
{
    size_t n = 0;

    while (n < text.len && (strchr("+-.", text.at[n]) || (text.at[n] >= '0' && text.at[n] <= '9')))
        n++;
    if (fr_decimal_parse((fr_bytes){text.at, n}, &amount->number) != FR_PARSE_OK)
        return false;
    amount->unit = fr_bytes_trim((fr_bytes){text.at + n, text.len - n});
    for (size_t i = 0; i < amount->unit.len; i++)
        if (strchr(": ", amount->unit.at[i]) || (unsigned)(amount->unit.at[i] - '0') < 10)
            return false;
    amount->kind = fr_unit_measure(amount->unit, &amount->size);
    return true;
}

/* One sample is of the unit samples; ms is no plural. */
static fr_bytes in_singular(fr_bytes unit)
{
    unit.len -= unit.len > 3 && unit.at[unit.len - 1] == 's';
    return unit;
}

static bool same_unit(fr_bytes a, fr_bytes b)
{
    a = in_singular(a);
    b = in_singular(b);
    if (a.len != b.len)
        return false;
    for (size_t i = 0; i < a.len; i++)
        if (a.at[i] != b.at[i] && ((a.at[i] ^ b.at[i]) != 0x20 || (a.at[i] | 0x20) < 'a'))
            return false;
    return true;
}

/* number * size against mantissa * amount_size / 10^decimals. What 128 bits don't hold is so far
 * from any other number that a long double tells them apart. */
static int compare(int64_t number, uint64_t size, const fr_amount *a, uint64_t amount_size)
{
    int64_t power = fr_power_of_ten(a->number.decimals);
    fr_i128 x = (fr_i128)number * power, y = (fr_i128)a->number.mantissa * amount_size;

    if (__builtin_mul_overflow(x, (fr_i128)size, &x)) {
        long double left = (long double)number * (long double)power * (long double)size;
        return (left > (long double)y) - (left < (long double)y);
    }
    return (x > y) - (x < y);
}

/* < 0, 0 or > 0 as `number` of `unit` is less than, equal to or more than the amount; false where
 * they cannot be compared: bytes with seconds. */
static bool compare_units(int64_t number, fr_bytes unit, const fr_amount *amount, int *order)
{
    uint64_t size;
    fr_unit_kind kind = fr_unit_measure(unit, &size);

    if (amount->unit.len == 0)
        *order = compare(number, 1, amount, 1);
    else if (kind != FR_UNIT_PLAIN && kind == amount->kind)
        *order = compare(number, size, amount, amount->size);
    else if (same_unit(unit, amount->unit))
        *order = compare(number, 1, amount, 1);
    else
        return false;
    return true;
}

bool fr_amount_range_parse(fr_bytes text, fr_amount_range *range)
{
    size_t colon = fr_bytes_find(text, ':');
    fr_bytes low = {text.at, colon}, high = {text.at + colon + 1, text.len - colon - 1};

    *range = (fr_amount_range){0};
    if (colon == text.len) {
        range->has_low = range->has_high = fr_amount_parse(text, &range->low);
        range->high = range->low;
        return range->has_low;
    }
    range->has_low = low.len > 0;
    range->has_high = high.len > 0;
    return (low.len > 0 || high.len > 0) && (!low.len || fr_amount_parse(low, &range->low)) &&
           (!high.len || fr_amount_parse(high, &range->high));
}

bool fr_amount_range_holds(const fr_amount_range *range, int64_t number, fr_bytes unit)
{
    int order = 0;

    if (range->has_low && (!compare_units(number, unit, &range->low, &order) || order < 0 ||
                           (order == 0 && range->above)))
        return false;
    return !range->has_high || (compare_units(number, unit, &range->high, &order) &&
                                (order < 0 || (order == 0 && !range->below)));
}

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
    return amount.kind != FR_UNIT_PLAIN || same_unit(fr_bytes_of(unit), amount.unit);
}
