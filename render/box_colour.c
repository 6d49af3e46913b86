/* box_colour.c - the fills of frames. */
#include "render/box_colour.h"

static fr_fill fill_from(fr_theme_fill f, uint32_t entry)
{
    return (fr_fill){f.light, f.dark, f.ink_light, f.ink_dark, entry + 1};
}

/* A viewer votes on the fills of a node's frames where colour is module; on a tie the lower wins, as in the
 * tree: so they stand in the order of groups. */
static void list_places(fr_scene *scene, const fr_theme *theme, const fr_bytes *groups)
{
    const fr_colouring *c = scene->view.colouring;

    for (uint32_t i = 0; i < c->n_places; i++) {
        scene->view.palette[i] = fill_from(c->fill_of(theme, groups, i), i / c->per_entry);
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
    return fr_scene_fill(scene, fill_from(fr_palette_fill(&scene->view.tones, place),
                                          fr_colouring_entry(scene->view.colouring, place)));
}
