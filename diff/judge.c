/*
 * judge.c - sampling noise: two proportions, and the false discovery rate over functions.
 *
 * A sum of weights w has the sampling variance sum w^2 (compound Poisson); for samples of weight 1
 * that is their number. Under the hypothesis of no change both sides share a rate, so the expected
 * sums are m_base = (base + new) / (1 + factor) and m_new = factor * m_base, and with the mean
 * squared weight per weight, s = (squares of both) / (base + new),
 *
 *     var(new - factor * base) = s * (m_new + factor^2 * m_base)
 *
 * Shares of a whole are less free: a sample that is in the frame is not outside of it. With p =
 * m_base / base_whole, the variance of a share is (s * m * (1 - 2 p) + p^2 * squares_of_whole) /
 * whole^2, which for weights of 1 is p (1 - p) / whole: the test of two proportions.
 */
#include "diff/judge.h"

#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "diff/functions.h"
#include "diff/normalise.h"

#define LEAST_SAMPLES 10.0 /* on both sides together: fewer are never judged as changed */
#define Z_95          1.959963984540054

/* An amount pooled over the runs of a side. */
typedef struct pooled {
    double sum, count, squares;
} pooled;

static pooled pool(const fr_run_amounts *a, uint32_t from, uint32_t to)
{
    pooled p = {0};

    for (uint32_t r = from; r < to; r++) {
        p.sum += a->sum[r];
        p.count += a->count[r];
        p.squares += a->squares[r];
    }
    return p;
}

static double share_variance(double s, double m, double p, double whole, double whole_squares)
{
    double variance = (s * m * (1 - 2 * p) + p * p * whole_squares) / (whole * whole);

    return variance > 0 ? variance : 0;
}

/* What is compared with what: a factor, known with an error, or the wholes. */
typedef struct yardstick {
    bool share;
    double factor, error, scale;
} yardstick;

static yardstick used_one(const fr_diff *d)
{
    const fr_diff_factor *f = &d->factor;

    return (yardstick){.share = f->used == FR_NORMALIZE_SHARE,
                       .factor = f->value,
                       .error = f->used == FR_NORMALIZE_TYPICAL ? f->error : 0,
                       .scale = d->scale};
}

static yardstick typical_one(const fr_diff *d)
{
    return (yardstick){.factor = d->factor.typical,
                       .error = d->factor.error,
                       .scale = fr_diff_scale(d->factor.typical, d->base_whole, d->new_whole)};
}

/* Standard error of the change, in parts of the whole. */
static double standard_error(const fr_diff *d, const yardstick *y, pooled base, pooled new_)
{
    double k = y->factor, both = base.sum + new_.sum, s, m, p, factor_part;

    if (both <= 0)
        return 0;
    s = (base.squares + new_.squares) / both;
    m = both / (1 + k);
    p = m / (double)d->base_whole;
    if (y->share)
        return sqrt(share_variance(s, m, p, (double)d->base_whole, d->base_whole_squares) +
                    share_variance(s, k * m, p, (double)d->new_whole, d->new_whole_squares));
    factor_part = k * m * y->error;
    return sqrt(s * (k * m + k * k * m) + factor_part * factor_part) / y->scale;
}

static double z_by(const fr_diff *d, const yardstick *y, pooled base, pooled new_)
{
    double error = standard_error(d, y, base, new_);
    double change = (new_.sum - y->factor * base.sum) / y->scale;

    return error > 0 ? change / error : 0;
}

/* Where shares stand in for a typical factor that agrees with them, a change has to be one by both:
 * the share of a large frame falls when others grow by little. */
static double smaller_z(double a, double b)
{
    if ((a > 0) != (b > 0))
        return 0;
    return fabs(a) < fabs(b) ? a : b;
}

static fr_verdict changed(const fr_diff_value *v)
{
    if (v->base == 0)
        return FR_VERDICT_NEW;
    if (v->new_ == 0)
        return FR_VERDICT_GONE;
    return v->change_pp > 0 ? FR_VERDICT_GREW : FR_VERDICT_SHRANK;
}

static fr_verdict verdict_of(const fr_diff *d, const fr_diff_value *v, double n_samples)
{
    if (v->base == 0 && v->new_ == 0)
        return FR_VERDICT_NOISE;
    if (d->base_whole == 0 || d->new_whole == 0)
        return changed(v);
    if (!d->counted)
        return FR_VERDICT_UNJUDGED;
    if (n_samples < LEAST_SAMPLES || fabs(v->z) < d->z_cut || v->change_pp == 0)
        return FR_VERDICT_NOISE;
    return fabs(v->change_pp) < d->min_change_pp ? FR_VERDICT_SMALL : changed(v);
}

fr_diff_value fr_judge(const fr_diff *d, const fr_run_amounts *amounts)
{
    pooled base = pool(amounts, 0, d->n_base);
    pooled new_ = pool(amounts, d->n_base, d->n_base + d->n_new);
    fr_diff_value v = {.base = (int64_t)base.sum, .new_ = (int64_t)new_.sum};
    double base_share = d->base_whole > 0 ? base.sum / (double)d->base_whole : 0;
    double new_share = d->new_whole > 0 ? new_.sum / (double)d->new_whole : 0;
    double change = d->scale > 0 ? (new_.sum - d->factor.value * base.sum) / d->scale : 0;
    yardstick used = used_one(d), typical = typical_one(d);

    v.share_pp = 100 * (new_share - base_share);
    v.change_pp = d->factor.used == FR_NORMALIZE_SHARE ? v.share_pp : 100 * change;
    if (d->counted && d->base_whole > 0 && d->new_whole > 0) {
        v.error_pp = 100 * Z_95 * standard_error(d, &used, base, new_);
        v.z = z_by(d, &used, base, new_);
        if (used.share && typical.factor > 0)
            v.z = smaller_z(v.z, z_by(d, &typical, base, new_));
    }
    v.verdict = verdict_of(d, &v, base.count + new_.count);
    return v;
}

/* ---- the family ---- */

/* Two-sided. */
static double p_of(double z)
{
    return erfc(fabs(z) / sqrt(2.0));
}

/* z with p_of(z) = p, by halving: exact to the last bits, and the same everywhere. */
static double z_of(double p)
{
    double low = 0, high = 40;

    for (int i = 0; i < 80; i++) {
        double middle = (low + high) / 2;
        if (p_of(middle) > p)
            low = middle;
        else
            high = middle;
    }
    return high;
}

static int compare_p(const void *a, const void *b)
{
    const fr_diff_function *const *x = a, *const *y = b;

    return ((*x)->p > (*y)->p) - ((*x)->p < (*y)->p);
}

/* Benjamini and Hochberg, Controlling the false discovery rate, 1995: q of the i-th smallest p of m
 * is the least of p * m / j over j >= i. */
static void adjust(fr_diff *d, fr_diff_function **tested, size_t m)
{
    double least = 1;
    size_t n_found = 0;

    for (size_t i = m; i-- > 0;) {
        double q = tested[i]->p * (double)m / (double)(i + 1);
        least = q < least ? q : least;
        tested[i]->q = least;
        if (least <= d->fdr && i + 1 > n_found)
            n_found = i + 1;
    }
    d->z_cut = m ? z_of(d->fdr * (double)(n_found ? n_found : 1) / (double)m) : z_of(d->fdr);
}

/* The change that a test at z_cut finds with a chance of 80 %: (z_cut + 0.84) standard errors. */
static void find_visible(fr_diff *d)
{
    static const double shares[] = {0.01, 0.10, 0.50};

    for (size_t i = 0; i < 3; i++) {
        double b = shares[i] * (double)d->base_whole, n = b * d->factor.value;
        double bs = shares[i] * d->base_whole_squares, ns = shares[i] * d->new_whole_squares;
        yardstick used = used_one(d);
        double error = standard_error(d, &used, (pooled){b, b, bs}, (pooled){n, n, ns});
        d->visible_pp[i] = 100 * (d->z_cut + 0.8416212335729143) * error;
    }
}

bool fr_judge_family(fr_diff *d, fr_error *err)
{
    fr_diff_function **tested = malloc((d->n_functions + 1) * sizeof(fr_diff_function *));
    size_t m = 0;

    if (!tested)
        return fr_fail_memory(err);
    d->z_cut = 0;
    for (size_t i = 0; i < d->n_functions; i++) {
        fr_diff_function *f = &d->functions[i];
        f->total = fr_diff_value_of_function(d, f, true);
        f->p = f->q = 1;
        if (!d->counted || f->n_samples < LEAST_SAMPLES)
            continue;
        f->p = p_of(f->total.z);
        tested[m++] = f;
    }
    qsort(tested, m, sizeof(fr_diff_function *), compare_p);
    adjust(d, tested, m);
    free(tested);
    for (size_t i = 0; i < d->n_functions; i++) {
        fr_diff_function *f = &d->functions[i];
        f->total = fr_diff_value_of_function(d, f, true);
        f->self = fr_diff_value_of_function(d, f, false);
    }
    if (d->counted && d->base_whole > 0 && d->new_whole > 0)
        find_visible(d);
    return true;
}
