/*
 * headline.c - what changed, in one sentence; numbers are written by integers, so no locale shows.
 *
 * Every differential begins with two lines, in reports and pictures:
 *
 *     nearest takes 1.4x as long: 14.6 -> 20.2 % of samples, sure beyond what runs of one program usually differ by
 *     pr-a -> pr-b · 20 other functions changed · both sides are of one size (7 885 and 7 827 samples)
 *
 * With one run a side, and nothing beyond what runs of one program usually differ by:
 *
 *     nothing is sure with one run a side; words takes 2.9x as long, which runs of JIT-compiled code can show
 *     too: three runs a side would tell
 *
 * The first line names the verdict, its cause and how sure it is. Where the wholes differ beyond
 * their error, it says that last: "pr-b has 2.0x the samples; colours compare shares".
 */
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/sentence.h"
#include "diff/diff.h"
#include "model/measured.h"

#define ARROW       " \xe2\x86\x92 "
#define MOST_RATIO  1.5  /* wholes farther apart than this are not said to be of about one size */
#define LEAST_RATIO 1.05 /* wholes closer than this are of one size, whatever their error */
#define SURE        3.0  /* standard errors */
#define MOST_TIMES  100  /* a larger ratio says nothing that the shares do not */

/* ---- wholes ---- */

static bool compares_rates(const fr_diff *d)
{
    return d->factor.used == FR_NORMALIZE_TIME && d->base_seconds > 0 && d->new_seconds > 0;
}

/* Square of the relative standard error of a side's mean whole: sampling, or what its runs show. */
static double side_error(const fr_diff *d, uint32_t from, uint32_t to)
{
    const fr_jury *jury = d->jury;
    double n = to - from, sum = 0, squares = 0, scatter = 0, sampling, runs;

    for (uint32_t r = from; r < to; r++) {
        sum += jury->whole[r];
        squares += jury->squares ? jury->squares[r] : jury->whole[r];
    }
    if (sum <= 0)
        return 0;
    for (uint32_t r = from; r < to; r++)
        scatter += (jury->whole[r] - sum / n) * (jury->whole[r] - sum / n);
    sampling = squares / (sum * sum);
    runs = n > 1 ? scatter * n / ((n - 1) * sum * sum) : 0;
    return runs > sampling ? runs : sampling;
}

/* New whole per base whole, of one run each; `differ` is true where it is at least 1.05 or at most
 * 1 / 1.05 and more than three standard errors from 1. Wholes of ranges are never said to differ:
 * ranges are compared in rates. */
static double whole_ratio(const fr_diff *d, bool *differ)
{
    double ratio = 1, error;

    *differ = false;
    if (d->base_whole <= 0 || d->new_whole <= 0 || compares_rates(d))
        return ratio;
    ratio = (double)d->new_whole / d->n_new / ((double)d->base_whole / d->n_base);
    error = sqrt(side_error(d, 0, d->n_base) + side_error(d, d->n_base, d->n_base + d->n_new));
    *differ = fabs(log(ratio)) > log(LEAST_RATIO) && fabs(log(ratio)) > SURE * error;
    return ratio;
}

/* "samples", "the time", "the memory" */
static const char *whole_word(const fr_diff *d)
{
    fr_unit_kind kind = fr_unit_kind_of(d->unit);

    return kind == FR_UNIT_TIME     ? "the time"
           : kind == FR_UNIT_MEMORY ? "the memory"
                                    : d->shown_unit;
}

/* " · pr-b has 2.0x the samples; colours compare shares" */
static void put_wholes(fr_output *out, const fr_diff *d)
{
    bool differ;
    double ratio = whole_ratio(d, &differ);

    if (!differ)
        return;
    fr_say(out, FR_SEPARATOR "{} has {} {}{}{}", d->new_label, fr_as_ratio(ratio),
           fr_unit_has_multiples(d->unit) ? "" : "the ", whole_word(d),
           d->factor.used == FR_NORMALIZE_SHARE ? "; colours compare shares" : "");
}

/* ---- the verdict ---- */

static double percent(int64_t part, int64_t whole)
{
    return whole > 0 ? 100 * (double)part / (double)whole : 0;
}

/* Returns what a value of 1 is in a rate: seconds of CPU time, or 1; both per second are the rate's units. */
static double rate_of_one(const fr_diff *d)
{
    uint64_t ns = 1;
    bool time = fr_unit_measure(fr_bytes_of(d->unit), &ns) == FR_UNIT_TIME;

    return (time ? (double)ns / 1e9 : 1) / pow(10, d->decimals);
}

const char *fr_diff_points_unit(const fr_diff *d)
{
    if (!fr_diff_rate_milli(d))
        return FR_NARROW_SPACE "pp";
    return fr_unit_kind_of(d->unit) == FR_UNIT_TIME ? FR_NARROW_SPACE "CPUs" : "/s";
}

int64_t fr_diff_rate_milli(const fr_diff *d)
{
    double milli = compares_rates(d) ? d->scale * rate_of_one(d) / d->new_seconds * 1000 : 0;

    return milli < 1e12 ? llround(milli) : 0;
}

static void put_times(fr_output *out, const fr_diff *d, const fr_diff_value *v)
{
    double share = (double)v->new_ / (double)d->new_whole - (double)v->base / (double)d->base_whole;
    bool measures_time = fr_measures_time(d->event, d->unit);

    double times = fr_diff_times(d, v);
    fr_say(out, "{}{}{}{}{}{}", d->by == FR_DIFF_BY_SELF ? " itself" : "",
           measures_time ? " takes " : " has ", times > MOST_TIMES ? "more than " : "",
           fr_as_ratio(fmin(times, MOST_TIMES)), measures_time ? " as long" : " as much",
           d->factor.used == FR_NORMALIZE_TYPICAL && share * v->change_pp < 0
               ? " as before, beside the others"
               : "");
}

/* The pair of a new function, or of a gone one; NULL: none. */
static const fr_diff_pair *renamed_pair(const fr_diff *d, uint32_t name, bool is_new)
{
    for (size_t i = 0; i < d->n_renamed; i++)
        if ((is_new ? d->renamed[i].new_name : d->renamed[i].base_name) == name)
            return &d->renamed[i];
    return NULL;
}

/* "nearest takes 1.4x as long" */
static void put_what(fr_output *out, const fr_diff *d, const fr_diff_function *f)
{
    const fr_diff_value *v = fr_diff_shown(d, f);

    fr_say(out, "{}", fr_as_function(fr_names_at(d->tree->names, f->name)));
    if (v->base && v->new_) {
        put_times(out, d, v);
        return;
    }
    /* " is new", or " is new (or renamed from read_config?)" */
    bool is_new = v->base == 0;
    const fr_diff_pair *pair = renamed_pair(d, f->name, is_new);
    fr_say(out, "{}{}", f->total.base && f->total.new_ ? " itself" : "",
           is_new ? " is new" : " is gone");
    if (pair)
        fr_say(
            out, is_new ? " (or renamed from {}?)" : " (or renamed to {}?)",
            fr_as_function(fr_names_at(d->tree->names, is_new ? pair->base_name : pair->new_name)));
}

static void put_change(fr_output *out, const fr_diff *d, const fr_diff_function *f)
{
    const fr_diff_value *v = fr_diff_shown(d, f);

    put_what(out, d, f);
    if (compares_rates(d)) {
        /* ": 0 -> 195 samples/s", ": 0.12 -> 0.95 CPUs" */
        bool time = fr_unit_kind_of(d->unit) == FR_UNIT_TIME;
        double per = rate_of_one(d);

        fr_say(out, ": {}" ARROW "{} {}{}", fr_as_decimal((double)v->base * per / d->base_seconds),
               fr_as_decimal((double)v->new_ * per / d->new_seconds), time ? "CPUs" : d->shown_unit,
               time ? "" : "/s");
    } else {
        /* ": 14.6 -> 20.2 % of samples" */
        fr_say(out, ": {}" ARROW "{}" FR_NARROW_SPACE "% of {}",
               fr_as_decimal(percent(v->base, d->base_whole)),
               fr_as_decimal(percent(v->new_, d->new_whole)), whole_word(d));
    }
}

/* ---- how sure ---- */

static const char *certainty(const fr_diff *d)
{
    return !d->counted    ? "not judged: the number of samples is not known"
           : d->has_model ? "sure beyond the noise of earlier identical runs"
           : d->usual     ? "sure beyond what runs of one program usually differ by"
           : d->one_run   ? "sure beyond sampling noise"
                          : "sure beyond sampling noise and the noise between runs";
}

/* Names what changed most, or says why nothing is named. */
static void put_answer(fr_output *out, const fr_diff *d)
{
    const fr_diff_function *f = d->counted       ? fr_why_main(d, true)
                                : d->n_functions ? d->functions
                                                 : NULL;

    if (f && (d->counted || fr_diff_shown(d, f)->change_pp != 0)) {
        put_change(out, d, f);
        fr_say(out, ", {}", certainty(d));
    } else if (d->counted && fr_why_main(d, false)) {
        /* Names the largest change that may be one, and what it takes to know. */
        static const char *const scatters[] = {
            [FR_STEADY] = "runs of one program",
            [FR_UNSTEADY_WAITS] = "runs of code that waits",
            [FR_UNSTEADY_COMPILED] = "runs of JIT-compiled code",
        };
        fr_put_text(out, "nothing is sure with one run a side; ");
        put_what(out, d, fr_why_main(d, false));
        fr_say(out, ", which {} can show too: three runs a side would tell",
               scatters[fr_why_main(d, false)->unsteady]);
    } else if (d->counted) {
        fr_say(out, "no function changed beyond {}",
               d->has_model ? "the noise of earlier identical runs"
               : d->one_run ? "sampling noise"
                            : "sampling noise and the noise between runs");
    } else {
        fr_put_text(out, "no function changed");
    }
}

void fr_put_headline(fr_output *out, const fr_diff *d)
{
    if (!d->base_whole || !d->new_whole) {
        fr_put_text(out, d->base_whole == d->new_whole ? "both sides are empty"
                         : d->base_whole == 0          ? "the base side is empty: everything is new"
                                              : "the new side is empty: everything is gone");
        return;
    }
    put_answer(out, d);
    put_wholes(out, d);
}

/* ---- the second line ---- */

/* " · 20 other functions changed · 3 others may have" */
static void put_others(fr_output *out, const fr_diff *d)
{
    size_t n = fr_diff_count_changed(d), n_maybe = fr_diff_count(d, FR_VERDICT_MAYBE);

    if (!d->base_whole || !d->new_whole)
        return;
    if (n > 1)
        fr_say(out, FR_SEPARATOR "{}",
               fr_as_count(n - 1, "other function changed", "other functions changed"));
    n_maybe -= n == 0 && n_maybe; /* the first line names one */
    if (n_maybe)
        fr_say(out, FR_SEPARATOR "{}",
               fr_as_count(n_maybe, n > 1 ? "other may have" : "other function may have changed",
                           n > 1 ? "others may have" : "other functions may have changed"));
}

/* "7 885 and 7 827 samples, one run a side" */
static void put_sizes(fr_output *out, const fr_diff *d)
{
    fr_say(out, "{} and {}, ", fr_as_amount_alone(d->base_whole, d->decimals, d->shown_unit),
           fr_as_amount(d->new_whole, d->decimals, d->shown_unit));
    if (d->n_base == 1 && d->n_new == 1)
        fr_put_text(out, "one run a side");
    else
        fr_say(out, "{} and {} runs", d->n_base, d->n_new);
}

void fr_put_sides(fr_output *out, const fr_diff *d)
{
    double ratio;
    bool differ;

    fr_say(out, "{}" ARROW "{}", d->base_label, d->new_label);
    put_others(out, d);
    fr_put_text(out, FR_SEPARATOR);
    ratio = whole_ratio(d, &differ);
    if (compares_rates(d) || differ || !d->base_whole || !d->new_whole ||
        fabs(log(ratio)) > log(MOST_RATIO)) {
        put_sizes(out, d);
        return;
    }
    fr_say(out, "both sides are of {}one size (",
           fabs(log(ratio)) > log(LEAST_RATIO) ? "about " : "");
    put_sizes(out, d);
    fr_put_char(out, ')');
}
