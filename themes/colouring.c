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

fr_theme_fill fr_rest_fill(const fr_theme *theme)
{
    fr_theme_tokens t = fr_theme_made_tokens(theme);
    fr_theme_fill root = fr_theme_fill_of(theme, FR_CLASS_ROOT, 0);
    fr_theme_fill fill = {.light = fr_mix(t.ground[0], t.muted[0], REST_PERCENT),
                          .dark = fr_mix(t.ground[1], t.muted[1], REST_PERCENT)};

    fill.ink_light = fr_ink_on(fill.light, root.ink_light);
    fill.ink_dark = fr_ink_on(fill.dark, root.ink_dark);
    return fill;
}

fr_theme_fill fr_match_fill(const fr_theme *theme)
{
    uint32_t rgb = fr_theme_tokens_of(theme).match & 0xffffff, ink = fr_ink_on(rgb, 0x000000);

    return (fr_theme_fill){rgb, rgb, ink, ink};
}

/* ---- palettes: a colour for each name ---- */

uint32_t fr_colouring_place(const fr_colouring *c, const fr_shading *how, const fr_coloured *frame)
{
    uint32_t entry, rgb;

    if (!c->palette)
        return c->place_of(frame);
    rgb = fr_palette_colour(fr_palette_find(c->name), how, frame, &entry);
    return FR_PLACE_OF_ENTRY(entry) | rgb;
}

fr_tones fr_tones_of(const fr_theme *theme)
{
    fr_theme_tokens t = fr_theme_made_tokens(theme);
    fr_theme_fill native = fr_theme_fill_of(theme, FR_CLASS_NATIVE, 0);

    return (fr_tones){.ground = {t.ground[0], t.ground[1]},
                      .percent = {t.palette[0], t.palette[1]},
                      .ink = {native.ink_light, native.ink_dark}};
}

fr_theme_fill fr_palette_fill(const fr_tones *t, uint32_t place)
{
    uint32_t rgb = place & 0xffffff;
    fr_theme_fill fill = {.light = fr_mix(t->ground[0], rgb, t->percent[0]),
                          .dark = fr_mix(t->ground[1], rgb, t->percent[1])};

    fill.ink_light = fr_ink_on(fill.light, t->ink[0]);
    fill.ink_dark = fr_ink_on(fill.dark, t->ink[1]);
    return fill;
}

uint32_t fr_colouring_entries(const fr_colouring *c)
{
    return c->palette ? fr_palette_entries(fr_palette_find(c->name))
                      : c->n_places / c->per_entry - 1;
}

uint32_t fr_colouring_entry(const fr_colouring *c, uint32_t place)
{
    return fr_place_is_colour(place) ? place >> 24 & 0x7f : place / c->per_entry;
}

uint32_t fr_colouring_sample(const fr_colouring *c, uint32_t entry)
{
    if (!c->palette)
        return entry * c->per_entry;
    return FR_PLACE_OF_ENTRY(entry) | fr_palette_middle(fr_palette_find(c->name), entry);
}

const char *fr_colouring_title(const fr_colouring *c, uint32_t entry)
{
    return c->palette ? fr_palette_title(fr_palette_find(c->name), entry) : c->title_of(entry);
}

/* ---- the table ---- */

#define PALETTE(name, title)                                                                       \
    {                                                                                              \
        (name), (title), false, true, 0, 1, NULL, NULL, NULL                                       \
    }

static const fr_colouring colourings[] = {
    {"kind", "what a frame is: native, C++, kernel, ...", false, false, FR_N_CLASSES *FR_STEPS,
     FR_STEPS, place_by_kind, fill_of_class, title_of_class},
    {"module", "the module whose code a frame is", true, false, N_MODULE_PLACES, 1, place_by_module,
     fill_of_module, title_of_module},
    PALETTE("hot", "flamegraph.pl's warm colours, by name"),
    PALETTE("mem", "flamegraph.pl's greens for memory"),
    PALETTE("io", "flamegraph.pl's blues for input and output"),
    PALETTE("wakeup", "flamegraph.pl's aqua for wakers"),
    PALETTE("chain", "wakers (_[w]) aqua, waiting code blue"),
    PALETTE("java", "Java green, inlined aqua, C++ yellow, kernel orange, other red"),
    PALETTE("js", "JavaScript green, built-in aqua, C++ yellow, kernel orange, other red"),
    PALETTE("perl", "Perl green, C++ yellow, kernel orange, other red"),
    PALETTE("python", "packages aqua, Python's own yellow, other red"),
    PALETTE("rust", "Rust's own orange, crates aqua, other yellow"),
    PALETTE("red", "reds, by name"),
    PALETTE("green", "greens, by name"),
    PALETTE("blue", "blues, by name"),
    PALETTE("yellow", "yellows, by name"),
    PALETTE("purple", "purples, by name"),
    PALETTE("aqua", "aquas, by name"),
    PALETTE("orange", "oranges, by name"),
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
