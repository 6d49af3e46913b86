/*
 * rescale.c - base values times the factor, cut to whole numbers.
 *
 *     a 5  b 10      base, 15 samples, against 40 of the new side: factor 40/15
 *     a 13 b 26      5 * 40 / 15 = 13.3, 10 * 40 / 15 = 26.7: cutting loses some, as in difffolded.pl
 *
 * The ratio of the wholes is taken in integers; other factors are doubles.
 */
#include "diff/rescale.h"

#include "base/number.h"

#define BEYOND 9.2e18 /* no double from here on is sure to fit an int64_t */

static bool scale(const fr_diff *d, int64_t value, int64_t *scaled)
{
    double product = (double)value * d->factor.value;

    if (d->factor.used == FR_NORMALIZE_SHARE && d->base_whole > 0) {
        *scaled = (int64_t)((fr_i128)value * d->new_whole / d->base_whole);
        return true;
    }
    *scaled = product < BEYOND ? (int64_t)product : 0;
    return product < BEYOND;
}

bool fr_rescale_base(fr_diff *d, fr_error *err)
{
    fr_column *base = &d->profile->columns[0];
    int64_t unit = 1;

    if (!fr_scale_up(1, base->decimals, &unit))
        unit = 1;
    for (uint32_t i = 0; i < d->profile->n_stacks; i++) {
        if (!scale(d, base->sum[i], &base->sum[i]))
            return fr_fail(err, FR_E_LIMIT, 0, 0, "a scaled value of the base side does not fit");
        base->sum[i] -= base->sum[i] % unit;
    }
    return true;
}
