/* embed.c - the profile that was drawn goes into the scene, packed: pages and pictures carry it. */
#include <stdlib.h>

#include "model/pack.h"
#include "render/column_words.h"
#include "render/frame_fills.h"
#include "render/scene_top.h"

bool fr_scene_embed(fr_scene *scene, const fr_profile *profile, fr_error *err)
{
    fr_bytes packed = {NULL, 0};

    if (!fr_profile_is_for(profile, FR_FOR_ANYTHING, err) || !fr_pack_encode(profile, &packed, err))
        return false;
    free(scene->payload);
    scene->payload = (char *)(uintptr_t)packed.at;
    scene->payload_len = packed.len;
    if (!scene->view.zooms || scene->sides)
        return true;
    return (profile->n_columns < 2 || fr_column_words_add(scene, profile)) &&
           fr_frame_fills_add(scene, profile, err) && fr_scene_top_add(scene, profile, err);
}
