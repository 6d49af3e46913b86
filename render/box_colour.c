/* box_colour.c - the fills of frames. */
#include "render/scene.h"

#include "model/tree/canonical.h"
#include "model/tree/groups.h"

#include <stdlib.h>

/* A viewer votes on the fills of a node's frames where colour is module; on a tie the lower wins, as in the
 * tree: so they stand in the order of groups. */
static void list_places(fr_scene *scene, const fr_theme *theme, const fr_bytes *groups)
{
    const fr_colouring *c = scene->view.colouring;

    for (uint32_t i = 0; i < c->n_places; i++) {
        scene->view.palette[i] = fr_fill_of_entry(c->fill_of(theme, groups, i), i / c->per_entry);
        if (c->by_group && (i >= FR_GROUPS || groups[i].len))
            fr_box_colour_fill(scene, i);
    }
}

void fr_box_colour_describe(fr_scene *scene, const fr_colouring *colouring, const fr_theme *theme,
                            const fr_bytes *groups)
{
    fr_scene_view *view = &scene->view;
    const fr_shading *shading = fr_theme_shading_of(theme);

    view->colouring = colouring;
    view->tones = fr_tones_of(theme);
    view->shading = *shading;
    if (!fr_palette_map_copy(&view->shading.map, &shading->map))
        scene->failed = true;
    list_places(scene, theme, groups);
}

uint32_t fr_box_colour_place(const fr_scene *scene, const fr_coloured *frame)
{
    return fr_colouring_place(scene->view.colouring, &scene->view.shading, frame);
}

uint32_t fr_box_colour_fill(fr_scene *scene, uint32_t place)
{
    if (!fr_place_is_colour(place))
        return fr_scene_fill(scene, scene->view.palette[place]);
    return fr_scene_fill(scene, fr_fill_of_entry(fr_palette_fill(&scene->view.tones, place),
                                                 fr_colouring_entry(scene->view.colouring, place)));
}

/* ---- places of frames in the palette, looked up once for a viewer ---- */

static uint32_t fill_of(fr_scene *scene, const fr_profile *profile, const fr_groups *groups,
                        uint32_t f)
{
    const fr_frame *frame = &profile->frames[f];
    fr_coloured seen = {.name = fr_names_at(profile->names, frame->name),
                        .kind = fr_frame_kind(frame),
                        .group = groups->of_frame ? groups->of_frame[f] : FR_GROUP_NONE};

    return fr_box_colour_fill(scene, fr_box_colour_place(scene, &seen));
}

bool fr_frame_fills_add(fr_scene *scene, const fr_profile *profile, fr_error *err)
{
    fr_canonical c = {0};
    fr_groups groups = {0};
    uint16_t *fills = NULL;

    if (scene->view.colouring->by_label) /* a frame stands in samples of several values */
        return true;
    if (fr_canonical_init(&c, profile, err) &&
        fr_groups_init(&groups, profile, scene->view.column, scene->view.color_by, err))
        fills = malloc(((size_t)c.n_frames + 1) * sizeof *fills);
    for (uint32_t i = 0; fills && i < c.n_frames; i++)
        fills[i] = (uint16_t)fill_of(scene, profile, &groups, c.frame[i]);
    free(scene->view.frame_fills);
    scene->view.frame_fills = fills;
    scene->view.n_frame_fills = fills ? c.n_frames : 0;
    fr_canonical_reset(&c);
    fr_groups_reset(&groups);
    return fills || fr_fail_memory(err);
}
