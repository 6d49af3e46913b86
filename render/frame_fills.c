/* frame_fills.c - places of frames in the palette, looked up once for a viewer. */
#include "render/frame_fills.h"

#include <stdlib.h>

#include "model/tree/canonical.h"

static uint32_t fill_of(fr_scene *scene, const fr_profile *profile, const fr_frame *frame)
{
    fr_coloured seen = {.name = fr_names_at(profile->names, frame->name),
                        .kind = fr_frame_kind(frame)};

    return fr_scene_fill(scene, scene->view.palette[scene->view.colouring->place_of(&seen)]);
}

bool fr_frame_fills_add(fr_scene *scene, const fr_profile *profile, fr_error *err)
{
    fr_canonical c = {0};
    unsigned char *fills = NULL;

    if (fr_canonical_init(&c, profile, err))
        fills = malloc((size_t)c.n_frames + 1);
    for (uint32_t i = 0; fills && i < c.n_frames; i++)
        fills[i] = (unsigned char)fill_of(scene, profile, &profile->frames[c.frame[i]]);
    free(scene->view.frame_fills);
    scene->view.frame_fills = fills;
    scene->view.n_frame_fills = fills ? c.n_frames : 0;
    fr_canonical_reset(&c);
    return fills || fr_fail_memory(err);
}
