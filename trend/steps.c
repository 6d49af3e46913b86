/* steps.c - the points at which something stepped, and the runs of a point: what a differential of them needs. */
#include "trend/trend.h"

#define MOST_RUNS 32 /* of a side: half of what a differential takes */

static bool is_step(const fr_trend_change *change)
{
    return change->kind == FR_CHANGE_STEP || change->kind == FR_CHANGE_NEW ||
           change->kind == FR_CHANGE_GONE;
}

/* Returns true if no change before change `i` is a step at the same point. */
static bool is_first_at_its_point(const fr_trend *t, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (is_step(&t->changes[k]) && t->changes[k].at == t->changes[i].at)
            return false;
    return true;
}

/* The largest step at a point; NULL: none. */
static const fr_trend_change *step_at(const fr_trend *t, uint32_t point)
{
    for (size_t i = 0; i < t->n_changes; i++)
        if (is_step(&t->changes[i]) && t->changes[i].at == point)
            return &t->changes[i];
    return NULL;
}

void fr_trend_beside(const fr_trend *t, uint32_t point, uint32_t *from, uint32_t *to)
{
    const fr_trend_change *change = step_at(t, point);
    const fr_fit *fit = change ? &t->series[change->series].fit : NULL;
    uint32_t segment = fit ? fr_fit_segment(fit, point) : 0;
    uint32_t first = !fit ? point - 1 : segment > 1 ? fit->step[segment - 2] : 0;
    uint32_t end = !fit ? point + 1 : segment < fit->n_steps ? fit->step[segment] : t->n_points;
    uint32_t n_base = t->n_replicas[point - 1], n_new = t->n_replicas[point];

    for (*from = point - 1; *from > first && n_base + t->n_replicas[*from - 1] <= MOST_RUNS;)
        n_base += t->n_replicas[--*from];
    for (*to = point + 1; *to < end && n_new + t->n_replicas[*to] <= MOST_RUNS;)
        n_new += t->n_replicas[(*to)++];
}

bool fr_trend_step_sides(const fr_trend *trend, uint32_t point, uint32_t *from, uint32_t *to)
{
    if (point == 0 || point >= trend->n_points || !step_at(trend, point))
        return false;
    fr_trend_beside(trend, point, from, to);
    return true;
}

/* All points have shown that something changed there: what explains it may err twice as often. */
double fr_trend_step_fdr(double fdr)
{
    return fdr < 0.5 ? 2 * fdr : fdr;
}

fr_normalize fr_trend_normalized(const fr_trend *trend)
{
    return trend->used;
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
