/*
 * visible.c - the power of a comparison: how small a change it would find, and how many samples a smaller one takes.
 */
#include "diff/visible.h"

#include <math.h>

#include "diff/distribution.h"
#include "diff/noise.h"
#include "diff/variance.h"

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

/* What functions of about this share are judged with: the mean of their spreads, by nearness, with
 * a little of what is typical for the share where no function is near. */
static fr_spread typical_spread(const fr_significance *s, const fr_amounts *functions, size_t n,
                                double share)
{
    fr_spread typical = {.ratio = 1, .df = FR_DF_NORMAL};
    if (s->basis == FR_BASIS_SAMPLING)
        return typical;
    if (s->basis == FR_BASIS_USUAL)
        return fr_usual_spread(s);
    typical = s->opt.noise ? fr_noise_typical(s->opt.noise, share, fr_run_samples(s))
                           : fr_typical_at(&s->trend, share);
    if (s->basis == FR_BASIS_RUNS)
        typical.df += fr_full_freedom(&s->runs);
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

/* Of a change of a frame with the share p, in its factor's own measure. Beside shares a second
 * factor may have a say: by it a frame of p that grows, and others stay, changes by 1 / (1 - p)
 * times what its share does. */
static double visible_variance(const fr_significance *s, double p, double ratio)
{
    fr_row_sums plain = {.c_in = s->unit, .c_out = s->unit};
    double shares =
        fr_share_variance(&plain, p, s->whole_base) + fr_share_variance(&plain, p, s->whole_new);
    double rates = p * s->unit * (1 / s->whole_base + 1 / s->whole_new);
    if (s->rates)
        return fr_ratio_of_rates(ratio, p) * rates + p * p * s->factor_error * s->factor_error;
    if (s->second_factor <= 0)
        return ratio * shares;
    return fmax(ratio * shares, (1 - p) * (1 - p) *
                                    (fr_ratio_of_rates(ratio, p) * rates +
                                     p * p * s->second_error * s->second_error));
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
        double error = sqrt(visible_variance(s, at, spread.ratio));
        double t = change * (1 - at) / (1 - share) / error;
        found += fr_t_as_normal(t, spread.df) >= s->z_cut;
    }
    double with_callers = s->n_family ? s->opt.fdr * (double)found / (double)s->n_family : 0;
    return fmax(s->p_cut, with_callers);
}

/* The share that an error is of: between the old and the new. */
static double share_between(const fr_significance *s, double share, double change)
{
    double part = s->whole_new / (s->whole_base + s->whole_new);
    return fmin(share + part * change, 1);
}

double fr_visible_change(const fr_significance *s, const fr_amounts *functions, size_t n,
                         double share)
{
    if (!(s->whole_base > 0 && s->whole_new > 0))
        return 0;
    fr_spread spread = typical_spread(s, functions, n, share);
    double needed = errors_needed(s->p_cut, spread.df), change = 0;
    /* A few rounds settle it. */
    for (int i = 0; i < 20; i++) {
        double p = share_between(s, share, change);
        change = needed * sqrt(visible_variance(s, p, spread.ratio));
        if (i == 9)
            needed = errors_needed(cut_with_callers(s, functions, n, share, change), spread.df);
    }
    return fmin(change, 1);
}

/* Of `times` as many runs. */
static double freedom_of(const fr_significance *s, double df, double times)
{
    double full = fr_full_freedom(&s->runs);
    if (s->basis != FR_BASIS_RUNS || full <= 0)
        return df;
    return df * fmax((full + 2) * times - 2, 1) / full;
}

double fr_times_needed(const fr_significance *s, const fr_amounts *functions, size_t n,
                       double share, double change)
{
    if (!(s->whole_base > 0 && s->whole_new > 0) || !(change > 0))
        return 0;
    fr_spread spread = typical_spread(s, functions, n, share);
    double visible = fr_visible_change(s, functions, n, share);
    double cut = cut_with_callers(s, functions, n, share, visible), times = 1;
    double variance = visible_variance(s, share_between(s, share, change), spread.ratio);
    /* More runs know their scatter better, too. */
    for (int i = 0; i < 20; i++) {
        double needed = errors_needed(cut, freedom_of(s, spread.df, times));
        times = needed * needed * variance / (change * change);
    }
    return times;
}
