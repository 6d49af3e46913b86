/*
 * fit.h - what one series did: a level, a slope, steps, spikes. Pure functions over arrays.
 *
 *     y     10 11 10  9 10 15 14 15 16 15        one step at 5: 10 -> 15
 *     y     10 11 12 13 14 15 16 17 18 19        a slope of 1
 *     y     10 11 10 30 10  9 10 11 10  9        a spike at 3
 *
 * A model is a line through points of known variance, up to a common factor, which may jump at steps:
 *
 *     y[j] = slope * (x[j] - x mean) + level of the segment of j
 *
 * docs/trend.md has the method in words.
 */
#ifndef FR_TREND_FIT_H
#define FR_TREND_FIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FR_FIT_STEPS  3 /* at most */
#define FR_FIT_SPIKES 2

/* A series of n points and what is known of its noise. */
typedef struct fr_fit_input {
    uint32_t n;
    const double *x, *y;
    const double *variance; /* of y, by sampling; above 0 */
    double replica_ss;      /* sum of squares between runs of a point over their variance */
    double replica_df;
    /* The typical ratio of variance to that of sampling, and what it is worth */
    double prior, prior_df;
    double kurtosis; /* of the noise, in excess of that of a normal distribution; at least 0 */
    bool simple;     /* a slope or a step at most, to learn the typical ratio from */
} fr_fit_input;

typedef struct fr_fit {
    uint32_t n_steps, n_spikes;
    bool sloped;
    uint32_t step[FR_FIT_STEPS];    /* the first point of the new level */
    uint32_t spike[FR_FIT_SPIKES];  /* in order */
    double level[FR_FIT_STEPS + 1]; /* of each segment, at x_mean */
    double slope;                   /* by x */
    double slope_low, slope_high;   /* its interval of 95 % */
    double x_mean;
    double ratio;   /* variance over that of sampling, at least 1 */
    double rss, df; /* of this model: weighted squares and their degrees of freedom */
    double p;       /* that no change looks as much like one; 1: nothing was found */
} fr_fit;

/* The model that explains the series best for its size. False: no memory. */
bool fr_fit_series(fr_fit *fit, const fr_fit_input *in);
/* The model at a point. */
double fr_fit_at(const fr_fit *fit, const double *x, uint32_t point);
/* The segment of a point. */
uint32_t fr_fit_segment(const fr_fit *fit, uint32_t point);
bool fr_fit_is_spike(const fr_fit *fit, uint32_t point);

#define FR_MODEL_EXACT 2000

#endif
