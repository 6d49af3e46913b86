/*
 * colour.c - OKLCH to sRGB and contrast, bit for bit the same on every machine.
 *
 * A colour reaches the output, so nothing here may depend on the C library: only the basic
 * operations of IEEE 754 are used, which are exact everywhere (contraction is off). Cosine is a
 * Taylor series, the cube of OKLab needs no root, and x^2.4 of sRGB is (x^(1/5))^12 by Newton.
 *
 * sRGB: IEC 61966-2-1. OKLab: Bjorn Ottosson, https://bottosson.github.io/posts/oklab/ (2020-12-23); the matrices are
 * those of the reference, as published. Contrast: WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio.
 */
#include "themes/theme.h"

#include <stdlib.h>
#include <string.h>

#define PI          3.14159265358979323846
#define READABLE    4.5
#define GAMUT_SLACK 1e-6 /* white is 1.0000002 by the rounded matrices */

typedef struct linear_rgb {
    double channel[3];
} linear_rgb;

/* cos of an angle in degrees, by the series after folding it to 0..90. */
static double cosine(double degrees)
{
    double turns = degrees / 360.0;
    turns -= (double)(int64_t)turns;
    double angle = (turns < 0 ? -turns : turns) * 360.0; /* cos(-x) = cos(x) */
    if (angle > 180.0)
        angle = 360.0 - angle;
    double sign = angle > 90.0 ? -1.0 : 1.0;
    double x = (angle > 90.0 ? 180.0 - angle : angle) * PI / 180.0;
    double term = 1.0, sum = 1.0;
    for (int k = 1; k <= 12; k++) {
        term *= -x * x / (double)((2 * k - 1) * (2 * k));
        sum += term;
    }
    return sign * sum;
}

static double cube(double x)
{
    return x * x * x;
}

static linear_rgb linear_of(fr_oklch c)
{
    double a = c.chroma * cosine(c.hue), b = c.chroma * cosine(c.hue - 90.0);
    double l = cube(c.lightness + 0.3963377774 * a + 0.2158037573 * b);
    double m = cube(c.lightness - 0.1055613458 * a - 0.0638541728 * b);
    double s = cube(c.lightness - 0.0894841775 * a - 1.2914855480 * b);
    return (linear_rgb){{4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
                         -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
                         -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s}};
}

static bool in_gamut(linear_rgb rgb)
{
    for (int i = 0; i < 3; i++)
        if (rgb.channel[i] < -GAMUT_SLACK || rgb.channel[i] > 1.0 + GAMUT_SLACK)
            return false;
    return true;
}

/* x^(1/5) for x in (0, 1]: Newton from above falls until it is there. */
static double fifth_root(double x)
{
    double y = 1.0, last = 2.0;
    while (y < last) {
        double y4 = y * y * y * y;
        last = y;
        y -= (y4 * y - x) / (5.0 * y4);
    }
    return last;
}

/* The linear light of an encoded channel, 0 to 1. */
static double decode(double encoded)
{
    if (encoded <= 0.04045)
        return encoded / 12.92;
    double root = fifth_root((encoded + 0.055) / 1.055);
    double root3 = cube(root);
    return cube(root3) * root3;
}

/* The byte whose light is nearest in the encoded scale: 8 steps of bisection over decode(). */
static uint32_t encode(double light)
{
    uint32_t low = 0, high = 255;
    while (low < high) {
        uint32_t mid = (low + high) / 2;
        if (light < decode((mid + 0.5) / 255.0))
            high = mid;
        else
            low = mid + 1;
    }
    return low;
}

/* The largest chroma up to the colour's own that is in gamut, to a 2^-24th of it. */
static double chroma_in_gamut(fr_oklch colour)
{
    if (in_gamut(linear_of(colour)))
        return colour.chroma;
    double low = 0.0, high = colour.chroma;
    for (int i = 0; i < 24; i++) {
        colour.chroma = (low + high) / 2;
        if (in_gamut(linear_of(colour)))
            low = colour.chroma;
        else
            high = colour.chroma;
    }
    return low;
}

uint32_t fr_oklch_rgb(fr_oklch colour)
{
    colour.chroma = chroma_in_gamut(colour);
    linear_rgb rgb = linear_of(colour);
    return encode(rgb.channel[0]) << 16 | encode(rgb.channel[1]) << 8 | encode(rgb.channel[2]);
}

bool fr_rgb_read(const char *text, uint32_t *rgb)
{
    if (text[0] != '#' || strlen(text) != 7 || strspn(text + 1, "0123456789abcdefABCDEF") != 6)
        return false;
    *rgb = (uint32_t)strtoul(text + 1, NULL, 16);
    return true;
}

/* WCAG's relative luminance. */
static double luminance(uint32_t rgb)
{
    return 0.2126 * decode((rgb >> 16 & 0xff) / 255.0) +
           0.7152 * decode((rgb >> 8 & 0xff) / 255.0) + 0.0722 * decode((rgb & 0xff) / 255.0);
}

double fr_contrast(uint32_t a, uint32_t b)
{
    double la = luminance(a) + 0.05, lb = luminance(b) + 0.05;
    return la > lb ? la / lb : lb / la;
}

uint32_t fr_ink_on(uint32_t fill, uint32_t ink)
{
    const uint32_t inks[] = {ink, 0x000000, 0xffffff};
    for (size_t i = 0; i < sizeof inks / sizeof *inks; i++)
        if (fr_contrast(fill, inks[i]) >= READABLE)
            return inks[i];
    return 0x000000; /* never: on any fill black or white has 4.58 : 1 */
}

fr_theme_fill fr_fill_inked(uint32_t light, uint32_t dark, const uint32_t ink[2])
{
    return (fr_theme_fill){light, dark, fr_ink_on(light, ink[0]), fr_ink_on(dark, ink[1])};
}

uint32_t fr_mix(uint32_t ground, uint32_t over, uint32_t percent)
{
    uint32_t mixed = 0;

    for (unsigned shift = 0; shift < 24; shift += 8) {
        uint32_t a = ground >> shift & 0xff, b = over >> shift & 0xff;
        mixed |= (a * (100 - percent) + b * percent + 50) / 100 << shift;
    }
    return mixed;
}

/* ---- ramps ---- */

/*
 * A row of colours for amounts: lightness changes evenly from the least to the most, so
 * that the order of amounts survives greyscale; chroma and hue go through stops.
 *
 *     step       0        5        10       15
 *     light      pale     amber    red      deep red
 *     dark       dim red  red      amber    pale yellow
 */

static double part_way(const double ends[2], double at)
{
    return ends[0] + (ends[1] - ends[0]) * at;
}

/* The value at `at` (0 to 1) of stops at equal distances. */
static double between(const double stops[FR_RAMP_STOPS], double at)
{
    double place = at * (FR_RAMP_STOPS - 1);
    uint32_t left = place < FR_RAMP_STOPS - 1 ? (uint32_t)place : FR_RAMP_STOPS - 2;

    return part_way(stops + left, place - left);
}

uint32_t fr_ramp_colour(const fr_ramp *ramp, uint32_t step)
{
    double at = (double)step / (FR_RAMP_STEPS - 1);

    return fr_oklch_rgb((fr_oklch){part_way(ramp->lightness, at), between(ramp->chroma, at),
                                   between(ramp->hue, at)});
}

/* (i / 16)^0.7 for i from 1 to 16, to four places: libraries differ in the last bits of pow(). */
static const double change_powers[FR_RAMP_STEPS] = {0.1436, 0.2333, 0.3098, 0.3789, 0.443,  0.5033,
                                                    0.5606, 0.6156, 0.6685, 0.7196, 0.7693, 0.8176,
                                                    0.8647, 0.9108, 0.9558, 1.0};

uint32_t fr_diff_ramp_colour(const fr_diff_ramp *ramp, uint32_t step)
{
    double at = change_powers[step < FR_RAMP_STEPS ? step : FR_RAMP_STEPS - 1];

    return fr_oklch_rgb(
        (fr_oklch){part_way(ramp->lightness, at), part_way(ramp->chroma, at), ramp->hue});
}
