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

#define NS         INT64_C(1000000000)
#define SECOND_MIN (INT64_MIN / NS)
#define SECOND_END (INT64_MAX / NS)

/* A time as a column, rounded down, and the ns in it: of columns of a second, -1 is (-1, 999999999). */
typedef struct instant {
    int64_t column, ns;
} instant;

static instant instant_of(const fr_grid *grid, int64_t time_ns)
{
    int64_t second = time_ns / NS, ns = time_ns % NS;

    if (ns < 0) {
        second--;
        ns += NS;
    }
    second -= grid->phase_s;
    instant at = {second / grid->column_s, second % grid->column_s};
    if (at.ns < 0)
        at = (instant){at.column - 1, at.ns + grid->column_s};
    at.ns = at.ns * NS + ns;
    return at;
}

static uint32_t row_of(const fr_grid *grid, int64_t ns)
{
    return (uint32_t)(ns * grid->rows / fr_grid_column_ns(grid));
}

/* The first ns of a row; row == rows gives the end of the column. */
static int64_t row_start(const fr_grid *grid, uint32_t row)
{
    return (row * fr_grid_column_ns(grid) + grid->rows - 1) / grid->rows;
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
        *grid = (fr_grid){.rows = rows,
                          .column_s = 1,
                          .unit = "samples",
                          .first_ns = INT64_MAX,
                          .last_ns = INT64_MIN};
    return grid;
}

void fr_grid_free(fr_grid *grid)
{
    if (!grid)
        return;
    free(grid->store);
    free(grid->spans);
    free(grid->event);
    free(grid->unit_text);
    fr_perturb_reset(&grid->found);
    fr_meta_reset(&grid->meta);
    free(grid);
}

/* ---------------------------------------------------------------- growing */

/* Returns where the used columns stand in the store. */
static int64_t *used_cells(const fr_grid *grid)
{
    return grid->store + (size_t)(grid->first_column - grid->store_column) * grid->rows;
}

static int64_t max_columns(const fr_grid *grid)
{
    int64_t by_cells = (int64_t)(FR_GRID_MAX_CELLS / grid->rows);
    return by_cells < FR_GRID_MAX_COLUMNS ? by_cells : FR_GRID_MAX_COLUMNS;
}

static bool fail_span(fr_grid *grid, int64_t first, int64_t last)
{
    int64_t from = first * grid->column_s + grid->phase_s;

    fr_fail(&grid->failure, FR_E_LIMIT, 0, 0,
            "times span %" PRId64 " seconds, from %" PRId64 " s to %" PRId64
            " s; a heatmap of %" PRIu32 " rows has at most %" PRId64 " columns of %" PRIu32 " s",
            (last - first + 1) * grid->column_s, from, last * grid->column_s + grid->phase_s,
            grid->rows, max_columns(grid), grid->column_s);
    return fr_fail_hint(&grid->failure,
                        "select a part of the recording with --from and --to, or give --column");
}

/* A new store for the columns first..last, twice as long as that on the side that grew. */
static bool move_store(fr_grid *grid, int64_t first, int64_t last)
{
    int64_t room = (last - first + 1) * 2;
    if (room > max_columns(grid))
        room = max_columns(grid);
    int64_t *store = calloc((size_t)room * grid->rows, sizeof *store);
    if (!store)
        return fr_fail_memory(&grid->failure);
    bool leftwards = grid->n_columns > 0 && first < grid->first_column;
    int64_t store_column = leftwards ? last + 1 - room : first;
    if (grid->n_columns > 0)
        memcpy(store + (size_t)(grid->first_column - store_column) * grid->rows, used_cells(grid),
               (size_t)grid->n_columns * grid->rows * sizeof *store);
    free(grid->store);
    grid->store = store;
    grid->store_column = store_column;
    grid->store_columns = (uint32_t)room;
    return true;
}

/* Makes `column` one of the columns. */
static bool reach(fr_grid *grid, int64_t column)
{
    int64_t first = column, last = column;
    if (grid->n_columns > 0) {
        int64_t end = grid->first_column + grid->n_columns - 1;
        first = column < grid->first_column ? column : grid->first_column;
        last = column > end ? column : end;
    }
    if (last - first >= max_columns(grid))
        return fail_span(grid, first, last);
    bool inside = grid->n_columns > 0 && first >= grid->store_column &&
                  last < grid->store_column + grid->store_columns;
    if (!inside && !move_store(grid, first, last))
        return false;
    grid->first_column = first;
    grid->first_second = first * grid->column_s + grid->phase_s;
    grid->n_columns = (uint32_t)(last - first + 1);
    return true;
}

/* ---------------------------------------------------------------- adding */

static bool has_column(const fr_grid *grid, int64_t column)
{
    return column >= grid->first_column && column - grid->first_column < grid->n_columns;
}

/* Widens the span of times seen. */
static void see_time(fr_grid *grid, int64_t time_ns)
{
    bool first = grid->first_ns > grid->last_ns;

    grid->first_ns = first || time_ns < grid->first_ns ? time_ns : grid->first_ns;
    grid->last_ns = first || time_ns > grid->last_ns ? time_ns : grid->last_ns;
}

/* All ns of the column are representable, with its end. */
static bool is_coverable(fr_grid *grid, instant at)
{
    int64_t second = at.column * grid->column_s + grid->phase_s;

    if (second < SECOND_MIN || second + grid->column_s > SECOND_END)
        return fr_fail(&grid->failure, FR_E_FORMAT, 0, 0,
                       "time out of range: second %" PRId64 " of the clock", second);
    return has_column(grid, at.column) || reach(grid, at.column);
}

void fr_grid_cover(fr_grid *grid, int64_t time_ns)
{
    if (grid->failure.code == FR_OK && is_coverable(grid, instant_of(grid, time_ns)))
        see_time(grid, time_ns);
}

static void add_to(fr_grid *grid, size_t cell, int64_t value)
{
    int64_t *to = used_cells(grid) + cell;

    if (__builtin_add_overflow(*to, value, to))
        fr_fail(&grid->failure, FR_E_LIMIT, 0, 0,
                "the values of second %" PRId64 " add up to more than 2^63",
                grid->first_second + (int64_t)(cell / grid->rows) * grid->column_s);
}

/* Returns the cell of a time in one of the columns. */
static size_t cell_of(const fr_grid *grid, int64_t time_ns)
{
    instant at = instant_of(grid, time_ns);

    return (size_t)(at.column - grid->first_column) * grid->rows + row_of(grid, at.ns);
}

void fr_grid_add(fr_grid *grid, int64_t time_ns, int64_t value)
{
    fr_grid_cover(grid, time_ns);
    if (value < 0)
        fr_fail(&grid->failure, FR_E_FORMAT, 0, 0, "negative value in a heatmap");
    if (grid->failure.code != FR_OK)
        return;
    add_to(grid, cell_of(grid, time_ns), value);
    grid->n_samples++;
}

static bool has_spans(fr_grid *grid)
{
    if (!grid->spans)
        grid->spans = calloc((size_t)grid->n_columns * grid->rows + 1, sizeof *grid->spans);
    return grid->spans || fr_fail_memory(&grid->failure);
}

static fr_time_range range_of(const fr_grid *grid, size_t cell)
{
    return fr_grid_cell_range(
        grid, (fr_grid_cell){(uint32_t)(cell / grid->rows), (uint32_t)(cell % grid->rows)});
}

/* The cells between the first and the last are filled by fr_grid_finish(): a span costs the same
 * however long it is. */
void fr_grid_add_span(fr_grid *grid, fr_time_range range)
{
    size_t first, last;

    grid->n_samples++;
    if (grid->failure.code != FR_OK || range.from_ns >= range.to_ns || !has_spans(grid))
        return;
    first = cell_of(grid, range.from_ns);
    last = cell_of(grid, range.to_ns - 1);
    if (first == last) {
        add_to(grid, first, range.to_ns - range.from_ns);
        return;
    }
    add_to(grid, first, range_of(grid, first).to_ns - range.from_ns);
    add_to(grid, last, range.to_ns - range_of(grid, last).from_ns);
    grid->spans[first + 1]++;
    grid->spans[last]--;
}

static void fill_spans(fr_grid *grid)
{
    size_t n = (size_t)grid->n_columns * grid->rows;
    int64_t open = 0, value;

    for (size_t i = 0; i < n && grid->spans; i++) {
        fr_time_range range = range_of(grid, i);
        open += grid->spans[i];
        if (__builtin_mul_overflow(open, range.to_ns - range.from_ns, &value))
            fr_fail(&grid->failure, FR_E_LIMIT, 0, 0, "the values add up to more than 2^63");
        else
            add_to(grid, i, value);
    }
}

bool fr_grid_finish(fr_grid *grid, fr_error *err)
{
    if (grid->failure.code == FR_OK && grid->n_samples == 0)
        fr_fail(&grid->failure, FR_E_EMPTY, 0, 0, "no samples with a time");
    if (grid->failure.code == FR_OK)
        fill_spans(grid);
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

bool fr_grid_locate(const fr_grid *grid, int64_t time_ns, fr_grid_cell *cell)
{
    instant at = instant_of(grid, time_ns);
    if (!has_column(grid, at.column))
        return false;
    *cell = (fr_grid_cell){(uint32_t)(at.column - grid->first_column), row_of(grid, at.ns)};
    return true;
}

fr_time_range fr_grid_cell_range(const fr_grid *grid, fr_grid_cell cell)
{
    int64_t start = (grid->first_second + (int64_t)cell.column * grid->column_s) * NS;
    return (fr_time_range){start + row_start(grid, cell.row),
                           start + row_start(grid, cell.row + 1)};
}

bool fr_grid_cells_in(const fr_grid *grid, fr_time_range range, fr_grid_cell *first,
                      fr_grid_cell *last)
{
    if (grid->n_columns == 0)
        return false;
    fr_grid_cell end = {grid->n_columns - 1, grid->rows - 1};
    int64_t grid_from = fr_grid_cell_range(grid, (fr_grid_cell){0, 0}).from_ns;
    int64_t grid_to = fr_grid_cell_range(grid, end).to_ns;
    int64_t from = range.from_ns > grid_from ? range.from_ns : grid_from;
    int64_t to = range.to_ns < grid_to ? range.to_ns : grid_to;
    return from < to && fr_grid_locate(grid, from, first) && fr_grid_locate(grid, to - 1, last);
}
