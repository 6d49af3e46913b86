/* colouring.c - the table of what colours a box. A new palette is a row here (CONTRIBUTING.md). */
#define XXH_INLINE_ALL

#include <xxhash.h>

#include "themes/theme.h"

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
    return fr_fill_inked(fr_oklch_rgb(light), fr_oklch_rgb(dark), fr_theme_tokens_of(theme).ink);
}

/* ---- by module, or by the value of a label: each of the widest has a hue ---- */

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

/* ---- by self: the more of the whole is a function's own, the redder ---- */

enum { SELF_ROOT = 6, N_SELF_PLACES };

static uint32_t place_by_self(const fr_coloured *frame)
{
    if (frame->is_root)
        return SELF_ROOT;
    return frame->group < SELF_ROOT ? frame->group : 0; /* a lane has no code */
}

static fr_theme_fill fill_of_self(const fr_theme *theme, const fr_bytes *groups, uint32_t place)
{
    double at = place / 5.0; /* 0.2 to 1 */

    (void)groups;
    if (place == 0 || place == SELF_ROOT)
        return fr_theme_fill_of(theme, place ? FR_CLASS_ROOT : FR_CLASS_UNKNOWN, 0);
    return fill_of_tone(theme, (fr_oklch){0.97 - 0.27 * at, 0.04 + 0.14 * at, 110 - 85 * at},
                        (fr_oklch){0.30 + 0.26 * at, 0.03 + 0.15 * at, 110 - 85 * at});
}

static const char *title_of_self(uint32_t entry)
{
    static const char *const titles[] = {"no code of its own", "under 0.1 %", "0.1 to 1 %",
                                         "1 to 5 %",           "5 to 20 %",   "20 % and more"};

    return titles[entry];
}

/* ---- what is not drawn ---- */

#define REST_PERCENT 40 /* of the muted colour, on the ground */

fr_theme_fill fr_rest_fill(const fr_theme *theme)
{
    fr_theme_tokens t = fr_theme_made_tokens(theme);
    fr_theme_fill root = fr_theme_fill_of(theme, FR_CLASS_ROOT, 0);

    return fr_fill_inked(fr_mix(t.ground[0], t.muted[0], REST_PERCENT),
                         fr_mix(t.ground[1], t.muted[1], REST_PERCENT),
                         (const uint32_t[]){root.ink_light, root.ink_dark});
}

static fr_theme_fill fill_of_found(uint32_t rgb)
{
    uint32_t ink = fr_ink_on(rgb, 0x000000);

    return (fr_theme_fill){rgb, rgb, ink, ink};
}

fr_theme_fill fr_match_fill(const fr_theme *theme)
{
    return fill_of_found(fr_theme_tokens_of(theme).match & 0xffffff);
}

#define VIOLET 0xee82ee

fr_theme_fill fr_search_fill(const fr_theme *theme)
{
    return fr_theme_tokens_of(theme).match ? fr_match_fill(theme) : fill_of_found(VIOLET);
}

/* ---- by search: one grey, on which what is found stands out ---- */

enum { SEARCH_REST, SEARCH_ROOT, N_SEARCH_PLACES };

static uint32_t place_by_search(const fr_coloured *frame)
{
    return frame->is_root ? SEARCH_ROOT : SEARCH_REST;
}

static fr_theme_fill fill_of_search(const fr_theme *theme, const fr_bytes *groups, uint32_t place)
{
    (void)groups;
    if (place == SEARCH_ROOT)
        return fr_theme_fill_of(theme, FR_CLASS_ROOT, 0);
    return fr_rest_fill(theme);
}

static const char *title_of_search(uint32_t entry)
{
    (void)entry;
    return "what no search has found";
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

    return fr_fill_inked(fr_mix(t->ground[0], rgb, t->percent[0]),
                         fr_mix(t->ground[1], rgb, t->percent[1]), t->ink);
}

uint32_t fr_colouring_entries(const fr_colouring *c)
{
    return c->palette ? fr_palette_entries(fr_palette_find(c->name))
                      : c->n_places / c->per_entry - 1;
}

bool fr_place_is_colour(uint32_t place)
{
    return place >> 31;
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
    return c->palette           ? fr_palette_title(fr_palette_find(c->name), entry)
           : c->title_of        ? c->title_of(entry)
           : entry == NO_MODULE ? c->title_of_none
                                : NULL;
}

/* ---- the table ---- */

#define PALETTE(name_, title_)                                                                     \
    {                                                                                              \
        .name = (name_), .title = (title_), .palette = true, .per_entry = 1                        \
    }

static const fr_colouring colourings[] = {
    {.name = "kind",
     .title = "what a frame is: native, C++, kernel, ...",
     .n_places = FR_N_CLASSES * FR_STEPS,
     .per_entry = FR_STEPS,
     .place_of = place_by_kind,
     .fill_of = fill_of_class,
     .title_of = title_of_class},
    {.name = "module",
     .title = "the module whose code a frame is",
     .words = "colour is the module; shares in the legend are self",
     .by_group = true,
     .n_places = N_MODULE_PLACES,
     .per_entry = 1,
     .place_of = place_by_module,
     .fill_of = fill_of_module,
     .title_of_none = "no module"},
    {.name = "package",
     .title = "the package, namespace, crate or script that a function is of",
     .words = "colour is the package; shares in the legend are self",
     .by_group = true,
     .n_places = N_MODULE_PLACES,
     .per_entry = 1,
     .place_of = place_by_module,
     .fill_of = fill_of_module,
     .title_of_none = "no package"},
    {.name = "self",
     .title = "how much of the whole is a function's own code, over all its boxes",
     .words = "colour is what of the whole is a function's own code, over all its boxes",
     .by_group = true,
     .n_places = N_SELF_PLACES,
     .per_entry = 1,
     .place_of = place_by_self,
     .fill_of = fill_of_self,
     .title_of = title_of_self},
    {.name = "label:",
     .title = "the value of a label of samples, such as label:handler",
     .words =
         "colour is the value of the label that most of a box has; the legend has their shares",
     .by_group = true,
     .by_label = true,
     .n_places = N_MODULE_PLACES,
     .per_entry = 1,
     .place_of = place_by_module,
     .fill_of = fill_of_module,
     .title_of_none = "without the label"},
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
    PALETTE("inferno-java",
            "java by inferno's rules: marks first, and names like Foo.bar are Java"),
    PALETTE("inferno-js", "js by inferno's rules: marks first, and packages purple"),
    PALETTE("inferno-perl", "perl by inferno's rules: marks first"),
    {.name = "search",
     .title = "what a search finds: all else is grey",
     .words = "colour is what a search finds",
     .by_search = true,
     .n_places = N_SEARCH_PLACES,
     .per_entry = 1,
     .place_of = place_by_search,
     .fill_of = fill_of_search,
     .title_of = title_of_search},
};

#define N_COLOURINGS (sizeof colourings / sizeof *colourings)

bool fr_colouring_at(size_t index, fr_colouring_info *info)
{
    if (index >= N_COLOURINGS)
        return false;
    *info = (fr_colouring_info){colourings[index].name, colourings[index].title};
    return true;
}

static bool is_named(const fr_colouring *c, const char *name)
{
    size_t len = strlen(c->name);

    return c->by_label ? strncmp(name, c->name, len) == 0 && name[len] : strcmp(name, c->name) == 0;
}

const char *fr_colouring_of_tree(const char *color_by)
{
    const fr_colouring *c = color_by ? fr_colouring_find(color_by, NULL) : NULL;

    return c && c->by_group ? color_by : NULL;
}

const fr_colouring *fr_colouring_find(const char *name, fr_error *err)
{
    for (size_t i = 0; i < N_COLOURINGS; i++)
        if (!name || is_named(&colourings[i], name))
            return &colourings[i];
    fr_fail(err, FR_E_USAGE, 0, 0, "boxes are not coloured by '%.64s'", name);
    return NULL;
}
