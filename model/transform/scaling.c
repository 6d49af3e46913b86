/* scaling.c - values by a decimal number, in 128 bits. */
#include "model/transform/scaling.h"
#include "model/build/builder_weights.h"

#include <inttypes.h>

#define MOST_DECIMALS 6 /* that a division adds */

/* n is at most FR_MAX_DECIMALS + MOST_DECIMALS. */
static uint64_t power_of_ten(uint32_t n)
{
    uint64_t power = 1;

    for (; n > 0; n--)
        power *= 10;
    return power;
}

/* value * factor / divisor, half up. */
static fr_u128 scaled(int64_t value, uint64_t factor, int64_t divisor)
{
    uint64_t magnitude = value < 0 ? UINT64_C(0) - (uint64_t)value : (uint64_t)value;

    return ((fr_u128)magnitude * factor + (uint64_t)divisor / 2) / (uint64_t)divisor;
}

/* As many decimals as there is room for: below 10^-9 units, and without overflow of the whole. */
static bool refine(fr_scaling *s, uint32_t k, uint32_t decimals, const fr_profile *profile,
                   fr_builder *b)
{
    const fr_column *column = &profile->columns[k];
    uint32_t up = FR_MAX_DECIMALS - column->decimals;

    up = up < MOST_DECIMALS ? up : MOST_DECIMALS;
    for (;; up--) {
        s->factor[k] = power_of_ten(decimals + up);
        if (scaled(column->reference, s->factor[k], s->divisor) <= INT64_MAX)
            break;
        if (up == 0)
            return false;
    }
    fr_builder_refine(b, k, column->decimals + up);
    return true;
}

static bool fail(const char *text, fr_error *err)
{
    return fr_fail(err, FR_E_USAGE, 0, 0,
                   "--divide-by '%s': expected a number above 0, such as 4 or 0.5", text);
}

static bool parse(const char *text, fr_decimal *number, fr_error *err)
{
    return (fr_decimal_parse(fr_bytes_of(text), number) == FR_PARSE_OK && number->mantissa > 0) ||
           fail(text, err);
}

bool fr_scaling_check(const char *text, fr_error *err)
{
    fr_decimal number;

    return !text || parse(text, &number, err);
}

bool fr_scaling_init(fr_scaling *s, const char *text, const fr_profile *profile, fr_builder *b,
                     fr_error *err)
{
    fr_decimal number;

    *s = (fr_scaling){0};
    if (!text)
        return true;
    if (!parse(text, &number, err))
        return false;
    s->divisor = number.mantissa;
    for (uint32_t k = 0; k < profile->n_columns; k++)
        if (!refine(s, k, number.decimals, profile, b))
            return fr_fail(err, FR_E_LIMIT, 0, 0,
                           "--divide-by '%s': the values become larger than %" PRId64, text,
                           INT64_MAX);
    return true;
}

int64_t fr_scaling_value(const fr_scaling *s, uint32_t column, int64_t value)
{
    fr_u128 made;

    if (!s->divisor)
        return value;
    made = scaled(value, s->factor[column], s->divisor);
    return value < 0 ? -(int64_t)made : (int64_t)made;
}

double fr_scaling_squares(const fr_scaling *s, uint32_t column, double squares)
{
    double ratio = s->divisor ? (double)s->factor[column] / (double)s->divisor : 1;

    return squares * ratio * ratio;
}
