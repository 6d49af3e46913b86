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
 * A palette of one class that is picked by name, as flamegraph.pl's "hot" is, has one entry of many places;
 * one that knows languages, as its "java" is, has an entry for each.
 */
#ifndef FR_THEMES_COLOURING_H
#define FR_THEMES_COLOURING_H

#include "themes/theme.h"

#define FR_MAX_PALETTE 72 /* places of a colouring */
#define FR_GROUPS      12 /* modules that are told apart */

/* A frame, as colourings see it. */
typedef struct fr_coloured {
    fr_bytes name;
    fr_kind kind;
    uint32_t
        group; /* of its module: 0 the widest, ..., FR_GROUPS other modules, FR_GROUPS + 1 none */
    bool is_root; /* its name is empty; its kind and its group mean nothing */
} fr_coloured;

typedef struct fr_colouring {
    const char *name, *title;     /* "kind", and a line for people */
    bool by_module;               /* places are by group: fr_coloured.group is needed */
    uint32_t n_places, per_entry; /* at most FR_MAX_PALETTE; the last entry is the root's */
    uint32_t (*place_of)(const fr_coloured *frame);
    /* `groups`: the names of FR_GROUPS modules, "" where there are fewer; NULL unless by_module. */
    fr_theme_fill (*fill_of)(const fr_theme *theme, const fr_bytes *groups, uint32_t place);
    const char *(*title_of)(uint32_t entry); /* in the legend; NULL: it depends on the modules */
} fr_colouring;

/* What stands for frames that are too narrow to draw, in every colouring: a grey between ground and muted
 * text. */
fr_theme_fill fr_rest_fill(const fr_theme *theme);
/* The row of this name (NULL: the first one); NULL and FR_E_USAGE where there is none. */
const fr_colouring *fr_colouring_find(const char *name, fr_error *err);

#endif
