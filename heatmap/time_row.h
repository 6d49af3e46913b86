/*
 * time_row.h - the samples of a recording as a row of equal cells of time, and the statistics of that row.
 */
#ifndef FR_HEATMAP_TIME_ROW_H
#define FR_HEATMAP_TIME_ROW_H

#include "model/transform/idle.h"

typedef struct fr_series {
    double *
        at; /* how many samples, or how many last on average; [i] begins at start_ns + i * cell_ns */
    size_t n;
    int64_t start_ns, cell_ns;
    int64_t interval_ns; /* of a sampler; 0: samples last */
    double mean;
    double
        step; /* what one sampler more or less changes a cell by: smaller differences mean nothing */
} fr_series;

/* The first and the last cell, which are cut, are omitted, and samples of idle CPUs where `idle` is not NULL. n is 0
 * where there is too little to judge: under 100 samples or 50 cells. False: memory ran out. */
FR_CHECKED bool fr_series_init(fr_series *series, const fr_profile *profile, const fr_idle *idle);
/* Fills `series` with the same cells as `all`, of the samples whose stack has a mark in `stacks`. */
FR_CHECKED bool fr_series_of(fr_series *series, const fr_series *all, const fr_profile *profile,
                             const fr_idle *idle, const uint8_t *stacks);
/* Fills `series` with the samples of `all`, in `cells` a second from a whole second on. n is 0 where that is longer than
 * any row, or where there is no sampler. */
FR_CHECKED bool fr_series_of_seconds(fr_series *series, const fr_series *all,
                                     const fr_profile *profile, const fr_idle *idle,
                                     uint32_t cells);
void fr_series_reset(fr_series *series);

/* Lengths of periods, in cells, that the row may have: peaks of its power spectrum and of the sums of their overtones,
 * the strongest first. At most `most`; false: memory ran out. */
FR_CHECKED bool fr_series_periods(const fr_series *series, double *periods, size_t most, size_t *n);

/* When a sample ends: with its time, or where samples last, when its value is over. */
int64_t fr_sample_end(const fr_profile *profile, size_t sample);
/* Returns how many standard errors `seen` is from `expected` events: the signed root of the deviance of a Poisson
 * count. */
double fr_poisson_z(double seen, double expected);
/* Returns what a difference must come to, in standard errors, so that the largest of `trials` is by chance beyond it
 * in one of 200 recordings at most. */
double fr_least_z(double trials);

#endif
