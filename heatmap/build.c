/*
 * build.c - from a profile's samples to the cells of a grid, and the cells as numbers.
 *
 *     {
 *     "flamerender": "heatmap", "version": 2,
 *     "event": "cpu-clock", "unit": "samples",
 *     "rows": 50, "first_second": 5076, "n_columns": 42,
 *     "origin_second": 5076,       the second that --from and --to call 0
 *     "first_ns": 5076100000000, "last_ns": 5117999999000,
 *     "total": 5, "max": 1, "idle": "exclude", "n_idle": 4,
 *     "cells": [                   [column, row, samples] of each cell with samples, a line for a second
 *      [0, 5, 1], [0, 7, 2],
 *      [41, 49, 2]
 *     ]
 *     }
 */
#include <stdlib.h>

#include "base/output.h"
#include "heatmap/grid.h"
#include "model/transform/idle.h"

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

/* Idle samples show that somebody looked: their seconds are columns, too. */
static void add_samples(fr_grid *grid, const fr_profile *profile, const fr_idle *idle)
{
    const fr_samples *samples = &profile->samples;
    bool is_idle;

    for (size_t i = 0; i < samples->n; i++) {
        if (samples->time_ns[i] == FR_NO_TIME)
            continue;
        is_idle = fr_idle_holds(idle, samples, i);
        grid->n_idle += is_idle;
        if (is_idle && grid->idle_out)
            fr_grid_cover(grid, samples->time_ns[i]);
        else
            fr_grid_add(grid, samples->time_ns[i], 1);
    }
}

static bool describe_grid(fr_grid *grid, const fr_profile *profile, fr_error *err)
{
    const char *event = profile->n_columns ? profile->columns[0].name : "";

    grid->event = strdup(event);
    return (grid->event && fr_meta_copy(&grid->meta, &profile->meta)) || fr_fail_memory(err);
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
    good = describe_grid(grid, profile, err) && fr_idle_init(&idle, profile, err);
    if (good)
        add_samples(grid, profile, &idle);
    good = good && finish_grid(grid, err);
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
    put_int(out, ", \"unit\": \"samples\",\n\"rows\": ", grid->rows);
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

/* The cells of a second that have samples; false where none has. */
static bool put_second(const fr_grid *grid, uint32_t column, const char *before, fr_output *out)
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

void fr_grid_write(const fr_grid *grid, fr_output *out)
{
    bool any = false;

    put_head(grid, out);
    fr_put_text(out, ",\n\"cells\": [");
    for (uint32_t column = 0; column < grid->n_columns; column++)
        any |= put_second(grid, column, any ? ",\n [" : "\n [", out);
    fr_put_text(out, "\n]\n}\n");
}
