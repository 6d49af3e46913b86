/* heat_flame.c - the flame graph below a heatmap: its scene with the profile, and the samples that a selection takes. */
#include <stdlib.h>

#include "render/layout/heat_samples.h"
#include "render/scene.h"

bool fr_scene_add_flame(fr_scene *heatmap, fr_scene *flame, const fr_profile *profile,
                        const fr_heat_options *opt, fr_error *err)
{
    fr_bytes samples = {NULL, 0};
    bool good;

    if (profile->meta.stacks & FR_SAMPLES_LAST) {
        fr_scene_free(flame);
        return true;
    }
    good = fr_scene_embed(flame, profile, err);

    if (good)
        samples = fr_heat_samples(profile, opt && opt->exclude_idle, err);
    if (!good || !samples.at) {
        fr_scene_free(flame);
        return false;
    }
    fr_scene_free(heatmap->flame);
    free((char *)(uintptr_t)heatmap->samples.at);
    heatmap->flame = flame;
    heatmap->samples = samples;
    return true;
}
