/*
 * heat_fixture.h - heatmaps of small perf script texts.
 */
#ifndef FR_TESTS_HEAT_FIXTURE_H
#define FR_TESTS_HEAT_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "heatmap/grid.h"
#include "profiles.h"
#include "render/scene.h"

#define NS INT64_C(1000000000)

/* A sample of thread `comm` 7 with one frame under main. */
#define SAMPLE(comm, time, frame)                                                                  \
    comm " 7 [001] " time ": cycles:\n\t 55 " frame " (/bin/app)\n\t 66 main (/bin/app)\n\n"

static inline fr_profile *profile_of(const char *format, const char *perf)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_reader *reader;
    opt.input_format = format;
    opt.keep_samples = true;
    reader = reader_of(&opt);
    add(reader, perf, strlen(perf));
    return finish(reader);
}

static inline fr_heat_options heat_defaults(void)
{
    fr_heat_options opt = FR_HEAT_DEFAULTS;
    return opt;
}

/* The grid of perf script text; opt NULL: the defaults. */
static inline fr_grid *grid_of(const char *perf, const fr_heat_options *opt)
{
    fr_profile *profile = profile_of("perf-script", perf);
    fr_error err = {0};
    fr_grid *grid = fr_grid_build(profile, opt, &err);

    if (!grid)
        fail_msg("%s", err.text);
    fr_profile_free(profile);
    return grid;
}

static inline int64_t cell_at(const fr_grid *grid, uint32_t column, uint32_t row)
{
    assert_true(column < grid->n_columns && row < grid->rows);
    return grid->cells[(size_t)column * grid->rows + row];
}

#endif
