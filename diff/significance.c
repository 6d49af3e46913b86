/*
 * significance.c - the test of one row, and of a family of rows.
 *
 * Under the hypothesis of no change both sides have one share, estimated from both (score test of two proportions:
 * Agresti, Categorical Data Analysis, 2002, 3.2.1). diff/variance.h has the variance of a share.
 */
#include "diff/significance.h"

#include <math.h>
#include <stdlib.h>

#include "base/fail.h"
#include "diff/discovery.h"
#include "diff/noise.h"
#include "diff/variance.h"

/* ---------------------------------------------------------------- sums of a row */

static fr_row_sums add_up(const fr_significance *s, const fr_amounts *row)
{
    fr_row_sums r = {0};
    double squares = 0;
    for (uint32_t run = 0; run < fr_all_runs(s); run++) {
        squares += row->squares ? row->squares[run] : row->sum[run] * s->unit;
        *(run < s->runs.n_base ? &r.base : &r.new_) += row->sum[run];
    }
    double in = r.base + r.new_, out = s->whole_base + s->whole_new - in;
    double squares_out = s->unit * (in + out) - squares;
    r.c_in = in > 0 ? squares / in : s->unit;
    r.c_out = out > 0 && squares_out > 0 ? squares_out / out : s->unit;
    return r;
}

static double effective_samples(const fr_row_sums *r)
{
    return r->c_in > 0 ? (r->base + r->new_) / r->c_in : 0;
}

static double share_of(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

static double pooled_share(const fr_significance *s, const fr_row_sums *r)
{
    return fmin(share_of(r->base + r->new_, s->whole_base + s->whole_new), 1);
}

/* ---------------------------------------------------------------- how far runs scatter */

/* Pearson's chi squared of one side's runs about their common share, and its degrees of freedom:
 * together the quasi-binomial dispersion. */
static void add_scatter(const fr_significance *s, const fr_amounts *row, const fr_row_sums *r,
                        bool of_new, double *chi, double *df)
{
    uint32_t from = of_new ? s->runs.n_base : 0, to = of_new ? fr_all_runs(s) : s->runs.n_base;
    double p = of_new ? share_of(r->new_, s->whole_new) : share_of(r->base, s->whole_base);
    double freedom = -1;
    if (!(p > 0 && p < 1))
        return;
    for (uint32_t run = from; run < to; run++) {
        double whole = s->runs.whole[run];
        if (!(whole > 0))
            continue;
        double off = row->sum[run] / whole - p;
        *chi += off * off / fr_share_variance(r, p, whole);
        freedom += 1;
    }
    *df += fmax(freedom, 0);
}

static fr_spread own_spread(const fr_significance *s, const fr_amounts *row, const fr_row_sums *r)
{
    double chi = 0, df = 0;
    add_scatter(s, row, r, false, &chi, &df);
    add_scatter(s, row, r, true, &chi, &df);
    return (fr_spread){.ratio = df > 0 ? chi / df : 1, .df = df};
}

static fr_spread spread_of(const fr_significance *s, const fr_amounts *row, const fr_row_sums *r)
{
    double share = pooled_share(s, r);
    if (s->basis == FR_BASIS_SAMPLING)
        return (fr_spread){.ratio = 1, .df = FR_DF_NORMAL};
    if (s->basis == FR_BASIS_USUAL)
        return fr_usual_spread(s);
    fr_spread prior = s->opt.noise
                          ? fr_noise_spread(s->opt.noise, row->name, share, fr_run_samples(s))
                          : fr_typical_at(&s->trend, share);
    return fr_spread_join(prior, own_spread(s, row, r), s->df_limit);
}

double fr_significance_spread(const fr_significance *s, const fr_amounts *row, double *share,
                              fr_spread *spread)
{
    fr_row_sums r = add_up(s, row);
    *share = pooled_share(s, &r);
    *spread = spread_of(s, row, &r);
    return effective_samples(&r);
}

/* ---------------------------------------------------------------- setting up */

static void add_wholes(fr_significance *s)
{
    double squares = 0;
    for (uint32_t run = 0; run < fr_all_runs(s); run++) {
        *(run < s->runs.n_base ? &s->whole_base : &s->whole_new) += s->runs.whole[run];
        squares += s->runs.whole_squares ? s->runs.whole_squares[run] : s->runs.whole[run];
    }
    double whole = s->whole_base + s->whole_new;
    s->unit = whole > 0 ? squares / whole : 1;
    s->factor = s->whole_base > 0 && s->whole_new > 0 ? s->whole_new / s->whole_base : 1;
}

/* Rows with all degrees of freedom of their own teach what is typical. That counts for no more than
 * a row's own: ratios have longer tails than the theory of moderation supposes (a burst of
 * interrupts in one run, a collector's cycle), and callers repeat what their callees tell. */
static bool fit_trend(fr_significance *s, const fr_amounts *rows, size_t n, fr_error *err)
{
    fr_scatter *seen = malloc((n ? n : 1) * sizeof *seen);
    if (!seen)
        return fr_fail_memory(err);
    double full = fr_full_freedom(&s->runs);
    size_t n_seen = 0;
    for (size_t i = 0; i < n; i++) {
        fr_row_sums r = add_up(s, &rows[i]);
        if (effective_samples(&r) < FR_JUDGED_SAMPLES)
            continue;
        fr_spread own = own_spread(s, &rows[i], &r);
        if (own.df >= full)
            seen[n_seen++] = (fr_scatter){pooled_share(s, &r), own.ratio};
    }
    s->trend = fr_typical_fit(seen, n_seen, full);
    s->trend.df = fmin(s->trend.df, full);
    s->df_limit = fmax(full * (double)n_seen, full);
    free(seen);
    return true;
}

bool fr_significance_init(fr_significance *s, const fr_comparison *runs,
                          const fr_amounts *functions, size_t n, const fr_significance_options *opt,
                          fr_error *err)
{
    *s = (fr_significance){.opt = *opt, .runs = *runs, .df_limit = FR_DF_NORMAL, .p_cut = opt->fdr};
    s->z_cut = fr_normal_quantile(s->p_cut / 2);
    add_wholes(s);
    s->basis = runs->n_base > 1 || runs->n_new > 1 ? FR_BASIS_RUNS
               : opt->noise                        ? FR_BASIS_MODEL
               : opt->sampling_only                ? FR_BASIS_SAMPLING
                                                   : FR_BASIS_USUAL;
    return s->basis != FR_BASIS_RUNS || opt->noise || fit_trend(s, functions, n, err);
}

/* ---------------------------------------------------------------- one row */

/* Of new share - f * base share, where f * base share = new share = f * p. */
static double sampling_variance(const fr_significance *s, const fr_row_sums *r, double f, double p)
{
    if (s->rates)
        return f * p * r->c_in * (1 / s->whole_new + f / s->whole_base);
    return fr_share_variance(r, f * p, s->whole_new) +
           f * f * fr_share_variance(r, p, s->whole_base);
}

/* By the factor that is in *s. */
static fr_change row_by_factor(const fr_significance *s, const fr_amounts *row)
{
    fr_row_sums r = add_up(s, row);
    fr_change c = {.samples = effective_samples(&r), .df = FR_DF_NORMAL, .p = 1, .q = 1};
    double base = share_of(r.base, s->whole_base), new_ = share_of(r.new_, s->whole_new);
    if (!(s->whole_base > 0 && s->whole_new > 0)) {
        c.change = new_ - base;
        return c;
    }
    /* What an unchanged share becomes, and the unit of changes: between new and that. */
    double f = s->factor * s->whole_base / s->whole_new, unit = f > 1 ? f : 1;
    double p = (r.base + r.new_) / (s->whole_base + f * s->whole_new);
    fr_spread spread = spread_of(s, row, &r);
    double ratio = s->rates ? fr_ratio_of_rates(spread.ratio, pooled_share(s, &r)) : spread.ratio;
    double sampling = sampling_variance(s, &r, f, p);
    double of_factor = f * p * f * p * s->factor_error * s->factor_error;
    c.change = (new_ - f * base) / unit;
    c.error = sqrt(ratio * sampling + of_factor) / unit;
    c.df = spread.df;
    if (s->basis == FR_BASIS_USUAL && c.error > 0)
        c.sampling_z = c.change / (sqrt(sampling + of_factor) / unit);
    if (c.error > 0 && c.change != 0 && !(s->basis == FR_BASIS_USUAL && row->unsteady)) {
        c.z = fr_t_as_normal(c.change / c.error, c.df);
        c.p = fmin(2 * fr_t_tail(fabs(c.change) / c.error, c.df), 1);
    }
    return c;
}

/* As rare as the less rare of both; nothing at all where they point to different sides. */
static fr_change less_sure(fr_change change, fr_change second)
{
    bool same_way = (change.change > 0) == (second.change > 0);
    if (!same_way || fabs(second.sampling_z) < fabs(change.sampling_z))
        change.sampling_z = same_way ? second.sampling_z : 0;
    if (same_way && second.p <= change.p)
        return change;
    change.z = same_way ? second.z : 0;
    change.p = same_way ? second.p : 1;
    return change;
}

fr_change fr_significance_row(const fr_significance *s, const fr_amounts *row)
{
    fr_change change = row_by_factor(s, row);
    if (s->second_factor <= 0)
        return change;
    fr_significance second = *s;
    second.factor = s->second_factor;
    second.factor_error = s->second_error;
    second.rates = true;
    return less_sure(change, row_by_factor(&second, row));
}

/* ---------------------------------------------------------------- the family */

static bool is_tested(const fr_significance *s, const fr_amounts *row, const fr_change *change)
{
    return change->samples >= FR_JUDGED_SAMPLES && !(s->basis == FR_BASIS_USUAL && row->unsteady);
}

/* Sampling noise has a family of its own, with those that are never sure. `p`: room for n. */
static double cut_of_sampling(const fr_significance *s, const fr_change *changes, size_t n,
                              double *p)
{
    size_t m = 0, n_found;
    for (size_t i = 0; i < n; i++)
        if (changes[i].samples >= FR_JUDGED_SAMPLES)
            p[m++] = 2 * fr_normal_tail(fabs(changes[i].sampling_z));
    return fr_normal_quantile(fr_discovery_cut(p, m, s->opt.fdr, &n_found) / 2);
}

bool fr_significance_family(fr_significance *s, const fr_amounts *functions, size_t n,
                            fr_change *changes, fr_error *err)
{
    double *p = malloc((n ? n : 1) * 2 * sizeof *p), *rates = p + n;
    if (!p)
        return fr_fail_memory(err);
    for (size_t i = 0; i < n; i++)
        changes[i] = fr_significance_row(s, &functions[i]);
    s->maybe_cut = cut_of_sampling(s, changes, n, p);
    size_t m = 0;
    for (size_t i = 0; i < n; i++)
        if (is_tested(s, &functions[i], &changes[i]))
            p[m++] = changes[i].p;
    s->n_family = m;
    s->p_cut = fr_discovery_cut(p, m, s->opt.fdr, &s->n_found);
    s->z_cut = fr_normal_quantile(s->p_cut / 2);
    fr_discovery_rates(p, rates, m);
    for (size_t i = 0; i < n; i++)
        if (is_tested(s, &functions[i], &changes[i]))
            changes[i].q = fr_discovery_rate_of(p, rates, m, changes[i].p);
    free(p);
    return true;
}
