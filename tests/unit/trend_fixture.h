/*
 * trend_fixture.h - simulated points: a program of 30 functions whose shares fall, sampled at each point.
 *
 *     plan      {.functions = 30, .points = 14, .samples = 3000, .noise = 0.02}
 *     seed      another draw of the same plan
 */
#ifndef FR_TESTS_TREND_FIXTURE_H
#define FR_TESTS_TREND_FIXTURE_H

#include <math.h>

#include "flamerender_trend.h"
#include "trend/trend.h"
#include "unit.h"

typedef struct plan {
    uint32_t functions, points, runs; /* runs of a point; 0: one */
    double samples;                   /* of a point */
    double noise;                     /* relative, of each function from point to point */
    bool heavy_tails;                 /* noise is three times as large at one point of ten */
    const char *stepped;              /* NULL: none */
    uint32_t step_at;
    double step_times;
    const char *sloped;  /* NULL: none */
    double slope;        /* by point, of the whole */
    const char *spiking; /* three times as much at spike_at */
    uint32_t spike_at;
} plan;

static inline double uniform(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return ((double)(*state >> 11) + 0.5) / 9007199254740992.0;
}

static inline double normal(uint64_t *state)
{
    double radius = sqrt(-2 * log(uniform(state)));

    return radius * cos(6.283185307179586 * uniform(state));
}

/* A count of that mean: nearly Poisson. */
static inline uint64_t count_of(uint64_t *state, double mean)
{
    double product = 1;
    uint64_t n = 0;

    if (mean > 50)
        return (uint64_t)fmax(0, mean + sqrt(mean) * normal(state) + 0.5);
    for (product = uniform(state); product > exp(-mean); n++)
        product *= uniform(state);
    return n;
}

static inline double share_of(const plan *p, uint32_t function)
{
    double all = 0;

    for (uint32_t f = 0; f < p->functions; f++)
        all += pow(0.85, f);
    return pow(0.85, function) / all;
}

static inline double value_of(const plan *p, const char *name, uint32_t function, uint32_t point)
{
    double value = share_of(p, function);

    if (p->stepped && strcmp(name, p->stepped) == 0 && point >= p->step_at)
        value *= p->step_times;
    if (p->sloped && strcmp(name, p->sloped) == 0)
        value += p->slope * point;
    if (p->spiking && strcmp(name, p->spiking) == 0 && point == p->spike_at)
        value *= 3;
    return value * p->samples;
}

static inline fr_profile *simulate(const plan *p, uint32_t point, uint64_t *state)
{
    fr_error err = {0};
    fr_builder *b = fr_builder_new(NULL, &err);
    uint32_t column, start;

    assert_non_null(b);
    column = fr_builder_column(b, "samples", "samples", 0);
    start = fr_builder_push(b, FR_NO_STACK, fr_builder_frame(b, &(fr_frame_info){.name = "main"}));
    for (uint32_t f = 0; f < p->functions; f++) {
        char name[16], caller[16];
        snprintf(name, sizeof name, "f%02u", f);
        snprintf(caller, sizeof caller, "caller%u", f % 5);
        double noise = p->noise * (p->heavy_tails && uniform(state) < 0.1 ? 3 : 1);
        double mean = value_of(p, name, f, point) * fmax(0, 1 + noise * normal(state));
        uint64_t n = count_of(state, mean);
        uint32_t above =
            fr_builder_push(b, start, fr_builder_frame(b, &(fr_frame_info){.name = caller}));
        uint32_t stack =
            fr_builder_push(b, above, fr_builder_frame(b, &(fr_frame_info){.name = name}));
        if (n)
            fr_builder_add(b, stack, column, (int64_t)n, n, (double)n);
    }
    fr_profile *profile = fr_builder_finish(b, &err);
    assert_non_null(profile);
    return profile;
}

/* The trend of a plan, judged. */
static inline fr_trend *simulate_trend(const plan *p, const fr_trend_options *opt, uint64_t seed)
{
    fr_error err = {0};
    fr_trend *trend = fr_trend_new(opt, &err);
    uint64_t state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;

    assert_non_null(trend);
    for (uint32_t j = 0; j < p->points; j++)
        for (uint32_t r = 0; r < (p->runs ? p->runs : 1); r++) {
            char name[40];
            fr_profile *profile = simulate(p, j, &state);
            snprintf(name, sizeof name, "v1.%u-run%u.folded", j, r);
            assert_true(fr_trend_add(trend, profile, &(fr_trend_run_info){.name = name}, &err));
            fr_profile_free(profile);
        }
    if (!fr_trend_judge(trend, &err))
        fail_msg("%s", err.text);
    return trend;
}

/* The first change of that kind of a function; NULL where there is none. */
static inline const fr_trend_change *change_of(const fr_trend *t, const char *name,
                                               fr_change_kind kind)
{
    for (size_t i = 0; i < t->n_changes; i++) {
        const fr_trend_change *c = &t->changes[i];
        fr_bytes of = fr_trend_name(t, &t->series[c->series]);
        if (c->kind == kind && fr_bytes_equal(of, fr_bytes_of(name)))
            return c;
    }
    return NULL;
}

#endif
