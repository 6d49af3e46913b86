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

/* Adds as many decimals as there is room for: below 10^-9 units, and without overflow of the whole. */
static bool refine(fr_scaling *s, uint32_t k, fr_u128 multiplier, const fr_profile *profile,
                   fr_builder *b)
{
    const fr_column *column = &profile->columns[k];
    uint32_t up = FR_MAX_DECIMALS - column->decimals;

    up = up < MOST_DECIMALS ? up : MOST_DECIMALS;
    for (;; up--) {
        fr_u128 factor = multiplier * power_of_ten(up);
        s->factor[k] = (uint64_t)factor;
        if (factor <= INT64_MAX && scaled(column->reference, s->factor[k], s->divisor) <= INT64_MAX)
            break;
        if (up == 0)
            return false;
    }
    fr_builder_refine(b, k, column->decimals + up);
    return true;
}

/* A decimal above 0; NULL is 1. */
static bool parse(const char *option, const char *text, fr_decimal *number, fr_error *err)
{
    *number = (fr_decimal){.mantissa = 1};
    if (!text)
        return true;
    return (fr_decimal_parse(fr_bytes_of(text), number) == FR_PARSE_OK && number->mantissa > 0) ||
           fr_fail(err, FR_E_USAGE, 0, 0, "--%s '%s': expected a number above 0, such as 4 or 0.5",
                   option, text);
}

static bool parse_both(const fr_transform_options *opt, fr_decimal *by, fr_decimal *times,
                       fr_error *err)
{
    return parse("divide-by", opt->divide_by, by, err) &&
           parse("factor", opt->multiply_by, times, err);
}

bool fr_scaling_check(const fr_transform_options *opt, fr_error *err)
{
    fr_decimal by, times;

    return parse_both(opt, &by, &times, err);
}

static bool fail_large(const fr_transform_options *opt, fr_error *err)
{
    const char *option = opt->divide_by ? "divide-by" : "factor";

    return fr_fail(err, FR_E_LIMIT, 0, 0, "--%s '%s': the values become larger than %" PRId64,
                   option, opt->divide_by ? opt->divide_by : opt->multiply_by, INT64_MAX);
}

/* value * times / by: times.mantissa * 10^by.decimals over by.mantissa * 10^times.decimals */
bool fr_scaling_init(fr_scaling *s, const fr_transform_options *opt, const fr_profile *profile,
                     fr_builder *b, fr_error *err)
{
    fr_decimal by, times;

    *s = (fr_scaling){0};
    if (!opt->divide_by && !opt->multiply_by)
        return true;
    if (!parse_both(opt, &by, &times, err))
        return false;
    fr_u128 divisor = (fr_u128)by.mantissa * power_of_ten(times.decimals);
    fr_u128 multiplier = (fr_u128)times.mantissa * power_of_ten(by.decimals);
    if (divisor > INT64_MAX || multiplier > INT64_MAX)
        return fail_large(opt, err);
    s->divisor = (int64_t)divisor;
    for (uint32_t k = 0; k < profile->n_columns; k++)
        if (!refine(s, k, multiplier, profile, b))
            return fail_large(opt, err);
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
