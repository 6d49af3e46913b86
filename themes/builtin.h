/*
 * builtin.h - the themes of this folder as themes/embed.cmake compiles them in.
 */
#ifndef FR_THEMES_BUILTIN_H
#define FR_THEMES_BUILTIN_H

#include <stddef.h>

typedef struct fr_theme_builtin {
    const char *name; /* of the file, without ".json" */
    const unsigned char *json;
    size_t len;
} fr_theme_builtin;

/* Sorted by name; ends with a row whose name is NULL. */
extern const fr_theme_builtin fr_theme_builtins[];

#endif
