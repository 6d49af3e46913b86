/* words.c - sentences about changes; numbers are written from integers, so no locale shows. */
#include "diff/words.h"

#include <math.h>

#include "base/number.h"
#include "base/short_name.h"

#define NARROW_BLANK "\xe2\x80\xaf"
#define UP           "\xe2\x96\xb2"
#define DOWN         "\xe2\x96\xbc"
#define MOST_NAME    60 /* characters of a name in a sentence */

/* A magnitude with `places` decimals, which stay where they are 0. */
static void put_fixed(fr_output *out, double magnitude, uint32_t places)
{
    char whole[FR_NUMBER_MAX];
    int64_t unit = 1, rounded;

    for (uint32_t i = 0; i < places; i++)
        unit *= 10;
    rounded = magnitude * (double)unit < 9e18 ? llround(magnitude * (double)unit) : INT64_MAX;
    fr_put_text(out, fr_format_grouped(whole, rounded / unit, 0));
    if (places)
        fr_put_format(out, ".%0*d", (int)places, (int)(rounded % unit));
}

/* "2.1", "0.35" */
static void put_size(fr_output *out, double points)
{
    double magnitude = fabs(points);

    put_fixed(out, magnitude, magnitude >= 0.995 || magnitude < 0.005 ? 1 : 2);
}

void fr_put_points_size(fr_output *out, double points)
{
    put_size(out, points);
    fr_put_text(out, NARROW_BLANK "pp");
}

void fr_put_points(fr_output *out, double points)
{
    if (fabs(points) >= 0.005)
        fr_put_char(out, points > 0 ? '+' : '-');
    fr_put_points_size(out, points);
}

double fr_diff_times(const fr_diff *diff, const fr_diff_value *value)
{
    double expected = diff->factor.value * (double)value->base;

    return expected > 0 ? (double)value->new_ / expected : NAN;
}

void fr_put_function(fr_output *out, fr_bytes name)
{
    fr_arena arena = {0};

    fr_put(out, fr_short_name(name, MOST_NAME, &arena));
    fr_arena_reset(&arena);
}

void fr_put_ratio(fr_output *out, double ratio)
{
    if (!isfinite(ratio))
        return;
    put_fixed(out, ratio, ratio < 1.0995 ? 2 : ratio < 99.5 ? 1 : 0);
    fr_put_char(out, 'x');
}

void fr_put_times(fr_output *out, const fr_diff *diff, const fr_diff_value *value)
{
    fr_put_ratio(out, fr_diff_times(diff, value));
}

void fr_put_decimal(fr_output *out, double number)
{
    double size = fabs(number);

    if (size < 0.005)
        fr_put_text(out, number != 0 ? "<0.01" : "0");
    else
        put_fixed(out, size, size >= 99.95 ? 0 : size >= 0.995 ? 1 : 2);
}
