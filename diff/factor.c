/*
 * factor.c - computes the factor between the sides, and writes a sentence about it.
 *
 *     base  main 30  A 10  B 50  C 10      100 samples
 *     new   main 30  A 20  B 50  C 10      110 samples
 *
 * The share of B fell from 50 to 45.5 %, although B has as many samples as before. The wholes grew by 1.1,
 * but three of four functions by 1. The factor is the median of these ratios.
 *
 * TYPICAL is the median of the ratios new / base over functions (Anders and Huber, Differential
 * expression analysis for sequence count data, Genome Biology 11:R106, 2010, eq. 5), over the
 * function's own samples, since the total of a caller repeats those of its callees. A ratio of
 * small counts says little: its logarithm has the variance v = 1 / base + 1 / new (delta method).
 * So the median is weighted by 1 / sqrt(v + TAU^2), which is the best that a median of values of
 * unequal error can do; a function of ten times the samples has three times the weight, and TAU
 * keeps huge ones from outvoting the rest. Its error is that of a weighted sign test, turned into a
 * scale by the density of the ratios where they are densest:
 *
 *     error = sqrt(sum w^2) / (2 * sum w * density),  density = 1 / sqrt(2 * pi * v)
 *
 * times how far the ratios really scatter, in units of sqrt(v) (their median distance from the
 * median over 0.6745, which it is of a normal distribution), where that is more than 1.
 *
 * Where the median lies within two such errors of new_whole / base_whole, nothing tells the two
 * apart: shares are shown, and what is beyond noise has to be so by both.
 */
#include "diff/diff.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"

#define LEAST_FUNCTIONS 10
#define LEAST_SHARE     0.5  /* that common functions hold of each side */
#define ONE_SIZE        1.05 /* wholes no further apart are of one size */
#define TAU             0.02
#define TWO_ERRORS      2.0
#define TWO_PI          6.283185307179586
#define NORMAL_MAD      0.6744897501960817

typedef struct ratio {
    double log, weight, sigma;
} ratio;

static int compare_ratios(const void *a, const void *b)
{
    const ratio *x = a, *y = b;

    if (x->log != y->log)
        return x->log < y->log ? -1 : 1;
    return (x->weight > y->weight) - (x->weight < y->weight);
}

static bool is_common(const fr_normal *from, size_t i)
{
    fr_common c = from->common[i];

    return from->lasting ? from->lasting[i]
                         : c.base >= FR_COMMON_SAMPLES && c.new_ >= FR_COMMON_SAMPLES;
}

/* The share of all samples that common functions hold, of the side where it is more: two programs
 * that only have their runtime in common are not compared by it, nor two of which a small part was
 * chosen; one that lost most of its work is. */
static double share_in_common(const fr_normal *from)
{
    fr_common all = {0}, common = {0};

    for (size_t i = 0; i < from->n_common; i++) {
        fr_common c = from->common[i];
        all = (fr_common){all.base + c.base, all.new_ + c.new_};
        if (is_common(from, i))
            common = (fr_common){common.base + c.base, common.new_ + c.new_};
    }
    if (all.base <= 0 || all.new_ <= 0)
        return 0;
    return fmax(common.base / all.base * from->kept.base, common.new_ / all.new_ * from->kept.new_);
}

static size_t find_ratios(const fr_normal *from, ratio *ratios)
{
    size_t n = 0;

    for (size_t i = 0; i < from->n_common; i++) {
        fr_common c = from->common[i];
        double variance;
        if (!is_common(from, i))
            continue;
        variance = 1 / c.base + 1 / c.new_;
        ratios[n++] = (ratio){log(c.new_ / c.base), 1 / sqrt(variance + TAU * TAU), sqrt(variance)};
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

/* Returns how far ratios scatter, in units of what sampling makes them; at least 1. */
static double scatter(const ratio *ratios, size_t n, double median, double *room)
{
    double middle;

    for (size_t i = 0; i < n; i++)
        room[i] = fabs(ratios[i].log - median) / ratios[i].sigma;
    qsort(room, n, sizeof *room, fr_compare_doubles);
    middle = n % 2 ? room[n / 2] : (room[n / 2 - 1] + room[n / 2]) / 2;
    return fmax(1, middle / NORMAL_MAD);
}

static double median_error(const ratio *ratios, size_t n)
{
    double squares = 0, slope = 0;

    for (size_t i = 0; i < n; i++) {
        squares += ratios[i].weight * ratios[i].weight;
        slope += ratios[i].weight / (sqrt(TWO_PI) * ratios[i].sigma);
    }
    return sqrt(squares) / (2 * slope);
}

/* Four digits that count, in no locale. */
static const char *digits(char to[FR_NUMBER_MAX], double number)
{
    uint32_t decimals = 0;

    for (double size = number; size < 1000 && decimals < 9; size *= 10)
        decimals++;
    for (uint32_t i = 0; i < decimals; i++)
        number *= 10;
    return fr_format_grouped(to, number < 9e18 ? llround(number) : INT64_MAX, decimals);
}

/* "unchanged functions have 0.98x their base size, as 11 typical ones show; the whole has 1.2x" */
__attribute__((format(printf, 3, 4))) static bool say(fr_diff_factor *factor, double value,
                                                      const char *format, ...)
{
    char number[FR_NUMBER_MAX];
    va_list args;
    int n = snprintf(factor->text, sizeof factor->text,
                     "unchanged functions have %sx their base size, as ", digits(number, value));

    va_start(args, format);
    vsnprintf(factor->text + n, sizeof factor->text - (size_t)n, format, args);
    va_end(args);
    return true;
}

/* "both sides are of one size (0.99x); 4 functions have ..." */
__attribute__((format(printf, 2, 3))) static bool use_share(fr_diff_factor *factor,
                                                            const char *format, ...)
{
    double of_runs = factor->share * factor->by_run;
    bool one_size = fabs(log(of_runs)) <= log(ONE_SIZE);
    char number[FR_NUMBER_MAX];
    va_list args;
    int n;

    factor->used = FR_NORMALIZE_SHARE;
    factor->value = factor->share;
    fr_format_grouped(number, llround(fmin(100 * of_runs, 9e18)), 2);
    n = snprintf(factor->text, sizeof factor->text, "%s%sx%s",
                 one_size ? "both sides are of one size (" : "unchanged functions have ", number,
                 one_size ? ")" : " their base size, as the whole has");
    va_start(args, format);
    vsnprintf(factor->text + n, sizeof factor->text - (size_t)n, format, args);
    va_end(args);
    return true;
}

static bool use_typical(fr_diff_factor *factor)
{
    char number[FR_NUMBER_MAX], n[FR_NUMBER_MAX];

    fr_format_grouped(n, factor->n_common, 0);
    if (fabs(log(factor->typical / factor->share)) <= TWO_ERRORS * factor->error)
        return use_share(factor, "; %s typical functions show %sx, the same within its error", n,
                         digits(number, factor->typical * factor->by_run));
    factor->value = factor->typical;
    return say(factor, factor->typical * factor->by_run, "%s typical ones show; the whole has %sx",
               n, digits(number, factor->share * factor->by_run));
}

static bool typical(fr_diff_factor *factor, const fr_normal *from, fr_error *err)
{
    ratio *ratios = malloc((from->n_common + 1) * sizeof *ratios);
    double *room = malloc((from->n_common + 1) * sizeof *room), median;
    double share = share_in_common(from);
    bool good = ratios && room;
    uint32_t n = good ? (uint32_t)find_ratios(from, ratios) : 0;

    if (good)
        qsort(ratios, n, sizeof *ratios, compare_ratios);
    if (good && n >= LEAST_FUNCTIONS && share >= LEAST_SHARE) {
        median = weighted_median(ratios, n);
        factor->typical = exp(median);
        factor->sampling_error = median_error(ratios, n);
        factor->error = factor->sampling_error * scatter(ratios, n, median, room);
        factor->n_common = n;
    }
    free(ratios);
    free(room);
    if (!good)
        return fr_fail_memory(err);
    if (n < LEAST_FUNCTIONS)
        return use_share(factor, "; %u function%s 10 samples on both sides, too few to tell more",
                         n, n == 1 ? " has" : "s have");
    if (share < LEAST_SHARE)
        return use_share(factor,
                         "; functions of both sides hold %d %% of either at most, too little to "
                         "tell more",
                         (int)(100 * share));
    return use_typical(factor);
}

static bool share(fr_diff_factor *factor, const fr_normal *from, fr_error *err)
{
    (void)from, (void)err;
    return use_share(factor, "%s", "");
}

static bool by_time(fr_diff_factor *factor, const fr_normal *from, fr_error *err)
{
    char base[FR_NUMBER_MAX], new_[FR_NUMBER_MAX];

    if (!(from->base_seconds > 0 && from->new_seconds > 0)) {
        fr_fail(err, FR_E_USAGE, 0, 0, "the duration of %s is not known",
                from->base_seconds > 0 ? "the new side" : "the base side");
        return fr_fail_hint(err,
                            "times come with perf script and pprof; --normalize=per:BASE,NEW takes "
                            "numbers of yours");
    }
    factor->value = from->new_seconds / from->base_seconds;
    return say(factor, factor->value, "the durations do, %s s and %s s",
               digits(base, from->base_seconds), digits(new_, from->new_seconds));
}

static bool per(fr_diff_factor *factor, const fr_normal *from, fr_error *err)
{
    const fr_diff_options *opt = from->opt;
    char base[FR_NUMBER_MAX], new_[FR_NUMBER_MAX];

    if (!(opt->per_base > 0 && opt->per_new > 0 && opt->per_base < HUGE_VAL &&
          opt->per_new < HUGE_VAL))
        return fr_fail(err, FR_E_USAGE, 0, 0, "per:BASE,NEW takes two numbers above 0");
    factor->value = opt->per_new / opt->per_base;
    return say(factor, factor->value, "the numbers given do, %s and %s%s",
               digits(base, opt->per_base), digits(new_, opt->per_new),
               from->equal_work ? "; runs of a side are taken to do equal work" : "");
}

static bool none(fr_diff_factor *factor, const fr_normal *from, fr_error *err)
{
    (void)err;
    factor->value = (double)from->n_new / from->n_base; /* a side holds the sum of its runs */
    snprintf(factor->text, sizeof factor->text, "values are compared as they are, %s",
             from->n_new == from->n_base ? "without a factor" : "as means of runs");
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

    *factor = (fr_diff_factor){.asked = asked, .used = asked, .value = 1, .share = 1, .by_run = 1};
    if (from->n_base && from->n_new)
        factor->by_run = (double)from->n_base / from->n_new;
    if ((unsigned)asked >= sizeof ways / sizeof *ways)
        return fr_fail(err, FR_E_USAGE, 0, 0, "no such normalisation");
    if (from->base_whole <= 0 || from->new_whole <= 0) {
        snprintf(factor->text, sizeof factor->text, "one side has no values");
        factor->used = FR_NORMALIZE_NONE;
        return true;
    }
    factor->share = (double)from->new_whole / (double)from->base_whole;
    return ways[asked](factor, from, err);
}
