/* heat_flame.c - the flame graph below a heatmap: its scene with the profile, and the samples that a selection takes. */
#include <stdlib.h>

#include "base/units.h"
#include "render/layout/heat_samples.h"
#include "render/scene.h"

/* What differentials of its selections need. */
static void describe(fr_scene_heat *heat, const fr_profile *profile)
{
    const fr_meta *meta = &profile->meta;
    const fr_column *column = &profile->columns[0];
    uint64_t size = 0;

    heat->recorded_ns[0] = meta->first_ns - fr_floor_second(meta->origin_ns);
    heat->recorded_ns[1] = meta->last_ns - fr_floor_second(meta->origin_ns);
    heat->lasts = profile->meta.stacks & FR_SAMPLES_LAST;
    heat->counted = column->counted;
    heat->unit_ns = fr_unit_measure(fr_bytes_of(column->unit), &size) == FR_UNIT_TIME ? size : 0;
}

bool fr_scene_add_flame(fr_scene *heatmap, fr_scene *flame, const fr_profile *profile,
                        const fr_heat_options *opt, fr_error *err)
{
    fr_bytes samples = {NULL, 0};
    bool good;

    good = fr_scene_embed(flame, profile, err);

    if (good)
        samples = fr_heat_samples(profile, opt && opt->exclude_idle, err);
    if (!good || !samples.at) {
        fr_scene_free(flame);
        return false;
    }
    fr_scene_free(heatmap->flame);
    free((char *)(uintptr_t)heatmap->samples.at);
    describe(&heatmap->heat, profile);
    heatmap->flame = flame;
    heatmap->samples = samples;
    return true;
}
