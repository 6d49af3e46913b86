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

/* (i / 16)^0.7 for i from 1 to 16, to four places: libraries differ in the last bits of pow(). */
static const double change_powers[FR_RAMP_STEPS] = {0.1436, 0.2333, 0.3098, 0.3789, 0.443,  0.5033,
                                                    0.5606, 0.6156, 0.6685, 0.7196, 0.7693, 0.8176,
                                                    0.8647, 0.9108, 0.9558, 1.0};

uint32_t fr_diff_ramp_colour(const fr_diff_ramp *ramp, uint32_t step)
{
    double at = change_powers[step < FR_RAMP_STEPS ? step : FR_RAMP_STEPS - 1];
    fr_oklch colour = {.lightness =
                           ramp->lightness[0] + (ramp->lightness[1] - ramp->lightness[0]) * at,
                       .chroma = ramp->chroma[0] + (ramp->chroma[1] - ramp->chroma[0]) * at,
                       .hue = ramp->hue};

    return fr_oklch_rgb(colour);
}
