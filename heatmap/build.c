/*
 * build.c - from a profile's samples to the cells of a grid, and the cells as numbers.
 *
 *     {
 *     "flamerender": "heatmap", "version": 2,
 *     "event": "cpu-clock", "unit": "samples",
 *     "rows": 50, "column_s": 1,   seconds of a column
 *     "first_second": 5076, "n_columns": 42,
 *     "origin_second": 5076,       the second that --from and --to call 0
 *     "first_ns": 5076100000000, "last_ns": 5117999999000,
 *     "total": 5, "max": 1, "idle": "exclude", "n_idle": 4,
 *     "cells": [                   [column, row, samples] of each cell with samples, a line for a column
 *      [0, 5, 1], [0, 7, 2],
 *      [41, 49, 2]
 *     ]
 *     }
 */
#include <stdlib.h>
#include <string.h>

#include "base/output.h"
#include "heatmap/grid.h"
#include "model/transform/idle.h"

#define NS INT64_C(1000000000)

/* ---- building ---- */

/* Why a profile has no heatmap: each case has its own way out. */
static bool check_times(const fr_profile *profile, fr_error *err)
{
    const fr_meta *meta = &profile->meta;

    if (meta->timed && profile->samples.n)
        return true;
    if (meta->timed) { /* a picture of ours, or a profile read without its samples */
        fr_fail(err, FR_E_EMPTY, 0, 0,
                "a heatmap needs the time of every sample, and this profile has only its sums");
        return fr_fail_hint(err, "give the recording itself; a program reads it with keep_samples");
    }
    if (profile->samples.n == 0) {
        fr_fail(err, FR_E_EMPTY, 0, 0,
                "a heatmap needs the time of every sample; '%s' input has sums without times",
                meta->format ? meta->format : "this");
        return fr_fail_hint(err, "perf script text has times: perf script > perf.txt");
    }
    fr_fail(err, FR_E_EMPTY, 0, 0, "a heatmap needs times, and these samples have none");
    return fr_fail_hint(err, "perf script prints them by default, or with -F +time");
}

/* A sample with a time: the range of its value where it lasts so long, else an instant. */
static fr_time_range range_of(const fr_profile *profile, size_t i)
{
    const fr_samples *samples = &profile->samples;
    int64_t from_ns = samples->time_ns[i], to_ns = from_ns + (from_ns < INT64_MAX);

    if (profile->meta.stacks & FR_SAMPLES_LAST &&
        __builtin_add_overflow(from_ns, samples->value ? samples->value[i] : 1, &to_ns))
        to_ns = INT64_MAX;
    return (fr_time_range){from_ns, to_ns};
}

/* Makes all that was recorded columns. Idle samples show that somebody looked, too. */
static void cover_samples(fr_grid *grid, const fr_profile *profile)
{
    for (size_t i = 0; i < profile->samples.n; i++) {
        fr_time_range range = range_of(profile, i);
        if (range.from_ns == FR_NO_TIME)
            continue;
        fr_grid_cover(grid, range.from_ns);
        if (range.to_ns > range.from_ns)
            fr_grid_cover(grid, range.to_ns - 1);
    }
}

static void add_sample(fr_grid *grid, const fr_profile *profile, size_t i, fr_heat_value value)
{
    const fr_samples *samples = &profile->samples;

    if (value == FR_HEAT_SAMPLES)
        fr_grid_add(grid, samples->time_ns[i], 1);
    else if (profile->meta.stacks & FR_SAMPLES_LAST)
        fr_grid_add_span(grid, range_of(profile, i));
    else
        fr_grid_add(grid, samples->time_ns[i], samples->value ? samples->value[i] : 1);
}

static void add_samples(fr_grid *grid, const fr_profile *profile, const fr_idle *idle,
                        fr_heat_value value)
{
    for (size_t i = 0; i < profile->samples.n; i++) {
        if (profile->samples.time_ns[i] == FR_NO_TIME)
            continue;
        bool is_idle = fr_idle_holds(idle, &profile->samples, i);
        grid->n_idle += is_idle;
        if (!is_idle || !grid->idle_out)
            add_sample(grid, profile, i, value);
    }
}

/* ---- columns ---- */

/* The seconds among which --column=auto takes the first with which the columns find room. */
static const uint32_t column_steps[] = {1,   5,    15,    60,    300,
                                        900, 3600, 21600, 86400, FR_GRID_MAX_SECONDS};

/* The span of the times, in whole seconds, of which a part counts as one. */
static int64_t seconds_of(const fr_profile *profile)
{
    const fr_samples *samples = &profile->samples;
    int64_t first = INT64_MAX, last = INT64_MIN, span;

    for (size_t i = 0; i < samples->n; i++) {
        fr_time_range range = range_of(profile, i);
        if (range.from_ns == FR_NO_TIME)
            continue;
        first = range.from_ns < first ? range.from_ns : first;
        last = range.to_ns > last ? range.to_ns : last;
    }
    return first > last || __builtin_sub_overflow(last, fr_floor_second(first), &span)
               ? INT64_MAX / NS
               : span / NS + 1;
}

static uint32_t column_of(const fr_profile *profile, const fr_heat_options *opt)
{
    int64_t seconds = opt->column_s ? 0 : seconds_of(profile),
            room = fr_heat_columns(opt->width_px);
    size_t i = 0, n = sizeof column_steps / sizeof *column_steps;

    while (i + 1 < n && (seconds + column_steps[i] - 1) / column_steps[i] > room)
        i++;
    return opt->column_s ? opt->column_s : column_steps[i];
}

/* Columns start at round times: after the start of the recording, or of a clock that people read. */
static uint32_t phase_of(const fr_meta *meta, uint32_t column_s)
{
    int64_t origin = fr_floor_second(meta->origin_ns) / NS;

    return fr_meta_has_date(meta) ? 0 : (uint32_t)((origin % column_s + column_s) % column_s);
}

static bool set_columns(fr_grid *grid, const fr_profile *profile, const fr_heat_options *opt,
                        fr_error *err)
{
    if (opt->column_s > FR_GRID_MAX_SECONDS) {
        fr_fail(err, FR_E_USAGE, 0, 0, "a column has 1 to %d seconds, not %u", FR_GRID_MAX_SECONDS,
                (unsigned)opt->column_s);
        return false;
    }
    grid->column_s = column_of(profile, opt);
    grid->phase_s = phase_of(&profile->meta, grid->column_s);
    return true;
}

/* ---- the whole ---- */

static fr_heat_value value_of(const fr_profile *profile, const fr_heat_options *opt)
{
    if (opt->value != FR_HEAT_AUTO)
        return opt->value;
    return profile->meta.stacks & FR_SAMPLES_LAST ? FR_HEAT_WEIGHT : FR_HEAT_SAMPLES;
}

static bool describe_grid(fr_grid *grid, const fr_profile *profile, fr_heat_value value,
                          fr_error *err)
{
    const fr_column *column = profile->n_columns ? &profile->columns[0] : NULL;

    grid->event = strdup(column ? column->name : "");
    if (value == FR_HEAT_WEIGHT && column) {
        grid->unit_text = strdup(column->unit);
        grid->unit = grid->unit_text;
        grid->decimals = column->decimals;
    }
    return (grid->event && grid->unit && fr_meta_copy(&grid->meta, &profile->meta)) ||
           fr_fail_memory(err);
}

static bool finish_grid(fr_grid *grid, fr_error *err)
{
    if (grid->failure.code != FR_OK || grid->n_samples || grid->n_idle == 0)
        return fr_grid_finish(grid, err);
    fr_fail(err, FR_E_EMPTY, 0, 0, "all %llu samples are of idle CPUs",
            (unsigned long long)grid->n_idle);
    return fr_fail_hint(err, "--idle=include shows them");
}

fr_grid *fr_grid_build(const fr_profile *profile, const fr_heat_options *opt, fr_error *err)
{
    fr_heat_options defaults = FR_HEAT_DEFAULTS;
    fr_idle idle = {0};
    fr_grid *grid;
    bool good;
    opt = opt ? opt : &defaults;
    grid = fr_profile_is_for(profile, FR_FOR_ANYTHING, err) && check_times(profile, err)
               ? fr_grid_new(opt->rows, err)
               : NULL;
    if (!grid)
        return NULL;
    grid->idle_out = opt->exclude_idle;
    good = set_columns(grid, profile, opt, err) &&
           describe_grid(grid, profile, value_of(profile, opt), err) &&
           fr_idle_init(&idle, profile, err);
    if (good) {
        cover_samples(grid, profile);
        add_samples(grid, profile, &idle, value_of(profile, opt));
    }
    good = good && finish_grid(grid, err) &&
           fr_perturb_find(profile, grid->idle_out ? &idle : NULL, &grid->found, err);
    fr_idle_reset(&idle);
    if (good)
        return grid;
    fr_grid_free(grid);
    return NULL;
}

/* ---- writing ---- */

static void put_int(fr_output *out, const char *before, int64_t value)
{
    fr_put_text(out, before);
    fr_put_int(out, value);
}

static void put_head(const fr_grid *grid, fr_output *out)
{
    fr_put_text(out, "{\n\"flamerender\": \"heatmap\", \"version\": 2,\n\"event\": ");
    fr_put_json(out, fr_bytes_of(grid->event ? grid->event : ""));
    fr_put_text(out, ", \"unit\": ");
    fr_put_json(out, fr_bytes_of(grid->unit));
    if (grid->decimals)
        put_int(out, ", \"decimals\": ", grid->decimals);
    put_int(out, ",\n\"rows\": ", grid->rows);
    put_int(out, ", \"column_s\": ", grid->column_s);
    put_int(out, ", \"first_second\": ", grid->first_second);
    put_int(out, ", \"n_columns\": ", grid->n_columns);
    put_int(out, ",\n\"origin_second\": ", grid->first_second - fr_grid_origin_second(grid));
    put_int(out, ",\n\"first_ns\": ", grid->first_ns);
    put_int(out, ", \"last_ns\": ", grid->last_ns);
    put_int(out, ",\n\"total\": ", grid->total);
    put_int(out, ", \"max\": ", grid->max);
    fr_put_format(out, ", \"idle\": \"%s\"", grid->idle_out ? "exclude" : "include");
    put_int(out, ", \"n_idle\": ", (int64_t)grid->n_idle);
}

/* The cells of a column that have samples; false where none has. */
static bool put_column(const fr_grid *grid, uint32_t column, const char *before, fr_output *out)
{
    const int64_t *cells = grid->cells + (size_t)column * grid->rows;
    bool any = false;

    for (uint32_t row = 0; row < grid->rows; row++) {
        if (!cells[row])
            continue;
        put_int(out, any ? ", [" : before, column);
        put_int(out, ", ", row);
        put_int(out, ", ", cells[row]);
        fr_put_char(out, ']');
        any = true;
    }
    return any;
}

void fr_grid_write(const fr_grid *grid, const char *format, fr_output *out)
{
    bool any = false;

    if (strcmp(format, "json") != 0) {
        fr_output_fail(out, FR_E_USAGE, "unknown format of a grid '%.64s'; there is 'json'",
                       format);
        return;
    }
    put_head(grid, out);
    fr_put_text(out, ",\n\"cells\": [");
    for (uint32_t column = 0; column < grid->n_columns; column++)
        any |= put_column(grid, column, any ? ",\n [" : "\n [", out);
    fr_put_text(out, "\n]\n}\n");
}
