/*
 * grid.c - the arithmetic of a heatmap.
 *
 * With 50 rows a cell is 20 ms: 5086.200000000 falls into row 10 of second 5086, exactly; a double
 * would say row 9. Row r of a second holds the ns from ceil(r * 10^9 / rows) up to the start of row
 * r + 1.
 */
#include "heatmap/grid.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define NS INT64_C(1000000000)
/* Seconds all of whose ns are representable, with the end of the last. */
#define SECOND_MIN (INT64_MIN / NS)
#define SECOND_MAX (INT64_MAX / NS - 1)

/* A time as a second, rounded down, and the ns in it: -1 is (-1, 999999999). */
typedef struct instant {
    int64_t second, ns;
} instant;

static instant instant_of(int64_t time_ns)
{
    instant at = {time_ns / NS, time_ns % NS};
    if (at.ns < 0)
        at = (instant){at.second - 1, at.ns + NS};
    return at;
}

static uint32_t row_of(int64_t ns, uint32_t rows)
{
    return (uint32_t)(ns * rows / NS);
}

/* The first ns of a row; row == rows gives the end of the second. */
static int64_t row_start(uint32_t row, uint32_t rows)
{
    return (row * NS + rows - 1) / rows;
}

fr_grid *fr_grid_new(uint32_t rows, fr_error *err)
{
    if (rows == 0 || rows > FR_GRID_MAX_ROWS) {
        fr_fail(err, FR_E_USAGE, 0, 0, "a heatmap has 1 to %d rows, not %" PRIu32, FR_GRID_MAX_ROWS,
                rows);
        return NULL;
    }
    fr_grid *grid = calloc(1, sizeof *grid);
    if (!grid)
        fr_fail_memory(err);
    else
        *grid = (fr_grid){.rows = rows, .first_ns = INT64_MAX, .last_ns = INT64_MIN};
    return grid;
}

void fr_grid_free(fr_grid *grid)
{
    if (!grid)
        return;
    free(grid->store);
    free(grid->event);
    fr_meta_reset(&grid->meta);
    free(grid);
}

/* ---------------------------------------------------------------- growing */

/* Where the used columns stand in the store. */
static int64_t *used_cells(const fr_grid *grid)
{
    return grid->store + (size_t)(grid->first_second - grid->store_second) * grid->rows;
}

static int64_t max_columns(const fr_grid *grid)
{
    int64_t by_cells = (int64_t)(FR_GRID_MAX_CELLS / grid->rows);
    return by_cells < FR_GRID_MAX_COLUMNS ? by_cells : FR_GRID_MAX_COLUMNS;
}

static bool fail_span(fr_grid *grid, int64_t first, int64_t last)
{
    fr_fail(&grid->failure, FR_E_LIMIT, 0, 0,
            "times span %" PRId64 " seconds, from %" PRId64 " s to %" PRId64
            " s; a heatmap of %" PRIu32 " rows has at most %" PRId64,
            last - first + 1, first, last, grid->rows, max_columns(grid));
    return fr_fail_hint(&grid->failure, "select a part of the recording with --from and --to");
}

/* A new store for the seconds first..last, twice as long as that on the side that grew. */
static bool move_store(fr_grid *grid, int64_t first, int64_t last)
{
    int64_t room = (last - first + 1) * 2;
    if (room > max_columns(grid))
        room = max_columns(grid);
    int64_t *store = calloc((size_t)room * grid->rows, sizeof *store);
    if (!store)
        return fr_fail_memory(&grid->failure);
    bool leftwards = grid->n_columns > 0 && first < grid->first_second;
    int64_t store_second = leftwards ? last + 1 - room : first;
    if (grid->n_columns > 0)
        memcpy(store + (size_t)(grid->first_second - store_second) * grid->rows, used_cells(grid),
               (size_t)grid->n_columns * grid->rows * sizeof *store);
    free(grid->store);
    grid->store = store;
    grid->store_second = store_second;
    grid->store_columns = (uint32_t)room;
    return true;
}

/* Makes `second` one of the columns. */
static bool reach(fr_grid *grid, int64_t second)
{
    int64_t first = second, last = second;
    if (grid->n_columns > 0) {
        int64_t end = grid->first_second + grid->n_columns - 1;
        first = second < grid->first_second ? second : grid->first_second;
        last = second > end ? second : end;
    }
    if (last - first >= max_columns(grid))
        return fail_span(grid, first, last);
    bool inside = grid->n_columns > 0 && first >= grid->store_second &&
                  last < grid->store_second + grid->store_columns;
    if (!inside && !move_store(grid, first, last))
        return false;
    grid->first_second = first;
    grid->n_columns = (uint32_t)(last - first + 1);
    return true;
}

/* ---------------------------------------------------------------- adding */

static bool has_column(const fr_grid *grid, int64_t second)
{
    return second >= grid->first_second && second - grid->first_second < grid->n_columns;
}

/* Widens the span of times seen. */
static void see_time(fr_grid *grid, int64_t time_ns)
{
    bool first = grid->first_ns > grid->last_ns;

    grid->first_ns = first || time_ns < grid->first_ns ? time_ns : grid->first_ns;
    grid->last_ns = first || time_ns > grid->last_ns ? time_ns : grid->last_ns;
}

static bool is_coverable(fr_grid *grid, instant at)
{
    if (at.second < SECOND_MIN || at.second > SECOND_MAX)
        return fr_fail(&grid->failure, FR_E_FORMAT, 0, 0,
                       "time out of range: second %" PRId64 " of the clock", at.second);
    return has_column(grid, at.second) || reach(grid, at.second);
}

void fr_grid_cover(fr_grid *grid, int64_t time_ns)
{
    if (grid->failure.code == FR_OK && is_coverable(grid, instant_of(time_ns)))
        see_time(grid, time_ns);
}

void fr_grid_add(fr_grid *grid, int64_t time_ns, int64_t value)
{
    instant at = instant_of(time_ns);
    fr_grid_cover(grid, time_ns);
    if (value < 0)
        fr_fail(&grid->failure, FR_E_FORMAT, 0, 0, "negative value in a heatmap");
    if (grid->failure.code != FR_OK)
        return;
    int64_t *cell = used_cells(grid) + (size_t)(at.second - grid->first_second) * grid->rows +
                    row_of(at.ns, grid->rows);
    if (__builtin_add_overflow(*cell, value, cell))
        fr_fail(&grid->failure, FR_E_LIMIT, 0, 0,
                "the values of second %" PRId64 " add up to more than 2^63", at.second);
    grid->n_samples++;
}

bool fr_grid_finish(fr_grid *grid, fr_error *err)
{
    if (grid->failure.code == FR_OK && grid->n_samples == 0)
        fr_fail(&grid->failure, FR_E_EMPTY, 0, 0, "no samples with a time");
    if (grid->failure.code != FR_OK)
        return fr_fail_copy(err, &grid->failure);
    grid->cells = used_cells(grid);
    size_t n = (size_t)grid->n_columns * grid->rows;
    for (size_t i = 0; i < n; i++) {
        grid->max = grid->cells[i] > grid->max ? grid->cells[i] : grid->max;
        if (__builtin_add_overflow(grid->total, grid->cells[i], &grid->total))
            return fr_fail(err, FR_E_LIMIT, 0, 0, "the values add up to more than 2^63");
    }
    return true;
}

/* ---------------------------------------------------------------- cells and times */

bool fr_grid_locate(const fr_grid *grid, int64_t time_ns, fr_cell *cell)
{
    instant at = instant_of(time_ns);
    if (!has_column(grid, at.second))
        return false;
    *cell = (fr_cell){(uint32_t)(at.second - grid->first_second), row_of(at.ns, grid->rows)};
    return true;
}

fr_time_range fr_grid_cell_range(const fr_grid *grid, fr_cell cell)
{
    int64_t start = (grid->first_second + cell.column) * NS;
    return (fr_time_range){start + row_start(cell.row, grid->rows),
                           start + row_start(cell.row + 1, grid->rows)};
}

bool fr_grid_cells_in(const fr_grid *grid, fr_time_range range, fr_cell *first, fr_cell *last)
{
    if (grid->n_columns == 0)
        return false;
    fr_cell end = {grid->n_columns - 1, grid->rows - 1};
    int64_t grid_from = fr_grid_cell_range(grid, (fr_cell){0, 0}).from_ns;
    int64_t grid_to = fr_grid_cell_range(grid, end).to_ns;
    int64_t from = range.from_ns > grid_from ? range.from_ns : grid_from;
    int64_t to = range.to_ns < grid_to ? range.to_ns : grid_to;
    return from < to && fr_grid_locate(grid, from, first) && fr_grid_locate(grid, to - 1, last);
}
