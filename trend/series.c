/*
 * series.c - values by point with the variance that sampling alone gives them, fits, and the family.
 *
 * With x the sum of weights of a function in a run, W the whole, c the mean square weight per weight,
 * inside and outside of the function, and L its mean y, the variance of y = x / scale is
 *
 *     shares      (W / scale)^2 p (1 - p) ((1 - p) c_in + p c_out) / W     as in diff/significance.c
 *     else        c_in L / scale + (L scale_error)^2                       compound Poisson
 *
 * How far points scatter beyond that is learned from the series themselves: a first, simple fit of each
 * leaves squares, and their ratio to sampling is typical for its share (diff/statistics.c). So one run a
 * point is enough to judge. Runs of one point add what they tell, where points scatter as these do.
 */
#include "trend/trend.h"

#include <math.h>
#include <stdlib.h>

#include "base/number.h"
#include "base/pool.h"
#include "diff/significance.h"

#define UNCOUNTED_ERROR 1e-3 /* relative, of values without samples behind them */
#define LEAST_LEVEL     0.01 /* of the mean: lower levels of such values have the noise of this one */
#define LEAST_COUNT     1e-4 /* of the mean: the same of counts, as sums of weights lose their digits */
#define MOST_BEYOND     1.2  /* times as much as runs tell: points scatter as these do */
#define LEAST_CHANCE    0.02 /* that points scatter as far as they do where runs tell all */
#define PLACE_CHANCE    1e-3 /* that the runs at one place are all off as far as they are */
#define WHOLE_DF        2 /* functions say little of the noise of what is more than half of the whole */
#define LARGE_DF        6 /* ... and of one beside which none is half as large; 2 more for each that is */
#define LARGE           0.02 /* of the whole: of smaller functions the typical noise is that of many */
#define LOW_LEVEL       0.25 /* of the highest level: runs below do not tell how those above scatter */
#define HIGH_POINT      2 /* times the level: if all runs of a point are, they scatter as it does */
#define HIGH_ERRORS     4 /* standard errors of a run, beyond that */
#define ENOUGH          0.7 /* of a total: own that tells the same */

/* ---------------------------------------------------------------- values by point */

typedef struct sums {
    double x, squares, scale; /* over all runs */
    double all, all_squares;  /* the wholes */
} sums;

/* Adds up what a function has in all runs, and in x[] by run, if that is wanted. */
static void add_cells(const fr_trend *t, uint32_t function, fr_trend_of of, double *x, sums *all)
{
    for (size_t i = t->first_cell[function]; i < t->first_cell[function + 1]; i++) {
        const fr_trend_cell *cell = &t->cells[i];
        double value = of == FR_TREND_OWN ? cell->self : cell->total;
        if (x)
            x[cell->run] += value;
        all->x += value;
        all->squares += cell->total > 0 ? cell->squares * value / cell->total : 0;
    }
}

/* Values of a series by run; runs that lack it have 0. */
static sums by_run(const fr_trend *t, const fr_trend_series *s, double *x)
{
    sums all = {0};

    for (size_t r = 0; r < t->n_runs; r++) {
        const fr_trend_run *run = &t->runs[r];
        x[r] = s->of == FR_TREND_WHOLE ? run->whole : 0;
        all.scale += run->scale;
        all.all += run->whole;
        all.all_squares += run->squares;
    }
    if (s->of == FR_TREND_WHOLE) {
        all.x = all.all;
        all.squares = all.all_squares;
        return all;
    }
    add_cells(t, s->function, s->of, x, &all);
    return all;
}

static double ratio_of(double squares, double x)
{
    return x > 0 && squares > 0 ? squares / x : 1;
}

static double sampling_variance(const fr_trend *t, const fr_trend_series *s, const sums *all,
                                const fr_trend_run *run, double scale_error, double level)
{
    double c_in = ratio_of(all->squares, all->x);
    double c_out = ratio_of(all->all_squares - all->squares, all->all - all->x);
    double p = fmin(level * all->scale / all->all, 1), error = level * scale_error;

    if (!t->counted)
        return UNCOUNTED_ERROR * UNCOUNTED_ERROR * level * level;
    if (t->used == FR_NORMALIZE_SHARE && s->of != FR_TREND_WHOLE)
        return run->whole / (run->scale * run->scale) * p * (1 - p) * ((1 - p) * c_in + p * c_out);
    return c_in * level / run->scale + error * error;
}

/* A fit of a series, which tells the level at each point, and with it the noise there. */
typedef struct levels {
    const fr_fit *fit;
    bool of_spikes; /* the level of a spike is its own value */
} levels;

/* Returns the share by which noise is typical. Amounts have no noise of their complement: what is more than half of the
 * whole is not like the smallest functions, as its share is. */
static double size_of(const fr_trend *t, double level)
{
    double share = level / t->mean_whole;

    return t->used == FR_NORMALIZE_SHARE ? share : fmin(share, 0.5);
}

static double typical_ratio(const fr_trend *t, double level)
{
    return fmax(fr_typical_at(&t->typical, size_of(t, level)).ratio, 1);
}

static bool is_spike(const fr_fit *fit, uint32_t point)
{
    for (uint32_t i = 0; i < fit->n_spikes; i++)
        if (fit->spike[i] == point)
            return true;
    return false;
}

/* Returns the variance of a run at a level, where that of the mean is what noise is told in. */
static double variance_at(const fr_trend *t, const fr_trend_series *s, const sums *all,
                          const fr_trend_run *run, double scale_error, double level)
{
    double mean = all->x / all->scale;
    double sample = ratio_of(all->squares, all->x) / run->scale;
    double least = t->counted ? fmax(sample, LEAST_COUNT * mean) : LEAST_LEVEL * mean;

    level = fmax(level, least);
    return sampling_variance(t, s, all, run, scale_error, level) * typical_ratio(t, level) /
           typical_ratio(t, mean);
}

/* `found` NULL: of the level of all points. y: the value of the run's point. scale_error: that of the run, or 0. */
static double variance_of(const fr_trend *t, const fr_trend_series *s, const sums *all,
                          const fr_trend_run *run, double scale_error, const levels *found,
                          double y)
{
    if (!found)
        return sampling_variance(t, s, all, run, scale_error, all->x / all->scale);
    return variance_at(t, s, all, run, scale_error,
                       found->of_spikes && is_spike(found->fit, run->point)
                           ? y
                           : fr_fit_at(found->fit, t->x, run->point));
}

/* Returns what the noise of a point is of what its runs tell; times: how many more than usual it has. The noise of runs is
 * less with more of them, as that of sampling is; what is beyond is of the point, as if all had the same number of runs. */
static double part_of_point(const fr_trend *t, const fr_trend_series *s, double mean, double times)
{
    double ratio, of_runs;

    if (!(t->typical.df > 0) || s->runs_tell || fabs(times - 1) < 1e-9)
        return 1;
    ratio = typical_ratio(t, mean);
    of_runs = fmax(1, ratio / fmax(t->beyond, 1));
    return (of_runs + (ratio - of_runs) * times) / ratio;
}

/* Runs of a series: how far each is from the mean of its point, and the variance that sampling gives it. of_place: how far
 * off the runs at one place are, as a part of that mean, by the mean of all points. */
typedef struct run_list {
    double *off, *variance, *of_place;
} run_list;

static bool has_equal_runs(const fr_trend *t)
{
    for (uint32_t j = 1; j < t->n_points; j++)
        if (t->n_replicas[j] != t->n_replicas[0])
            return false;
    return t->n_points > 2 && t->n_replicas[0] > 1;
}

static double part_off(const fr_trend *t, const run_list *runs, const double *y, size_t run)
{
    double mean = y[t->runs[run].point];

    return mean > 0 ? runs->off[run] / mean : 0;
}

/* Fills runs->of_place. Returns true if the runs at a place surely differ from others in the same way at all points: the
 * first one is cold, the second is that of another host. */
static bool find_places(const fr_trend *t, const run_list *runs, const double *y)
{
    double all = 0, of_places = 0, n = t->n_points, d = t->n_replicas[0] - 1.0, df = (n - 1) * d;

    if (!has_equal_runs(t))
        return false;
    for (uint32_t k = 0; k < t->n_replicas[0]; k++)
        runs->of_place[k] = 0;
    for (size_t r = 0; r < t->n_runs; r++) {
        double part = part_off(t, runs, y, r);
        runs->of_place[t->runs[r].place] += part / n;
        all += part * part;
    }
    for (uint32_t k = 0; k < t->n_replicas[0]; k++)
        of_places += n * runs->of_place[k] * runs->of_place[k];
    return of_places > 0 &&
           fr_f_tail(of_places / d / fmax(all - of_places, 0) * df, d, df) < PLACE_CHANCE;
}

/* Returns how far the runs of a point scatter, over sampling; those without a variance do not tell. What they surely differ
 * by at all points is no noise. */
static fr_spread spread_of_runs(const fr_trend *t, const run_list *runs, const double *y)
{
    bool places = find_places(t, runs, y);
    double squares = 0, df = places ? 1.0 - t->n_replicas[0] : 0;

    for (size_t r = 0; r < t->n_runs; r++) {
        const fr_trend_run *run = &t->runs[r];
        double off = runs->off[r] - (places ? runs->of_place[run->place] * y[run->point] : 0);
        if (!(runs->variance[r] > 0))
            continue;
        squares += off * off / runs->variance[r];
        df += run->place > 0; /* the mean of a point is one parameter */
    }
    return (fr_spread){.ratio = df > 0 ? squares / df : 0, .df = fmax(df, 0)};
}

/* Fills the values by point, and x with how far each run is off from its point. Returns how far points scatter if they do
 * so as the runs of one; the error of their scale, which runs share, is as large as it is. x: FR_TREND_ROOM for each run. */
static fr_spread fill_points(const fr_trend *t, const fr_trend_series *s, const levels *found,
                             double *x, double *y, double *variance)
{
    run_list runs = {x, x + t->n_runs, x + 2 * t->n_runs};
    sums all = by_run(t, s, x);
    double of_sampling = 0, of_scale = 0; /* variances of points, without more noise */
    double usual = 0;                     /* 1 / usual: of runs of a point */
    double highest = 0;
    double *least = runs.of_place; /* of the runs of a point, up to find_places() */

    for (uint32_t j = 0; j < t->n_points; j++) {
        least[j] = INFINITY;
        highest = found ? fmax(highest, fr_fit_at(found->fit, t->x, j)) : 0;
        y[j] = variance[j] = 0;
        usual += 1.0 / t->n_replicas[j] / t->n_points;
    }
    for (size_t r = 0; r < t->n_runs; r++) {
        uint32_t j = t->runs[r].point;
        y[j] += x[r] / t->runs[r].scale / t->n_replicas[j];
        least[j] = fmin(least[j], x[r] / t->runs[r].scale);
    }
    for (size_t r = 0; r < t->n_runs; r++) {
        const fr_trend_run *run = &t->runs[r];
        uint32_t j = run->point;
        double n = t->n_replicas[j];
        double alone = variance_of(t, s, &all, run, 0, found, y[j]); /* runs share their scale */
        double with = run->scale_error > 0
                          ? variance_of(t, s, &all, run, run->scale_error, found, y[j])
                          : alone;
        double part = part_of_point(t, s, all.x / all.scale, n * usual);
        variance[j] += (alone * part + with - alone) / (n * n);
        of_sampling += alone / (n * n);
        of_scale += (with - alone) / (n * n);
        double level = found ? fr_fit_at(found->fit, t->x, j) : all.x / all.scale;
        runs.off[r] = x[r] / run->scale - y[j];
        runs.variance[r] = alone;
        if (found && level < LOW_LEVEL * highest)
            runs.variance[r] = 0;
        else if (t->typical.df > 0 && least[j] > HIGH_POINT * level + HIGH_ERRORS * sqrt(alone))
            runs.variance[r] = variance_at(t, s, &all, run, 0, y[j]);
    }
    fr_spread spread = spread_of_runs(t, &runs, y);
    if (spread.ratio > 0 && of_scale > 0)
        spread.ratio = (spread.ratio * of_sampling + of_scale) / (of_sampling + of_scale);
    return spread;
}

void fr_trend_values(const fr_trend *t, const fr_trend_series *s, double *y, double *variance)
{
    fill_points(t, s, NULL, t->room, y, variance);
}

void fr_trend_errors(const fr_trend *t, const fr_trend_series *s, double *y, double *error)
{
    const levels found = {&s->fit, true};

    fill_points(t, s, s->changed ? &found : NULL, t->room, y, error);
    for (uint32_t j = 0; j < t->n_points; j++)
        error[j] = sqrt(error[j] * s->fit.ratio);
}

/* ---------------------------------------------------------------- which series there are */

static void add_series(fr_trend *t, uint32_t function, fr_trend_of of)
{
    sums all = {0};

    if (of != FR_TREND_WHOLE)
        add_cells(t, function, of, NULL, &all);
    /* effective samples, where they are counted */
    if (of == FR_TREND_WHOLE ||
        (all.x > 0 && (!t->counted || all.x / ratio_of(all.squares, all.x) >= FR_JUDGED_SAMPLES)))
        t->series[t->n_series++] = (fr_trend_series){.function = function, .of = of, .q = 1};
}

/* Own of each function, and its total where that is more. The whole, where it can change. */
static bool list_series(fr_trend *t)
{
    uint32_t n = fr_names_count(t->names);

    t->series = calloc(2 * (size_t)n + 1, sizeof *t->series);
    if (!t->series)
        return false;
    if (t->used != FR_NORMALIZE_SHARE)
        add_series(t, 0, FR_TREND_WHOLE);
    for (uint32_t f = 1; f < n; f++) {
        bool differ = false;
        for (size_t i = t->first_cell[f]; i < t->first_cell[f + 1]; i++)
            differ = differ || t->cells[i].self != t->cells[i].total;
        add_series(t, f, FR_TREND_OWN);
        if (differ)
            add_series(t, f, FR_TREND_TOTAL);
    }
    return true;
}

/* ---------------------------------------------------------------- fitting */

typedef struct fitting {
    fr_trend *trend;
    bool simple; /* of the first fit, which t->typical is learned from */
    size_t n_tasks;
    bool failed[FR_MOST_THREADS];
} fitting;

static uint32_t count_parts(const fr_fit *fit)
{
    return fit->n_steps + fit->sloped + fit->n_spikes;
}

/* Finds the own means that are largest. */
static void find_largest(fr_trend *t)
{
    for (size_t i = 0; i < t->n_series; i++) {
        sums all = by_run(t, &t->series[i], t->room);
        double mean = t->series[i].of == FR_TREND_OWN && all.scale > 0 ? all.x / all.scale : 0;
        for (uint32_t k = 0; k < FR_TREND_LARGEST; k++)
            if (mean > t->largest[k]) {
                double smaller = t->largest[k];
                t->largest[k] = mean;
                mean = smaller;
            }
    }
}

/* Returns what the typical noise is worth for a series: few functions tell that of the largest, and a line through hundreds of
 * small ones says little of it. */
static double worth_of_typical(const fr_trend *t, const fr_trend_series *s, double mean,
                               bool by_level)
{
    double level = mean, like = 0;

    for (uint32_t j = 0; by_level && j < t->n_points; j++)
        level = fmax(level, fr_fit_at(&s->fit, t->x, j));
    if (level < LARGE * t->mean_whole)
        return t->typical.df;
    for (uint32_t k = 0; k < FR_TREND_LARGEST; k++)
        like += t->largest[k] >= level / 2;
    like -= s->of == FR_TREND_OWN && mean >= level / 2; /* others */
    return like >= FR_TREND_LARGEST - 1 ? t->typical.df : fmin(t->typical.df, LARGE_DF + 2 * like);
}

/* Sets the noise that is typical for the mean of a series. Where points scatter as runs of a point do, these tell as much.
 * Where they scatter more, runs may still show that a function scatters more than others; that they agree tells nothing. */
static void set_prior(const fr_trend *t, const fr_trend_series *s, fr_fit_input *in,
                      fr_spread of_runs)
{
    double mean = 0;
    fr_spread prior = {0}, joined;

    for (uint32_t j = 0; j < in->n; j++)
        mean += in->y[j] / in->n;
    prior.ratio = typical_ratio(t, mean);
    prior.df = worth_of_typical(t, s, mean, in->by_level);
    if (t->used != FR_NORMALIZE_SHARE && mean > t->mean_whole / 2)
        prior.df = fmin(prior.df, WHOLE_DF);
    joined = fr_spread_join(prior, of_runs, INFINITY);
    in->prior = s->runs_tell ? joined.ratio : fmax(prior.ratio, joined.ratio);
    in->prior_df = s->runs_tell ? joined.df : prior.df;
}

/* A series is judged by the noise of its mean. Whether more than one change is there is judged by the noise of the levels
 * that it has had, which may take changes away: one that came late has more noise than all points together tell. A slope of
 * all points is left as it is: its first points would have nearly all of the weight. */
static bool fit_levels(const fitting *f, fr_trend_series *s, double *x, double *y, double *variance,
                       fr_fit_input *in)
{
    const levels found = {&s->fit, false};
    bool of_all = s->fit.sloped && !s->fit.flat[0] && !s->fit.flat[s->fit.n_steps];

    if (of_all || count_parts(&s->fit) < 2 || !(f->trend->typical.df > 0))
        return true;
    in->by_level = true;
    for (uint32_t j = 0; j < in->n && !f->trend->counted; j++)
        in->least += LEAST_LEVEL * in->y[j] / in->n;
    set_prior(f->trend, s, in, fill_points(f->trend, s, &found, x, y, variance));
    return fr_fit_reduce(&s->fit, in);
}

static bool fit_one(const fitting *f, fr_trend_series *s, double *room)
{
    const fr_trend *t = f->trend;
    double *x = room, *y = x + FR_TREND_ROOM * t->n_runs, *variance = y + t->n_points;
    fr_fit_input in = {.n = t->n_points, .x = t->x, .y = y, .variance = variance};
    fr_spread of_runs = fill_points(t, s, NULL, x, y, variance);

    in.simple = f->simple;
    in.kurtosis = s->kurtosis;
    s->of_runs = of_runs;
    if (!f->simple && t->typical.df > 0)
        set_prior(t, s, &in, of_runs);
    return fr_fit_series(&s->fit, &in) && (f->simple || fit_levels(f, s, x, y, variance, &in));
}

static void fit_part(void *arg, size_t part)
{
    fitting *f = arg;
    const fr_trend *t = f->trend;
    double *room = malloc((FR_TREND_ROOM * t->n_runs + 2 * (size_t)t->n_points + 1) * sizeof *room);

    f->failed[part] = !room;
    for (size_t i = part; room && i < t->n_series; i += f->n_tasks)
        f->failed[part] |= !fit_one(f, &t->series[i], room);
    free(room);
}

static bool fit_all(fitting *f)
{
    bool good = true;

    f->n_tasks = fr_pool_cpus();
    fr_pool_run(f->n_tasks, f->n_tasks, fit_part, f);
    for (size_t i = 0; i < f->n_tasks; i++)
        good = good && !f->failed[i];
    return good;
}

/* Sums over the points of a series, of what a first fit leaves: their number, and the fourth powers of how far they are
 * off, in units of their own spread. */
typedef struct tails {
    double fourth, n;
} tails;

/* off: by point, squared; below 0: not of them. */
static tails sum_tails(const double *off, uint32_t n_points)
{
    double sum = 0;
    tails all = {0};

    for (uint32_t j = 0; j < n_points; j++)
        if (off[j] >= 0) {
            sum += off[j];
            all.n += 1;
            all.fourth += off[j] * off[j];
        }
    all.fourth *= sum > 0 ? all.n * all.n / sum / sum : 0;
    return sum > 0 ? all : (tails){0};
}

/* Returns true if one run makes at least half of what a point is off by. runs: how far each is off from its point. */
static bool is_of_one_run(const fr_trend *t, uint32_t point, double off, const double *runs)
{
    double n = t->n_replicas[point];

    for (size_t r = 0; r < t->n_runs && n > 1; r++)
        if (t->runs[r].point == point && fabs(off - runs[r] / (n - 1)) <= fabs(off) / 2)
            return true;
    return false;
}

/* Learns how much heavier the tails of the noise are than those of a normal distribution, from what a first fit leaves of
 * all series; within one, the very point in question would hide itself. What is plainly off in a series tells of the
 * tails of others, and not of its own, unless one of several runs makes it: a spike hides no step of the same function. */
static bool learn_tails(fr_trend *t)
{
    double *y = malloc(2 * ((size_t)t->n_points + 1) * sizeof *y);
    tails *less = malloc((t->n_series + 1) * sizeof *less), all = {0};
    bool good = y && less;

    for (size_t i = 0; good && i < t->n_series; i++) {
        const fr_trend_series *s = &t->series[i];
        double *off = y + t->n_points;
        tails whole, own;
        less[i] = (tails){0};
        if (s->of == FR_TREND_WHOLE)
            continue;
        fill_points(t, s, NULL, t->room, y, off);
        for (uint32_t j = 0; j < t->n_points; j++) {
            y[j] -= fr_fit_at(&s->fit, t->x, j);
            off[j] = y[j] * y[j] / off[j];
        }
        whole = sum_tails(off, t->n_points);
        for (uint32_t k = 0; k < s->fit.n_spikes; k++)
            if (!is_of_one_run(t, s->fit.spike[k], y[s->fit.spike[k]], t->room))
                off[s->fit.spike[k]] = -1;
        own = sum_tails(off, t->n_points);
        less[i] = (tails){whole.fourth - own.fourth, whole.n - own.n};
        all = (tails){all.fourth + whole.fourth, all.n + whole.n};
    }
    for (size_t i = 0; good && i < t->n_series; i++) {
        double n = all.n - less[i].n;
        t->series[i].kurtosis = n > 0 ? fmax(0, (all.fourth - less[i].fourth) / n - 3) : 0;
    }
    free(y);
    free(less);
    return good;
}

/* Learns what a first fit leaves, by share. */
static bool learn_noise(fr_trend *t)
{
    fr_scatter *rows = malloc((t->n_series + 1) * sizeof *rows);
    double df = 0;
    size_t n = 0;

    if (!rows)
        return false;
    for (size_t i = 0; i < t->n_series; i++) {
        const fr_fit *fit = &t->series[i].fit;
        double level = fit->level[fit->n_steps];
        if (t->series[i].of == FR_TREND_WHOLE || !(fit->df > 0))
            continue;
        rows[n++] = (fr_scatter){size_of(t, level), fit->rss / fit->df};
        df += fit->df;
    }
    t->typical = fr_typical_fit(rows, n, n ? df / (double)n : 0);
    free(rows);
    return true;
}

/* The median of a mean of `df` squares of normal variables of variance 1: Wilson and Hilferty, The distribution of
 * chi-square, PNAS 17, 1931. */
static double median_spread(double df)
{
    double root = 1 - 2 / (9 * df);

    return root * root * root;
}

/* Returns true if the points of a series scatter as its runs do, as far as an F test tells, whether or not there is a step. */
static bool is_as_runs(const fr_trend *t, const fr_trend_series *s)
{
    double d = s->fit.df, df = s->of_runs.df, rss = s->fit.rss, rest = t->n_points - 3.0;

    if (rest > 0 && s->fit.step_rss / rest < rss / d) {
        d = rest;
        rss = s->fit.step_rss;
    }
    return d > 0 && s->of_runs.ratio > 0 &&
           fr_f_tail(rss / d / s->of_runs.ratio, d, df) > LEAST_CHANCE;
}

/* Learns where points scatter as their runs do: by the median of all series, some of which changed, and by each. */
static bool learn_runs(fr_trend *t)
{
    double *beyond = malloc((t->n_series + 1) * sizeof *beyond);
    bool good = beyond;
    size_t n = 0;

    for (size_t i = 0; i < t->n_series && good; i++) {
        const fr_trend_series *s = &t->series[i];
        if (s->of == FR_TREND_WHOLE || !(s->fit.df > 0) || !(s->of_runs.ratio > 0))
            continue;
        beyond[n++] = s->fit.rss / s->fit.df / median_spread(s->fit.df) / s->of_runs.ratio *
                      median_spread(s->of_runs.df);
    }
    if (n)
        qsort(beyond, n, sizeof *beyond, fr_compare_doubles);
    t->beyond = n ? beyond[n / 2] : INFINITY;
    for (size_t i = 0; i < t->n_series; i++)
        t->series[i].runs_tell = t->beyond < MOST_BEYOND && is_as_runs(t, &t->series[i]);
    free(beyond);
    return good;
}

/* ---------------------------------------------------------------- the family */

static double largest_change(const fr_trend *t, const fr_trend_series *s)
{
    double low = INFINITY, high = -INFINITY, first = fr_fit_at(&s->fit, t->x, 0);
    double last = fr_fit_at(&s->fit, t->x, t->n_points - 1);

    for (uint32_t j = 0; j < t->n_points; j++) {
        double y = fr_fit_at(&s->fit, t->x, j);
        low = fmin(low, y);
        high = fmax(high, y);
    }
    if (fabs(last - first) > (high - low) / 2)
        return last - first;
    return high - first > first - low ? high - first : low - first;
}

static int compare_p(const void *a, const void *b)
{
    const fr_trend_series *const *x = a, *const *y = b;

    return ((*x)->fit.p > (*y)->fit.p) - ((*x)->fit.p < (*y)->fit.p);
}

/* Benjamini and Hochberg: q is the least rate at which a series is found. */
static bool set_q(fr_trend *t)
{
    fr_trend_series **by_p = malloc((t->n_series + 1) * sizeof *by_p);
    double q = 1;

    if (!by_p)
        return false;
    for (size_t i = 0; i < t->n_series; i++)
        by_p[i] = &t->series[i];
    qsort(by_p, t->n_series, sizeof *by_p, compare_p);
    for (size_t i = t->n_series; i-- > 0;)
        by_p[i]->q = q = fmin(q, by_p[i]->fit.p * (double)t->n_series / (double)(i + 1));
    free(by_p);
    return true;
}

static double spike_height(const fr_trend *t, const fr_trend_series *s, const double *y)
{
    double most = 0;

    for (uint32_t i = 0; i < s->fit.n_spikes; i++) {
        double height = y[s->fit.spike[i]] - fr_fit_at(&s->fit, t->x, s->fit.spike[i]);
        most = fabs(height) > fabs(most) ? height : most;
    }
    return most;
}

static bool decide(fr_trend *t)
{
    double *y = malloc(2 * (size_t)t->n_points * sizeof *y + 1);

    if (!y)
        return false;
    for (size_t i = 0; i < t->n_series; i++) {
        fr_trend_series *s = &t->series[i];
        double change = largest_change(t, s), spike;
        if (s->q > t->opt.fdr)
            continue;
        fr_trend_values(t, s, y, y + t->n_points);
        spike = spike_height(t, s, y);
        change = change == 0 ? spike : change;
        s->change_pp = fr_trend_points_of(t, change);
        s->changed = fabs(s->change_pp) >= t->opt.min_change_pp ||
                     fabs(fr_trend_points_of(t, spike)) >= t->opt.min_change_pp;
    }
    free(y);
    return true;
}

/* Series stand by function, own before total: of both the one that tells more is shown. */
static void choose_shown(fr_trend *t)
{
    for (size_t i = 0; i < t->n_series; i++) {
        fr_trend_series *s = &t->series[i], *next = i + 1 < t->n_series ? s + 1 : NULL;
        bool both = next && s->of == FR_TREND_OWN && next->of == FR_TREND_TOTAL &&
                    next->function == s->function;
        s->shown = s->changed;
        if (!both)
            continue;
        i++;
        s->shown =
            s->changed && (!next->changed || fabs(s->change_pp) >= ENOUGH * fabs(next->change_pp));
        next->shown = next->changed && !s->shown;
    }
}

bool fr_series_judge(fr_trend *t, fr_error *err)
{
    fitting first = {.trend = t, .simple = true}, all = {.trend = t};

    if (!list_series(t))
        return fr_fail_memory(err);
    find_largest(t);
    if (!fit_all(&first) || !learn_noise(t) || !learn_runs(t) || !learn_tails(t))
        return fr_fail_memory(err);
    if (!fit_all(&all) || !set_q(t) || !decide(t))
        return fr_fail_memory(err);
    choose_shown(t);
    return true;
}
