/*
 * theme_read.h - what a theme is made of, and reading it.
 */
#ifndef FR_THEMES_THEME_READ_H
#define FR_THEMES_THEME_READ_H

#include "themes/ramp.h"
#include "themes/theme.h"

#define N_HUES   4 /* FR_STEPS = N_HUES hues x two lightnesses */
#define FONT_MAX 256

enum { LIGHT, DARK, N_SCHEMES };
enum { DIFF_GREW, DIFF_SHRANK = FR_RAMP_STEPS, DIFF_UNCHANGED = 2 * FR_RAMP_STEPS, N_DIFF_FILLS };
enum { HEAT_ZERO = FR_RAMP_STEPS, HEAT_OUTSIDE, N_HEAT_FILLS }; /* the ramp stands before them */

struct fr_theme {
    fr_theme_tokens tokens, made; /* as they are now, and before fr_theme_set() */
    uint32_t fill_ink[N_SCHEMES];
    fr_theme_fill fills[FR_N_CLASSES][FR_STEPS];
    fr_theme_fill heat[N_HEAT_FILLS];
    fr_theme_fill diff[N_DIFF_FILLS];
    fr_shading shading;
    char *attributes;
    char font[FONT_MAX];
};

/* Reads `text` over what `theme` has already. FR_E_FORMAT: the message has the path of what is wrong. */
bool fr_theme_read(fr_theme *theme, fr_bytes text, fr_error *err);

#endif
