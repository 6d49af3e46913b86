/*
 * significance.h - is a difference of shares more than noise? Pure functions over arrays.
 *
 *     by run      base 1  base 2  base 3 | new 1  new 2  new 3
 *     parse          410     405     398 |   520    511    530      change +2.8 pp, z 9.1
 *     whole         4000    4100    3950 |  4020   4080   4000
 *
 *     fr_significance s;
 *     fr_significance_init(&s, &runs, functions, n, &(fr_significance_options){.fdr = 0.05}, &err);
 *     s.factor = ..., s.factor_error = ...;                  where it is not the ratio of the wholes
 *     fr_significance_family(&s, functions, n, changes, &err);
 *     fr_row_change change = fr_significance_row(&s, &node);
 *
 * One run a side: sampling noise, widened by what runs of one program usually differ by (fr_usual_ratio).
 * Several runs, or a learned model (below): the ratio of run-to-run variance to sampling
 * variance, moderated.
 * docs/diff-noise.md has the method in words and what it was measured to be worth.
 */
#ifndef FR_DIFF_SIGNIFICANCE_H
#define FR_DIFF_SIGNIFICANCE_H

#include "base/output.h"
#include "diff/statistics.h"

/* The ratio of the variance between runs of one program, of `samples` samples each, to the variance of sampling. */
double fr_usual_ratio(double samples, bool compiled);

/* ---- the test ---- */

/* Functions and nodes with fewer (effective) samples on both sides together are not tested. */
#define FR_JUDGED_SAMPLES 10.0

/* Both sides; base runs first. Arrays are the caller's and live as long as what is judged. */
typedef struct fr_comparison {
    uint32_t n_base, n_new;
    const double *whole;         /* by run: sum of all weights */
    const double *whole_squares; /* by run: of weights; NULL: every weight is 1 */
    const double
        *scale; /* by run: what values are divided by, such as seconds; NULL: by the wholes */
} fr_comparison;

/* A function or a node, by run. */
typedef struct fr_amounts {
    const double *sum;     /* of weights */
    const double *squares; /* of weights; NULL: in proportion to sums */
    fr_bytes name;         /* what a learned model is asked for; may be empty */
    bool unsteady;         /* FR_BASIS_USUAL: never sure, so it is no part of the family */
} fr_amounts;

struct fr_noise;

typedef struct fr_significance_options {
    double fdr;                   /* false discovery rate; 0.05 */
    const struct fr_noise *noise; /* learned model; NULL: none */
    bool sampling_only;           /* one run a side is judged by sampling noise and no more */
    bool compiled;                /* a JIT compiler made much of the code: fr_usual_ratio() */
} fr_significance_options;

/* The noise that a verdict was compared with. */
typedef enum fr_basis {
    FR_BASIS_SAMPLING, /* one run a side: sampling noise and no more */
    FR_BASIS_USUAL,    /* one run a side: what runs of one program usually differ by */
    FR_BASIS_MODEL,    /* one run a side, run-to-run variance as a model learned it */
    FR_BASIS_RUNS      /* several runs on a side at least */
} fr_basis;

typedef struct fr_significance {
    fr_significance_options opt;
    fr_comparison runs;
    fr_basis basis;
    double whole_base, whole_new;
    double unit;      /* mean square weight per weight: whole / unit is the effective sample size */
    fr_typical trend; /* FR_BASIS_RUNS without a model: the typical spread by share */
    double df_limit;  /* moderated degrees of freedom are at most those of all rows together */
    /* The value of an unchanged frame grew by this; at first whole_new / whole_base */
    double factor;
    double factor_error;                /* standard error of its logarithm; 0: exact */
    double second_factor, second_error; /* 0: none; by this one too a change has to be one */
    bool rates; /* values are compared by another factor than the wholes': the wholes vary too */
    size_t n_family, n_found;
    double p_cut, z_cut; /* what the family fixed: |z| >= z_cut is a difference */
    double maybe_cut;    /* FR_BASIS_USUAL: |sampling_z| >= maybe_cut is more than sampling noise */
} fr_significance;

/* A row changed by so much, which is so sure; shares are parts of 1. Where a side is empty there is nothing to
 * judge: error 0, z 0, p 1. */
typedef struct fr_row_change {
    double samples;    /* effective, both sides: under FR_JUDGED_SAMPLES a row is not tested */
    double change;     /* (new - factor base) / ((whole_new + factor whole_base) / 2) */
    double error;      /* its standard error */
    double df;         /* of the error; FR_DF_NORMAL or more: known exactly */
    double z;          /* as rare under the normal distribution; sign of change */
    double p;          /* two-sided */
    double sampling_z; /* FR_BASIS_USUAL: what z would be if sampling were all the noise */
    double q; /* _family(): the smallest false discovery rate that finds it; 1 where untested */
} fr_row_change;

/* Returns true if some side has several runs that tell how far they scatter. */
bool fr_comparison_has_runs(const fr_comparison *runs);
/* Learns from the functions how far runs scatter; z_cut is that of a single test until the family is judged. */
FR_CHECKED bool fr_significance_init(fr_significance *s, const fr_comparison *runs,
                                     const fr_amounts *functions, size_t n,
                                     const fr_significance_options *opt, fr_error *err);
/* Judges functions as one family; p_cut and z_cut then serve for all else. */
FR_CHECKED bool fr_significance_family(fr_significance *s, const fr_amounts *functions, size_t n,
                                       fr_row_change *changes, fr_error *err);
/* One row by itself, without q. */
fr_row_change fr_significance_row(const fr_significance *s, const fr_amounts *row);
/* The spread that a row is judged with, and its share; returns its effective samples. */
double fr_significance_spread(const fr_significance *s, const fr_amounts *row, double *share,
                              fr_spread *spread);

/* ---- what a comparison of this size could have seen, once fr_significance_family() has judged the family ---- */

/* The smallest change of share that a frame of `share` would be found with in 4 of 5 comparisons
 * like this one, at the threshold that the family fixed; its noise is that of functions of about
 * this share. 0 where a side is empty. It falls with the square root of the number of runs. */
double fr_visible_change(const fr_significance *s, const fr_amounts *functions, size_t n,
                         double share);

/* Returns how many times the samples, or the runs, would let a `change` of a frame of `share` be found as
 * often: 1 where it is the visible one. */
double fr_times_needed(const fr_significance *s, const fr_amounts *functions, size_t n,
                       double share, double change);

/*
 * ---- a model of noise: what identical runs of a program taught, kept as JSON (noise.c) ----
 *
 *     noise = fr_noise_learn(&runs, functions, n, err);      flamerender noise
 *     spread = fr_noise_spread(noise, name, share, samples);
 */

typedef struct fr_noise_function {
    char *name;
    double share;
    fr_spread spread;
} fr_noise_function;

typedef struct fr_noise {
    uint32_t n_runs;
    double samples; /* effective, of a run */
    double overall; /* median ratio of the functions */
    fr_typical typical;
    fr_noise_function *functions; /* in byte order of names */
    size_t n_functions;
} fr_noise;

/* Learns from identical runs, which are the base side, by their functions' totals; at least 3 runs,
 * else FR_E_USAGE. */
FR_CHECKED fr_noise *fr_noise_learn(const fr_comparison *runs, const fr_amounts *functions,
                                    size_t n, fr_error *err);
FR_CHECKED fr_noise *fr_noise_read(const char *text, size_t len, fr_error *err);
/* JSON, with a newline at its end; the same model gives the same bytes. */
void fr_noise_write(const fr_noise *noise, fr_output *out);
void fr_noise_free(fr_noise *noise);

/* The spread of a function of that name (else: of such a share) in runs of so many effective samples. */
fr_spread fr_noise_spread(const fr_noise *noise, fr_bytes name, double share, double samples);
/* The same of a function of such a share that the runs showed. */
fr_spread fr_noise_typical(const fr_noise *noise, double share, double samples);

#endif
