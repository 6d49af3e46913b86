/*
 * spread.h - how far runs of one program scatter, as a multiple of sampling noise.
 *
 *     ratio = variance between runs / variance of sampling      1: runs differ by sampling alone
 *
 * A row's own ratio, seen in a few runs, is itself noise; so it is drawn towards the ratio that is
 * typical for rows of its share: empirical Bayes as in limma (G. K. Smyth, Linear models and
 * empirical Bayes methods for assessing differential expression in microarray experiments,
 * Statistical Applications in Genetics and Molecular Biology 3, 2004), with a trend as in
 * limma-trend (Law et al., voom, Genome Biology 15:R29, 2014), on quasi-binomial dispersions
 * (McCullagh and Nelder, Generalized Linear Models, 1989, 4.5; Lund et al., QuasiSeq, 2012).
 */
#ifndef FR_DIFF_SPREAD_H
#define FR_DIFF_SPREAD_H

#include <stddef.h>

#include "diff/distribution.h"

/* A ratio and what it is worth: degrees of freedom, 0: nothing, FR_DF_NORMAL: exact. */
typedef struct fr_spread {
    double ratio, df;
} fr_spread;

/* The typical ratio: log ratio = level + slope * log(4 p (1 - p)), within the shares it was fitted
 * on; df is the weight of this knowledge beside a row's own. */
typedef struct fr_typical {
    double level, slope;
    double low, high; /* of log(4 p (1 - p)) */
    double df;
} fr_typical;

/* A row that teaches the trend: its share and its own ratio. */
typedef struct fr_scatter {
    double share, ratio;
} fr_scatter;

/* Fits n rows that all have `df` degrees of freedom of their own; df 0 in the result where n < 3. */
fr_typical fr_typical_fit(const fr_scatter *rows, size_t n, double df);
fr_spread fr_typical_at(const fr_typical *trend, double share);
/* Both together. The ratio is never below 1, because runs never differ by less than sampling noise. */
fr_spread fr_spread_join(fr_spread prior, fr_spread own, double df_limit);

#endif
