/*
 * theme.c - where themes come from: "flame" and others are compiled in, any file can be one. theme_read.c has their
 * form. What a theme omits is as in the default. What it says must be known there: a misspelt key is an error, as is a
 * value out of its range.
 */
#include "themes/theme.h"

#include <stdlib.h>

#include "base/input.h"
#include "themes/builtin.h"
#include "themes/theme_read.h"

const char *const fr_scheme_names[3] = {"auto", "light", "dark"};

#define DEFAULT_THEME "flame"
#define FILE_MAX      (FR_INPUT_BLOCK - 1)

static const fr_theme_builtin *find_builtin(const char *name)
{
    if (strcmp(name, "default") == 0)
        name = DEFAULT_THEME;
    for (const fr_theme_builtin *row = fr_theme_builtins; row->name; row++)
        if (strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

static bool read_builtin(fr_theme *theme, const fr_theme_builtin *row, fr_error *err)
{
    return fr_theme_read(theme, (fr_bytes){(const char *)row->json, row->len}, err);
}

static bool read_file(fr_theme *theme, const char *path, fr_error *err)
{
    fr_input *in = fr_input_open(path, NULL, err);
    if (!in)
        return false;
    fr_bytes text = fr_input_fill(in, FR_INPUT_BLOCK);
    bool ok = !fr_input_failed(in, err);
    if (ok && text.len > FILE_MAX)
        ok = fr_fail(err, FR_E_LIMIT, 0, 0, "theme: larger than 1 MiB");
    ok = ok && fr_theme_read(theme, text, err);
    fr_input_free(in);
    return ok || fr_fail_source(err, path);
}

/* "unknown theme 'flam': expected default, flame, or a file as ./my.json" */
static bool fail_unknown(const char *name, fr_error *err)
{
    char known[256] = "default";
    size_t len = strlen(known);
    for (const fr_theme_builtin *row = fr_theme_builtins; row->name; row++) {
        size_t more = strlen(row->name);
        if (len + more + 3 > sizeof known)
            break;
        memcpy(known + len, ", ", 2);
        memcpy(known + len + 2, row->name, more + 1);
        len += more + 2;
    }
    fr_fail(err, FR_E_USAGE, 0, 0, "unknown theme '%s': expected %s", name, known);
    return fr_fail_hint(err, "a theme of your own is a file: ./my-theme.json");
}

static bool read_theme(fr_theme *theme, const char *name, fr_error *err)
{
    const fr_theme_builtin *base = find_builtin(DEFAULT_THEME);
    if (!base) /* cannot be: the default is compiled in */
        return fail_unknown(DEFAULT_THEME, err);
    if (!read_builtin(theme, base, err))
        return false;
    if (strchr(name, '/') || fr_bytes_ends(fr_bytes_of(name), FR_LITERAL(".json")))
        return read_file(theme, name, err);
    const fr_theme_builtin *row = find_builtin(name);
    if (!row)
        return fail_unknown(name, err);
    return row == base || read_builtin(theme, row, err);
}

fr_theme *fr_theme_new(const char *name, fr_error *err)
{
    fr_theme *theme = calloc(1, sizeof *theme);
    if (!theme) {
        fr_fail_memory(err);
        return NULL;
    }
    if (!read_theme(theme, name ? name : DEFAULT_THEME, err)) {
        free(theme);
        return NULL;
    }
    theme->tokens.font_family = theme->font;
    theme->made = theme->tokens;
    return theme;
}

void fr_theme_free(fr_theme *theme)
{
    if (theme) {
        fr_palette_map_reset(&theme->shading.map);
        free(theme->attributes);
    }
    free(theme);
}

const char *fr_theme_name_at(size_t index)
{
    for (const fr_theme_builtin *row = fr_theme_builtins; row->name; row++)
        if (index-- == 0)
            return row->name;
    return NULL;
}

fr_theme_fill fr_theme_fill_of(const fr_theme *theme, fr_class c, uint32_t step)
{
    return theme->fills[c][step % FR_STEPS];
}

fr_theme_tokens fr_theme_tokens_of(const fr_theme *theme)
{
    return theme->tokens;
}

fr_theme_tokens fr_theme_made_tokens(const fr_theme *theme)
{
    return theme->made;
}

const fr_shading *fr_theme_shading_of(const fr_theme *theme)
{
    return &theme->shading;
}

const char *fr_theme_attributes_of(const fr_theme *theme)
{
    return theme->attributes;
}

fr_theme_parts fr_theme_parts_of(fr_theme *theme)
{
    return (fr_theme_parts){&theme->tokens, &theme->shading, &theme->attributes};
}

fr_theme_fill fr_theme_heat_of(const fr_theme *theme, uint32_t step)
{
    return theme->heat[step < FR_RAMP_STEPS ? step : FR_RAMP_STEPS - 1];
}

fr_theme_fill fr_theme_heat_zero(const fr_theme *theme)
{
    return theme->heat[HEAT_ZERO];
}

fr_theme_fill fr_theme_heat_outside(const fr_theme *theme)
{
    return theme->heat[HEAT_OUTSIDE];
}

fr_theme_fill fr_theme_grew_of(const fr_theme *theme, uint32_t step)
{
    return theme->diff[DIFF_GREW + (step < FR_RAMP_STEPS ? step : FR_RAMP_STEPS - 1)];
}

fr_theme_fill fr_theme_shrank_of(const fr_theme *theme, uint32_t step)
{
    return theme->diff[DIFF_SHRANK + (step < FR_RAMP_STEPS ? step : FR_RAMP_STEPS - 1)];
}

fr_theme_fill fr_theme_unchanged(const fr_theme *theme)
{
    return theme->diff[DIFF_UNCHANGED];
}
