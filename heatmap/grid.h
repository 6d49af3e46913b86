/*
 * grid.h - a heatmap's cells: seconds across, a share of the second up, integers throughout.
 *
 *     row                         a time t ns of the profile's clock falls into
 *     4 |   .  3  .                   column  floor(t / 10^9) - first_second
 *     3 |   1  .  .                   row     ns_in_second * rows / 10^9, rounded down
 *     2 |   .  .  .
 *     1 |   .  8  .              Row 0 is the start of the second and is drawn at the bottom.
 *     0 |   2  .  1              Silent seconds have their columns, the last instant its cell.
 *        column 0  1  2
 *
 * FlameScope's picture, but rows are counted upwards, and ranges are half-open and exact: t lies in
 * the range of a cell if and only if it falls into the cell.
 */
#ifndef FR_HEATMAP_GRID_H
#define FR_HEATMAP_GRID_H

#include "model/profile.h"

#define FR_GRID_MAX_ROWS    1000
#define FR_GRID_MAX_COLUMNS 1000000            /* seconds: eleven days */
#define FR_GRID_MAX_CELLS   ((size_t)64 << 20) /* 512 MiB */

typedef struct fr_grid {
    uint32_t rows;
    uint32_t n_columns;
    int64_t first_second; /* of column 0: floor(t / 10^9) of the earliest time */
    int64_t *cells;       /* cells[column * rows + row]; set by fr_grid_finish(), as the next two */
    int64_t total, max;
    uint64_t n_samples;
    int64_t first_ns, last_ns; /* of what was added or covered: before and after nobody looked */

    /* Where the cells come from; fr_grid_build() fills it. */
    char *event;     /* name of the first value column, as "cpu-clock"; NULL: unknown */
    fr_meta meta;    /* of the profile: what was done to it, where its seconds begin to count */
    uint64_t n_idle; /* samples of idle CPUs */
    bool idle_out;   /* they are not in the cells */

    /* Private: a store with room beside the used columns, for times come in any order. */
    int64_t *store;
    int64_t store_second; /* of its first column */
    uint32_t store_columns;
    fr_error failure;
} fr_grid;

typedef struct fr_cell {
    uint32_t column, row;
} fr_cell;

/* Times from `from_ns` up to but not including `to_ns`. */
typedef struct fr_time_range {
    int64_t from_ns, to_ns;
} fr_time_range;

/* `rows` cells a second, 1 to FR_GRID_MAX_ROWS. */
FR_CHECKED fr_grid *fr_grid_new(uint32_t rows, fr_error *err);
void fr_grid_free(fr_grid *grid);
/* Adds a sample of `value` (>= 0) at `time_ns`, in any order; times may be negative. Failures stick
 * until fr_grid_finish(): a span of more than FR_GRID_MAX_COLUMNS seconds (clocks that jump), or a
 * cell beyond int64_t. */
void fr_grid_add(fr_grid *grid, int64_t time_ns, int64_t value);
/* Makes the second of a time one of the columns, without a sample. */
void fr_grid_cover(fr_grid *grid, int64_t time_ns);
/* Sums up; called once, before anything below. FR_E_EMPTY where nothing was added. */
FR_CHECKED bool fr_grid_finish(fr_grid *grid, fr_error *err);

/* The second that column 0 shows, counted as people count: from the start of the recording. */
static inline int64_t fr_grid_origin_second(const fr_grid *grid)
{
    return grid->first_second - fr_floor_second(grid->meta.origin_ns) / INT64_C(1000000000);
}

/* The cell of a time; false where it lies outside of the grid. */
bool fr_grid_locate(const fr_grid *grid, int64_t time_ns, fr_cell *cell);
/* What falls into a cell of the grid. */
fr_time_range fr_grid_cell_range(const fr_grid *grid, fr_cell cell);
/* The first and the last cell, in the order of time, that share an instant with `range`; false
 * where none does. */
bool fr_grid_cells_in(const fr_grid *grid, fr_time_range range, fr_cell *first, fr_cell *last);

#endif
