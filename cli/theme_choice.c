/* theme_choice.c - options that set a part of a theme, one row each. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "intake.h"

#define MOST_FILE (16 << 20) /* bytes of a palette.map, or of attributes of names */

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
                {"match", paint->match, "search-color"},
                {"stroke", paint->stroke, "stroke-color"},
                {"shade", shades[paint->shade], "hash"},
                {"seed", seed, "seed"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fr_error why = {0};
        if (rows[i].value && !fr_theme_set(theme, rows[i].part, rows[i].value, &why))
            return fail_with(err, why.code, "'--%s': %s", rows[i].option, why.text);
    }
    return true;
}

static bool set_file(const struct options *opt, fr_theme *theme, const char *part, const char *path,
                     const char *what, fr_error *err)
{
    char *text = path ? read_whole_file(path, MOST_FILE, what, err) : NULL;
    bool ok = !path || (text && fr_theme_set(theme, part, text, err));
    if (!ok && err && !err->source[0])
        append_text(err->source, sizeof err->source, "%s", path);
    if (text && ok && path == opt->paint.attributes) {
        /* Keys that flamegraph.pl copies into its pictures and that are not written here. */
        static const char *const keys[] = {"class", "id", "g_extra", "a_extra"};
        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
            char key[16];
            snprintf(key, sizeof key, "\t%s=", keys[i]);
            if (strstr(text, key))
                note_with(opt, "'--nameattr': '%s' has no effect: boxes have a title and a link",
                          keys[i]);
        }
    }
    free(text);
    return ok;
}

fr_theme *theme_choose(const struct options *opt, fr_error *err)
{
    fr_theme *theme = fr_theme_new(opt->theme, err);
    if (theme && set_texts(theme, &opt->paint, err) &&
        set_file(opt, theme, "palette-map", opt->paint.map, "the palette", err) &&
        set_file(opt, theme, "attributes", opt->paint.attributes, "the file of attributes", err))
        return theme;
    fr_theme_free(theme);
    return NULL;
}
