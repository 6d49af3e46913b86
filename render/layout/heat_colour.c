/*
 * heat_colour.c - from the number of a cell to a step of the ramp.
 *
 *     number  0   1 .. most              more
 *     colour  -   step 0 .. step 15      step 15
 *
 * A number has the step in whose middle it lies, so that few numbers spread over the whole ramp.
 */
#include "base/number.h"
#include "render/layout/heat_plot.h"
#include "themes/colour.h"

#define ROBUST_SHARE 99 /* per cent of the cells with samples that the ramp tells apart */

/* Cells with samples, but at most `most` of them. */
static uint64_t count_up_to(const fr_grid *grid, int64_t most)
{
    size_t n = (size_t)grid->n_columns * grid->rows;
    uint64_t count = 0;

    for (size_t i = 0; i < n; i++)
        count += grid->cells[i] > 0 && grid->cells[i] <= most;
    return count;
}

uint64_t fr_heat_count(const fr_grid *grid)
{
    return count_up_to(grid, grid->max);
}

/* A single hot cell must not make all others pale. */
int64_t fr_heat_most(const fr_grid *grid, bool linear)
{
    uint64_t all = fr_heat_count(grid);
    int64_t low = 1, high = grid->max;

    while (low < high && !linear) {
        int64_t middle = low + (high - low) / 2;
        if (count_up_to(grid, middle) * 100 >= all * ROBUST_SHARE)
            high = middle;
        else
            low = middle + 1;
    }
    return high;
}

uint32_t fr_heat_step(int64_t most, int64_t value)
{
    fr_i128 twice = value < most ? (fr_i128)value * 2 - 1 : (fr_i128)most * 2 - 1;

    return (uint32_t)(twice * FR_RAMP_STEPS / ((fr_i128)most * 2));
}
