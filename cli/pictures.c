/* pictures.c - scenes to files. */
#include "pictures.h"

#include <stdio.h>

#include "messages.h"
#include "plan.h"
#include "subprocess.h"

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

bool picture_carries_labels(const struct options *opt, const struct destination *to)
{
    return opt->command->bit == COMMAND_RENDER && !(to->format.flags & FR_FORMAT_DATA_OPTIONAL) &&
           to->format.flags & FR_FORMAT_CARRIES_DATA && !opt->write.scriptless &&
           !opt->write.fragment && !opt->tree.callers && !opt->tree.chart;
}

static bool embed_labelled(const struct options *opt, fr_scene *scene, const fr_profile *profile,
                           fr_error *err)
{
    fr_note note = {.kind = "labels-left-out", .source = "", .n = 1};
    char omitted[160];
    if (!fr_scene_embed_labelled(scene, profile, omitted, sizeof omitted, err))
        return false;
    snprintf(note.text, sizeof note.text,
             "labels with too many values are not on the page: %s; --where chooses by them before "
             "it is drawn",
             omitted);
    if (*omitted && !opt->quiet)
        message_note(&note);
    return true;
}

static bool embed(const struct options *opt, fr_scene *scene, const fr_profile *profile,
                  const struct destination *to, fr_error *err)
{
    if (!carries_data(opt, profile, to))
        return true;
    if (picture_carries_labels(opt, to))
        return embed_labelled(opt, scene, profile, err);
    destination_note_labels(to, opt, profile);
    return fr_scene_embed(scene, profile, err);
}

struct painting {
    const struct options *opt;
    const fr_scene *scene;
    const struct destination *to;
    fr_output *out;
};

static bool paint(void *arg, fr_error *err)
{
    const struct painting *p = arg;
    fr_write_options how = p->opt->write;
    how.columns = destination_columns(p->to);
    fr_scene_write(p->scene, p->to->format.name, &how, p->out);
    return fr_output_close(p->out, err);
}

/* The output of this process is only let go of: the other one has closed it, or has died. */
static bool paint_in_subprocess(struct painting *p, fr_error *err)
{
    bool ok = subprocess_run(paint, p, err);
    fr_output_free(p->out);
    return ok;
}

bool picture_write_scene(const struct options *opt, const fr_scene *scene,
                         const struct destination *to, fr_error *err)
{
    struct painting painting = {opt, scene, to, destination_open(to, err)};
    if (!painting.out)
        return false;
    return to->format.flags & FR_FORMAT_BINARY ? paint_in_subprocess(&painting, err)
                                               : paint(&painting, err);
}

/* The names that this picture has, in a file that is not in place yet. */
static fr_output *prepare_palette(const struct options *opt, const fr_scene *scene, fr_error *err)
{
    fr_output *out = fr_output_path(opt->paint.write_map, err);
    if (!out)
        return NULL;
    fr_scene_write(scene, "palette", NULL, out);
    if (fr_output_settle(out, err))
        return out;
    fr_output_free(out);
    return NULL;
}

/* A palette gets its place only after the picture has its own. */
static bool write_with_palette(const struct options *opt, const fr_scene *scene,
                               const struct destination *to, fr_error *err)
{
    fr_output *palette = prepare_palette(opt, scene, err);
    bool ok = palette && picture_write_scene(opt, scene, to, err);
    if (ok)
        return fr_output_close(palette, err);
    fr_output_free(palette);
    return false;
}

bool picture_write(const struct options *opt, fr_scene *scene, const fr_profile *profile,
                   const struct destination *to, fr_error *err)
{
    return embed(opt, scene, profile, to, err) &&
           (opt->paint.write_map ? write_with_palette(opt, scene, to, err)
                                 : picture_write_scene(opt, scene, to, err));
}

bool picture_write_diff(const struct options *opt, const fr_diff *diff, const fr_theme *theme,
                        const struct destination *to, fr_error *err)
{
    fr_scene *scene = fr_scene_diff(diff, theme, &opt->flame, err);
    bool ok = scene && picture_write(opt, scene, fr_diff_profile(diff), to, err);
    fr_scene_free(scene);
    return ok;
}
