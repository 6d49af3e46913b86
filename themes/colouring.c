/* colouring.c - the table of what colours a box. Adding a palette is a row. */
#define XXH_INLINE_ALL
#include "themes/colouring.h"

#include <xxhash.h>

#include "themes/colour.h"

/* ---- by kind: what a frame is, and within that its name ---- */

_Static_assert(FR_N_CLASSES *FR_STEPS <= FR_MAX_PALETTE, "the palette holds all fills");

static uint32_t place_by_kind(const fr_coloured *frame)
{
    fr_class c = fr_class_of(frame->name, frame->kind, frame->is_root);

    return c * FR_STEPS + (frame->is_root ? 0 : fr_name_step(frame->name));
}

static fr_theme_fill fill_of_class(const fr_theme *theme, const fr_bytes *groups, uint32_t place)
{
    (void)groups;
    return fr_theme_fill_of(theme, (fr_class)(place / FR_STEPS), place % FR_STEPS);
}

static const char *title_of_class(uint32_t entry)
{
    return fr_class_title((fr_class)entry);
}

/* A colour that is in no theme, with the theme's ink where that reads on it. */
static fr_theme_fill fill_of_tone(const fr_theme *theme, fr_oklch light, fr_oklch dark)
{
    fr_theme_tokens tokens = fr_theme_tokens_of(theme);
    fr_theme_fill fill = {.light = fr_oklch_rgb(light), .dark = fr_oklch_rgb(dark)};

    fill.ink_light = fr_ink_on(fill.light, tokens.ink[0]);
    fill.ink_dark = fr_ink_on(fill.dark, tokens.ink[1]);
    return fill;
}

/* ---- by module: each of the widest has a hue ---- */

enum { OTHER_MODULES = FR_GROUPS, NO_MODULE, MODULES_ROOT, N_MODULE_PLACES };

#define HUE_SEED  0x6d6f64756c65ULL /* "module"; a change repaints every picture by module */
#define HUE_APART (360.0 / FR_GROUPS)
#define FIRST_HUE 25
#define NEXT_FREE 5 /* hues on, where one is taken: 150 degrees away */
#define WIDEST    4 /* modules that are no neighbours in hue either */

static uint32_t place_by_module(const fr_coloured *frame)
{
    return frame->is_root ? MODULES_ROOT : frame->group;
}

static bool is_free(const bool *taken, uint32_t hue, bool wide)
{
    if (wide && (taken[(hue + 1) % FR_GROUPS] || taken[(hue + FR_GROUPS - 1) % FR_GROUPS]))
        return false;
    return !taken[hue];
}

/* The hue that the name picks, or the next that no wider module has. */
static uint32_t hue_of(const fr_bytes *groups, uint32_t group)
{
    bool taken[FR_GROUPS] = {false};
    uint32_t hue = 0;

    for (uint32_t i = 0; i <= group; i++) {
        hue = (uint32_t)(XXH64(groups[i].at, groups[i].len, HUE_SEED) >> 32) % FR_GROUPS;
        while (!is_free(taken, hue, i < WIDEST))
            hue = (hue + NEXT_FREE) % FR_GROUPS;
        taken[hue] = true;
    }
    return hue;
}

static fr_theme_fill fill_of_module(const fr_theme *theme, const fr_bytes *groups, uint32_t place)
{
    if (place >= NO_MODULE)
        return fr_theme_fill_of(theme, place == NO_MODULE ? FR_CLASS_UNKNOWN : FR_CLASS_ROOT, 0);
    if (place == OTHER_MODULES)
        return fill_of_tone(theme, (fr_oklch){0.77, 0.02, 250}, (fr_oklch){0.37, 0.02, 250});
    double hue = FIRST_HUE + HUE_APART * hue_of(groups, place);
    return fill_of_tone(theme, (fr_oklch){0.83, 0.1, hue}, (fr_oklch){0.475, 0.09, hue});
}

static const char *title_of_module(uint32_t entry)
{
    return entry == NO_MODULE ? "no module" : NULL;
}

/* ---- what is not drawn ---- */

#define REST_PERCENT 40 /* of the muted colour, on the ground */

static uint32_t mix(uint32_t ground, uint32_t over)
{
    uint32_t mixed = 0;

    for (unsigned shift = 0; shift < 24; shift += 8) {
        uint32_t a = ground >> shift & 0xff, b = over >> shift & 0xff;
        mixed |= (a * (100 - REST_PERCENT) + b * REST_PERCENT + 50) / 100 << shift;
    }
    return mixed;
}

fr_theme_fill fr_rest_fill(const fr_theme *theme)
{
    fr_theme_tokens t = fr_theme_tokens_of(theme);
    fr_theme_fill root = fr_theme_fill_of(theme, FR_CLASS_ROOT, 0);
    fr_theme_fill fill = {.light = mix(t.ground[0], t.muted[0]),
                          .dark = mix(t.ground[1], t.muted[1])};

    fill.ink_light = fr_ink_on(fill.light, root.ink_light);
    fill.ink_dark = fr_ink_on(fill.dark, root.ink_dark);
    return fill;
}

/* ---- the table ---- */

static const fr_colouring colourings[] = {
    {"kind", "what a frame is: native, C++, kernel, ...", false, FR_N_CLASSES *FR_STEPS, FR_STEPS,
     place_by_kind, fill_of_class, title_of_class},
    {"module", "the module whose code a frame is", true, N_MODULE_PLACES, 1, place_by_module,
     fill_of_module, title_of_module},
};

#define N_COLOURINGS (sizeof colourings / sizeof *colourings)

bool fr_colouring_at(size_t index, fr_colouring_info *info)
{
    if (index >= N_COLOURINGS)
        return false;
    *info = (fr_colouring_info){colourings[index].name, colourings[index].title,
                                colourings[index].by_module};
    return true;
}

const fr_colouring *fr_colouring_find(const char *name, fr_error *err)
{
    for (size_t i = 0; i < N_COLOURINGS; i++)
        if (!name || strcmp(colourings[i].name, name) == 0)
            return &colourings[i];
    fr_fail(err, FR_E_USAGE, 0, 0, "boxes are not coloured by '%.64s'", name);
    return NULL;
}
