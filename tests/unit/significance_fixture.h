/*
 * significance_fixture.h - runs of a made-up program, drawn with a seed: what unchanged runs, and
 * runs with a change of known size, look like to the statistics.
 */
#ifndef FR_TESTS_SIGNIFICANCE_FIXTURE_H
#define FR_TESTS_SIGNIFICANCE_FIXTURE_H

#include "unit.h"

#include <math.h>

#include "diff/significance.h"

#define PARTS    40   /* functions that hold no other */
#define SAMPLES  4000 /* of a run, about */
#define MOST     20   /* runs */
#define IN_MAIN  PARTS
#define N_TESTED (PARTS + 1)

/* 40 functions and their caller, by run. */
typedef struct made_runs {
    double sum[N_TESTED][MOST];
    double whole[MOST];
    fr_amounts rows[N_TESTED];
    char names[N_TESTED][8];
} made_runs;

static inline double uniform(random_source *random)
{
    return ((double)(random_next(random) >> 11) + 0.5) / 9007199254740992.0;
}

static inline double normal(random_source *random)
{
    return sqrt(-2 * log(uniform(random))) * cos(6.283185307179586 * uniform(random));
}

/* Shares fall from 10 % by a tenth a step. */
static inline double part_share(uint32_t part)
{
    double share = 0.1, sum = 0;

    for (uint32_t i = 0; i < PARTS; i++)
        sum += pow(0.9, i);
    share = pow(0.9, part) / sum;
    return share;
}

/* Runs of which each function does exp(scatter * normal) of its work; from run `changed_from` on,
 * function `changed` takes `more` of the whole besides. */
static inline void make_runs(made_runs *m, uint32_t n, double scatter, uint32_t changed,
                             uint32_t changed_from, double more, random_source *random)
{
    for (uint32_t run = 0; run < n; run++) {
        double work[PARTS], all = 0;
        for (uint32_t i = 0; i < PARTS; i++) {
            work[i] = part_share(i) * exp(scatter * normal(random));
            if (run >= changed_from && i == changed)
                work[i] += more;
            else if (run >= changed_from)
                work[i] *= (1 - part_share(changed) - more) / (1 - part_share(changed));
            all += work[i];
        }
        for (uint32_t i = 0; i < N_TESTED; i++)
            m->sum[i][run] = 0;
        for (uint32_t k = 0; k < SAMPLES; k++) {
            double at = uniform(random) * all;
            uint32_t i = 0;
            while (i + 1 < PARTS && at >= work[i])
                at -= work[i++];
            m->sum[i][run] += 1;
        }
        m->sum[IN_MAIN][run] = SAMPLES;
        m->whole[run] = SAMPLES;
    }
    for (uint32_t i = 0; i < N_TESTED; i++) {
        snprintf(m->names[i], sizeof m->names[i], "f%u", i);
        m->rows[i] = (fr_amounts){.sum = m->sum[i], .name = fr_bytes_of(m->names[i])};
    }
}

static inline void assert_close(double got, double want)
{
    if (!(fabs(got - want) <= 1e-6 * fmax(1, fabs(want))))
        fail_msg("got %.9g, want %.9g", got, want);
}

#endif
