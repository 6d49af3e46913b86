/*
 * grid.h - a heatmap's cells: columns of one second or more, a share of the column up, integers
 * throughout.
 *
 *     row                         a time t ns of the profile's clock falls into
 *     4 |   .  3  .                   column  floor((t - first_second * 10^9) / column_ns)
 *     3 |   1  .  .                   row     ns_in_column * rows / column_ns, rounded down
 *     2 |   .  .  .
 *     1 |   .  8  .              Row 0 is the start of the column and is drawn at the bottom.
 *     0 |   2  .  1              Silent columns are columns, the last instant has its cell.
 *        column 0  1  2
 *
 * FlameScope's picture, but rows are counted upwards, and ranges are half-open and exact: t lies in
 * the range of a cell if and only if it falls into the cell.
 */
#ifndef FR_HEATMAP_GRID_H
#define FR_HEATMAP_GRID_H

#include "heatmap/perturb.h"
#include "model/select/select.h"

#define FR_GRID_MAX_ROWS    1000
#define FR_GRID_MAX_SECONDS 604800  /* of a column: a week */
#define FR_GRID_MAX_COLUMNS 1000000 /* of a second: eleven days */

typedef struct fr_grid {
    uint32_t rows;
    uint32_t n_columns;
    uint32_t column_s;    /* seconds of a column; 1. Set before the first time, as phase_s */
    uint32_t phase_s;     /* a column starts at this second of the clock; less than column_s */
    int64_t first_second; /* at which column 0 starts */
    int64_t *cells;       /* cells[column * rows + row]; set by fr_grid_finish(), as the next two */
    int64_t total, max;
    uint64_t n_samples;
    int64_t first_ns, last_ns; /* of what was added or covered: before and after nobody looked */

    /* The source of the cells; fr_grid_build() fills it. */
    char *event;       /* name of the first value column, as "cpu-clock"; NULL: unknown */
    fr_meta meta;      /* of the profile: what was done to it, where its seconds begin to count */
    const char *unit;  /* of a cell: "samples", or the unit of the value column; in `unit_text` */
    char *unit_text;   /* NULL: "samples" */
    uint32_t decimals; /* cells are integers of 10^-decimals units */
    uint64_t n_idle;   /* samples of idle CPUs */
    bool idle_out;     /* they are not in the cells */
    fr_perturbations found; /* what stands out */

    /* Private: a store with room beside the used columns, for times come in any order. Columns are
     * numbered from that which starts at phase_s. */
    int64_t *store;
    int64_t first_column, store_column;
    uint32_t store_columns;
    int64_t *spans; /* by cell: how many more spans fill it than the cell before; NULL: no spans */
    fr_error failure;
} fr_grid;

typedef struct fr_grid_cell {
    uint32_t column, row;
} fr_grid_cell;

/* `rows` cells a column, 1 to FR_GRID_MAX_ROWS. */
FR_CHECKED fr_grid *fr_grid_new(uint32_t rows, fr_error *err);
void fr_grid_free(fr_grid *grid);
/* Adds a sample of `value` (>= 0) at `time_ns`, in any order; times may be negative. Failures stick
 * until fr_grid_finish(): a span of more than FR_GRID_MAX_COLUMNS seconds (clocks that jump), or a
 * cell beyond int64_t. */
void fr_grid_add(fr_grid *grid, int64_t time_ns, int64_t value);
/* Makes the second of a time one of the columns, without a sample. */
void fr_grid_cover(fr_grid *grid, int64_t time_ns);
/* Adds to every cell the ns that it shares with `range`, and one to n_samples. Both ends were covered
 * before the first range was added, and nothing else is covered or added after it. */
void fr_grid_add_span(fr_grid *grid, fr_span range);
/* Sums up; called once, before anything below. FR_E_EMPTY where nothing was added. */
FR_CHECKED bool fr_grid_finish(fr_grid *grid, fr_error *err);

int64_t fr_grid_column_ns(const fr_grid *grid);

/* The second at which column 0 starts, counted as people count: from the start of the recording. */
int64_t fr_grid_origin_second(const fr_grid *grid);

/* The cell of a time; false where it lies outside of the grid. */
bool fr_grid_locate(const fr_grid *grid, int64_t time_ns, fr_grid_cell *cell);
/* Returns the time that falls into a cell of the grid. */
fr_span fr_grid_cell_range(const fr_grid *grid, fr_grid_cell cell);
/* The first and the last cell, in the order of time, that share an instant with `range`; false where none does. */
bool fr_grid_cells_in(const fr_grid *grid, fr_span range, fr_grid_cell *first, fr_grid_cell *last);

#endif
