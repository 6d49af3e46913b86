/*
 * significance.c - the test of one row, and of a family of rows.
 *
 * Under the hypothesis of no change both sides have one share, estimated from both (score test of two proportions:
 * Agresti, Categorical Data Analysis, 2002, 3.2.1).
 *
 * A share is a ratio of sums of weights, p = x / W. With x and q the sums of weights and of squared
 * weights inside of a frame, and c_in = q / x, c_out the same outside, the variance of p is
 *
 *     ((1 - p)^2 q_in + p^2 q_out) / W^2  =  p (1 - p) ((1 - p) c_in + p c_out) / W
 *
 * (ratio estimator: Cochran, Sampling Techniques, 1977, 6.4); for counts this is p (1 - p) / n. Of
 * a value by itself, W given from outside, it is p c_in / W (compound Poisson).
 */
#include "diff/significance.h"

#include <math.h>
#include <stdlib.h>

#include "base/fail.h"
#include "base/number.h"

/* ---- the variance of a share and of a value ---- */

typedef struct row_sums {
    double base, new_;  /* sums of weights */
    double c_in, c_out; /* mean square weight per weight, inside and outside of the frame */
} row_sums;

/* The sampling variance of a share of `whole`. */
static double share_variance(const row_sums *r, double p, double whole)
{
    p = fmin(fmax(p, 0), 1);
    return p * (1 - p) * ((1 - p) * r->c_in + p * r->c_out) / whole;
}

/* A ratio is one of variances of shares. A value against the others' scatters 1 / (1 - p) times as
 * far as its share, and its sampling variance is only 1 / (1 - p) times that of the share: what goes
 * beyond sampling counts once more. Frames of more than half are callers of those others. */
static double of_value(double ratio, double p)
{
    return 1 + (ratio - 1) / (1 - fmin(p, 0.5));
}

static double ratio_of_rates(const fr_significance *s, double ratio, double p)
{
    return s->runs.scale
               ? ratio
               : of_value(ratio, p); /* of runs that scatter in rates it is that already */
}

static uint32_t all_runs(const fr_significance *s)
{
    return s->runs.n_base + s->runs.n_new;
}

/* Returns what values of a run are divided by; 0: they tell nothing. */
static double size_of(const fr_comparison *runs, uint32_t run)
{
    return runs->scale ? runs->scale[run] : runs->whole[run];
}

/* Effective samples of a run that tells something, which the ratio of run-to-run variance to sampling variance grows
 * with. */
static double run_samples(const fr_significance *s)
{
    uint32_t n = 0;
    for (uint32_t run = 0; run < all_runs(s); run++)
        n += size_of(&s->runs, run) > 0;
    return s->unit > 0 && n ? (s->whole_base + s->whole_new) / s->unit / n : 0;
}

double fr_usual_ratio(double samples, bool compiled)
{
    return 2.5 + samples / (compiled ? 1000 : 10000);
}

/* FR_BASIS_USUAL: a fixed ratio, of which nothing is learned. */
static fr_spread usual_spread(const fr_significance *s)
{
    double ratio = fr_usual_ratio(run_samples(s), s->opt.compiled);
    return (fr_spread){.ratio = ratio, .df = FR_DF_NORMAL};
}

/* Degrees of freedom of the runs [from, to). */
static double side_freedom(const fr_comparison *runs, uint32_t from, uint32_t to)
{
    double freedom = -1;

    for (uint32_t run = from; run < to; run++)
        freedom += size_of(runs, run) > 0;
    return fmax(freedom, 0);
}

static double full_freedom(const fr_comparison *runs)
{
    return side_freedom(runs, 0, runs->n_base) +
           side_freedom(runs, runs->n_base, runs->n_base + runs->n_new);
}

bool fr_comparison_has_runs(const fr_comparison *runs)
{
    return full_freedom(runs) > 0;
}

/* ---- sums of a row ---- */

static row_sums add_up(const fr_significance *s, const fr_amounts *row)
{
    row_sums r = {0};
    double squares = 0;
    for (uint32_t run = 0; run < all_runs(s); run++) {
        squares += row->squares ? row->squares[run] : row->sum[run] * s->unit;
        *(run < s->runs.n_base ? &r.base : &r.new_) += row->sum[run];
    }
    double in = r.base + r.new_, out = s->whole_base + s->whole_new - in;
    double squares_out = s->unit * (in + out) - squares;
    r.c_in = in > 0 ? squares / in : s->unit;
    r.c_out = out > 0 && squares_out > 0 ? squares_out / out : s->unit;
    return r;
}

static double effective_samples(const row_sums *r)
{
    return r->c_in > 0 ? (r->base + r->new_) / r->c_in : 0;
}

static double share_of(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

static double pooled_share(const fr_significance *s, const row_sums *r)
{
    return fmin(share_of(r->base + r->new_, s->whole_base + s->whole_new), 1);
}

/* ---- how far runs scatter ---- */

/* Pearson's chi squared of one side's runs about their common share, or rate, and its degrees of freedom:
 * together the quasi-binomial dispersion, or the quasi-Poisson one. */
static void add_scatter(const fr_significance *s, const fr_amounts *row, const row_sums *r,
                        bool of_new, double *chi, double *df)
{
    uint32_t from = of_new ? s->runs.n_base : 0, to = of_new ? all_runs(s) : s->runs.n_base;
    double sizes = 0;
    for (uint32_t run = from; run < to; run++)
        sizes += size_of(&s->runs, run);
    double p = share_of(of_new ? r->new_ : r->base, sizes);
    if (!(p > 0 && (p < 1 || s->runs.scale)))
        return;
    for (uint32_t run = from; run < to; run++) {
        double size = size_of(&s->runs, run);
        if (!(size > 0))
            continue;
        double off = row->sum[run] / size - p;
        *chi += off * off / (s->runs.scale ? r->c_in * p / size : share_variance(r, p, size));
    }
    *df += side_freedom(&s->runs, from, to);
}

static fr_spread own_spread(const fr_significance *s, const fr_amounts *row, const row_sums *r)
{
    double chi = 0, df = 0;
    add_scatter(s, row, r, false, &chi, &df);
    add_scatter(s, row, r, true, &chi, &df);
    return (fr_spread){.ratio = df > 0 ? chi / df : 1, .df = df};
}

static fr_spread spread_of(const fr_significance *s, const fr_amounts *row, const row_sums *r)
{
    double share = pooled_share(s, r);
    if (s->basis == FR_BASIS_SAMPLING)
        return (fr_spread){.ratio = 1, .df = FR_DF_NORMAL};
    if (s->basis == FR_BASIS_USUAL)
        return usual_spread(s);
    fr_spread prior = s->opt.noise ? fr_noise_spread(s->opt.noise, row->name, share, run_samples(s))
                                   : fr_typical_at(&s->trend, share);
    return fr_spread_join(prior, own_spread(s, row, r), s->df_limit);
}

double fr_significance_spread(const fr_significance *s, const fr_amounts *row, double *share,
                              fr_spread *spread)
{
    row_sums r = add_up(s, row);
    *share = pooled_share(s, &r);
    *spread = spread_of(s, row, &r);
    return effective_samples(&r);
}

/* ---- setting up ---- */

/* Rows with all degrees of freedom of their own teach what is typical. That counts for no more than
 * a row's own: ratios have longer tails than the theory of moderation supposes (a burst of
 * interrupts in one run, a collector's cycle), and callers repeat what their callees tell. */
static bool fit_trend(fr_significance *s, const fr_amounts *rows, size_t n, fr_error *err)
{
    fr_scatter *seen = malloc((n ? n : 1) * sizeof *seen);
    if (!seen)
        return fr_fail_memory(err);
    double full = full_freedom(&s->runs);
    size_t n_seen = 0;
    for (size_t i = 0; i < n; i++) {
        row_sums r = add_up(s, &rows[i]);
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
    double squares = 0;
    for (uint32_t run = 0; run < all_runs(s); run++) {
        *(run < s->runs.n_base ? &s->whole_base : &s->whole_new) += s->runs.whole[run];
        squares += s->runs.whole_squares ? s->runs.whole_squares[run] : s->runs.whole[run];
    }
    double whole = s->whole_base + s->whole_new;
    s->unit = whole > 0 ? squares / whole : 1;
    s->factor = s->whole_base > 0 && s->whole_new > 0 ? s->whole_new / s->whole_base : 1;
    s->basis = fr_comparison_has_runs(runs) ? FR_BASIS_RUNS
               : opt->noise                 ? FR_BASIS_MODEL
               : opt->sampling_only         ? FR_BASIS_SAMPLING
                                            : FR_BASIS_USUAL;
    return s->basis != FR_BASIS_RUNS || opt->noise || fit_trend(s, functions, n, err);
}

/* ---- one row ---- */

/* Returns the variance of new share - f * base share, where f * base share = new share = f * p. */
static double sampling_variance(const fr_significance *s, const row_sums *r, double f, double p)
{
    if (s->rates)
        return f * p * r->c_in * (1 / s->whole_new + f / s->whole_base);
    return share_variance(r, f * p, s->whole_new) + f * f * share_variance(r, p, s->whole_base);
}

/* By the factor that is in *s. */
static fr_row_change row_by_factor(const fr_significance *s, const fr_amounts *row)
{
    row_sums r = add_up(s, row);
    fr_row_change c = {.samples = effective_samples(&r), .df = FR_DF_NORMAL, .p = 1, .q = 1};
    double base = share_of(r.base, s->whole_base), new_ = share_of(r.new_, s->whole_new);
    if (!(s->whole_base > 0 && s->whole_new > 0)) {
        c.change = new_ - base;
        return c;
    }
    /* An unchanged share becomes f of itself; the unit of changes: between new and that. */
    double f = s->factor * s->whole_base / s->whole_new, unit = f > 1 ? f : 1;
    double p = (r.base + r.new_) / (s->whole_base + f * s->whole_new);
    fr_spread spread = spread_of(s, row, &r);
    double ratio = s->rates ? ratio_of_rates(s, spread.ratio, pooled_share(s, &r)) : spread.ratio;
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
static fr_row_change less_sure(fr_row_change change, fr_row_change second)
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

fr_row_change fr_significance_row(const fr_significance *s, const fr_amounts *row)
{
    fr_row_change change = row_by_factor(s, row);
    if (s->second_factor <= 0)
        return change;
    fr_significance second = *s;
    second.factor = s->second_factor;
    second.factor_error = s->second_error;
    second.rates = !s->rates;
    fr_row_change both = less_sure(change, row_by_factor(&second, row));
    if (s->rates) /* amounts that differ by more than noise may be a change, whatever shares do */
        both.sampling_z = s->basis == FR_BASIS_MODEL ? change.z : change.sampling_z;
    return both;
}

/* ---- the family ---- */

static bool is_tested(const fr_significance *s, const fr_amounts *row, const fr_row_change *change)
{
    return change->samples >= FR_JUDGED_SAMPLES && !(s->basis == FR_BASIS_USUAL && row->unsteady);
}

bool fr_significance_family(fr_significance *s, const fr_amounts *functions, size_t n,
                            fr_row_change *changes, fr_error *err)
{
    double *p = malloc((n ? n : 1) * 2 * sizeof *p), *rates = p + n;
    if (!p)
        return fr_fail_memory(err);
    for (size_t i = 0; i < n; i++)
        changes[i] = fr_significance_row(s, &functions[i]);
    /* Sampling noise has a family of its own, with those that are never sure. */
    size_t m = 0, n_found;
    for (size_t i = 0; i < n; i++)
        if (changes[i].samples >= FR_JUDGED_SAMPLES)
            p[m++] = 2 * fr_normal_tail(fabs(changes[i].sampling_z));
    s->maybe_cut = fr_normal_quantile(fr_discovery_cut(p, m, s->opt.fdr, &n_found) / 2);
    m = 0;
    for (size_t i = 0; i < n; i++)
        if (is_tested(s, &functions[i], &changes[i]))
            p[m++] = changes[i].p;
    s->n_family = m;
    s->p_cut = fr_discovery_cut(p, m, s->opt.fdr, &s->n_found);
    s->z_cut = fr_normal_quantile(s->p_cut / 2);
    /* The smallest rate at which each of the sorted p is found: the least of m p / j over j >= i. */
    double least = 1;
    for (size_t i = m; i > 0; i--)
        rates[i - 1] = least = fmin(least, p[i - 1] * (double)m / (double)i);
    for (size_t i = 0; i < n; i++)
        if (is_tested(s, &functions[i], &changes[i])) {
            const double *at = bsearch(&changes[i].p, p, m, sizeof *p, fr_compare_doubles);
            changes[i].q = rates[at - p]; /* equal p have one rate */
        }
    free(p);
    return true;
}

/* ---- what a comparison could have seen ---- */

/*
 * A comparison of this size could have seen this much. Pure functions over arrays, for a family that
 * fr_significance_family() has judged.
 *
 *     share 10 %     a change of 0.8 pp would be found in 4 of 5 comparisons; one of 0.4 pp with 4 times the samples
 */

/* 80 % power: the upper fifth of the distribution begins here. */
#define POWER_TAIL 0.2

/* Functions are of about a share within this distance of log odds: 9 to 11.5 % for 10 %. */
#define NEAR       0.15
#define FAR_WEIGHT 0.05

static double log_odds(double share)
{
    double p = fmin(fmax(share, 1e-9), 1 - 1e-9);
    return log(p / (1 - p));
}

/* Standard errors that a change must have to be found in 4 of 5, for a test at p: given the error,
 * what is seen scatters about the truth as t. */
static double errors_needed(double p, double df)
{
    return fr_t_quantile(p / 2, df) + fr_t_quantile(POWER_TAIL, df);
}

/* Returns the spread that functions of about this share are judged with: the mean of their spreads, by nearness, with
 * a little of what is typical for the share where no function is near. */
static fr_spread typical_spread(const fr_significance *s, const fr_amounts *functions, size_t n,
                                double share)
{
    fr_spread typical = {.ratio = 1, .df = FR_DF_NORMAL};
    if (s->basis == FR_BASIS_SAMPLING)
        return typical;
    if (s->basis == FR_BASIS_USUAL)
        return usual_spread(s);
    typical = s->opt.noise ? fr_noise_typical(s->opt.noise, share, run_samples(s))
                           : fr_typical_at(&s->trend, share);
    if (s->basis == FR_BASIS_RUNS)
        typical.df += full_freedom(&s->runs);
    typical = fr_spread_join(typical, (fr_spread){.ratio = 1, .df = 0}, s->df_limit);
    double weights = FAR_WEIGHT, error = weights * sqrt(typical.ratio), df = weights / typical.df;
    for (size_t i = 0; i < n; i++) {
        fr_spread spread;
        double at;
        if (fr_significance_spread(s, &functions[i], &at, &spread) < FR_JUDGED_SAMPLES)
            continue;
        double off = (log_odds(at) - log_odds(share)) / NEAR;
        double weight = exp(-0.5 * off * off);
        weights += weight;
        error += weight * sqrt(spread.ratio);
        df += weight / spread.df;
    }
    error /= weights;
    return (fr_spread){.ratio = error * error, .df = weights / df};
}

/* Returns the variance of the share of a frame with the share p. */
static double visible_share_variance(const fr_significance *s, double p)
{
    row_sums plain = {.c_in = s->unit, .c_out = s->unit};

    return share_variance(&plain, p, s->whole_base) + share_variance(&plain, p, s->whole_new);
}

/* Returns the variance of a change of a frame with the share p, in its factor's own measure. Beside shares a second
 * factor may have a say: by it a frame of p that grows, and others stay, changes by 1 / (1 - p)
 * times what its share does. */
static double visible_variance(const fr_significance *s, double p, double ratio)
{
    double shares = visible_share_variance(s, p);
    double rates = p * s->unit * (1 / s->whole_base + 1 / s->whole_new);
    if (s->rates)
        return ratio_of_rates(s, ratio, p) * rates + p * p * s->factor_error * s->factor_error;
    if (s->second_factor <= 0)
        return ratio * shares;
    return fmax(ratio * shares, (1 - p) * (1 - p) *
                                    (ratio_of_rates(s, ratio, p) * rates +
                                     p * p * s->second_error * s->second_error));
}

/* The share that an error is of: between the old and the new. */
static double share_between(const fr_significance *s, double share, double change)
{
    double part = s->whole_new / (s->whole_base + s->whole_new);
    return fmin(share + part * change, 1);
}

/* Returns the variance that a change of a frame with that share is judged by. An amount that has to be a change of shares,
 * too, changes these by 1 - share times as much. */
static double variance_of_change(const fr_significance *s, double share, double change,
                                 double ratio)
{
    double own = visible_variance(s, share_between(s, share, change), ratio), left = 1 - share;
    if (!s->rates || s->second_factor <= 0)
        return own;
    if (left <= 0)
        return INFINITY;
    double of_share = visible_share_variance(s, share_between(s, share, change * left));
    return fmax(own, ratio * of_share / (left * left));
}

/* Functions of shares p and P > 1 - p must share stacks: where P > p too, it calls the other. Its
 * share then grows by (1 - P) / (1 - p) of the change, and each one found eases the threshold. */
static double cut_with_callers(const fr_significance *s, const fr_amounts *functions, size_t n,
                               double share, double change)
{
    size_t found = 1;
    for (size_t i = 0; i < n && s->n_family; i++) {
        fr_spread spread;
        double at;
        fr_significance_spread(s, &functions[i], &at, &spread);
        if (at <= share * 1.02 || at <= 1 - share || at >= 1)
            continue;
        double error = sqrt(variance_of_change(s, at, 0, spread.ratio));
        double t = change * (1 - at) / (1 - share) / error;
        found += fr_t_as_normal(t, spread.df) >= s->z_cut;
    }
    double with_callers = s->n_family ? s->opt.fdr * (double)found / (double)s->n_family : 0;
    return fmax(s->p_cut, with_callers);
}

/* Returns the change that is so many errors of itself, by halving: the error of a change that nears the whole falls to 0.
 * 1 where no change would do. */
static double change_of_errors(const fr_significance *s, double share, double ratio, double errors)
{
    double low = 0, high = 1;
    for (int i = 0; i < 60; i++) {
        double change = 0.5 * (low + high);
        if (errors * sqrt(variance_of_change(s, share, change, ratio)) > change)
            low = change;
        else
            high = change;
    }
    return high;
}

double fr_visible_change(const fr_significance *s, const fr_amounts *functions, size_t n,
                         double share)
{
    if (!(s->whole_base > 0 && s->whole_new > 0))
        return 0;
    fr_spread spread = typical_spread(s, functions, n, share);
    double errors = errors_needed(s->p_cut, spread.df);
    double change = change_of_errors(s, share, spread.ratio, errors);
    errors = errors_needed(cut_with_callers(s, functions, n, share, change), spread.df);
    return change_of_errors(s, share, spread.ratio, errors);
}

/* Returns the degrees of freedom that `times` as many runs would have. */
static double freedom_of(const fr_significance *s, double df, double times)
{
    double full = full_freedom(&s->runs);
    if (s->basis != FR_BASIS_RUNS || full <= 0)
        return df;
    return df * fmax((full + 2) * times - 2, 1) / full;
}

/* Variances fall as 1 / n, so that n grows with the square of what a change must exceed over the change:
 * (z_(alpha/2) + z_beta)^2 variance / change^2 (Fleiss, Levin and Paik, Statistical Methods for Rates and Proportions,
 * 2003, 4.1). */
double fr_times_needed(const fr_significance *s, const fr_amounts *functions, size_t n,
                       double share, double change)
{
    if (!(s->whole_base > 0 && s->whole_new > 0) || !(change > 0))
        return 0;
    fr_significance many = *s;
    if (s->rates) /* several runs tell themselves how far their amounts scatter */
        many.second_factor = 0;
    fr_spread spread = typical_spread(s, functions, n, share);
    double visible = fr_visible_change(&many, functions, n, share);
    double cut = cut_with_callers(&many, functions, n, share, visible), times = 1;
    double variance = visible_variance(&many, share_between(s, share, change), spread.ratio);
    /* More runs know their scatter better, too. */
    for (int i = 0; i < 20; i++) {
        double needed = errors_needed(cut, freedom_of(s, spread.df, times));
        times = needed * needed * variance / (change * change);
    }
    return times;
}
