/* embed.c - the profile that was drawn goes into the scene, packed: pages and pictures carry it. */
#include <stdlib.h>

#include "model/carried_labels.h"
#include "model/pack.h"
#include "render/box_colour.h"
#include "render/column_words.h"
#include "render/scene_top.h"

static bool embed(fr_scene *scene, const fr_profile *profile, fr_bytes packed, fr_error *err)
{
    free(scene->payload);
    scene->payload = (char *)(uintptr_t)packed.at;
    scene->payload_len = packed.len;
    if (!scene->view.zooms || scene->sides)
        return true;
    return (profile->n_columns < 2 || fr_column_words_add(scene, profile)) &&
           fr_frame_fills_add(scene, profile, err) && fr_scene_top_add(scene, profile, err);
}

bool fr_scene_embed(fr_scene *scene, const fr_profile *profile, fr_error *err)
{
    fr_bytes packed = {NULL, 0};

    return fr_fail_null(err, scene, "scene") && fr_fail_null(err, profile, "profile") &&
           fr_profile_is_for(profile, FR_FOR_ANYTHING, err) &&
           fr_pack_encode(profile, &packed, err) && embed(scene, profile, packed, err);
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
    good = carried ? fr_pack_encode_labelled(carried, omitted, &packed, err)
                   : fr_pack_encode(profile, &packed, err);
    fr_profile_free(carried);
    return good && embed(scene, profile, packed, err);
}
