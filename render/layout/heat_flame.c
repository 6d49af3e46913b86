/* heat_flame.c - the flame graph below a heatmap: its scene with the profile, and the samples that a selection
 * takes. */
#include <stdlib.h>

#include "base/units.h"
#include "render/layout/heat_lanes.h"
#include "render/scene.h"

#define MOST_BYTES 30000000

/* Writes what differentials of its selections need. */
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

static size_t room_of(const fr_heat_options *opt)
{
    return opt && opt->page_bytes ? opt->page_bytes : MOST_BYTES;
}

/* Packs samples. If they take too much room and do not last, they have the times of their cells. */
static fr_bytes pack_samples(fr_scene_heat *heat, fr_timed_samples *samples, size_t most)
{
    fr_bytes packed = fr_heat_pack_samples(samples);

    heat->coarse = packed.at && packed.len > most && !heat->lasts && heat->rows;
    if (!heat->coarse)
        return packed;
    free((char *)(uintptr_t)packed.at);
    fr_heat_round(samples, (fr_heat_cells){heat->first_second * 1000000000,
                                           (int64_t)heat->column_s * 1000000000, heat->rows});
    return fr_heat_pack_samples(samples);
}

/* Lanes take what room is left. */
static bool pack_both(fr_scene *heatmap, const fr_profile *profile, const fr_heat_options *opt,
                      fr_error *err)
{
    fr_timed_samples samples = {0};
    fr_bytes packed = {NULL, 0}, lanes = {NULL, 0};
    bool good = fr_heat_collect(&samples, profile, opt && opt->exclude_idle, err);

    if (good) {
        packed = pack_samples(&heatmap->heat, &samples, room_of(opt));
        good = packed.at && fr_heat_pack_lanes(profile, &samples, &lanes);
    }
    fr_heat_free(&samples);
    if (!good)
        fr_fail_memory(err); /* the first error stays */
    heatmap->heat.no_lanes = lanes.at && packed.len + lanes.len > room_of(opt);
    if (heatmap->heat.no_lanes) {
        free((char *)(uintptr_t)lanes.at);
        lanes.at = NULL;
    }
    free((char *)(uintptr_t)heatmap->samples.at);
    free((char *)(uintptr_t)heatmap->lanes.at);
    heatmap->samples = packed;
    heatmap->lanes = lanes;
    return good;
}

bool fr_scene_add_flame(fr_scene *heatmap, fr_scene *flame, const fr_profile *profile,
                        const fr_heat_options *opt, fr_error *err)
{
    describe(&heatmap->heat, profile);
    if (!fr_scene_embed(flame, profile, err) || !pack_both(heatmap, profile, opt, err)) {
        fr_scene_free(flame);
        return false;
    }
    fr_scene_free(heatmap->flame);
    heatmap->flame = flame;
    return true;
}
