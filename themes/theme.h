/*
 * theme.h - a theme: the tokens of a picture and the fills of its classes, light and dark.
 *
 * A fill class says what a frame is (native, kernel, C++, managed, inlined, process, unknown).
 * Within a class the name's hash picks one of eight steps: four hues over 20 degrees, two
 * lightnesses.
 */
#ifndef FR_THEMES_THEME_H
#define FR_THEMES_THEME_H

#include "base/bytes.h"
#include "base/fail.h"
#include "themes/palette.h"

typedef enum fr_class {
    FR_CLASS_NATIVE,
    FR_CLASS_CPP,
    FR_CLASS_KERNEL,
    FR_CLASS_MANAGED,
    FR_CLASS_INLINED,
    FR_CLASS_PROCESS,
    FR_CLASS_OFF_CPU,
    FR_CLASS_UNKNOWN,
    FR_CLASS_ROOT,
    FR_N_CLASSES
} fr_class;

/* Title of a class in the legend: "native", "C++", "kernel", "managed / JIT", "inlined", "process",
 * "off-CPU", "unknown". */
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

fr_theme_fill fr_theme_fill_of(const fr_theme *theme, fr_class c, uint32_t step);

typedef struct fr_theme_tokens {
    uint32_t ground[2], ink[2], muted[2], hairline[2]; /* [0] light, [1] dark */
    uint32_t palette[2]; /* percent of a palette's colour in a fill; the rest is ground */
    /* colours of what a search finds, and round boxes: 0xRRGGBB | FR_COLOUR_GIVEN; 0: none */
    uint32_t match, stroke;
    uint32_t scheme; /* 1 light, 2 dark: for every reader; 0: as the reader has it */
    const char *font_family;
} fr_theme_tokens;

/* The names of tokens.scheme, and of fr_scheme: "auto", "light", "dark". */
extern const char *const fr_scheme_names[3];

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
    char **attributes; /* of names, as text (themes/name_attributes.h), owned; NULL: none */
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

#endif
