/* theme_choice.c - options that set a part of a theme, one row each. */
#include "theme_choice.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "messages.h"
#include "whole_file.h"

#define MOST_MAP (16 << 20) /* bytes of a palette.map */

/* `option` is named where the theme rejects the value; NULL: it is not set. */
static bool set_part(fr_theme *theme, const char *part, const char *value, const char *option,
                     fr_error *err)
{
    fr_error why = {0};
    if (!value || fr_theme_set(theme, part, value, &why))
        return true;
    return fail_with(err, why.code, "'--%s': %s", option, why.text);
}

static bool set_texts(fr_theme *theme, const struct paint *paint, fr_error *err)
{
    static const char *const shades[] = {NULL, "hash", "deterministic", "random"};
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, paint->seed);
    const struct {
        const char *part, *value, *option;
    } rows[] = {{"ground", paint->ground, "bgcolors"},
                {"ink", paint->ink, "uicolor"},
                {"font", paint->font, "fonttype"},
                {"shade", shades[paint->shade], "hash"},
                {"seed", seed, "seed"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!set_part(theme, rows[i].part, rows[i].value, rows[i].option, err))
            return false;
    return true;
}

static bool set_map(fr_theme *theme, const char *path, fr_error *err)
{
    char *text = path ? read_whole_file(path, MOST_MAP, "the palette", err) : NULL;
    bool ok = !path || (text && fr_theme_set(theme, "palette-map", text, err));
    if (!ok && err && !err->source[0])
        append_text(err->source, sizeof err->source, "%s", path);
    free(text);
    return ok;
}

fr_theme *theme_choose(const struct options *opt, fr_error *err)
{
    fr_theme *theme = fr_theme_new(opt->theme, err);
    if (theme && set_texts(theme, &opt->paint, err) && set_map(theme, opt->paint.map, err))
        return theme;
    fr_theme_free(theme);
    return NULL;
}
