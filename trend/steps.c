/* steps.c - the points at which something stepped, and the runs of a point: what a differential of them needs. */
#include "trend/trend.h"

static bool is_step(const fr_trend_change *change)
{
    return change->kind == FR_CHANGE_STEP || change->kind == FR_CHANGE_NEW ||
           change->kind == FR_CHANGE_GONE;
}

/* Whether no change before change `i` is a step at the same point. */
static bool is_first_at_its_point(const fr_trend *t, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (is_step(&t->changes[k]) && t->changes[k].at == t->changes[i].at)
            return false;
    return true;
}

bool fr_trend_step(const fr_trend *trend, size_t index, uint32_t *point)
{
    for (size_t i = 0; i < trend->n_changes; i++) {
        if (!is_step(&trend->changes[i]) || !is_first_at_its_point(trend, i))
            continue;
        if (index-- == 0) {
            *point = trend->changes[i].at;
            return true;
        }
    }
    return false;
}

const char *fr_trend_point_name(const fr_trend *trend, uint32_t point)
{
    return point < trend->n_points ? trend->points[point].label : NULL;
}

const char *fr_trend_run_name(const fr_trend *trend, uint32_t point, size_t index)
{
    for (size_t r = 0; r < trend->n_runs; r++)
        if (trend->runs[r].point == point && index-- == 0)
            return trend->runs[r].name;
    return NULL;
}
