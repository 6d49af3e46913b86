/* column_words.c - the sentences of flame_words.c, of columns that have no tree. */
#include "render/column_words.h"

#include "model/measured.h"
#include "model/profile.h"
#include "model/report/highlights.h"
#include "render/layout/flame_words.h"

static fr_summary summary_of(const fr_profile *profile, uint32_t k, const char *unit)
{
    const fr_column *column = &profile->columns[k];
    fr_column_info info;

    fr_profile_column(profile, k, &info);
    return (fr_summary){.name = column->name,
                        .unit = column->unit,
                        .shown_as = unit,
                        .decimals = column->decimals,
                        .kept = info.kept,
                        .whole = info.total > info.kept ? info.total : info.kept,
                        .meta = &profile->meta};
}

static const char *subtitle_of(fr_scene *scene, const fr_summary *summary)
{
    fr_output *out = fr_output_memory();

    if (out) {
        fr_summary_put_amounts(summary, out);
        fr_flame_put_width(out, summary);
        fr_summary_put_steps(summary, out);
        if (scene->view.colouring->words)
            fr_put_format(out, FR_SEPARATOR "%s", scene->view.colouring->words);
    }
    return fr_scene_keep_output(scene, out);
}

static fr_scene_column words_of(fr_scene *scene, const fr_profile *profile, uint32_t k)
{
    const fr_column *column = &profile->columns[k];
    const char *unit = fr_scene_clean(scene, NULL, fr_measured_unit(column->name, column->unit));
    fr_summary summary = summary_of(profile, k, unit);

    return (fr_scene_column){
        .name = fr_scene_clean(scene, NULL, column->name),
        .measures = fr_scene_clean(scene, fr_highlights_what(column->name, column->unit), ""),
        .subtitle = subtitle_of(scene, &summary),
        .unit = unit,
        .of = fr_flame_of_unit(scene, unit),
        .decimals = column->decimals,
        .whole = summary.whole};
}

bool fr_column_words_add(fr_scene *scene, const fr_profile *profile)
{
    size_t n = profile->n_columns;
    fr_scene_column *columns = fr_arena_take(&scene->text, n * sizeof *columns);

    for (uint32_t k = 0; columns && k < n; k++)
        columns[k] = words_of(scene, profile, k);
    scene->view.columns = columns;
    scene->view.n_columns = columns ? n : 0;
    return columns && !scene->failed;
}
