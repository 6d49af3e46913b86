/*
 * colouring.h - what colours a box: a row of the table in colouring.c, and adding a palette is adding a row.
 *
 *     frame --place_of--> place --fill_of--> fill
 *                           |
 *                           place / per_entry: the entry of the legend
 *
 *     main, user     kind     place 3: class native (0), step 3     #f19c95     "native"
 *     memcpy, libc   module   place 1: the second widest module     #cfe39b     "libc.so.6 12.1 %"
 *
 * The palettes of flamegraph.pl have a place for each colour (themes/palette.h): one of one hue, as "hot" is, has one
 * entry; one that knows languages, as "java" is, has an entry for each.
 */
#ifndef FR_THEMES_COLOURING_H
#define FR_THEMES_COLOURING_H

#include "themes/theme.h"

#define FR_MAX_PALETTE 72 /* places of a colouring */
#define FR_GROUPS      12 /* modules that are distinguished */

typedef struct fr_colouring {
    const char *name, *title; /* "kind", and a line for people */
    const char *words;        /* in the subtitle, what colour says; NULL: the legend does */
    bool by_group;            /* places are by fr_coloured.group (model/tree/groups.h) */
    bool by_label;            /* ... which stacks have, and not frames; a key follows the name */
    bool palette;             /* of flamegraph.pl: a place is a colour, and nothing below is set */
    uint32_t n_places, per_entry; /* at most FR_MAX_PALETTE; the last entry is the root's */
    uint32_t (*place_of)(const fr_coloured *frame);
    /* `groups`: the names of FR_GROUPS modules, "" where there are fewer; NULL unless by_group. */
    fr_theme_fill (*fill_of)(const fr_theme *theme, const fr_bytes *groups, uint32_t place);
    const char *(*title_of)(uint32_t entry); /* in the legend; NULL: it depends on the modules */
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
static inline bool fr_place_is_colour(uint32_t place)
{
    return place >> 31;
}
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
/* The row of this name (NULL: the first one), "label:handler" of "label:"; NULL and FR_E_USAGE where there is none. */
const fr_colouring *fr_colouring_find(const char *name, fr_error *err);

#endif
