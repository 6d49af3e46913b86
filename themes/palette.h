/*
 * palette.h - the palettes of flamegraph.pl: a rule picks the hue of a frame by its name, and three values that its
 * name gives shade it. A colour follows from a name alone, so there are as many as names.
 *
 *     java    org/a/B:::run_[j]   ends in _[j]   green    r = b = 50 + 60 * v1, g = 200 + 55 * v1
 *
 * Formulas and rules are those of flamegraph.pl (2024), those of `python`, `rust` and `inferno-...` of inferno 0.12.
 * All are computed here from their descriptions in docs/compat.md.
 */
#ifndef FR_THEMES_PALETTE_H
#define FR_THEMES_PALETTE_H

#include "base/bytes.h"
#include "base/fail.h"
#include "base/intern.h"

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

/* Reads lines "name->rgb(r,g,b)" into an empty map. FR_E_FORMAT names the first line that is none. */
bool fr_palette_map_read(fr_palette_map *map, fr_bytes text, fr_error *err);
/* A copy; false where memory ran out. */
bool fr_palette_map_copy(fr_palette_map *to, const fr_palette_map *from);
void fr_palette_map_reset(fr_palette_map *map);

#endif
