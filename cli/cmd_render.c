/*
 * cmd_render.c - flamerender render: profiles to a picture.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "destination.h"
#include "intake.h"
#include "messages.h"
#include "options.h"

/* "cpu, alloc_space" */
static void list_columns(const fr_profile *profile, char *to, size_t cap)
{
    fr_column_info info;
    to[0] = '\0';
    for (uint32_t i = 0; fr_profile_column(profile, i, &info); i++)
        append_text(to, cap, "%s%s", i ? ", " : "", info.name);
}

/* A name of a column, else its number. */
static bool find_column(const fr_profile *profile, const char *wanted, uint32_t *column)
{
    fr_column_info info;
    for (uint32_t i = 0; fr_profile_column(profile, i, &info); i++) {
        if (strcmp(info.name, wanted) == 0) {
            *column = i;
            return true;
        }
    }
    size_t len = strspn(wanted, "0123456789");
    if (len == 0 || len > 4 || wanted[len])
        return false;
    *column = (uint32_t)strtoul(wanted, NULL, 10);
    return fr_profile_column(profile, *column, &info);
}

/* The column to draw. Without --sample-index the last one, as in pprof and flamegraph.pl; where
 * that was a choice, it is said. */
static bool choose_column(const struct options *opt, const fr_profile *profile, uint32_t *column,
                          fr_error *err)
{
    fr_profile_info info;
    fr_column_info chosen = {.name = ""};
    char names[200];
    fr_profile_describe(profile, &info);
    list_columns(profile, names, sizeof names);
    if (opt->sample_index) {
        if (find_column(profile, opt->sample_index, column))
            return true;
        return fail_with(err, FR_E_USAGE,
                         "'--sample-index' expects one of %s, or its number from 0, not '%s'",
                         names, opt->sample_index);
    }
    *column = info.n_columns ? info.n_columns - 1 : 0;
    fr_profile_column(profile, *column, &chosen);
    if (info.n_columns > 1 && !opt->quiet) {
        fr_note note = {.kind = "column", .source = "", .n = 1};
        append_text(note.text, sizeof note.text,
                    "%" PRIu32 " value columns (%s): '%s' is drawn; --sample-index picks another",
                    info.n_columns, names, chosen.name);
        message_note(&note);
    }
    return true;
}

static fr_tree *build_tree(const struct options *opt, const fr_profile *profile, fr_error *err)
{
    fr_tree_options options = opt->tree;
    if (!choose_column(opt, profile, &options.column, err))
        return NULL;
    if (options.callers) /* groups too narrow to be drawn need not be grown */
        options.min_share = fr_flame_min_share(&opt->flame);
    return fr_tree_build(profile, &options, err);
}

/* A page carries the profile that was drawn, for its reader to look on. */
static bool embed(fr_scene *scene, const fr_profile *profile, const struct destination *to,
                  fr_error *err)
{
    return strcmp(to->format, "html") != 0 || fr_scene_embed(scene, profile, err);
}

static bool write_scene(const fr_scene *scene, const struct destination *to, fr_error *err)
{
    fr_output *out = destination_open(to, err);
    if (!out)
        return false;
    fr_scene_write(scene, to->format, NULL, out);
    return fr_output_close(out, err);
}

static bool draw(const struct options *opt, const fr_profile *profile, const fr_theme *theme,
                 const struct destination *to, fr_error *err)
{
    fr_tree *tree = build_tree(opt, profile, err);
    fr_scene *scene = tree ? fr_scene_flame(tree, theme, &opt->flame, err) : NULL;
    bool ok = scene && embed(scene, profile, to, err) && write_scene(scene, to, err);
    fr_scene_free(scene);
    fr_tree_free(tree);
    return ok;
}

/* All that can be refused is refused before the first byte is read. */
static bool render(const struct options *opt, size_t *n_bad, fr_error *err)
{
    struct destination to;
    if (!destination_find(&to, &product_picture, opt, err) || !intake_check(opt, err))
        return false;
    fr_theme *theme = fr_theme_new(opt->theme, err);
    fr_profile *profile = theme ? intake_profile(opt, n_bad, err) : NULL;
    bool ok = profile && draw(opt, profile, theme, &to, err);
    fr_profile_free(profile);
    fr_theme_free(theme);
    return ok;
}

int run_render(const struct options *opt)
{
    fr_error err = {0};
    size_t n_bad = 0;
    if (!render(opt, &n_bad, &err))
        return message_error(&err);
    return n_bad ? FR_E_FORMAT : FR_OK;
}
