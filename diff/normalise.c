/*
 * normalise.c - the factor, and a sentence about it.
 *
 * TYPICAL is the median of the ratios new / base over functions (Anders and Huber, Differential
 * expression analysis for sequence count data, Genome Biology 11:R106, 2010, eq. 5), over the
 * function's own samples, since the total of a caller repeats those of its callees. A ratio of
 * small counts says little: its logarithm has the variance
 *
 *     v = 1 / base + 1 / new + TAU^2        (delta method; TAU: what runs differ by anyway)
 *
 * so the median is weighted by 1 / sqrt(v), which is right for a median of values of unequal error
 * and keeps the largest function from outvoting the rest (weights differ at most ninefold). The
 * error of log(median) is that of a weighted sign test turned into a scale:
 *
 *     error = sqrt(sum w^2) / (2 * sum w * density),  density = 1 / sqrt(2 * pi * v)
 *
 * Where the median lies within two such errors of new_whole / base_whole, nothing tells the two
 * apart, and the ratio of the wholes, which has no error, is used.
 */
#include "diff/normalise.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LEAST_SAMPLES   10 /* of a function, on both sides */
#define LEAST_FUNCTIONS 10
#define TAU             0.05
#define TWO_ERRORS      2.0
#define TWO_PI          6.283185307179586

typedef struct ratio {
    double log, weight, variance;
} ratio;

static int compare_ratios(const void *a, const void *b)
{
    const ratio *x = a, *y = b;

    if (x->log != y->log)
        return x->log < y->log ? -1 : 1;
    return (x->weight > y->weight) - (x->weight < y->weight);
}

static size_t find_ratios(const fr_normal *from, ratio *ratios)
{
    size_t n = 0;

    for (size_t i = 0; i < from->n_common; i++) {
        fr_common c = from->common[i];
        double variance;
        if (c.base < LEAST_SAMPLES || c.new_ < LEAST_SAMPLES)
            continue;
        variance = 1 / c.base + 1 / c.new_ + TAU * TAU;
        ratios[n++] = (ratio){log(c.new_ / c.base), 1 / sqrt(variance), variance};
    }
    return n;
}

/* The ratio at which half of the weight is reached; between two where it is reached exactly. */
static double weighted_median(const ratio *ratios, size_t n)
{
    double whole = 0, below = 0;

    for (size_t i = 0; i < n; i++)
        whole += ratios[i].weight;
    for (size_t i = 0; i + 1 < n; i++) {
        below += ratios[i].weight;
        if (fabs(2 * below - whole) <= 1e-9 * whole)
            return (ratios[i].log + ratios[i + 1].log) / 2;
        if (2 * below > whole)
            return ratios[i].log;
    }
    return ratios[n - 1].log;
}

static double median_error(const ratio *ratios, size_t n)
{
    double squares = 0, slope = 0;

    for (size_t i = 0; i < n; i++) {
        squares += ratios[i].weight * ratios[i].weight;
        slope += ratios[i].weight / sqrt(TWO_PI * ratios[i].variance);
    }
    return sqrt(squares) / (2 * slope);
}

static double share_of(const fr_normal *from)
{
    if (from->base_whole <= 0 || from->new_whole <= 0)
        return 1;
    return (double)from->new_whole / (double)from->base_whole;
}

static void say(fr_diff_factor *factor, const char *what)
{
    snprintf(factor->text, sizeof factor->text, "factor %.4g: %s", factor->value, what);
}

static bool use_share(fr_diff_factor *factor, const char *what)
{
    factor->used = FR_NORMALIZE_SHARE;
    factor->value = factor->share;
    factor->error = 0;
    say(factor, what);
    return true;
}

static bool use_typical(fr_diff_factor *factor, const ratio *ratios)
{
    char what[160];
    double median;

    if (factor->n_common < LEAST_FUNCTIONS) {
        snprintf(
            what, sizeof what,
            "shares of the wholes are compared; %u functions have 10 samples on both sides, too "
            "few for a typical ratio",
            factor->n_common);
        return use_share(factor, what);
    }
    median = weighted_median(ratios, factor->n_common);
    factor->error = median_error(ratios, factor->n_common);
    if (fabs(median - log(factor->share)) <= TWO_ERRORS * factor->error) {
        snprintf(
            what, sizeof what,
            "shares of the wholes are compared; the typical ratio of %u functions, %.4g, agrees "
            "with it",
            factor->n_common, exp(median));
        return use_share(factor, what);
    }
    factor->value = exp(median);
    snprintf(what, sizeof what, "the typical ratio of %u functions; the wholes have %.4g",
             factor->n_common, factor->share);
    say(factor, what);
    return true;
}

static bool typical(fr_diff_factor *factor, const fr_normal *from, fr_error *err)
{
    ratio *ratios = malloc((from->n_common + 1) * sizeof *ratios);
    bool good;

    if (!ratios)
        return fr_fail_memory(err);
    factor->n_common = (uint32_t)find_ratios(from, ratios);
    qsort(ratios, factor->n_common, sizeof *ratios, compare_ratios);
    good = use_typical(factor, ratios);
    free(ratios);
    return good;
}

static bool share(fr_diff_factor *factor, const fr_normal *from, fr_error *err)
{
    (void)from, (void)err;
    return use_share(factor, "shares of the wholes are compared");
}

static bool by_time(fr_diff_factor *factor, const fr_normal *from, fr_error *err)
{
    char what[120];

    if (!(from->base_seconds > 0 && from->new_seconds > 0)) {
        fr_fail(err, FR_E_USAGE, 0, 0, "the duration of %s is not known",
                from->base_seconds > 0 ? "the new side" : "the base side");
        return fr_fail_hint(err,
                            "times come with perf script and pprof; --normalize=per:BASE,NEW takes "
                            "numbers of yours");
    }
    factor->value = from->new_seconds / from->base_seconds;
    snprintf(what, sizeof what, "values per time are compared: %.6g s and %.6g s",
             from->base_seconds, from->new_seconds);
    say(factor, what);
    return true;
}

static bool per(fr_diff_factor *factor, const fr_normal *from, fr_error *err)
{
    const fr_diff_options *opt = from->opt;
    char what[120];

    if (!(opt->per_base > 0 && opt->per_new > 0 && opt->per_base < HUGE_VAL &&
          opt->per_new < HUGE_VAL))
        return fr_fail(err, FR_E_USAGE, 0, 0, "per:BASE,NEW takes two numbers above 0");
    factor->value = opt->per_new / opt->per_base;
    snprintf(what, sizeof what, "values per unit of yours are compared: %.10g and %.10g",
             opt->per_base, opt->per_new);
    say(factor, what);
    return true;
}

static bool none(fr_diff_factor *factor, const fr_normal *from, fr_error *err)
{
    (void)from, (void)err;
    factor->value = 1;
    say(factor, "values are compared as they are");
    return true;
}

bool fr_normalise(fr_diff_factor *factor, const fr_normal *from, fr_error *err)
{
    static bool (*const ways[])(fr_diff_factor * factor, const fr_normal *from, fr_error *err) = {
        [FR_NORMALIZE_TYPICAL] = typical, [FR_NORMALIZE_SHARE] = share,
        [FR_NORMALIZE_TIME] = by_time,    [FR_NORMALIZE_PER] = per,
        [FR_NORMALIZE_NONE] = none,
    };
    fr_normalize asked = from->opt->normalize;

    *factor = (fr_diff_factor){.asked = asked, .used = asked, .value = 1, .share = share_of(from)};
    if ((unsigned)asked >= sizeof ways / sizeof *ways)
        return fr_fail(err, FR_E_USAGE, 0, 0, "no such normalisation");
    if (from->base_whole <= 0 || from->new_whole <= 0) {
        snprintf(factor->text, sizeof factor->text,
                 "one side has no values: nothing to normalise by");
        factor->used = FR_NORMALIZE_NONE;
        return true;
    }
    return ways[asked](factor, from, err);
}

double fr_diff_scale(double factor, int64_t base_whole, int64_t new_whole)
{
    double base = factor * (double)base_whole, new_ = (double)new_whole;

    if (base_whole <= 0 || new_whole <= 0)
        return base + new_;
    return (base + new_) / 2;
}
