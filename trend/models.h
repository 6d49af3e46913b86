/*
 * models.h - the models of a series and their squares, for trend/fit.c to choose among.
 *
 * With weights w = 1 / variance, sums over the points before each point give the squares of any segment
 * about its mean at once.
 */
#ifndef FR_TREND_MODELS_H
#define FR_TREND_MODELS_H

#include "trend/fit.h"

#define FR_MODEL_SEGMENT                                                                           \
    2 /* points at least; the last one may have 1: that is where a change is news */

/* Points up to which all places of two and three steps are compared, and all pairs of points by their slope: their
 * number grows with the square. Of more points, a sample decides (docs/trend.md). */
#define FR_MODEL_EXACT 2000

/* Sums over the points before each. */
typedef struct fr_model_sums {
    double w, x, y, xx, xy, yy;
} fr_model_sums;

typedef struct fr_model {
    uint32_t n_steps, step[FR_FIT_STEPS];
    bool sloped;
    double rss;
} fr_model;

typedef struct fr_fitter {
    const fr_fit_input *in;
    double *x, *y;         /* about their means */
    double *weight;        /* 0: a spike */
    fr_model_sums *before; /* n + 1 */
    double *best;          /* [k * (n + 1) + end]: least squares of k steps before `end` */
    uint32_t *origin;      /* where the last of them stands */
    double n;              /* points that are no spikes */
    uint32_t spike[FR_FIT_SPIKES], n_spikes;
} fr_fitter;

/* Fills f->before from f->x, f->y and f->weight. */
void fr_model_sum_up(fr_fitter *f);
/* Sums over the points from..to. */
fr_model_sums fr_model_between(const fr_fitter *f, uint32_t from, uint32_t to);
/* The first point of a segment, and one past its last. */
uint32_t fr_model_start(const fr_model *m, uint32_t segment);
uint32_t fr_model_end(const fr_fitter *f, const fr_model *m, uint32_t segment);
/* Squares about a model, and its slope: all segments have one. */
double fr_model_measure(const fr_fitter *f, const fr_model *m, double *slope);
uint32_t fr_model_params(const fr_model *m);
/* Returns true if there is more known than the model has parameters. */
bool fr_model_has_room(const fr_fitter *f, const fr_model *m);
/* The least squares of up to `most` steps: fr_model_of_steps() tells where they stand. */
void fr_model_place(fr_fitter *f, uint32_t most);
fr_model fr_model_of_steps(const fr_fitter *f, uint32_t k);
/* A slope, and the best place of one step in it, or none. */
fr_model fr_model_of_slope(const fr_fitter *f, uint32_t n_steps);

#endif
