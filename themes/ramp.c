/* ramp.c - the colours of a ramp. */
#include "themes/ramp.h"

#include "themes/colour.h"

/* The value at `at` (0 to 1) of stops at equal distances. */
static double between(const double stops[FR_RAMP_STOPS], double at)
{
    double place = at * (FR_RAMP_STOPS - 1);
    uint32_t left = place < FR_RAMP_STOPS - 1 ? (uint32_t)place : FR_RAMP_STOPS - 2;

    return stops[left] + (stops[left + 1] - stops[left]) * (place - left);
}

uint32_t fr_ramp_colour(const fr_ramp *ramp, uint32_t step)
{
    double at = (double)step / (FR_RAMP_STEPS - 1);
    fr_oklch colour = {.lightness =
                           ramp->lightness[0] + (ramp->lightness[1] - ramp->lightness[0]) * at,
                       .chroma = between(ramp->chroma, at),
                       .hue = between(ramp->hue, at)};

    return fr_oklch_rgb(colour);
}
