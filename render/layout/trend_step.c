/* trend_step.c - the differentials that the page of a trend opens. */
#include "base/fail.h"
#include "flamerender_trend.h"
#include "render/scene.h"

_Static_assert(FR_SCENE_MOST_STEPS == FR_TREND_MOST_STEPS,
               "a scene has room for what the interface allows");

bool fr_scene_add_step(fr_scene *trend, fr_scene *diff, const char *point_name, uint32_t point,
                       fr_error *err)
{
    bool fits = trend->n_steps < FR_SCENE_MOST_STEPS;
    const char *name = fits ? fr_scene_keep(trend, fr_bytes_of(point_name)) : NULL;

    if (fits && !trend->failed) {
        trend->steps[trend->n_steps++] = (fr_scene_step){diff, name, point};
        return true;
    }
    fr_scene_free(diff);
    return fits ? fr_fail_memory(err)
                : fr_fail(err, FR_E_USAGE, 0, 0, "a page holds at most %d differentials",
                          FR_SCENE_MOST_STEPS);
}
