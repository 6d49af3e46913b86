/*
 * scale.c - values of runs become comparable: shares of the whole, of a typical run, for each second or unit of work, or as
 * they were measured.
 */
#include "trend/trend.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diff/diff.h"
#include "model/report/amount.h"

#define FAR_MORE 1.5 /* times the error that other points tell: it is the point's own */

/* Samples of a value of 1, of all functions together. */
static double samples_of_one(const fr_trend *t)
{
    double sum = 0, squares = 0;

    for (size_t r = 0; r < t->n_runs; r++) {
        sum += t->runs[r].whole;
        squares += t->runs[r].squares;
    }
    return squares > 0 ? sum / squares : 1;
}

/* Own samples of every function in all runs together, in `base`; NULL: no memory. */
static fr_common *compare_with(const fr_trend *t, double samples)
{
    fr_common *common = calloc((size_t)fr_names_count(t->names) + 1, sizeof *common);

    for (size_t i = 0; common && i < t->n_cells; i++)
        common[t->cells[i].function].base += t->cells[i].self * samples;
    return common;
}

/* The runs of one point, in their order. */
typedef struct run_list {
    const size_t *of;
    size_t n;
} run_list;

/* The runs of all points, point by point: point j has t->n_replicas[j] of them. NULL: no memory. */
static size_t *list_runs(const fr_trend *t)
{
    size_t *runs = malloc((t->n_runs + 1) * sizeof *runs);
    size_t *next = calloc((size_t)t->n_points + 1, sizeof *next);

    for (uint32_t j = 0; runs && next && j < t->n_points; j++)
        next[j + 1] = next[j] + t->n_replicas[j];
    for (size_t r = 0; runs && next && r < t->n_runs; r++)
        runs[next[t->runs[r].point]++] = r;
    if (!next) {
        free(runs);
        runs = NULL;
    }
    free(next);
    return runs;
}

/* Own samples of the runs of a point, in `new_`; or nothing again. */
static void add_point(const fr_trend *t, run_list runs, fr_common *common, double samples)
{
    for (size_t k = 0; k < runs.n; k++) {
        const fr_trend_run *run = &t->runs[runs.of[k]];
        for (size_t i = 0; i < run->n_cells; i++) {
            const fr_trend_cell *cell = &t->cells[run->first_cell + i];
            common[cell->function].new_ =
                samples > 0 ? common[cell->function].new_ + cell->self * samples : 0;
        }
    }
}

/* By function: true where all points have it, with ten samples or more on average. What comes or goes does not tell
 * what a point has more than all together. NULL: no memory. */
static bool *find_lasting(const fr_trend *t, const size_t *runs, const fr_common *common)
{
    size_t n = (size_t)fr_names_count(t->names) + 1;
    bool *lasting = calloc(n, sizeof *lasting);
    uint32_t *points = calloc(n, sizeof *points); /* so many first points have it */

    for (size_t r = 0; lasting && points && r < t->n_runs; r++) {
        const fr_trend_run *run = &t->runs[runs[r]];
        for (size_t i = 0; i < run->n_cells; i++) {
            const fr_trend_cell *cell = &t->cells[run->first_cell + i];
            if (cell->self > 0 && points[cell->function] == run->point)
                points[cell->function]++;
        }
    }
    for (size_t f = 0; lasting && points && f < n; f++)
        lasting[f] = points[f] == t->n_points && common[f].base >= FR_COMMON_SAMPLES * t->n_points;
    if (!points) {
        free(lasting);
        lasting = NULL;
    }
    free(points);
    return lasting;
}

/* Returns the part of some runs that choices of a name or a label kept. */
static double part_kept(const fr_trend *t, run_list runs)
{
    double kept = 0, whole = 0;

    for (size_t k = 0; k < runs.n; k++) {
        const fr_trend_run *run = &t->runs[runs.of[k]];
        kept += (1 - run->left_out) * run->whole;
        whole += run->whole;
    }
    return kept / whole;
}

/* The typical ratio of a point to all runs together, of which functions hold the part `kept`; each of its runs has a
 * part as large as its whole. 0: too few functions. */
static bool find_typical(fr_trend *t, run_list runs, fr_common *common, const bool *lasting,
                         double samples, double kept, fr_error *err)
{
    fr_diff_options opt = FR_DIFF_DEFAULTS;
    fr_diff_factor factor;
    fr_normal from = {.opt = &opt,
                      .base_whole = 1,
                      .new_whole = 1,
                      .common = common,
                      .n_common = fr_names_count(t->names),
                      .lasting = lasting,
                      .kept = {kept, part_kept(t, runs)}};
    double whole = 0;
    bool good;

    add_point(t, runs, common, samples);
    good = fr_normalise(&factor, &from, err);
    add_point(t, runs, common, 0);
    for (size_t k = 0; k < runs.n; k++)
        whole += t->runs[runs.of[k]].whole;
    for (size_t k = 0; k < runs.n && good; k++) {
        fr_trend_run *run = &t->runs[runs.of[k]];
        run->scale = factor.typical * run->whole / whole;
        /* the runs of a point have one error together, which their mean does not lessen */
        run->scale_error = factor.error * sqrt((double)runs.n);
        run->scale_sampling = factor.sampling_error * sqrt((double)runs.n);
    }
    return good;
}

/* Things in use (a heap, a queue) may be counted by numbers that do not say so. */
static const char *other_way(const fr_trend *t)
{
    return t->opt.normalize == FR_NORMALIZE_TYPICAL ? " (--normalize none takes them as measured)"
                                                    : "";
}

/* Says what y is: its unit, and how it was made. */
static bool describe(fr_trend *t, const char *unit, const char *how, const char *more)
{
    snprintf(t->y_unit, sizeof t->y_unit, "%s%s", unit, t->used == FR_NORMALIZE_TIME ? "/s" : "");
    snprintf(t->how, sizeof t->how, "values are %s%s", how, more);
    return true;
}

static bool by_share(fr_trend *t)
{
    t->used = FR_NORMALIZE_SHARE;
    for (size_t r = 0; r < t->n_runs; r++) {
        t->runs[r].scale = t->runs[r].whole / 100;
        t->runs[r].scale_error = 0;
    }
    return describe(t, "%", "percent of the whole of their point", other_way(t));
}

/* The whole that a run of typical size would have: the median over the runs. */
static bool median_whole(const fr_trend *t, double *median)
{
    double *wholes = malloc((t->n_runs + 1) * sizeof *wholes);

    if (!wholes)
        return false;
    for (size_t r = 0; r < t->n_runs; r++)
        wholes[r] = t->runs[r].whole / t->runs[r].scale;
    qsort(wholes, t->n_runs, sizeof *wholes, fr_compare_doubles);
    *median = wholes[t->n_runs / 2];
    free(wholes);
    return true;
}

static double square(double x)
{
    return x * x;
}

/* Returns the median over points of what their errors are beyond sampling; by_runs: of one of their runs, if runs make it. */
static double median_beyond(const fr_trend *t, bool by_runs, double *room)
{
    size_t n = 0;

    for (size_t r = 0; r < t->n_runs; r++) {
        const fr_trend_run *run = &t->runs[r];
        double runs = t->n_replicas[run->point];
        double beyond = square(run->scale_error) - square(run->scale_sampling); /* times runs */
        if (run->place == 0)
            room[n++] = by_runs ? beyond : beyond / runs;
    }
    qsort(room, n, sizeof *room, fr_compare_doubles);
    return room[n / 2];
}

/* Ten functions of a point tell to a third only how far they scatter, and the errors of points weigh them. So what errors
 * are beyond sampling is that of all points, but for those that have far more. It is of points, or of runs, and less with more
 * of them: that is more than the former only as far as a point itself shows. False: no memory. */
static bool join_errors(fr_trend *t)
{
    double *room = malloc((t->n_runs + 1) * sizeof *room), of_run, of_point;

    if (!room)
        return false;
    of_run = median_beyond(t, true, room);
    of_point = median_beyond(t, false, room);
    free(room);
    for (size_t r = 0; r < t->n_runs; r++) {
        fr_trend_run *run = &t->runs[r];
        double own = square(run->scale_error) - square(run->scale_sampling);
        double beyond = fmax(of_point * t->n_replicas[run->point], fmin(own, of_run));
        double joined = sqrt(square(run->scale_sampling) + beyond);
        if (run->scale_error < FAR_MORE * joined)
            run->scale_error = joined;
    }
    return true;
}

static bool by_typical(fr_trend *t, fr_error *err)
{
    bool all_known = t->counted, good = true;
    double median, samples = samples_of_one(t);
    fr_common *common = compare_with(t, samples);
    size_t *runs = list_runs(t), from = 0;
    bool *lasting = runs && common ? find_lasting(t, runs, common) : NULL;
    double kept = runs ? part_kept(t, (run_list){runs, t->n_runs}) : 0; /* of all of them */

    if (!lasting)
        good = fr_fail_memory(err);
    for (uint32_t j = 0; j < t->n_points && good && all_known; from += t->n_replicas[j++]) {
        good = find_typical(t, (run_list){runs + from, t->n_replicas[j]}, common, lasting, samples,
                            kept, err);
        for (size_t r = from; r < from + t->n_replicas[j]; r++)
            all_known = all_known && t->runs[runs[r]].scale > 0;
    }
    free(common);
    free(lasting);
    free(runs);
    if (!good)
        return false;
    if (!all_known)
        return by_share(t);
    if (!join_errors(t) || !median_whole(t, &median))
        return fr_fail_memory(err);
    for (size_t r = 0; r < t->n_runs; r++)
        t->runs[r].scale *= median / 100;
    return describe(t, "%",
                    "percent of the typical whole: each point is scaled by what its typical "
                    "function grew by",
                    other_way(t));
}

static bool by_time(fr_trend *t, fr_error *err)
{
    for (size_t r = 0; r < t->n_runs; r++) {
        t->runs[r].scale = t->runs[r].seconds;
        if (!(t->runs[r].seconds > 0)) {
            fr_fail(err, FR_E_USAGE, 0, 0, "the duration of '%.200s' is not known",
                    t->runs[r].name);
            return fr_fail_hint(err, "--units FILE takes numbers of yours");
        }
    }
    return describe(t, t->unit, "by second of recording", "");
}

static bool by_units(fr_trend *t)
{
    for (size_t r = 0; r < t->n_runs; r++)
        t->runs[r].scale = t->runs[r].units;
    return describe(t, t->unit, "by unit of work", "");
}

/* Bytes that nobody named are a heap more often than what was allocated. */
static bool as_measured(fr_trend *t)
{
    bool guessed = t->measure == FR_MEASURE_UNKNOWN && t->opt.normalize == FR_NORMALIZE_TYPICAL;

    for (size_t r = 0; r < t->n_runs; r++)
        t->runs[r].scale = 1;
    return describe(t, t->unit, "as measured",
                    guessed ? ": memory is taken as what is in use at each point (--normalize "
                              "share takes it as parts of a whole)"
                            : "");
}

/* A point of which nothing was selected has no shares. */
static bool check_wholes(const fr_trend *t, fr_error *err)
{
    bool any = false;

    for (size_t r = 0; r < t->n_runs; r++) {
        any |= t->runs[r].whole > 0;
        if (t->runs[r].whole > 0 ||
            (t->used != FR_NORMALIZE_TYPICAL && t->used != FR_NORMALIZE_SHARE))
            continue;
        fr_fail(err, FR_E_EMPTY, 0, 0, "'%.200s' has no values, so no shares", t->runs[r].name);
        return fr_fail_hint(err,
                            "--normalize time or none takes it as 0; --skip-bad leaves it out");
    }
    return any || fr_fail(err, FR_E_EMPTY, 0, 0, "no point has values");
}

static bool choose_scale(fr_trend *t, fr_error *err)
{
    t->used = t->opt.normalize;
    if (t->used == FR_NORMALIZE_TYPICAL && t->measure != FR_MEASURE_FLOW)
        t->used = FR_NORMALIZE_NONE;
    if (!check_wholes(t, err))
        return false;
    switch (t->used) {
    case FR_NORMALIZE_TYPICAL:
        return by_typical(t, err);
    case FR_NORMALIZE_SHARE:
        return by_share(t);
    case FR_NORMALIZE_TIME:
        return by_time(t, err);
    case FR_NORMALIZE_PER:
        return by_units(t);
    case FR_NORMALIZE_NONE:
        return as_measured(t);
    }
    return false;
}

#define MOST_VALUE  9e17 /* of y: ten times fit 63 bits, as fits may lie above what was measured */
#define LEAST_WHOLE 1e-6 /* of a unit of work: numbers have nine decimals */

/* Values have the decimals that they were measured with; where a run is divided by something thousandths, or four
 * digits of the largest whole where that is below 1; fewer where it would not fit. */
static bool choose_decimals(fr_trend *t, fr_error *err)
{
    double most = 0;

    for (size_t r = 0; r < t->n_runs; r++)
        most = fmax(most, t->runs[r].whole / t->runs[r].scale);
    if (most < LEAST_WHOLE && t->used == FR_NORMALIZE_PER) {
        fr_fail(err, FR_E_USAGE, 0, 0, "a unit of work has less than 0.000001 %.50s", t->unit);
        return fr_fail_hint(err, "larger units keep the digits: millions of requests, for example");
    }
    if (t->used != FR_NORMALIZE_NONE)
        t->decimals = most < 1 ? 3 + (uint32_t)fmin(ceil(-log10(most)), 6) : 3;
    while (t->decimals && most * pow(10, t->decimals) >= MOST_VALUE)
        t->decimals--;
    return true;
}

bool fr_trend_limit(const fr_trend *t, fr_bytes text, double *limit)
{
    if (fr_trend_in_percent(t))
        return fr_limit_parse(text, t->y_unit, limit);
    if (t->used == FR_NORMALIZE_TIME && fr_bytes_ends(text, FR_LITERAL("/s"))) /* "100 ms/s" */
        text.len -= 2;
    return fr_limit_parse(text, t->unit, limit) ||
           fr_limit_parse(text, fr_measured_unit(t->event, t->unit), limit);
}

bool fr_points_scale(fr_trend *t, fr_error *err)
{
    double sum = 0;

    if (!choose_scale(t, err))
        return false;
    size_t len = strlen(t->how);
    if (t->in_names)
        snprintf(
            t->how + len, sizeof t->how - len,
            "; points stand in the order of the %s in the names of their files (--by order: as "
            "given)",
            t->points[0].kind == FR_MOMENT_TIME ? "dates" : "versions");
    for (size_t r = 0; r < t->n_runs; r++)
        sum += t->runs[r].whole / t->runs[r].scale;
    t->mean_whole = sum / (double)t->n_runs;
    if (!choose_decimals(t, err))
        return false;
    if (!t->ceiling ||
        (!fr_trend_in_percent(t) && fr_trend_limit(t, fr_bytes_of(t->ceiling), &t->most)))
        return true;
    fr_fail(err, FR_E_USAGE, 0, 0, "the ceiling '%.100s' cannot be compared with values in %s",
            t->ceiling, t->y_unit);
    return fr_fail_hint(err, t->used == FR_NORMALIZE_NONE
                                 ? "a number without a unit is in that of the values"
                                 : "--normalize none keeps values as measured");
}
