/*
 * draw.c - a picture of a file by one call, made of the calls that flamerender.h opens with.
 */
#include <string.h>

#include "base/fail.h"

/* Finds the picture format that the name of `path` ends in. */
static bool find_format(const char *path, fr_format_info *info)
{
    const char *dot = strrchr(path, '.');
    size_t n = dot ? strlen(dot + 1) : 0;

    for (size_t i = 0; n && fr_picture_format_at(i, info); i++)
        for (const char *at = info->suffixes; *at;) {
            size_t len = strcspn(at, " ");
            if (len == n && strncmp(at, dot + 1, n) == 0)
                return true;
            at += len;
            at += strspn(at, " ");
        }
    return false;
}

static fr_scene *make_scene(const fr_profile *profile, uint32_t flags, fr_error *err)
{
    fr_tree_options opt = FR_TREE_DEFAULTS;
    fr_profile_info info = {0};
    fr_theme *theme = fr_theme_new(NULL, err);

    if (profile)
        fr_profile_describe(profile, &info);
    opt.column = info.shown_column;
    fr_tree *tree = fr_tree_build(profile, &opt, err);
    fr_scene *scene = fr_scene_flame(tree, theme, NULL, err);
    if (scene && flags & FR_FORMAT_CARRIES_DATA && !fr_scene_embed(scene, profile, err)) {
        fr_scene_free(scene);
        scene = NULL;
    }
    fr_tree_free(tree);
    fr_theme_free(theme);
    return scene;
}

bool fr_draw_path(const char *in, const char *out, fr_error *err)
{
    fr_format_info format;

    if (!find_format(out, &format)) {
        fr_fail(err, FR_E_USAGE, 0, 0, "'%.200s' has no suffix of a picture", out);
        return fr_fail_hint(err, "end it in .svg, .html, .png or .pdf");
    }
    fr_reader *reader = fr_reader_new(NULL, err);
    bool read = fr_reader_add_path(reader, in, err);
    fr_profile *profile = fr_reader_finish(reader, err);
    fr_scene *scene = read ? make_scene(profile, format.flags, err) : NULL;
    fr_output *file = scene ? fr_output_path(out, err) : NULL;
    fr_scene_write(scene, format.name, NULL, file);
    bool good = fr_output_close(file, err);
    fr_scene_free(scene);
    fr_profile_free(profile);
    return good;
}
