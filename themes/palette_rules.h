/*
 * palette_rules.h - which hue a palette gives a frame: rules, and the table of palettes.
 */
#ifndef FR_THEMES_PALETTE_RULES_H
#define FR_THEMES_PALETTE_RULES_H

#include "themes/palette.h"

typedef enum hue { HOT, MEM, IO, RED, GREEN, BLUE, YELLOW, PURPLE, AQUA, ORANGE, N_HUES } hue;

typedef struct rule {
    bool (*test)(const fr_coloured *frame, const char *text); /* NULL: holds for all frames */
    const char *text;
    hue hue;
    const char *title; /* of the entry in the legend; rules of one title follow in one entry */
} rule;

struct fr_palette {
    const char *name;
    const rule *rules;
};

#endif
