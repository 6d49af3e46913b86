/*
 * models.c - squares of segments, and the best places of steps, which follow from those of one step less (Bellman, On
 * the approximation of curves by line segments using dynamic programming, Communications of the ACM 4, 1961).
 */
#include "trend/models.h"

#include <math.h>

/* ---------------------------------------------------------------- segments */

static fr_model_sums add(fr_model_sums a, fr_model_sums b, double sign)
{
    return (fr_model_sums){a.w + sign * b.w,   a.x + sign * b.x,   a.y + sign * b.y,
                           a.xx + sign * b.xx, a.xy + sign * b.xy, a.yy + sign * b.yy};
}

void fr_model_sum_up(fr_fitter *f)
{
    f->before[0] = (fr_model_sums){0};
    for (uint32_t j = 0; j < f->in->n; j++) {
        double w = f->weight[j], x = f->x[j], y = f->y[j];
        fr_model_sums here = {w, w * x, w * y, w * x * x, w * x * y, w * y * y};
        f->before[j + 1] = add(f->before[j], here, 1);
    }
}

fr_model_sums fr_model_between(const fr_fitter *f, uint32_t from, uint32_t to)
{
    return add(f->before[to], f->before[from], -1);
}

static double squares(fr_model_sums s)
{
    return s.w > 0 ? fmax(0, s.yy - s.y * s.y / s.w) : 0;
}

uint32_t fr_model_start(const fr_model *m, uint32_t segment)
{
    return segment ? m->step[segment - 1] : 0;
}

uint32_t fr_model_end(const fr_fitter *f, const fr_model *m, uint32_t segment)
{
    return segment < m->n_steps ? m->step[segment] : f->in->n;
}

/* Squares about a model; all segments have one slope, from the products within them. */
double fr_model_measure(const fr_fitter *f, const fr_model *m, double *slope)
{
    double yy = 0, xx = 0, xy = 0;

    for (uint32_t i = 0; i <= m->n_steps; i++) {
        fr_model_sums s = fr_model_between(f, fr_model_start(m, i), fr_model_end(f, m, i));
        yy += squares(s);
        if (s.w <= 0)
            continue;
        xx += s.xx - s.x * s.x / s.w;
        xy += s.xy - s.x * s.y / s.w;
    }
    *slope = m->sloped && xx > 0 ? xy / xx : 0;
    return fmax(0, yy - *slope * xy);
}

/* ---------------------------------------------------------------- candidates */

uint32_t fr_model_params(const fr_model *m)
{
    return 1 + m->n_steps + m->sloped;
}

bool fr_model_has_room(const fr_fitter *f, const fr_model *m)
{
    return fr_model_params(m) < f->n || f->in->replica_df + f->in->prior_df >= 1;
}

/* Squares of a segment, from what place_steps() needs of the sums: of every pair of points. */
static inline double quick_squares(const fr_model_sums *from, const fr_model_sums *to)
{
    double w = to->w - from->w, y = to->y - from->y, yy = to->yy - from->yy;
    double rss = w > 0 ? yy - y * y / w : 0;

    return rss > 0 ? rss : 0;
}

/* Points between the places that two and three steps are tried at first. */
static uint32_t find_stride(const fr_fitter *f)
{
    return f->in->n / (FR_MODEL_EXACT + 1) + 1;
}

/* Points of the last segment at least. */
static uint32_t least_last(const fr_fitter *f, uint32_t end)
{
    return end == f->in->n ? 1 : FR_MODEL_SEGMENT;
}

/* The best place of the last of k steps before `end`, among every so many. */
static void place_last(fr_fitter *f, uint32_t k, uint32_t end, uint32_t stride)
{
    uint32_t row = f->in->n + 1, last = least_last(f, end), origin = 0;
    uint32_t first = (k * FR_MODEL_SEGMENT + stride - 1) / stride * stride;
    const double *before = &f->best[(k - 1) * row];
    double best = INFINITY;

    for (uint32_t at = first; at + last <= end; at += stride) {
        double rss = before[at] + quick_squares(&f->before[at], &f->before[end]);
        if (rss < best) {
            best = rss;
            origin = at;
        }
    }
    f->best[k * row + end] = best;
    f->origin[k * row + end] = origin;
}

/* The least squares of up to `most` steps; of the most only those of all points. */
void fr_model_place(fr_fitter *f, uint32_t most)
{
    uint32_t n = f->in->n, stride = find_stride(f);

    for (uint32_t end = 0; end <= n; end++)
        f->best[end] = quick_squares(&f->before[0], &f->before[end]);
    for (uint32_t k = 1; k <= most; k++) {
        for (uint32_t end = 0; k < most && end < n; end += stride)
            place_last(f, k, end, stride);
        place_last(f, k, n, k == 1 ? 1 : stride);
    }
}

/* Moves a step to its best place among those that were not tried, between its neighbours. */
static void refine_step(const fr_fitter *f, fr_model *m, uint32_t i, uint32_t stride)
{
    uint32_t from = fr_model_start(m, i), end = fr_model_end(f, m, i + 1), was = m->step[i];
    double least = INFINITY;

    for (uint32_t at = was < from + stride ? from : was - stride; at <= was + stride; at++) {
        double rss;
        if (at < from + FR_MODEL_SEGMENT || at + least_last(f, end) > end)
            continue;
        rss = quick_squares(&f->before[from], &f->before[at]) +
              quick_squares(&f->before[at], &f->before[end]);
        if (rss < least) {
            least = rss;
            m->step[i] = at;
        }
    }
}

/* Each step in turn, twice: moving one may move the best place of another. */
static void refine(const fr_fitter *f, fr_model *m, uint32_t stride)
{
    for (uint32_t i = 0; i < 2 * m->n_steps; i++)
        refine_step(f, m, i % m->n_steps, stride);
    m->rss = 0;
    for (uint32_t i = 0; i <= m->n_steps; i++)
        m->rss +=
            quick_squares(&f->before[fr_model_start(m, i)], &f->before[fr_model_end(f, m, i)]);
}

fr_model fr_model_of_steps(const fr_fitter *f, uint32_t k)
{
    uint32_t row = f->in->n + 1, end = f->in->n, stride = find_stride(f);
    fr_model m = {.n_steps = k, .rss = f->best[k * row + end]};

    for (uint32_t i = k; i-- > 0 && isfinite(m.rss);)
        end = m.step[i] = f->origin[(i + 1) * row + end];
    if (k > 1 && stride > 1 && isfinite(m.rss))
        refine(f, &m, stride);
    return m;
}

fr_model fr_model_of_slope(const fr_fitter *f, uint32_t n_steps)
{
    fr_model best = {.n_steps = n_steps, .sloped = true, .rss = INFINITY};
    uint32_t last = n_steps ? f->in->n - 1 : 1;
    double slope;

    for (uint32_t at = n_steps ? FR_MODEL_SEGMENT : 1; at <= last; at++) {
        fr_model m = {.n_steps = n_steps, .step = {at}, .sloped = true};
        m.rss = fr_model_measure(f, &m, &slope);
        if (m.rss < best.rss)
            best = m;
    }
    return best;
}
