/*
 * theme_read.h - what a theme is made of, and reading it.
 */
#ifndef FR_THEMES_THEME_READ_H
#define FR_THEMES_THEME_READ_H

#include "base/bytes.h"
#include "base/fail.h"
#include "themes/colour.h"
#include "themes/theme.h"

#include <jansson.h>

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

/*
 * Values of a theme's JSON, and messages that name where a wrong one stands:
 *
 *     theme: $.classes.cpp.light.chroma: expected a number from 0 to 1, found "much"
 *
 * Only the files of themes/ that read a theme include it.
 */

/* An object that is being read, and those that it is in. */
typedef struct fr_theme_json_place {
    fr_error *err;
    const struct fr_theme_json_place *in; /* NULL: the whole, "$" */
    const char *key;
} fr_theme_json_place;

/* A number of an object. */
typedef struct fr_theme_json_number {
    const char *key;
    double min, max;
    double *to;
} fr_theme_json_number;

/* False, with an error: what stands under `key` is not what is expected. */
bool fr_theme_json_reject(const fr_theme_json_place *at, const char *key, const json_t *found,
                          const char *expected);
/* "#1c1d21" */
bool fr_theme_json_colour(const fr_theme_json_place *at, const json_t *object, const char *key,
                          uint32_t *rgb);
/* Each of `n` numbers, all of them there and in range. */
bool fr_theme_json_numbers(const fr_theme_json_place *at, const json_t *object,
                           const fr_theme_json_number *numbers, size_t n);
/* "hue": [95, 70, 40, 27]: `n` numbers from 0 to `max`. */
bool fr_theme_json_list(const fr_theme_json_place *at, const json_t *object, const char *key,
                        double max, size_t n, double *to);
/* The object under `key`, or NULL where there is none; *ok is false where it is something else. */
const json_t *fr_theme_json_object(const fr_theme_json_place *at, const json_t *in, const char *key,
                                   bool *ok);
/* False where `object` has a key that is not among `known`. */
bool fr_theme_json_only_known(const fr_theme_json_place *at, const json_t *object,
                              const char *const *known, size_t n);
/* The whole text. NULL: it is no JSON, or memory ran out. */
json_t *fr_theme_json_whole(fr_bytes text, fr_error *err);

#endif
