/*
 * runs.h - bursts and gaps that come once: runs of cells that hold more or less than those around them.
 */
#ifndef FR_HEATMAP_RUNS_H
#define FR_HEATMAP_RUNS_H

#include "heatmap/time_row.h"

#define FR_MOST_RUNS  5
#define FR_LEAST_MEAN 0.3 /* of a run: fewer samples tell nothing of what is usual */

typedef struct fr_run {
    size_t from, to; /* cells */
    double seen, expected;
    double z; /* in standard errors, negative for a gap; 0: there is none */
} fr_run;

/* The strongest runs of a row, in the order of time; the row is one of `n_rows` that are searched. False: memory ran
 * out. */
FR_CHECKED bool fr_find_runs(const fr_series *series, double n_rows, fr_run runs[FR_MOST_RUNS]);

#endif
