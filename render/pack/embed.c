/*
 * embed.c - the profile that was drawn goes into the scene, packed: pages and pictures carry it; and so do the
 * differentials and the flame graphs that the page of a trend opens.
 */
#include "flamerender_trend.h"
#include "model/pack.h"
#include "model/report/table.h"
#include "model/tree/groups.h"
#include "render/scene.h"

#include <stdlib.h>

#define MOST_FLAMES ((size_t)1 << 20) /* bytes of the flame graphs of all points, packed */

/*
 * The functions of the profile that a flame graph shows: the table beside the picture. All that the
 * profile has is counted, drawn or not, as in `flamerender top`.
 */

static bool has_functions(const fr_scene *s)
{
    return strcmp(s->what, "flame") == 0 || strcmp(s->what, "icicle") == 0 ||
           strcmp(s->what, "callers") == 0;
}

/* Chooses among frames of a name the first place in the palette, whatever their order. The row of the empty stack,
 * "[no stack]", has no frame. */
static uint32_t fill_of(fr_scene *scene, const fr_profile *profile, const fr_groups *groups,
                        const fr_table_row *row)
{
    fr_coloured frame = {.name = row->name, .kind = FR_KIND_USER, .group = FR_GROUP_NONE};
    uint32_t first = UINT32_MAX;

    for (uint32_t f = 1; f < profile->n_frames; f++) {
        if (profile->frames[f].name != row->key)
            continue;
        frame.kind = fr_frame_kind(&profile->frames[f]);
        frame.group = groups->of_frame ? groups->of_frame[f] : FR_GROUP_NONE;
        uint32_t place = fr_box_colour_place(scene, &frame);
        first = place < first ? place : first;
    }
    return fr_box_colour_fill(scene,
                              first < UINT32_MAX ? first : fr_box_colour_place(scene, &frame));
}

/* Fills scene->top. A scene without functions (what is not "flame", "icicle" or "callers") gets no row. */
static bool top_add(fr_scene *scene, const fr_profile *profile, fr_error *err)
{
    uint32_t column = scene->view.column;
    fr_table_keys keys = {0};
    fr_groups groups = {0};
    fr_table table = {0};
    bool good;

    if (!has_functions(scene))
        return true;
    good = fr_table_keys_init(&keys, profile, FR_TABLE_NAME, NULL, err) &&
           fr_table_init(&table, &keys, column, err) &&
           fr_groups_init(&groups, profile, column, scene->view.color_by, err);
    if (good) {
        fr_table_sort(&table, FR_TOP_SELF, FR_TOP_ROWS);
        fr_scene_top *top = &scene->top;

        top->n_all = table.n_rows;
        for (top->n = 0; top->n < FR_TOP_ROWS && top->n < table.n_rows; top->n++) {
            const fr_table_row *row = &table.rows[top->n];
            top->rows[top->n] = (fr_scene_top_row){.name = fr_scene_keep(scene, row->name),
                                                   .self = row->self,
                                                   .total = row->total,
                                                   .fill = fill_of(scene, profile, &groups, row)};
        }
    }
    fr_table_reset(&table);
    fr_table_keys_reset(&keys);
    fr_groups_reset(&groups);
    return good;
}

static bool embed(fr_scene *scene, const fr_profile *profile, fr_bytes packed, fr_error *err)
{
    free(scene->payload);
    scene->payload = (char *)(uintptr_t)packed.at;
    scene->payload_len = packed.len;
    if (!scene->view.zooms || scene->sides)
        return true;
    return (profile->n_columns < 2 || fr_column_words_add(scene, profile)) &&
           fr_frame_fills_add(scene, profile, err) && top_add(scene, profile, err);
}

bool fr_scene_embed(fr_scene *scene, const fr_profile *profile, fr_error *err)
{
    fr_bytes packed = {NULL, 0};

    return fr_fail_null(err, scene, "scene") && fr_fail_null(err, profile, "profile") &&
           fr_profile_is_for(profile, FR_FOR_ANYTHING, err) &&
           fr_pack_encode(profile, NULL, &packed, err) && embed(scene, profile, packed, err);
}

bool fr_scene_add_table(fr_scene *scene, const fr_profile *profile, fr_error *err)
{
    return fr_fail_null(err, scene, "scene") && fr_fail_null(err, profile, "profile") &&
           fr_profile_is_for(profile, FR_FOR_ANYTHING, err) &&
           (scene->sides ||
            (fr_frame_fills_add(scene, profile, err) && top_add(scene, profile, err)));
}

/* Columns and stacks are those of `profile`: in their canonical order they are the same. */
bool fr_scene_embed_labelled(fr_scene *scene, const fr_profile *profile, char *omitted, size_t room,
                             fr_error *err)
{
    fr_error failed = {0};
    fr_profile *carried = NULL;
    fr_bytes packed = {NULL, 0};
    bool good;

    if (!fr_profile_is_for(profile, FR_FOR_ANYTHING, err))
        return false;
    carried = fr_carried_labels(profile, omitted, room, &failed);
    if (!fr_fail_copy(err, &failed))
        return false;
    good = fr_pack_encode(carried ? carried : profile, carried ? omitted : NULL, &packed, err);
    fr_profile_free(carried);
    if (good && *omitted)
        scene->omitted_labels = fr_scene_clean(scene, omitted, "");
    return good && embed(scene, profile, packed, err);
}

/* ---- the differentials that the page of a trend opens ---- */

_Static_assert(FR_SCENE_MOST_STEPS == FR_TREND_MOST_STEPS,
               "a scene has room for what the interface allows");

bool fr_scene_add_step(fr_scene *trend, fr_scene *diff, const char *point_name, uint32_t point,
                       fr_error *err)
{
    bool fits = trend->n_steps < FR_SCENE_MOST_STEPS;
    const char *name = fits ? fr_scene_keep(trend, fr_bytes_of(point_name)) : NULL;

    if (fits && !trend->failed) {
        trend->steps[trend->n_steps++] = (fr_scene_step){diff, name, point};
        return true;
    }
    fr_scene_free(diff);
    return fits ? fr_fail_memory(err)
                : fr_fail(err, FR_E_USAGE, 0, 0, "a page holds at most %d differentials",
                          FR_SCENE_MOST_STEPS);
}

/* ---- the flame graphs of the points ---- */

bool fr_scene_add_points(fr_scene *trend, fr_scene *flame, const fr_profile *profile, fr_error *err)
{
    bool good = fr_scene_embed(flame, profile, err);

    if (good && flame->payload_len > MOST_FLAMES)
        good = fr_fail(err, FR_E_LIMIT, 0, 0, "they take more than 1 MiB");
    if (!good) {
        fr_scene_free(flame);
        return false;
    }
    fr_scene_free(trend->flame);
    trend->flame = flame;
    return true;
}
