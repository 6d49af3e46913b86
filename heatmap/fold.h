/*
 * fold.h - a row of cells laid over itself with a period, and the band in which it differs from the rest.
 */
#ifndef FR_HEATMAP_FOLD_H
#define FR_HEATMAP_FOLD_H

#include "heatmap/time_row.h"

#define FR_FOLD_PHASES 200 /* parts of a period, at most */

/* A part of every period. */
typedef struct fr_band {
    double period;          /* in cells */
    uint32_t n_phases;      /* parts of the period */
    uint32_t from, n;       /* parts of the band: from, from + 1 ... modulo n_phases */
    double inside, outside; /* mean of the cells */
    double z;               /* how sure the difference is, in standard errors; 0: it is not */
    uint32_t times, of;     /* periods in which it is nearer to `inside`, of all whole ones */
} fr_band;

/* The band that differs most, with a period near `period`, which the row itself refines. False: memory ran out. */
FR_CHECKED bool fr_fold(const fr_series *series, double period, fr_band *band);
/* The one cell of every `n_cells`, the period, that differs most from the two beside it in the same direction in nearly
 * every period. False: memory ran out. */
FR_CHECKED bool fr_fold_cell(const fr_series *series, uint32_t n_cells, fr_band *band);
/* Returns true if a cell lies in the band. */
bool fr_band_holds(const fr_band *band, size_t cell);

#endif
