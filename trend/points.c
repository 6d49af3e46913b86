/* points.c - the order of points, and the axis that slopes are counted on. */
#include "trend/trend.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "diff/judge.h"
#include "model/report/amount.h"

#define HOUR       3600.0
#define DAY        86400.0
#define MOST_HOURS 96 /* a longer span is counted in days */

static bool all_fit(const fr_trend *t, const fr_moment_pattern *pattern)
{
    fr_moment first, other;
    bool differ = false;

    if (!fr_moment_fits(&first, pattern, t->runs[0].name))
        return false;
    for (size_t r = 1; r < t->n_runs; r++) {
        if (!fr_moment_fits(&other, pattern, t->runs[r].name))
            return false;
        differ = differ || fr_moment_compare(&first, &other) != 0;
    }
    return differ;
}

/* Names of files that differ by a date or a version alone are the times of those that have none. */
static bool order_by_names(fr_trend *t)
{
    fr_moment_pattern pattern;

    for (size_t i = 0; fr_moment_suggest(&pattern, t->runs[0].name, i); i++) {
        if (!all_fit(t, &pattern))
            continue;
        for (size_t r = 0; r < t->n_runs; r++)
            t->in_names = fr_moment_fits(&t->runs[r].moment, &pattern, t->runs[r].name);
        return true;
    }
    return false;
}

/* If some profile has no time of its own, and names do not tell it, all stand as they were given. */
static void agree_on_order(fr_trend *t)
{
    bool may_guess = t->opt.by == FR_TREND_BY_AUTO && !t->time_from_name;
    bool known = t->runs[0].moment.kind != FR_MOMENT_ORDER;

    for (size_t r = 0; r < t->n_runs; r++)
        known = known && t->runs[r].moment.kind == t->runs[0].moment.kind;
    if (known || (may_guess && order_by_names(t)))
        return;
    for (size_t r = 0; r < t->n_runs; r++)
        t->runs[r].moment = fr_moment_of_order(t->runs[r].name, (double)r);
}

typedef struct place {
    const fr_moment *moment;
    size_t run;
} place;

static int compare_places(const void *a, const void *b)
{
    const place *x = a, *y = b;
    int order = fr_moment_compare(x->moment, y->moment);

    return order ? order : (x->run > y->run) - (x->run < y->run);
}

/* "2026-11-05 00:00": days by themselves have no time of day. */
static void shorten_labels(fr_trend *t)
{
    static const char midnight[] = " 00:00";
    bool all = t->points[0].kind == FR_MOMENT_TIME;

    for (uint32_t j = 0; j < t->n_points && all; j++)
        all = fr_bytes_ends(fr_bytes_of(t->points[j].label), fr_bytes_of(midnight)) &&
              strlen(t->points[j].label) == 16;
    for (uint32_t j = 0; j < t->n_points && all; j++)
        t->points[j].label[10] = '\0';
}

static void set_axis(fr_trend *t)
{
    double span = t->points[t->n_points - 1].part[0] - t->points[0].part[0];
    bool timed = t->points[0].kind == FR_MOMENT_TIME, days = span > MOST_HOURS * HOUR;
    bool version = t->points[0].kind == FR_MOMENT_VERSION;

    for (uint32_t j = 0; j < t->n_points; j++)
        t->x[j] = timed ? (t->points[j].part[0] - t->points[0].part[0]) / (days ? DAY : HOUR) : j;
    t->x_unit = !timed ? version ? "version" : "point" : days ? "day" : "hour";
    t->x_short = !timed ? version ? "/version" : "/point" : days ? "/d" : "/h";
}

bool fr_points_order(fr_trend *t, fr_error *err)
{
    place *places = malloc((t->n_runs + 1) * sizeof *places);

    t->points = calloc(t->n_runs + 1, sizeof *t->points);
    t->n_replicas = calloc(t->n_runs + 1, sizeof *t->n_replicas);
    t->x = calloc(t->n_runs + 1, sizeof *t->x);
    t->room = calloc(t->n_runs + 1, sizeof *t->room);
    if (!places || !t->points || !t->n_replicas || !t->x || !t->room) {
        free(places);
        return fr_fail_memory(err);
    }
    agree_on_order(t);
    for (size_t r = 0; r < t->n_runs; r++)
        places[r] = (place){&t->runs[r].moment, r};
    qsort(places, t->n_runs, sizeof *places, compare_places);
    for (size_t i = 0; i < t->n_runs; i++) {
        fr_trend_run *run = &t->runs[places[i].run];
        if (i == 0 || fr_moment_compare(places[i].moment, places[i - 1].moment) != 0)
            t->points[t->n_points++] = run->moment;
        run->point = t->n_points - 1;
        t->n_replicas[run->point]++;
    }
    free(places);
    shorten_labels(t);
    set_axis(t);
    return true;
}

/* ---- scales: values become comparable ---- */

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

/* The typical ratio of a point to all runs together; each of its runs has a part as large as its whole. 0: too
 * few functions. */
static bool find_typical(fr_trend *t, run_list runs, fr_common *common, double samples,
                         fr_error *err)
{
    fr_diff_options opt = FR_DIFF_DEFAULTS;
    fr_diff_factor factor;
    fr_normal from = {.opt = &opt,
                      .base_whole = 1,
                      .new_whole = 1,
                      .common = common,
                      .n_common = fr_names_count(t->names)};
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
    }
    return good;
}

/* Things in use (a heap, a queue) may be counted by numbers that do not say so. */
static const char *other_way(const fr_trend *t)
{
    return t->opt.normalize == FR_NORMALIZE_TYPICAL ? " (--normalize none takes them as measured)"
                                                    : "";
}

static bool by_share(fr_trend *t)
{
    t->used = FR_NORMALIZE_SHARE;
    for (size_t r = 0; r < t->n_runs; r++) {
        t->runs[r].scale = t->runs[r].whole / 100;
        t->runs[r].scale_error = 0;
    }
    snprintf(t->y_unit, sizeof t->y_unit, "%%");
    snprintf(t->how, sizeof t->how, "values are percent of the whole of their point%s",
             other_way(t));
    return true;
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

static bool by_typical(fr_trend *t, fr_error *err)
{
    bool all_known = t->counted, good = true;
    double median, samples = samples_of_one(t);
    fr_common *common = compare_with(t, samples);
    size_t *runs = list_runs(t), from = 0;

    if (!common || !runs) {
        free(common);
        free(runs);
        return fr_fail_memory(err);
    }
    for (uint32_t j = 0; j < t->n_points && good && all_known; from += t->n_replicas[j++]) {
        good = find_typical(t, (run_list){runs + from, t->n_replicas[j]}, common, samples, err);
        for (size_t r = from; r < from + t->n_replicas[j]; r++)
            all_known = all_known && t->runs[runs[r]].scale > 0;
    }
    free(common);
    free(runs);
    if (!good)
        return false;
    if (!all_known)
        return by_share(t);
    if (!median_whole(t, &median))
        return fr_fail_memory(err);
    for (size_t r = 0; r < t->n_runs; r++)
        t->runs[r].scale *= median / 100;
    snprintf(t->y_unit, sizeof t->y_unit, "%%");
    snprintf(t->how, sizeof t->how,
             "values are percent of the typical whole: each point is scaled by what its typical "
             "function grew by%s",
             other_way(t));
    return true;
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
    snprintf(t->y_unit, sizeof t->y_unit, "%s/s", t->unit);
    snprintf(t->how, sizeof t->how, "values are by second of recording");
    return true;
}

static bool by_units(fr_trend *t)
{
    for (size_t r = 0; r < t->n_runs; r++)
        t->runs[r].scale = t->runs[r].units;
    snprintf(t->y_unit, sizeof t->y_unit, "%s", t->unit);
    snprintf(t->how, sizeof t->how, "values are by unit of work");
    return true;
}

/* Bytes that nobody named are a heap more often than what was allocated. */
static bool as_measured(fr_trend *t)
{
    bool guessed = t->measure == FR_MEASURE_UNKNOWN && t->opt.normalize == FR_NORMALIZE_TYPICAL;

    for (size_t r = 0; r < t->n_runs; r++)
        t->runs[r].scale = 1;
    snprintf(t->y_unit, sizeof t->y_unit, "%s", t->unit);
    snprintf(t->how, sizeof t->how, "values are as measured%s",
             guessed
                 ? ": memory is taken as what is in use at each point (--normalize share takes it "
                   "as parts of a whole)"
                 : "");
    return true;
}

static bool choose_scale(fr_trend *t, fr_error *err)
{
    t->used = t->opt.normalize;
    if (t->used == FR_NORMALIZE_TYPICAL && t->measure != FR_MEASURE_FLOW)
        t->used = FR_NORMALIZE_NONE;
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

bool fr_points_scale(fr_trend *t, fr_error *err)
{
    double sum = 0;

    for (size_t r = 0; r < t->n_runs; r++)
        if (!(t->runs[r].whole > 0))
            return fr_fail(err, FR_E_EMPTY, 0, 0, "'%.200s' has no values", t->runs[r].name);
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
    if (!t->ceiling ||
        (!fr_trend_in_percent(t) && fr_limit_parse(fr_bytes_of(t->ceiling), t->unit, &t->most)))
        return true;
    fr_fail(err, FR_E_USAGE, 0, 0, "the ceiling '%.100s' cannot be compared with values in %s",
            t->ceiling, t->y_unit);
    return fr_fail_hint(err, "--normalize none keeps values as measured");
}
