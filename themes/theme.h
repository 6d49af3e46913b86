/*
 * theme.h - a theme: the tokens of a picture and the fills of its classes, light and dark.
 *
 * A fill class says what a frame is (native, kernel, C++, managed, inlined, process, idle, unknown). Within a class the
 * name's hash picks one of eight steps: four hues over 20 degrees, two lightnesses.
 */
#ifndef FR_THEMES_THEME_H
#define FR_THEMES_THEME_H

#include "base/arena.h"
#include "base/bytes.h"
#include "base/fail.h"
#include "base/intern.h"

/* ---- the palettes of flamegraph.pl (palette.c): a colour follows from a name alone ---- */

/* A frame, as colourings see it. */
typedef struct fr_coloured {
    fr_bytes name;
    fr_kind kind;
    /* group of its module or label: 0 the widest, ..., FR_GROUPS others, FR_GROUPS + 1 none; by self: 0 to 5 */
    uint32_t group;
    bool is_root; /* its name is empty; its kind and its group mean nothing */
} fr_coloured;

/* The ways in which a name gives the three values. */
typedef enum fr_shade {
    FR_SHADE_NAME,          /* flamegraph.pl: its characters' sum seeds one draw of drand48 */
    FR_SHADE_HASH,          /* --hash: its first and its last three characters */
    FR_SHADE_DETERMINISTIC, /* inferno's --deterministic: FNV-1a */
    FR_SHADE_RANDOM,        /* --random: a hash of a seed and the name */
    FR_N_SHADES
} fr_shade;

/* "_[k]", "": the mark that a name has in folded text; formulas see it, too. */
fr_bytes fr_kind_mark(fr_kind kind);

/* Colours that names have in a palette.map; they win over formulas. */
typedef struct fr_palette_map {
    fr_names *names;
    uint32_t *rgb; /* by id */
} fr_palette_map;
#define FR_NOT_MAPPED UINT32_MAX

typedef struct fr_shading {
    fr_shade shade;
    uint64_t seed; /* of RANDOM */
    fr_palette_map map;
} fr_shading;

typedef struct fr_palette fr_palette;

/* The palette of this name; NULL where there is none. */
const fr_palette *fr_palette_find(const char *name);
/* Names of hues that the palette uses are entries of the legend; a palette of one hue has one entry. */
uint32_t fr_palette_entries(const fr_palette *palette);
/* Returns what an entry means, for people. */
const char *fr_palette_title(const fr_palette *palette, uint32_t entry);
/* 0xRRGGBB in the middle of an entry's hue. */
uint32_t fr_palette_middle(const fr_palette *palette, uint32_t entry);
/* 0xRRGGBB of a frame, and its entry. */
uint32_t fr_palette_colour(const fr_palette *palette, const fr_shading *how,
                           const fr_coloured *frame, uint32_t *entry);

/* A copy; false where memory ran out. */
bool fr_palette_map_copy(fr_palette_map *to, const fr_palette_map *from);
void fr_palette_map_reset(fr_palette_map *map);

/* ---- classes ---- */

typedef enum fr_class {
    FR_CLASS_NATIVE,
    FR_CLASS_CPP,
    FR_CLASS_KERNEL,
    FR_CLASS_MANAGED,
    FR_CLASS_INLINED,
    FR_CLASS_PROCESS,
    FR_CLASS_OFF_CPU,
    FR_CLASS_UNKNOWN,
    FR_CLASS_IDLE,    /* "(idle)" of V8 and others: nothing ran */
    FR_CLASS_RUNTIME, /* their "(program)" and "(garbage collector)" */
    FR_CLASS_ROOT,
    FR_N_CLASSES
} fr_class;

/* Title of a class in the legend: "native", "C++", "kernel", "managed / JIT", "inlined", "process",
 * "off-CPU", "unknown", "idle", "runtime". */
const char *fr_class_title(fr_class c);
/* The class of a frame: its kind first, then what its name shows ("::" is C++, "[unknown]" and
 * "0x7f.." unknown). `is_root` is the root. */
fr_class fr_class_of(fr_bytes name, fr_kind kind, bool is_root);

#define FR_STEPS 8
/* The step of a name within its class, 0 to FR_STEPS - 1: a well-mixed hash with a fixed seed, so a
 * function keeps its colour between runs and pictures. */
uint32_t fr_name_step(fr_bytes name);

/* A colour in both schemes with its ink, 0xRRGGBB. */
typedef struct fr_theme_fill {
    uint32_t light, dark;
    uint32_t ink_light, ink_dark;
} fr_theme_fill;

/* Gives both colours the first of ink, black or white that reads on it. */
fr_theme_fill fr_fill_inked(uint32_t light, uint32_t dark, const uint32_t ink[2]);
fr_theme_fill fr_theme_fill_of(const fr_theme *theme, fr_class c, uint32_t step);

typedef struct fr_theme_tokens {
    uint32_t ground[2], ink[2], muted[2], hairline[2]; /* [0] light, [1] dark */
    uint32_t palette[2]; /* percent of a palette's colour in a fill; the rest is ground */
    /* colours of what a search finds, and round boxes: 0xRRGGBB | FR_COLOUR_GIVEN; 0: none */
    uint32_t match, stroke;
    uint32_t scheme; /* 1 light, 2 dark: for every reader; 0: as the reader has it */
    const char *font_family;
} fr_theme_tokens;

extern const char *const fr_scheme_names[3]; /* of it, and of fr_scheme: "auto", "light", "dark" */

#define FR_COLOUR_GIVEN (UINT32_C(1) << 24)

fr_theme_tokens fr_theme_tokens_of(const fr_theme *theme);
/* Returns the tokens as the theme was made: fills are made of these, whatever is set later. */
fr_theme_tokens fr_theme_made_tokens(const fr_theme *theme);
/* Returns how the palettes of flamegraph.pl are shaded; lives as long as the theme. */
const fr_shading *fr_theme_shading_of(const fr_theme *theme);
/* Text of attributes of names, which was read once without an error; NULL: none. */
const char *fr_theme_attributes_of(const fr_theme *theme);

/* The parts that fr_theme_set() changes. */
typedef struct fr_theme_parts {
    fr_theme_tokens *tokens;
    fr_shading *shading;
    char **attributes; /* of names, as text (see below), owned; NULL: none */
} fr_theme_parts;

fr_theme_parts fr_theme_parts_of(fr_theme *theme);
/* False where `text` is no list of font families; else it is the theme's. */
bool fr_theme_set_font(fr_theme *theme, fr_bytes text);

/* A theme of this folder, as themes/embed.cmake compiles it in. */
typedef struct fr_theme_builtin {
    const char *name; /* of the file, without ".json" */
    const unsigned char *json;
    size_t len;
} fr_theme_builtin;

/* Sorted by name; ends with a row whose name is NULL. */
extern const fr_theme_builtin fr_theme_builtins[];

/* ---- what boxes of a name say and where they lead (name_attributes.c) ---- */

typedef struct fr_name_attribute {
    const char *title, *href, *target; /* NULL: none */
} fr_name_attribute;

/* Zeroed: none. */
typedef struct fr_name_attributes {
    fr_names *names;
    fr_name_attribute *of; /* by id */
    fr_arena text;
} fr_name_attributes;

/* Reads lines into an empty table. FR_E_FORMAT names the line, the key and what was expected. */
bool fr_name_attributes_read(fr_name_attributes *a, fr_bytes text, fr_error *err);
/* NULL where the name has none. */
const fr_name_attribute *fr_name_attributes_find(const fr_name_attributes *a, fr_bytes name);
void fr_name_attributes_reset(fr_name_attributes *a);

/* ---- colour mathematics (colour.c): OKLCH to sRGB, contrast ---- */

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

/*
 * What colours a box: a row of the table in colouring.c, and adding a palette is adding a row.
 *
 *     frame --place_of--> place --fill_of--> fill
 *                           |
 *                           place / per_entry: the entry of the legend
 *
 *     main, user     kind     place 3: class native (0), step 3     #f19c95     "native"
 *     memcpy, libc   module   place 1: the second widest module     #cfe39b     "libc.so.6 12.1 %"
 *
 * The palettes of flamegraph.pl have a place for each colour (themes/palette.c): one of one hue, as "hot" is, has one
 * entry; one that knows languages, as "java" is, has an entry for each.
 */

#define FR_MAX_PALETTE 88 /* places of a colouring */
#define FR_GROUPS      12 /* modules that are distinguished */

typedef struct fr_colouring {
    const char *name, *title; /* "kind", and a line for people */
    const char *words;        /* in the subtitle, what colour says; NULL: the legend does */
    bool by_group;            /* places are by fr_coloured.group (model/tree/groups.h) */
    bool by_label;            /* ... which stacks have, and not frames; a key follows the name */
    bool by_search;           /* what a search finds has fr_search_fill() */
    bool palette;             /* of flamegraph.pl: a place is a colour, and nothing below is set */
    uint32_t n_places, per_entry; /* at most FR_MAX_PALETTE; the last entry is the root's */
    uint32_t (*place_of)(const fr_coloured *frame);
    /* `groups`: the names of FR_GROUPS modules, "" where there are fewer; NULL unless by_group. */
    fr_theme_fill (*fill_of)(const fr_theme *theme, const fr_bytes *groups, uint32_t place);
    const char *(*title_of)(uint32_t entry); /* in the legend; NULL: titles depend on the modules */
    const char *title_of_none;               /* ... but for that of frames without one */
} fr_colouring;

/* A place that is no row of a table: the entry, and 0xRRGGBB. */
#define FR_PLACE_OF_ENTRY(entry) (UINT32_C(1) << 31 | (uint32_t)(entry) << 24)

/* The place of a frame; `how` matters to palettes. */
uint32_t fr_colouring_place(const fr_colouring *c, const fr_shading *how, const fr_coloured *frame);
/* A palette's colours as a theme makes them. */
typedef struct fr_tones {
    uint32_t ground[2], percent[2], ink[2]; /* [0] light, [1] dark */
} fr_tones;

fr_tones fr_tones_of(const fr_theme *theme);
/* The fill of a place that is a colour. */
fr_theme_fill fr_palette_fill(const fr_tones *tones, uint32_t place);
/* Returns true if a place is a colour. */
bool fr_place_is_colour(uint32_t place);
/* Entries of the legend, less the root's; that of a place; a place of an entry; its title (NULL: it depends on the
 * modules). */
uint32_t fr_colouring_entries(const fr_colouring *c);
uint32_t fr_colouring_entry(const fr_colouring *c, uint32_t place);
uint32_t fr_colouring_sample(const fr_colouring *c, uint32_t entry);
const char *fr_colouring_title(const fr_colouring *c, uint32_t entry);

/* Returns the fill of frames that are too narrow to draw, in every colouring: a grey between ground and muted
 * text. */
fr_theme_fill fr_rest_fill(const fr_theme *theme);
/* Returns the fill of what a search finds, where the theme gives it a colour. */
fr_theme_fill fr_match_fill(const fr_theme *theme);
/* The same where colour is what a search finds: that of the theme, else one of its own. */
fr_theme_fill fr_search_fill(const fr_theme *theme);
/* The row of this name (NULL: the first one), "label:handler" of "label:"; NULL and FR_E_USAGE where there is none. */
const fr_colouring *fr_colouring_find(const char *name, fr_error *err);

#endif
