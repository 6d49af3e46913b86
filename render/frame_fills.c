/* frame_fills.c - places of frames in the palette, looked up once for a viewer. */
#include "render/frame_fills.h"

#include <stdlib.h>

#include "model/tree/canonical.h"
#include "model/tree/groups.h"
#include "render/box_colour.h"

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
