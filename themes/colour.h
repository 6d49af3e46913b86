/*
 * colour.h - colour mathematics: OKLCH to sRGB, contrast.
 *
 * OKLab by Bjorn Ottosson, https://bottosson.github.io/posts/oklab/ (2020-12-23); contrast by
 * WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio.
 */
#ifndef FR_THEMES_COLOUR_H
#define FR_THEMES_COLOUR_H

#include <stdint.h>

typedef struct fr_oklch {
    double lightness; /* 0 to 1 */
    double chroma;    /* 0 to about 0.4 */
    double hue;       /* degrees */
} fr_oklch;

/* 0xRRGGBB; chroma is lowered until the colour is in gamut, lightness and hue are kept. */
uint32_t fr_oklch_rgb(fr_oklch colour);
/* Contrast ratio of two colours, 1 to 21. */
double fr_contrast(uint32_t a, uint32_t b);
/* `percent` of one colour over another, byte by byte. */
uint32_t fr_mix(uint32_t ground, uint32_t over, uint32_t percent);
/* The first of ink, black or white that reads on `fill` at 4.5 : 1. */
uint32_t fr_ink_on(uint32_t fill, uint32_t ink);

#endif
