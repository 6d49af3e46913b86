/*
 * scale.c - what the values of a run are divided by, so that what did not change has one value at all
 * points.
 *
 * TYPICAL compares each point with all runs together, as a differential compares its sides
 * (diff/normalise.h): one function that grows pushes no other down. Where a point has too few functions in
 * common with the others, shares are shown.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "diff/normalise.h"
#include "trend/limit.h"
#include "trend/points.h"

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

/* Own samples of the runs of a point, in `new_`; or nothing again. */
static void add_point(const fr_trend *t, uint32_t point, fr_common *common, double samples)
{
    for (size_t r = 0; r < t->n_runs; r++) {
        const fr_trend_run *run = &t->runs[r];
        for (size_t i = 0; run->point == point && i < run->n_cells; i++) {
            const fr_trend_cell *cell = &t->cells[run->first_cell + i];
            common[cell->function].new_ =
                samples > 0 ? common[cell->function].new_ + cell->self * samples : 0;
        }
    }
}

static double whole_of_point(const fr_trend *t, uint32_t point)
{
    double sum = 0;

    for (size_t r = 0; r < t->n_runs; r++)
        sum += t->runs[r].point == point ? t->runs[r].whole : 0;
    return sum;
}

/* The typical ratio of a point to all runs together; each of its runs has a part as large as its whole. 0: too
 * few functions. */
static bool find_typical(fr_trend *t, uint32_t point, fr_common *common, double samples,
                         fr_error *err)
{
    fr_diff_options opt = FR_DIFF_DEFAULTS;
    fr_diff_factor factor;
    fr_normal from = {.opt = &opt,
                      .base_whole = 1,
                      .new_whole = 1,
                      .common = common,
                      .n_common = fr_names_count(t->names)};
    double whole = whole_of_point(t, point);
    bool good;

    add_point(t, point, common, samples);
    good = fr_normalise(&factor, &from, err);
    add_point(t, point, common, 0);
    for (size_t r = 0; r < t->n_runs && good; r++) {
        fr_trend_run *run = &t->runs[r];
        if (run->point != point)
            continue;
        run->scale = factor.typical * run->whole / whole;
        /* the runs of a point have one error together, which their mean does not lessen */
        run->scale_error = factor.error * sqrt(t->n_replicas[point]);
    }
    return good;
}

static bool by_share(fr_trend *t)
{
    t->used = FR_NORMALIZE_SHARE;
    for (size_t r = 0; r < t->n_runs; r++) {
        t->runs[r].scale = t->runs[r].whole / 100;
        t->runs[r].scale_error = 0;
    }
    snprintf(t->y_unit, sizeof t->y_unit, "%%");
    snprintf(t->how, sizeof t->how, "values are percent of the whole of their point");
    return true;
}

static int compare_numbers(const void *a, const void *b)
{
    const double *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

/* The whole that a run of typical size would have: the median over the runs. */
static bool median_whole(const fr_trend *t, double *median)
{
    double *wholes = malloc((t->n_runs + 1) * sizeof *wholes);

    if (!wholes)
        return false;
    for (size_t r = 0; r < t->n_runs; r++)
        wholes[r] = t->runs[r].whole / t->runs[r].scale;
    qsort(wholes, t->n_runs, sizeof *wholes, compare_numbers);
    *median = wholes[t->n_runs / 2];
    free(wholes);
    return true;
}

static bool by_typical(fr_trend *t, fr_error *err)
{
    bool all_known = t->counted, good = true;
    double median, samples = samples_of_one(t);
    fr_common *common = compare_with(t, samples);

    if (!common)
        return fr_fail_memory(err);
    for (uint32_t j = 0; j < t->n_points && good; j++)
        good = find_typical(t, j, common, samples, err);
    for (size_t r = 0; r < t->n_runs; r++)
        all_known = all_known && t->runs[r].scale > 0;
    free(common);
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
             "function grew by");
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

static bool as_measured(fr_trend *t)
{
    for (size_t r = 0; r < t->n_runs; r++)
        t->runs[r].scale = 1;
    snprintf(t->y_unit, sizeof t->y_unit, "%s", t->unit);
    snprintf(t->how, sizeof t->how, "values are as measured");
    return true;
}

static bool choose_scale(fr_trend *t, fr_error *err)
{
    t->used = t->opt.normalize;
    if (t->used == FR_NORMALIZE_TYPICAL && t->held)
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

static bool take_ceiling(fr_trend *t, fr_error *err)
{
    bool has_amounts = strcmp(t->y_unit, "%") != 0;

    if (has_amounts && fr_limit_parse(fr_bytes_of(t->ceiling), t->unit, &t->most))
        return true;
    fr_fail(err, FR_E_USAGE, 0, 0, "the ceiling '%.100s' cannot be compared with values in %s",
            t->ceiling, t->y_unit);
    return fr_fail_hint(err, "--normalize none keeps values as measured");
}

bool fr_points_scale(fr_trend *t, fr_error *err)
{
    double sum = 0;

    for (size_t r = 0; r < t->n_runs; r++)
        if (!(t->runs[r].whole > 0))
            return fr_fail(err, FR_E_EMPTY, 0, 0, "'%.200s' has no values", t->runs[r].name);
    if (!choose_scale(t, err))
        return false;
    for (size_t r = 0; r < t->n_runs; r++)
        sum += t->runs[r].whole / t->runs[r].scale;
    t->mean_whole = sum / (double)t->n_runs;
    return !t->ceiling || take_ceiling(t, err);
}
