/*
 * fit.c - fits models of steps and slopes to a series, chooses among them, and tells how sure the choice is.
 * docs/trend.md has the method in words.
 *
 *     y     10 11 10  9 10 15 14 15 16 15        one step at 5: 10 -> 15
 *     y     10 11 12 13 14 15 16 17 18 19        a slope of 1
 *     y     10 11 10 30 10  9 10 11 10  9        a spike at 3
 *
 * A model is a line through points of known variance, up to a common factor, which may jump at steps:
 *
 *     y[j] = slope * (x[j] - x mean) + level of the segment of j
 *
 * Where a slope begins or ends, it is of the points on one side of a step alone: a leak that came, or that was mended.
 * Where it does both, it is of those between two steps.
 *
 * The noise beyond sampling is not known, so squares are pooled with the typical ratio, which is worth prior_df
 * degrees of freedom (diff/statistics.c):
 *
 *     S = prior_df * prior + rss        of N = prior_df + n
 *
 * The model with the least N log S + 3 log n for each slope, step and spike is chosen: the penalised likelihood of
 * Zhang and Siegmund, A modified Bayes information criterion, Biometrics 63, 2007, because a step has both a height
 * and a place. Each part of the model also has to be beyond chance by itself. Its p is that of the F test against
 * one level, times the number of places that it could have stood at (Bonferroni; for one step Worsley, On the
 * likelihood ratio test for a shift in location, JASA 74, 1979) and times the number of kinds.
 */
#include "trend/trend.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "diff/statistics.h"

/* ---- models and their squares ---- */

#define FR_MODEL_SEGMENT 2 /* points at least; the last one may have 1: there a change is news */
#define LEAST_FOR_SLOPE  5 /* points of a slope that is of one side of a step */
#define N_PARTS          3 /* of which a slope may be, where there is a step: all, or one side of it */

/* Sums over the points before each, with weights w = 1 / variance: they give the squares of any segment about its mean
 * at once. */
typedef struct fr_model_sums {
    double w, x, y, xx, xy, yy;
} fr_model_sums;

typedef struct fr_model {
    uint32_t n_steps, step[FR_FIT_STEPS];
    bool sloped, flat[FR_FIT_STEPS + 1]; /* segments of a sloped model that do not have the slope */
    double rss;
} fr_model;

typedef struct fr_fitter {
    const fr_fit_input *in;
    double *x, *y;         /* about their means */
    double *weight;        /* 0: a spike */
    fr_model_sums *before; /* n + 1 */
    double *best;          /* [k * (n + 1) + end]: least squares of k steps before `end` */
    uint32_t *origin;      /* where the last of them stands */
    uint32_t first, end;   /* all points before and after these are nothing */
    double mean;
    double n; /* points that are no spikes */
    uint32_t spike[FR_FIT_SPIKES], n_spikes;
} fr_fitter;

/* ---------------------------------------------------------------- segments */

static fr_model_sums add(fr_model_sums a, fr_model_sums b, double sign)
{
    return (fr_model_sums){a.w + sign * b.w,   a.x + sign * b.x,   a.y + sign * b.y,
                           a.xx + sign * b.xx, a.xy + sign * b.xy, a.yy + sign * b.yy};
}

/* Fills f->before from f->x, f->y and f->weight. */
static void model_sum_up(fr_fitter *f)
{
    f->before[0] = (fr_model_sums){0};
    for (uint32_t j = 0; j < f->in->n; j++) {
        double w = f->weight[j], x = f->x[j], y = f->y[j];
        fr_model_sums here = {w, w * x, w * y, w * x * x, w * x * y, w * y * y};
        f->before[j + 1] = add(f->before[j], here, 1);
    }
}

/* Sums over the points from..to. */
static fr_model_sums model_between(const fr_fitter *f, uint32_t from, uint32_t to)
{
    return add(f->before[to], f->before[from], -1);
}

/* The first point of a segment, and one past its last. */
static uint32_t model_start(const fr_model *m, uint32_t segment)
{
    return segment ? m->step[segment - 1] : 0;
}

static uint32_t model_end(const fr_fitter *f, const fr_model *m, uint32_t segment)
{
    return segment < m->n_steps ? m->step[segment] : f->in->n;
}

static uint32_t segment_of(const uint32_t *step, uint32_t n_steps, uint32_t point)
{
    uint32_t segment = 0;

    while (segment < n_steps && point >= step[segment])
        segment++;
    return segment;
}

/* Squares about a model; segments that are not flat have one slope, from the products within them. */
static double model_measure(const fr_fitter *f, const fr_model *m, double *slope)
{
    double yy = 0, xx = 0, xy = 0;

    for (uint32_t i = 0; i <= m->n_steps; i++) {
        fr_model_sums s = model_between(f, model_start(m, i), model_end(f, m, i));
        yy += s.w > 0 ? fmax(0, s.yy - s.y * s.y / s.w) : 0;
        if (s.w <= 0 || m->flat[i])
            continue;
        xx += s.xx - s.x * s.x / s.w;
        xy += s.xy - s.x * s.y / s.w;
    }
    *slope = m->sloped && xx > 0 ? xy / xx : 0;
    return fmax(0, yy - *slope * xy);
}

/* ---------------------------------------------------------------- candidates */

static uint32_t model_params(const fr_model *m)
{
    return 1 + m->n_steps + m->sloped;
}

/* True of a slope that is not of all points. */
static bool is_part(const fr_model *m)
{
    return m->sloped && (m->flat[0] || m->flat[m->n_steps]);
}

/* Returns true if there is more known than the model has parameters. */
static bool model_has_room(const fr_fitter *f, const fr_model *m)
{
    return model_params(m) < f->n || f->in->prior_df >= 1;
}

/* Returns the least squares of a segment without a slope, quickly: place_last() asks for every pair of points. */
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

/* Moves a step to its best place among those that were not tried, between its neighbours. */
static void refine_step(const fr_fitter *f, fr_model *m, uint32_t i, uint32_t stride)
{
    uint32_t from = model_start(m, i), end = model_end(f, m, i + 1), was = m->step[i];
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

static fr_model model_of_steps(const fr_fitter *f, uint32_t k)
{
    uint32_t row = f->in->n + 1, end = f->in->n, stride = find_stride(f);
    fr_model m = {.n_steps = k, .rss = f->best[k * row + end]};

    for (uint32_t i = k; i-- > 0 && isfinite(m.rss);)
        end = m.step[i] = f->origin[(i + 1) * row + end];
    if (k > 1 && stride > 1 && isfinite(m.rss)) {
        /* Each step in turn, twice: moving one may move the best place of another. */
        for (uint32_t i = 0; i < 2 * m.n_steps; i++)
            refine_step(f, &m, i % m.n_steps, stride);
        m.rss = 0;
        for (uint32_t i = 0; i <= m.n_steps; i++)
            m.rss += quick_squares(&f->before[model_start(&m, i)], &f->before[model_end(f, &m, i)]);
    }
    return m;
}

/* A slope in all points. */
static fr_model model_of_slope(const fr_fitter *f)
{
    fr_model m = {.sloped = true};
    double slope;

    m.rss = model_measure(f, &m, &slope);
    return m;
}

static bool is_nothing(const fr_fitter *f, uint32_t from, uint32_t end)
{
    for (uint32_t j = from; j < end; j++)
        if (f->in->y[j] > 0)
            return false;
    return true;
}

/* Finds f->first, f->end and f->mean. */
static void find_something(fr_fitter *f)
{
    f->mean = 0;
    for (uint32_t j = 0; j < f->in->n; j++)
        f->mean += f->in->y[j] / f->in->n;
    f->first = 0;
    f->end = f->in->n;
    while (f->first < f->in->n && !(f->in->y[f->first] > 0))
        f->first++;
    while (f->end > f->first && !(f->in->y[f->end - 1] > 0))
        f->end--;
}

/* Returns true if a step beside nothing leaves points of nothing to the slope. */
static bool begins_with_nothing(const fr_fitter *f, const fr_model *m)
{
    return (m->flat[0] && m->step[0] < f->first) ||
           (m->flat[m->n_steps] && m->step[m->n_steps - 1] > f->end);
}

/* A slope that begins or ends with a step, or else a step in a slope: the best place. */
static fr_model model_of_part(const fr_fitter *f, bool flat_first, bool flat_last)
{
    fr_model best = {.n_steps = 1, .sloped = true, .rss = INFINITY};
    uint32_t n = f->in->n, first = flat_last ? LEAST_FOR_SLOPE : FR_MODEL_SEGMENT;
    uint32_t last = flat_first ? LEAST_FOR_SLOPE : 1;
    double slope;

    for (uint32_t at = first; at + last <= n; at++) {
        fr_model m = {.n_steps = 1, .step = {at}, .sloped = true, .flat = {flat_first, flat_last}};
        m.rss = model_measure(f, &m, &slope);
        if (m.rss < best.rss && !begins_with_nothing(f, &m))
            best = m;
    }
    return best;
}

/* Moves a step of a slope to its best place, from..to. */
static void move_step(const fr_fitter *f, fr_model *m, uint32_t step, uint32_t from, uint32_t to)
{
    fr_model moved = *m;
    double slope;

    for (uint32_t at = from; at <= to; at++) {
        moved.step[step] = at;
        moved.rss = model_measure(f, &moved, &slope);
        if (moved.rss < m->rss && !begins_with_nothing(f, &moved))
            *m = moved;
    }
}

/* A slope that begins and ends, from one that does one of both: each end in turn, since moving one may move the best
 * place of the other. */
static fr_model model_of_ramp(const fr_fitter *f, const fr_model *part)
{
    uint32_t n = f->in->n, least = LEAST_FOR_SLOPE;
    fr_model m = {.n_steps = 2, .sloped = true, .flat = {true, false, true}, .rss = INFINITY};

    if (!isfinite(part->rss) || n < FR_MODEL_SEGMENT + least + FR_MODEL_SEGMENT)
        return m;
    m.step[0] = part->flat[0] ? part->step[0] : FR_MODEL_SEGMENT;
    m.step[1] = part->flat[0] ? n - FR_MODEL_SEGMENT : part->step[0];
    for (uint32_t i = 0; i < 6; i++) {
        if ((i % 2 == 0) == part->flat[0])
            move_step(f, &m, 1, m.step[0] + least, n - FR_MODEL_SEGMENT);
        else if (m.step[1] >= FR_MODEL_SEGMENT + least)
            move_step(f, &m, 0, FR_MODEL_SEGMENT, m.step[1] - least);
    }
    return m;
}

/* ---- slope ---- */

/* The slope of a series that people are told, which single points hardly move: Theil and Sen's estimate. */

#define Z_95   1.959963984540054
#define SAMPLE 100000 /* pairs */

/* Slopes of pairs of points; of many points, of a sample of the pairs. */
typedef struct slopes {
    double *of;
    size_t n;
    double n_pairs, variance; /* all pairs, and the variance of Kendall's sum over them */
    bool sampled;
} slopes;

static void add_pair(const fr_fitter *f, slopes *s, uint32_t a, uint32_t b)
{
    if (f->weight[a] > 0 && f->weight[b] > 0 && f->x[b] > f->x[a])
        s->of[s->n++] = (f->y[b] - f->y[a]) / (f->x[b] - f->x[a]);
}

/* The next number below `n` of a fixed sequence (splitmix64, Steele, Lea and Flood 2014). */
static uint32_t draw(uint64_t *state, uint32_t n)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((z >> 32) * n >> 32);
}

/* So many pairs, drawn with equal chances. */
static void add_sample(const fr_fitter *f, slopes *s, uint32_t from, uint32_t end, size_t n)
{
    uint64_t state = from;

    for (; n > 0; n--) {
        uint32_t a = from + draw(&state, end - from), b = from + draw(&state, end - from - 1);
        b += b >= a;
        add_pair(f, s, a < b ? a : b, a < b ? b : a);
    }
}

static double pairs_of(const fr_model *m, const fr_fitter *f, uint32_t segment)
{
    double n = m->flat[segment] ? 0 : model_end(f, m, segment) - model_start(m, segment);

    return n * (n - 1) / 2;
}

static void collect(const fr_fitter *f, const fr_model *m, slopes *s)
{
    double n_pairs = 0;

    for (uint32_t i = 0; i <= m->n_steps; i++)
        n_pairs += pairs_of(m, f, i);
    for (uint32_t i = 0; i <= m->n_steps; i++) {
        if (m->flat[i])
            continue;
        uint32_t from = model_start(m, i), end = model_end(f, m, i);
        double points = 0;
        for (uint32_t j = from; j < end; j++)
            points += f->weight[j] > 0;
        s->variance += points * (points - 1) * (2 * points + 5) / 18;
        s->n_pairs += points * (points - 1) / 2;
        if (!s->sampled) {
            for (uint32_t a = from; a < end; a++)
                for (uint32_t b = a + 1; b < end; b++)
                    add_pair(f, s, a, b);
        } else if (end - from > 1)
            add_sample(f, s, from, end, (size_t)(SAMPLE * pairs_of(m, f, i) / n_pairs));
    }
}

/* The ranks that the interval reaches on either side of the median: those of Kendall's sum, and those that the sample
 * of n ranks adds. */
static double find_reach(const slopes *s)
{
    double n = (double)s->n, all = s->sampled ? s->n_pairs : n;
    double spread = s->variance / (all * all) + (s->sampled ? 1 / n : 0);

    return fmin(Z_95 * n * sqrt(spread), n - 1) / 2;
}

/* Fills slope, slope_low and slope_high of `fit` for a sloped model, over the points that are no spikes and in no flat
 * segment. Leaves them where no two points can be compared. False: memory ran out. */
static bool fr_slope_estimate(const fr_fitter *f, const fr_model *m, fr_fit *fit)
{
    slopes s = {.sampled = f->in->n > FR_MODEL_EXACT};
    size_t n, room = s.sampled ? SAMPLE : (size_t)f->in->n * f->in->n / 2;
    double reach;

    s.of = malloc(room * sizeof *s.of + 1);
    if (!s.of)
        return false;
    collect(f, m, &s);
    n = s.n;
    if (n) {
        qsort(s.of, n, sizeof *s.of, fr_compare_doubles);
        reach = find_reach(&s);
        fit->slope = n % 2 ? s.of[n / 2] : (s.of[n / 2 - 1] + s.of[n / 2]) / 2;
        fit->slope_low = s.of[(size_t)fmax(0, floor((double)n / 2 - reach))];
        fit->slope_high = s.of[(size_t)fmin((double)n - 1, ceil((double)n / 2 + reach))];
    }
    free(s.of);
    return true;
}

#define LEAST_FOR_BOTH 6 /* points, to tell a slope and a step apart */
#define PRICE          3.0
#define CHANCE         0.01 /* of each slope, step and spike beside the others */
#define EVERY_SERIES   1.0  /* as CHANCE, where few points tell of the noise */
#define PLAIN          1e-4 /* of a spike that is not to be taken for noise of all */

/* ---------------------------------------------------------------- chance */

static double choose_count(double n, uint32_t k)
{
    double count = 1;

    for (uint32_t i = 0; i < k; i++)
        count *= (n - i) / (i + 1);
    return fmax(count, 1);
}

/* Returns how many models there are of the parameters of one. */
static double count_places(const fr_fitter *f, const fr_model *m)
{
    return choose_count(f->in->n - 1, m->n_steps) * (m->sloped && m->n_steps ? N_PARTS : 1);
}

/* ---------------------------------------------------------------- the choice */

static double pooled_squares(const fr_fitter *f, double rss)
{
    return f->in->prior_df * f->in->prior + rss;
}

static double pooled_n(const fr_fitter *f)
{
    return f->in->prior_df + f->n;
}

/* Next to nothing: a sample a point, or a ten thousandth of the mean of all, or what the input says. */
#define FEW_SAMPLES  1.0
#define PART_OF_MEAN 1e-4

/* Returns true if there is next to nothing in a segment but points that are left out: it shows that of sampling at most, and
 * not by how much the function scatters where it is. That counts by the noise of levels alone. */
static bool tells_nothing(const fr_fitter *f, const fr_model *m, uint32_t segment)
{
    double sum = 0, most = 0;

    if (!f->in->by_level)
        return false;
    for (uint32_t j = model_start(m, segment); j < model_end(f, m, segment); j++)
        if (f->weight[j] > 0) {
            sum += fmax(f->in->y[j], 0);
            most += fmax(FEW_SAMPLES * sqrt(f->in->variance[j]),
                         fmax(PART_OF_MEAN * f->mean, f->in->least));
        }
    return sum <= most;
}

/* Returns how many parameters the points that tell of noise are fitted by: a level of next to nothing is none. */
static double params_of_noise(const fr_fitter *f, const fr_model *m)
{
    double n = model_params(m);

    for (uint32_t i = 0; i <= m->n_steps; i++)
        n -= tells_nothing(f, m, i);
    return n;
}

/* Returns the squares of the points that tell of noise. */
static double squares_of_noise(const fr_fitter *f, const fr_model *m)
{
    double rss = m->rss;

    for (uint32_t i = 0; i <= m->n_steps; i++)
        if (tells_nothing(f, m, i))
            rss -= quick_squares(&f->before[model_start(m, i)], &f->before[model_end(f, m, i)]);
    return fmax(rss, 0);
}

static double variance_of(const fr_fitter *f, const fr_model *m)
{
    double df = pooled_n(f) - params_of_noise(f, m);

    return df > 0 ? pooled_squares(f, squares_of_noise(f, m)) / df : INFINITY;
}

/* -2 log likelihood, and what the model costs. No noise is less than that of sampling. */
static double criterion(const fr_fitter *f, const fr_model *m, bool sampling_only)
{
    double fit = sampling_only ? m->rss : pooled_n(f) * log(pooled_squares(f, m->rss) + 1e-300);

    return fit + PRICE * log(f->in->n) * (model_params(m) - 1 + f->n_spikes);
}

/* Points of the shortest segment. */
static double shortest_segment(const fr_fitter *f, const fr_model *m)
{
    uint32_t least = f->in->n;

    for (uint32_t i = 0; i <= m->n_steps; i++) {
        uint32_t length = model_end(f, m, i) - model_start(m, i);
        least = length < least ? length : least;
    }
    return least;
}

/* Points of the shortest part: a spike has one. */
static double shortest(const fr_fitter *f, const fr_model *m)
{
    return f->n_spikes ? 1 : shortest_segment(f, m);
}

/* If noise has heavy tails, one point far off says little. The mean of m points has 1 / m of the excess of
 * kurtosis, and Student's t with v degrees of freedom has 6 / (v - 4): v is the most that a level counts. */
static double df_of(const fr_fitter *f, const fr_model *m, double length)
{
    double df = pooled_n(f) - params_of_noise(f, m);

    return f->in->kurtosis > 0 ? fmin(df, 4 + 6 * length / f->in->kurtosis) : df;
}

/* Returns the chance that `d` parameters of a model, beside its others, take so much of the squares that are without them.
 * places: that they could be at. length: points of what they are of. */
static double chance_beside(const fr_fitter *f, const fr_model *m, double squares, double d,
                            double places, double length)
{
    double df = df_of(f, m, length), value = (squares - m->rss) / d / fmax(1, variance_of(f, m));

    return df > 0 ? fmax(places, 1) * fr_f_tail(fmax(value, 0), d, df) : INFINITY;
}

/* ... that a model has more than a smaller one. */
static double chance_of_more(const fr_fitter *f, const fr_model *smaller, const fr_model *m)
{
    return chance_beside(f, m, smaller->rss, model_params(m) - model_params(smaller),
                         count_places(f, m) / count_places(f, smaller), shortest_segment(f, m));
}

static bool is_better(const fr_fitter *f, const fr_model *best, const fr_model *m,
                      bool sampling_only)
{
    const fr_model flat = {.rss = f->best[f->in->n]};

    return model_has_room(f, m) && isfinite(m->rss) &&
           criterion(f, m, sampling_only) < criterion(f, best, sampling_only) &&
           chance_of_more(f, model_params(m) > model_params(best) ? best : &flat, m) < CHANCE;
}

/* Returns the slope of the points behind the end of a model's, as a part of that; *error: 1.96 standard errors. */
static double slope_behind(const fr_fitter *f, const fr_model *m, double *error)
{
    fr_model_sums tail = model_between(f, m->step[m->n_steps - 1], f->in->n);
    double slope, xx = tail.w > 0 ? tail.xx - tail.x * tail.x / tail.w : 0;

    model_measure(f, m, &slope);
    *error = INFINITY;
    if (!isfinite(m->rss) || slope == 0 || !(xx > 0))
        return 0;
    *error = Z_95 * sqrt(fmax(1, variance_of(f, m)) / xx) / fabs(slope);
    return (tail.xy - tail.x * tail.y / tail.w) / xx / slope;
}

/* Returns true if the points behind the end of a slope, too few to tell whether they go on, lie beyond its line. */
static bool is_beyond(const fr_fitter *f, const fr_model *m)
{
    uint32_t end = m->step[m->n_steps - 1];
    fr_model_sums s = model_between(f, 0, end), tail = model_between(f, end, f->in->n);
    double slope;

    if (s.w <= 0 || tail.w <= 0 || f->in->n - end >= LEAST_FOR_SLOPE)
        return false;
    model_measure(f, m, &slope);
    return (tail.y / tail.w - s.y / s.w - slope * (tail.x / tail.w - s.x / s.w)) * slope > 0;
}

#define SLOW 0.2 /* of a slope: slower ones have ended */

/* A slope that is of one side of a step only is one where points exclude it on the other. Lists also one that both
 * begins and ends. */
static size_t list_slopes(const fr_fitter *f, fr_model *list)
{
    fr_model all = model_of_part(f, false, false), first = model_of_part(f, false, true);
    fr_model last = model_of_part(f, true, false), *part = last.rss < first.rss ? &last : &first;
    double error, behind;

    list[1] = model_of_ramp(f, part);
    behind = slope_behind(f, &list[1], &error);
    if (!(behind + error < 0.5) || behind > fmax(error, SLOW)) /* a leak that slows down goes on */
        list[1].rss = INFINITY;
    behind = slope_behind(f, &first, &error);
    if (behind > fmax(error, SLOW) || is_beyond(f, &first))
        part = &last;
    bool is_part = part->rss + Z_95 * Z_95 * fmax(1, variance_of(f, part)) < all.rss;
    list[0] = is_part ? *part : all;
    return 2;
}

/* Lists models from the smallest to the largest. */
static size_t list_models(fr_fitter *f, fr_model *all)
{
    uint32_t most = f->in->simple ? 1 : FR_FIT_STEPS, stride = find_stride(f);
    size_t n = 0;

    model_sum_up(f);
    for (uint32_t end = 0; end <= f->in->n; end++)
        f->best[end] = quick_squares(&f->before[0], &f->before[end]);
    for (uint32_t k = 1; k <= most; k++) { /* of the most steps only those of all points */
        for (uint32_t end = 0; k < most && end < f->in->n; end += stride)
            place_last(f, k, end, stride);
        place_last(f, k, f->in->n, k == 1 ? 1 : stride);
    }
    all[n++] = model_of_steps(f, 0);
    all[n++] = model_of_slope(f);
    all[n++] = model_of_steps(f, 1);
    if (!f->in->simple && f->in->n >= LEAST_FOR_BOTH)
        n += list_slopes(f, &all[n]);
    for (uint32_t k = 2; k <= most; k++)
        all[n++] = model_of_steps(f, k);
    return n;
}

static fr_model choose(fr_fitter *f)
{
    fr_model all[FR_FIT_STEPS + 4];
    size_t n = list_models(f, all), best = 0;
    double least = INFINITY;

    for (size_t i = 0; i < n; i++)
        if (model_has_room(f, &all[i]) && isfinite(all[i].rss))
            least = fmin(least, variance_of(f, &all[i]));
    for (size_t i = 1; i < n; i++)
        if (is_better(f, &all[best], &all[i], least <= 1))
            best = i;
    return all[best];
}

/* ---------------------------------------------------------------- spikes */

/* The point farthest from a model, and the square of how far, in units of sampling noise; never the last, where a
 * step may begin. */
static uint32_t farthest(const fr_fitter *f, const fr_model *m, double *distance)
{
    uint32_t found = 0, segment = 0;
    double most = -1, slope;

    model_measure(f, m, &slope);
    for (uint32_t j = 0; j + 1 < f->in->n; j++) {
        segment += segment < m->n_steps && j == m->step[segment];
        fr_model_sums s = model_between(f, model_start(m, segment), model_end(f, m, segment));
        double rest = s.w - f->weight[j], b = m->flat[segment] ? 0 : slope;
        double level = /* without the point itself */
            rest > 0 ? (s.y - f->weight[j] * f->y[j] - b * (s.x - f->weight[j] * f->x[j])) / rest
                     : 0;
        double off = f->y[j] - level - b * f->x[j];
        if (f->weight[j] > 0 && off * off * f->weight[j] > most) {
            most = off * off * f->weight[j];
            found = j;
        }
    }
    *distance = most;
    return found;
}

/* Returns true if a model without a point is better than one that makes it the end of a slope. All points count for both,
 * one that is left out with no square and the price of a spike. */
static bool is_better_than_slope(const fr_fitter *f, const fr_model *m, const fr_model *other)
{
    double n = pooled_n(f) + 1, price = PRICE * log(f->in->n);
    double with = n * log(pooled_squares(f, m->rss) + 1e-300) + price * model_params(m);
    double without =
        n * log(pooled_squares(f, other->rss) + 1e-300) + price * (model_params(other) + 1);

    return without < with;
}

static void leave_point(fr_fitter *f, uint32_t point)
{
    f->weight[point] = 0;
    f->n -= 1;
    model_sum_up(f);
}

static void return_point(fr_fitter *f, uint32_t point)
{
    f->weight[point] = 1 / f->in->variance[point];
    f->n += 1;
    model_sum_up(f);
}

/* Makes a point a spike. */
static void take_spike(fr_fitter *f, uint32_t point)
{
    leave_point(f, point);
    f->spike[f->n_spikes++] = point;
}

/* Makes a spike a point as all others are. */
static void return_spike(fr_fitter *f, uint32_t k)
{
    return_point(f, f->spike[k]);
    f->spike[k] = f->spike[--f->n_spikes];
}

/* Returns true if the series is explained better, price included, without a point; `smaller`: by fewer parameters. */
static bool try_spike(fr_fitter *f, fr_model *m, uint32_t point, bool smaller)
{
    double weight = f->weight[point], d, slope, rss = m->rss;
    fr_model other;

    take_spike(f, point);
    other = choose(f);
    if (is_part(m) && model_params(&other) < model_params(m) &&
        is_better_than_slope(f, m, &other)) {
        f->weight[point] = weight; /* what the smaller model is without the spike */
        model_sum_up(f);
        rss = model_measure(f, &other, &slope);
        f->weight[point] = 0;
        model_sum_up(f);
    }
    d = fmax(1, 1.0 + model_params(&other) - model_params(m));
    if ((!smaller || model_params(&other) < model_params(m)) &&
        chance_beside(f, &other, rss, d, f->in->n, 1) < (f->in->simple ? PLAIN : CHANCE)) {
        *m = other;
        return true;
    }
    return_spike(f, f->n_spikes - 1);
    return false;
}

/* Returns the chance that a model without the spike k, the last one then, fits as well; *squares: of all points but the
 * others. */
static double chance_of_spike(fr_fitter *f, const fr_model *m, uint32_t k, double *squares)
{
    uint32_t point = f->spike[k];
    double slope;

    return_spike(f, k);
    *squares = model_measure(f, m, &slope);
    take_spike(f, point);
    return chance_beside(f, m, *squares, 1, f->in->n, 1);
}

/* Returns true of a spike in a level of next to nothing. */
static bool is_spike_in_nothing(const fr_fitter *f, const fr_model *m, uint32_t k)
{
    return tells_nothing(f, m, segment_of(m->step, m->n_steps, f->spike[k]));
}

/* Returns to the others a spike that is none beside one that was found later: of a segment of two points, one of which is a
 * spike, both are as far off. */
static bool drop_spike(fr_fitter *f, fr_model *m)
{
    double squares;

    for (uint32_t k = f->n_spikes; k-- > 0;)
        if (!is_spike_in_nothing(f, m, k) && chance_of_spike(f, m, k, &squares) >= CHANCE) {
            return_spike(f, f->n_spikes - 1);
            m->rss = squares;
            return true;
        }
    return false;
}

/* Returns true if a point so far off, squared and in units of sampling noise, is worth a try. */
static bool may_be_spike(const fr_fitter *f, const fr_model *m, double off)
{
    double df = pooled_n(f) - model_params(m) - 1;

    return df > 0 && f->in->n * fr_f_tail(off / fmax(1, variance_of(f, m)), 1, df) < 1;
}

static void find_spikes(fr_fitter *f, fr_model *m)
{
    uint32_t drops = FR_FIT_SPIKES;
    bool found = true;

    while (found && f->in->n - f->n_spikes >= 6 &&
           (f->n_spikes < FR_FIT_SPIKES || (drops-- > 0 && drop_spike(f, m)))) {
        fr_model flat = {0};
        double off, off_flat;
        uint32_t from_flat = farthest(f, &flat, &off_flat), point = farthest(f, m, &off);
        bool flat_first = is_part(m) && from_flat != point;
        found = false;
        if (flat_first && may_be_spike(f, m, off_flat))
            found = try_spike(f, m, from_flat, true);
        if (!found && may_be_spike(f, m, off))
            found = try_spike(f, m, point, false);
        if (!found && from_flat != point && may_be_spike(f, m, off_flat))
            found = try_spike(f, m, from_flat, false);
    }
}

#define NEAR_LINE 9.0 /* squared errors: 3 standard errors */

/* Returns how far a point is from the line of a segment, squared, in units of noise. */
static double off_line(const fr_fitter *f, const fr_model *m, uint32_t segment, uint32_t point)
{
    fr_model_sums s = model_between(f, model_start(m, segment), model_end(f, m, segment));
    double slope, off;

    model_measure(f, m, &slope);
    slope = m->flat[segment] ? 0 : slope;
    off = s.w > 0 ? f->y[point] - (s.y - slope * s.x) / s.w - slope * f->x[point] : INFINITY;
    return off * off / f->in->variance[point] / fmax(1, variance_of(f, m));
}

/* Returns true if all points are nothing, whatever one is. */
static bool is_nothing_but(const fr_fitter *f, uint32_t from, uint32_t end, uint32_t point)
{
    return is_nothing(f, from, point < end ? point : end) &&
           is_nothing(f, point < from ? from : point + 1, end);
}

/* A spike beside a step is of the side whose line is nearer, which says where the step is. One that is on that line is
 * none. Returns true of a spike beside the step i. */
static bool place_spike(fr_fitter *f, fr_model *m, uint32_t k, uint32_t i)
{
    uint32_t point = f->spike[k], step = m->step[i], end = model_end(f, m, i + 1);
    double slope;

    if (point != step && point + 1 != step)
        return false;
    double before = off_line(f, m, i, point), after = off_line(f, m, i + 1, point);
    bool is_after = before >= after;
    if (f->in->y[point] > 0) { /* a part of a run is none of nothing */
        bool came = is_nothing_but(f, model_start(m, i), step, point);
        is_after = came || (is_after && !is_nothing_but(f, step, end, point));
    }
    uint32_t moved = is_after ? point : point + 1;
    if (moved < model_start(m, i) + FR_MODEL_SEGMENT || moved + least_last(f, end) > end)
        return true;
    m->step[i] = moved;
    if ((is_after ? after : before) > NEAR_LINE)
        return true;
    return_spike(f, k);
    m->rss = model_measure(f, m, &slope);
    return true;
}

/* In a segment of two points one is as far off as the other: chance says which one is the spike. One that is on the line
 * beyond is of it: the other is the spike, or where it is the newest point, a level of its own.
 *
 *     y     0 0 0 [0 40] 196 196 197        not a new level of 40 after a spike of 0, but 40 of a part of the time
 *
 * Returns true if the segment i was such a one. */
static bool split_segment(fr_fitter *f, fr_model *m, uint32_t i, uint32_t k)
{
    uint32_t point = f->spike[k], from = model_start(m, i);
    bool is_first = point == from;
    uint32_t other = is_first ? from + 1 : from, beyond = i + 1;
    double slope;

    if (i > 0 && (i == m->n_steps || off_line(f, m, i - 1, point) <= off_line(f, m, i + 1, point)))
        beyond = i - 1;
    if (model_end(f, m, i) != from + 2 || (!is_first && point != from + 1) ||
        f->weight[other] <= 0 || beyond > m->n_steps || off_line(f, m, beyond, point) > NEAR_LINE)
        return false;
    return_spike(f, k);
    if (other + 1 < f->in->n) {
        take_spike(f, other);
        *m = choose(f); /* it was chosen with another point left out */
        return true;
    }
    m->step[beyond] = other;
    m->rss = model_measure(f, m, &slope);
    return true;
}

static void split_segments(fr_fitter *f, fr_model *m)
{
    for (uint32_t i = m->n_steps + 1; i-- > 0;)
        for (uint32_t k = f->n_spikes; k-- > 0 && i <= m->n_steps;)
            if (split_segment(f, m, i, k))
                break;
}

static void place_spikes(fr_fitter *f, fr_model *m)
{
    split_segments(f, m);
    for (uint32_t k = f->n_spikes; k-- > 0;)
        for (uint32_t i = 0; i < m->n_steps; i++)
            if (place_spike(f, m, k, i))
                break;
}

/* ---------------------------------------------------------------- how sure */

/* The rate of chance is divided: a step has 1/2, a slope 1/4, and a spike, both, two and three steps 1/16 each:
 * Genovese, Roeder and Wasserman, False discovery control with p-value weighting, Biometrika 93, 2006. */
#define MOST_KINDS 16

static double chance_of(const fr_fitter *f, const fr_model *m, double all_squares)
{
    double d = model_params(m) - 1 + f->n_spikes;
    double df = df_of(f, m, shortest(f, m));
    double places = count_places(f, m) * choose_count(f->in->n, f->n_spikes);
    double variance = fmax(1, variance_of(f, m));
    double kinds = f->n_spikes || m->n_steps + m->sloped > 1 ? MOST_KINDS : m->sloped ? 4 : 2;

    if (d < 1 || !(df > 0))
        return 1;
    return fmin(1, kinds * places * fr_f_tail((all_squares - m->rss) / d / variance, d, df));
}

/* A spike is less sure than a level of many points: what else the series did is not as unsure as that. */
static double chance(const fr_fitter *f, const fr_model *m, double all_squares)
{
    const fr_model flat = {0};
    fr_fitter rest = *f;
    double slope, p = chance_of(f, m, all_squares);

    rest.n_spikes = 0;
    if (f->n_spikes && model_params(m) > 1)
        p = fmin(p, MOST_KINDS * chance_of(&rest, m, model_measure(f, &flat, &slope)));
    return p;
}

/* ---------------------------------------------------------------- where a slope ends */

/* Returns true if the points after a step surely have a slope of their own, at least half of the model's. */
static bool goes_on(const fr_fitter *f, const fr_model *m, double slope)
{
    fr_model_sums s = model_between(f, m->step[0], f->in->n);
    double xx = s.w > 0 ? s.xx - s.x * s.x / s.w : 0;
    double own = xx > 0 ? (s.xy - s.x * s.y / s.w) / xx : 0;

    return own / slope >= 0.5 && fabs(own) > Z_95 * sqrt(fmax(1, variance_of(f, m)) / xx);
}

/* Returns true if a step leads back nearer to where the slope began than to where it was: it took back what the slope
 * had added. */
static bool is_undone(const fr_fitter *f, uint32_t step, double slope)
{
    fr_model_sums before = model_between(f, 0, step), after = model_between(f, step, f->in->n);
    double grew = slope * (f->x[step - 1] - f->x[0]), start;

    if (before.w <= 0 || after.w <= 0)
        return false;
    start = (before.y + slope * (f->x[0] * before.w - before.x)) / before.w;
    return (after.y / after.w - start) * grew < grew * grew / 2;
}

/* A step in a slope is where it begins, or ends, if there is nothing on the other side; it ends with one that takes it
 * back, unless later points go on. So few points do not tell models apart by their squares. */
static void find_flat(const fr_fitter *f, fr_model *m)
{
    double slope;

    if (!m->sloped || !m->n_steps || m->flat[0] || m->flat[1])
        return;
    model_measure(f, m, &slope);
    m->flat[0] = is_nothing(f, 0, m->step[0]) && m->step[0] + FR_MODEL_SEGMENT <= f->in->n;
    m->flat[1] = !m->flat[0] && (is_nothing(f, m->step[0], f->in->n) ||
                                 (!goes_on(f, m, slope) && is_undone(f, m->step[0], slope)));
}

/* ---------------------------------------------------------------- all parts */

static double mean_of(const double *values, const double *variance, uint32_t n)
{
    double sum = 0, weights = 0;

    for (uint32_t j = 0; j < n; j++) {
        sum += values[j] / (variance ? variance[j] : 1);
        weights += 1 / (variance ? variance[j] : 1);
    }
    return sum / weights;
}

/* Begins with all points. Returns the mean of y, which f->y is about. */
static double begin(fr_fitter *f, double x_mean)
{
    double y_mean = mean_of(f->in->y, f->in->variance, f->in->n);

    find_something(f);
    f->n = f->in->n;
    for (uint32_t j = 0; j < f->in->n; j++) {
        f->x[j] = f->in->x[j] - x_mean;
        f->y[j] = f->in->y[j] - y_mean;
        f->weight[j] = 1 / f->in->variance[j];
    }
    model_sum_up(f);
    return y_mean;
}

/* Fills a fit with the parts of a model, and with the slope and the levels that these have. False: no memory. */
static bool describe(const fr_fitter *f, fr_model *m, double y_mean, fr_fit *fit)
{
    fit->n_steps = m->n_steps;
    fit->n_spikes = f->n_spikes;
    fit->sloped = m->sloped;
    fit->rss = m->rss;
    fit->df = f->n - model_params(m);
    memcpy(fit->step, m->step, sizeof fit->step);
    memcpy(fit->spike, f->spike, sizeof fit->spike);
    find_flat(f, m);
    memcpy(fit->flat, m->flat, sizeof fit->flat);
    fit->slope = fit->slope_low = fit->slope_high = 0;
    if (m->sloped && !fr_slope_estimate(f, m, fit))
        return false;
    for (uint32_t i = 0; i <= m->n_steps; i++) {
        fr_model_sums s = model_between(f, model_start(m, i), model_end(f, m, i));
        double slope = m->flat[i] ? 0 : fit->slope;
        fit->level[i] = y_mean + (s.w > 0 ? (s.y - slope * s.x) / s.w : 0);
    }
    return true;
}

static bool find_fit(fr_fitter *f, fr_fit *fit)
{
    double x_mean = mean_of(f->in->x, NULL, f->in->n), y_mean = begin(f, x_mean), all_squares;
    fr_model m = choose(f);

    *fit = (fr_fit){.x_mean = x_mean, .step_rss = f->best[2 * f->in->n + 1]};
    all_squares = f->best[f->in->n];
    find_spikes(f, &m);
    place_spikes(f, &m);
    fit->ratio = fmax(1, variance_of(f, &m));
    fit->p = chance(f, &m, all_squares);
    return describe(f, &m, y_mean, fit);
}

/* ---------------------------------------------------------------- fewer parts */

static fr_model without_step(const fr_model *m, uint32_t i)
{
    fr_model other = *m;

    other.flat[i] = m->flat[i] && m->flat[i + 1];
    for (uint32_t k = i + 1; k < m->n_steps; k++) {
        other.step[k - 1] = m->step[k];
        other.flat[k] = m->flat[k + 1];
    }
    other.flat[m->n_steps] = false;
    other.n_steps--;
    return other;
}

static fr_model without_slope(const fr_model *m)
{
    fr_model other = {.n_steps = m->n_steps};

    memcpy(other.step, m->step, sizeof other.step);
    return other;
}

/* Counts the points that tell of noise: those of levels of next to nothing do not. */
static void count_left(fr_fitter *f, const fr_model *m)
{
    f->n = 0;
    for (uint32_t i = 0; i <= m->n_steps; i++) {
        if (tells_nothing(f, m, i))
            continue;
        for (uint32_t j = model_start(m, i); j < model_end(f, m, i); j++)
            f->n += f->weight[j] > 0;
    }
}

/* Returns true of a step from next to nothing or to it. */
static bool is_beside_nothing(const fr_fitter *f, const fr_model *m, uint32_t step)
{
    return tells_nothing(f, m, step) != tells_nothing(f, m, step + 1);
}

/* Leaves out the part that is the most likely one to be chance. Returns false if none is as likely as that.
 * keep: few points tell of the noise. None is left out that is beside next to nothing or in it, and of the others only what
 * chance brings in every series. */
static bool leave_out(fr_fitter *f, fr_model *m, bool keep)
{
    fr_model best = *m, other;
    const double limit = keep ? EVERY_SERIES : CHANCE;
    double most = limit, slope, squares, here;
    uint32_t spike = f->in->n;

    for (uint32_t i = 0; i < m->n_steps + m->sloped; i++) {
        if (keep && i < m->n_steps && is_beside_nothing(f, m, i))
            continue;
        other = i < m->n_steps ? without_step(m, i) : without_slope(m);
        if (other.sloped &&
            !is_part(&other)) /* its first points would have nearly all of the weight */
            continue;
        other.rss = model_measure(f, &other, &slope);
        here = chance_of_more(f, &other, m);
        if (here >= most) {
            best = other;
            most = here;
        }
    }
    for (uint32_t k = f->n_spikes; k-- > 0;) {
        bool kept = keep && is_spike_in_nothing(f, m, k);
        here = chance_of_spike(f, m, k, &squares);
        if (!kept && here >= most) {
            spike = f->spike[f->n_spikes - 1];
            most = here;
        }
    }
    if (!(most > limit))
        return false;
    for (uint32_t k = 0; k < f->n_spikes; k++)
        if (f->spike[k] == spike)
            return_spike(f, k);
    if (spike == f->in->n)
        *m = best;
    count_left(f, m);
    m->rss = model_measure(f, m, &slope);
    return true;
}

/* Sets aside points that are plainly off by the noise of their levels, a few: an odd point of a low level tells nothing of
 * the noise of a high one. Returns how many. */
static uint32_t set_aside(fr_fitter *f, fr_model *m, uint32_t aside[FR_FIT_SPIKES])
{
    uint32_t n = 0;
    double off, slope;

    while (n < FR_FIT_SPIKES && f->n > LEAST_FOR_BOTH) {
        fr_model other = *m;
        aside[n] = farthest(f, m, &off);
        leave_point(f, aside[n]);
        other.rss = model_measure(f, &other, &slope);
        if (chance_beside(f, &other, m->rss, 1, f->in->n, 1) >= CHANCE) {
            return_point(f, aside[n]);
            break;
        }
        *m = other;
        n++;
    }
    return n;
}

/* Begins with all points and the parts of a fit. Returns the mean of y. */
static double begin_with(fr_fitter *f, fr_model *m, const fr_fit *fit)
{
    double y_mean = begin(f, fit->x_mean), slope;

    *m = (fr_model){.n_steps = fit->n_steps, .sloped = fit->sloped};
    memcpy(m->step, fit->step, sizeof m->step);
    memcpy(m->flat, fit->flat, sizeof m->flat);
    f->n_spikes = 0;
    for (uint32_t i = 0; i < fit->n_spikes; i++)
        take_spike(f, fit->spike[i]);
    m->rss = model_measure(f, m, &slope);
    count_left(f, m);
    return y_mean;
}

static bool is_empty(const fr_fitter *f, const fr_model *m)
{
    return m->n_steps + m->sloped + f->n_spikes == 0;
}

/* Returns the number of steps from next to nothing or to it. */
static uint32_t count_beside_nothing(const fr_fitter *f, const fr_model *m)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < m->n_steps; i++)
        n += is_beside_nothing(f, m, i);
    return n;
}

/* Leaves out what may be chance. Where that is all, or a step beside next to nothing, the points that are left are too few to
 * know the noise by: then the spikes alone are chance beside the rest, and what chance brings in every series. Returns true if
 * it left out something, and not all. */
static bool leave_out_chance(fr_fitter *f, fr_model *m, const fr_fit *fit)
{
    uint32_t beside = count_beside_nothing(f, m);
    uint32_t aside[FR_FIT_SPIKES], n_aside = set_aside(f, m, aside);
    bool less = false;
    double slope;

    count_left(f, m);
    while (leave_out(f, m, false))
        less = true;
    while (n_aside > 0)
        return_point(f, aside[--n_aside]);
    m->rss = model_measure(f, m, &slope);
    if (!less || (!is_empty(f, m) && count_beside_nothing(f, m) == beside))
        return less;
    begin_with(f, m, fit);
    for (less = false; beside > 0 && leave_out(f, m, true);)
        less = true;
    for (; m->n_steps + m->sloped > 0 && drop_spike(f, m); less = true)
        count_left(f, m);
    return less;
}

static bool reduce(fr_fitter *f, fr_fit *fit)
{
    fr_model m;
    double y_mean = begin_with(f, &m, fit);

    return !leave_out_chance(f, &m, fit) || describe(f, &m, y_mean, fit);
}

/* ---------------------------------------------------------------- one series */

static bool with_fitter(const fr_fit_input *in, bool run(fr_fitter *f, fr_fit *fit), fr_fit *fit)
{
    size_t n = (size_t)in->n + 1, cells = n * (FR_FIT_STEPS + 1);
    fr_fitter f = {.in = in,
                   .x = malloc(3 * n * sizeof(double)),
                   .before = malloc(n * sizeof(fr_model_sums)),
                   .best = malloc(cells * sizeof(double)),
                   .origin = calloc(cells, sizeof(uint32_t))};
    bool good = f.x && f.before && f.best && f.origin;

    if (good) {
        f.y = f.x + n;
        f.weight = f.y + n;
        good = run(&f, fit);
    }
    free(f.x);
    free(f.before);
    free(f.best);
    free(f.origin);
    return good;
}

bool fr_fit_series(fr_fit *fit, const fr_fit_input *in)
{
    return with_fitter(in, find_fit, fit);
}

bool fr_fit_reduce(fr_fit *fit, const fr_fit_input *in)
{
    return with_fitter(in, reduce, fit);
}

uint32_t fr_fit_segment(const fr_fit *fit, uint32_t point)
{
    return segment_of(fit->step, fit->n_steps, point);
}

uint32_t fr_fit_slope_end(const fr_fit *fit, uint32_t n_points)
{
    return fit->n_steps && fit->flat[fit->n_steps] ? fit->step[fit->n_steps - 1] : n_points;
}

double fr_fit_at(const fr_fit *fit, const double *x, uint32_t point)
{
    uint32_t segment = fr_fit_segment(fit, point);

    return fit->level[segment] + (fit->flat[segment] ? 0 : fit->slope * (x[point] - fit->x_mean));
}
