/*
 * cmd_render.c - flamerender render: profiles to a picture.
 */
#include <string.h>

#include "columns.h"
#include "command.h"
#include "destination.h"
#include "intake.h"
#include "messages.h"
#include "options.h"

static fr_tree *build_tree(const struct options *opt, const fr_profile *profile, fr_error *err)
{
    fr_tree_options options = opt->tree;
    if (!choose_column(opt, profile, "drawn", &options.column, err))
        return NULL;
    if (options.callers) /* groups too narrow to be drawn need not be grown */
        options.min_share = fr_flame_min_share(&opt->flame);
    return fr_tree_build(profile, &options, err);
}

#define AUTO_STACKS 40000 /* more seldom pack into 256 KiB, and packing takes its time */

/* A page carries the profile that was drawn, for its reader to look on; a picture as far as --data
 * says. */
static bool embed(const struct options *opt, fr_scene *scene, const fr_profile *profile,
                  const struct destination *to, fr_error *err)
{
    fr_profile_info info;
    if (strcmp(to->format, "html") == 0)
        return fr_scene_embed(scene, profile, err);
    fr_profile_describe(profile, &info);
    if (strcmp(to->format, "svg") != 0 || opt->write.data == FR_DATA_NONE || opt->write.scriptless)
        return true;
    if (opt->write.data == FR_DATA_AUTO && info.n_stacks > AUTO_STACKS)
        return true;
    return fr_scene_embed(scene, profile, err);
}

static bool write_scene(const struct options *opt, const fr_scene *scene,
                        const struct destination *to, fr_error *err)
{
    fr_output *out = destination_open(to, err);
    if (!out)
        return false;
    fr_scene_write(scene, to->format, &opt->write, out);
    return fr_output_close(out, err);
}

static bool draw(const struct options *opt, const fr_profile *profile, const fr_theme *theme,
                 const struct destination *to, fr_error *err)
{
    fr_tree *tree = build_tree(opt, profile, err);
    fr_scene *scene = tree ? fr_scene_flame(tree, theme, &opt->flame, err) : NULL;
    bool ok = scene && embed(opt, scene, profile, to, err) && write_scene(opt, scene, to, err);
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
