/*
 * colour.h - colour mathematics: OKLCH to sRGB, contrast.
 *
 * OKLab by Bjorn Ottosson, https://bottosson.github.io/posts/oklab/ (2020-12-23); contrast by
 * WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio.
 */
#ifndef FR_THEMES_COLOUR_H
#define FR_THEMES_COLOUR_H

#include "themes/theme.h"
#include <stdint.h>

typedef struct fr_oklch {
    double lightness; /* 0 to 1 */
    double chroma;    /* 0 to about 0.4 */
    double hue;       /* degrees */
} fr_oklch;

/* Reads "#1c1d21" as 0xRRGGBB; false where it is something else. */
bool fr_rgb_read(const char *text, uint32_t *rgb);
/* 0xRRGGBB; chroma is lowered until the colour is in gamut, lightness and hue are kept. */
uint32_t fr_oklch_rgb(fr_oklch colour);
double fr_contrast(uint32_t a, uint32_t b); /* the ratio of two colours, 1 to 21 */
/* `percent` of one colour over another, byte by byte. */
uint32_t fr_mix(uint32_t ground, uint32_t over, uint32_t percent);
/* The first of ink, black or white that reads on `fill` at 4.5 : 1. */
uint32_t fr_ink_on(uint32_t fill, uint32_t ink);

/*
 * A row of colours for amounts: lightness changes evenly from the least to the most, so
 * that the order of amounts survives greyscale; chroma and hue go through stops.
 *
 *     step       0        5        10       15
 *     light      pale     amber    red      deep red
 *     dark       dim red  red      amber    pale yellow
 */

#define FR_RAMP_STEPS 16 /* of a heatmap, and of each side of a differential */
#define FR_RAMP_STOPS 4

/* One scheme of a ramp: two ends of lightness, stops of chroma and hue at equal distances. */
typedef struct fr_ramp {
    double lightness[2];
    double chroma[FR_RAMP_STOPS];
    double hue[FR_RAMP_STOPS];
} fr_ramp;

/* 0xRRGGBB of a step, 0 to FR_RAMP_STEPS - 1. */
uint32_t fr_ramp_colour(const fr_ramp *ramp, uint32_t step);

/* One side of a differential in one scheme: from what barely changed to what changed most. Lightness
 * and chroma follow the 0.7th power of the change, so that small changes are seen too. */
typedef struct fr_diff_ramp {
    double lightness[2];
    double chroma[2];
    double hue;
} fr_diff_ramp;

uint32_t fr_diff_ramp_colour(const fr_diff_ramp *ramp, uint32_t step);

/* The theme's ramps of a differential: what grew, what shrank, and what did neither. */
fr_theme_fill fr_theme_grew_of(const fr_theme *theme, uint32_t step);
fr_theme_fill fr_theme_shrank_of(const fr_theme *theme, uint32_t step);
fr_theme_fill fr_theme_unchanged(const fr_theme *theme);
/* The theme's ramp of a heatmap, a cell without samples, and what lies outside of the recording. */
fr_theme_fill fr_theme_heat_of(const fr_theme *theme, uint32_t step);
fr_theme_fill fr_theme_heat_zero(const fr_theme *theme);
fr_theme_fill fr_theme_heat_outside(const fr_theme *theme);

#endif
