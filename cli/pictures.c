/* pictures.c - scenes to files. */
#include "pictures.h"

#include "plan.h"

static bool carries_data(const struct options *opt, const fr_profile *profile,
                         const struct destination *to)
{
    fr_data data = plan_data(opt, to);
    fr_profile_info info;
    if (data != FR_DATA_AUTO)
        return data != FR_DATA_NONE;
    fr_profile_describe(profile, &info);
    return info.n_stacks <= FR_DATA_AUTO_STACKS && info.purpose != FR_FOR_PICTURE;
}

static bool embed(const struct options *opt, fr_scene *scene, const fr_profile *profile,
                  const struct destination *to, fr_error *err)
{
    if (!carries_data(opt, profile, to))
        return true;
    destination_note_labels(to, opt, profile);
    return fr_scene_embed(scene, profile, err);
}

static bool write_scene(const struct options *opt, const fr_scene *scene,
                        const struct destination *to, fr_error *err)
{
    fr_output *out = destination_open(to, err);
    if (!out)
        return false;
    fr_scene_write(scene, to->format.name, &opt->write, out);
    return fr_output_close(out, err);
}

bool picture_write(const struct options *opt, fr_scene *scene, const fr_profile *profile,
                   const struct destination *to, fr_error *err)
{
    return embed(opt, scene, profile, to, err) && write_scene(opt, scene, to, err);
}

bool picture_write_diff(const struct options *opt, const fr_diff *diff, const fr_theme *theme,
                        const struct destination *to, fr_error *err)
{
    fr_scene *scene = fr_scene_diff(diff, theme, &opt->flame, err);
    bool ok = scene && picture_write(opt, scene, fr_diff_profile(diff), to, err);
    fr_scene_free(scene);
    return ok;
}
