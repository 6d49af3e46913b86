/* heat_flame.c - the flame graph below a heatmap: its scene with the profile, and the samples that a selection takes. */
#include <stdlib.h>

#include "base/units.h"
#include "render/layout/heat_samples.h"
#include "render/scene.h"

#define MOST_BYTES 30000000

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

/* The samples; where they take too much room and do not last, with the times of their cells. */
static fr_bytes pack_samples(fr_scene_heat *heat, const fr_profile *profile,
                             const fr_heat_options *opt, fr_error *err)
{
    bool exclude_idle = opt && opt->exclude_idle;
    size_t most = opt && opt->page_bytes ? opt->page_bytes : MOST_BYTES;
    fr_heat_cells cells = {0};
    fr_bytes samples = fr_heat_samples(profile, exclude_idle, cells, err);

    heat->coarse = samples.at && samples.len > most && !heat->lasts && heat->rows;
    if (!heat->coarse)
        return samples;
    free((char *)(uintptr_t)samples.at);
    cells = (fr_heat_cells){heat->first_second * 1000000000, (int64_t)heat->column_s * 1000000000,
                            heat->rows};
    return fr_heat_samples(profile, exclude_idle, cells, err);
}

bool fr_scene_add_flame(fr_scene *heatmap, fr_scene *flame, const fr_profile *profile,
                        const fr_heat_options *opt, fr_error *err)
{
    fr_bytes samples = {NULL, 0};
    bool good;

    describe(&heatmap->heat, profile);
    good = fr_scene_embed(flame, profile, err);
    if (good)
        samples = pack_samples(&heatmap->heat, profile, opt, err);
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
