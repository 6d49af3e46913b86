/*
 * trend_flames.c - the runs of a trend, read a second time: now the order of their points is known.
 */
#include "trend_flames.h"

#include <stdlib.h>

#include "intake.h"

static bool add_run(fr_builder *flames, const struct options *opt, const fr_trend *trend,
                    uint32_t point, const char *path, fr_error *err)
{
    uint32_t column;
    if (!path_is_file(path))
        return fail_with(err, FR_E_IO, "'%.200s' cannot be read again", path);
    fr_profile *profile = trend_intake_run(opt, path, err);
    bool ok = profile && choose_column(opt, profile, NULL, &column, err) &&
              fr_trend_flames_add(flames, trend, point, profile, column, err);
    fr_profile_free(profile);
    return ok;
}

static bool add_runs(fr_builder *flames, const struct options *opt, const fr_trend *trend,
                     fr_error *err)
{
    const char *path;
    for (uint32_t point = fr_trend_flames_first(trend); fr_trend_point_name(trend, point); point++)
        for (size_t i = 0; (path = fr_trend_run_name(trend, point, i)) != NULL; i++)
            if (!add_run(flames, opt, trend, point, path, err))
                return false;
    return true;
}

static fr_profile *read_points(const struct options *opt, const fr_trend *trend, fr_error *err)
{
    fr_builder *flames = fr_trend_flames_new(trend, err);
    if (!flames)
        return NULL;
    if (add_runs(flames, opt, trend, err))
        return fr_builder_finish(flames, err);
    fr_builder_free(flames);
    return NULL;
}

/* The picture opens at the newest point. */
static fr_scene *draw_points(const struct options *opt, const fr_trend *trend,
                             const fr_profile *profile, const fr_theme *theme, fr_error *err)
{
    uint32_t ppm = fr_trend_flames_ppm(trend);
    char small[160] = "";
    fr_flame_options flame = opt->flame;
    fr_tree_options options = opt->tree;
    fr_profile_info info;
    fr_profile_describe(profile, &info);
    append_text(small, sizeof small,
                "frames under %u.%0*u %% of their point are one frame for each caller", ppm / 10000,
                ppm % 1000 ? 2 : 1, ppm % 10000 / (ppm % 1000 ? 100 : 1000));
    flame.title = flame.subtitle = NULL;
    flame.notes = small;
    flame.icicle = true; /* as the differentials of the page */
    options.column = info.n_columns - 1;
    options.color_by = flame.color_by;
    fr_tree *tree = fr_tree_build(profile, &options, err);
    fr_scene *scene = tree ? fr_scene_flame(tree, theme, &flame, err) : NULL;
    fr_tree_free(tree);
    return scene;
}

static void note_missing(const struct options *opt, const char *which, const char *why)
{
    fr_note note = {.kind = "omitted-flames", .source = "", .n = 1};
    append_text(note.text, sizeof note.text, "the page does not hold the flame graphs of %s: %s",
                which, why);
    if (!opt->quiet)
        message_note(&note);
}

void trend_flames_add(const struct options *opt, const fr_trend *trend, const fr_theme *theme,
                      fr_scene *scene)
{
    fr_error bad = {.text = "out of memory"};
    struct options *again = malloc(sizeof *again);
    fr_profile *profile = NULL;
    fr_scene *flame = NULL;
    if (again) {
        bad = (fr_error){0};
        *again = *opt;
        again->quiet = true; /* the first reading has said what is to be said of these inputs */
        profile = read_points(again, trend, &bad);
        flame = profile ? draw_points(again, trend, profile, theme, &bad) : NULL;
        free(again);
    }
    if (!flame || !fr_scene_add_points(scene, flame, profile, &bad))
        note_missing(opt, "its points", bad.text);
    else if (fr_trend_flames_first(trend) > 0)
        note_missing(opt, "older points", "it holds those of the newest 64");
    fr_profile_free(profile);
}
