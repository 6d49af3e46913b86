/*
 * trend_words.c - sentences; numbers are written from integers, so no locale shows.
 *
 * Reports and pictures share these words for what changed:
 *
 *     sort_rows took 1.35x as long from v2.38 on; compress_body grows 2.3 % a version
 *     CPU time · 14 versions, v2.31 to v2.44 · 4 of 120 functions changed · one run a point
 *     step at v2.38: 12.9 -> 16.6 %, 1.35x
 */
#include "trend/trend.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "base/sentence.h"
#include "base/text.h"
#include "model/measured.h"

#define ARROW        " \xe2\x86\x92 "
#define MOST_TIMES   100
#define MOST_SAID    2
#define WORTH_SAYING 0.1 /* of the largest change */
#define MOST_VALUE   9.2e18

/* ---------------------------------------------------------------- amounts */

bool fr_trend_in_percent(const fr_trend *t)
{
    return strcmp(t->y_unit, "%") == 0;
}

/* "12.9", "1.20 MiB", "12.3 ms": three digits that count, two of what is below 0.01; y_unit() follows. */
static fr_word as_y(const fr_trend *t, double y)
{
    uint32_t places = 0;

    if (fr_trend_in_percent(t))
        return fr_as_decimal(y);
    for (double size = fabs(y); size > 0 && places < 9 && size < (places < 3 ? 100 : 10);
         size *= 10)
        places++;
    return fr_as_amount(fabs(y) < MOST_VALUE ? llround(y * pow(10, places)) : INT64_MAX, places,
                        fr_measured_unit(t->event, t->unit));
}

static const char *y_unit(const fr_trend *t)
{
    return fr_trend_in_percent(t) ? FR_NARROW_SPACE "%" : t->used == FR_NORMALIZE_TIME ? "/s" : "";
}

void fr_put_y(fr_output *out, const fr_trend *t, double y)
{
    fr_say(out, "{}{}", as_y(t, y), y_unit(t));
}

void fr_put_y_change(fr_output *out, const fr_trend *t, double change)
{
    fr_say(out, "{}{}{}", change < 0 ? "-" : "+", as_y(t, fabs(change)),
           fr_trend_in_percent(t) ? FR_NARROW_SPACE "pp" : y_unit(t));
}

/* "1.35x", "120x" */
static void put_times(fr_output *out, double times)
{
    fr_say(out, "{}{}x", times > MOST_TIMES ? "more than " : "",
           times > MOST_TIMES ? fr_as_number(MOST_TIMES, 0)
           : times < 9.95     ? fr_as_number(llround(times * 100), 2)
                              : fr_as_number(llround(times * 10), 1));
}

static void put_size(fr_output *out, const fr_trend *t, double slope, double start)
{
    /* Shares by themselves have no rate that a reader can use: they grow by a part of what they were, if that was any. */
    if (!fr_trend_in_percent(t))
        fr_put_y(out, t, fabs(slope));
    else if (start > 0)
        fr_say(out, "{}" FR_NARROW_SPACE "%", fr_as_decimal(fabs(100 * slope / start)));
    else
        fr_say(out, "{}" FR_NARROW_SPACE "pp", fr_as_decimal(fabs(slope)));
}

void fr_put_rate(fr_output *out, const fr_trend *t, double slope, double start)
{
    fr_put_char(out, slope < 0 ? '-' : '+');
    put_size(out, t, slope, start);
    fr_put_text(out, t->x_short);
}

/* ---------------------------------------------------------------- one change */

static void put_subject(fr_output *out, const fr_trend *t, const fr_trend_change *c)
{
    const fr_trend_series *s = &t->series[c->series];

    fr_say(out, "{}", fr_as_function(fr_trend_name(t, s)));
    if (s->of == FR_TREND_OWN && c->kind != FR_CHANGE_NEW && c->kind != FR_CHANGE_GONE)
        for (size_t i = 0; i < t->n_series; i++)
            if (t->series[i].function == s->function && t->series[i].of == FR_TREND_TOTAL) {
                fr_put_text(out, " itself");
                return;
            }
}

/* " from v2.38 on", " from v2.38 to v2.40" */
static void put_since(fr_output *out, const fr_trend *t, const fr_trend_change *c)
{
    const fr_fit *fit = &t->series[c->series].fit;
    uint32_t segment = fr_fit_segment(fit, c->at);

    if (!c->lasting && segment == fit->n_steps) { /* a slope took it back */
        fr_say(out, " at {}", t->points[c->at].label);
        return;
    }
    fr_say(out, " from {}", t->points[c->at].label);
    if (c->lasting)
        fr_put_text(out, " on");
    else
        fr_say(out, " to {}", t->points[fit->step[segment] - 1].label);
}

/* " from v2.38", " to v2.40": where a slope begins and ends, if that is not at the ends of the trend. */
static void put_reach(fr_output *out, const fr_trend *t, const fr_trend_change *c)
{
    uint32_t end = fr_fit_slope_end(&t->series[c->series].fit, t->n_points);

    if (c->at > 0)
        fr_say(out, " from {}", t->points[c->at].label);
    if (end < t->n_points)
        fr_say(out, " to {}", t->points[end - 1].label);
}

/* ", 2.6x in all": how far a slope went that has ended. */
static void put_in_all(fr_output *out, const fr_trend *t, const fr_trend_change *c)
{
    if (fr_fit_slope_end(&t->series[c->series].fit, t->n_points) == t->n_points ||
        !(c->from > 0 && c->to > 0))
        return;
    fr_put_text(out, ", ");
    put_times(out, c->to / c->from);
    fr_put_text(out, " in all");
}

static void put_sentence(fr_output *out, const fr_trend *t, const fr_trend_change *c)
{
    bool time = fr_measures_time(t->event, t->unit);
    bool goes_on = fr_fit_slope_end(&t->series[c->series].fit, t->n_points) == t->n_points;

    put_subject(out, t, c);
    switch (c->kind) {
    case FR_CHANGE_NEW:
    case FR_CHANGE_GONE:
        fr_put_text(out, c->kind == FR_CHANGE_NEW ? " is new" : " is gone");
        put_since(out, t, c);
        break;
    case FR_CHANGE_SLOPE:
        if (goes_on)
            fr_put_text(out, c->to > c->from ? " grows " : " shrinks ");
        else
            fr_put_text(out, c->to > c->from ? " grew " : " shrank ");
        put_size(out, t, t->series[c->series].fit.slope, c->from);
        fr_say(out, "{}{}", strcmp(t->x_unit, "hour") == 0 ? " an " : " a ", t->x_unit);
        put_reach(out, t, c);
        fr_put_text(out, c->at > 0 && goes_on ? " on" : "");
        put_in_all(out, t, c);
        break;
    case FR_CHANGE_SPIKE:
        fr_say(out, " {} {}{} at {} only, and {}{} around it", time ? "took" : "had",
               as_y(t, c->to), y_unit(t), t->points[c->at].label, as_y(t, c->from), y_unit(t));
        break;
    case FR_CHANGE_STEP:
    case FR_N_CHANGE_KINDS:
        if (!(c->from > 0 && c->to > 0)) { /* a line through falling or growing points meets 0 */
            fr_say(out, " went from {}{} to {}{} at {}", as_y(t, c->from), y_unit(t),
                   as_y(t, c->to), y_unit(t), t->points[c->at].label);
            break;
        }
        fr_put_text(out, time ? " took " : " had ");
        put_times(out, c->to / c->from);
        fr_put_text(out, time ? " as long" : " as much");
        put_since(out, t, c);
        break;
    }
}

void fr_put_change(fr_output *out, const fr_trend *t, const fr_trend_change *c)
{
    if (c->kind == FR_CHANGE_SLOPE) {
        fr_put_text(out, "slope");
        put_reach(out, t, c);
        fr_put_text(out, ": ");
        fr_put_rate(out, t, t->series[c->series].fit.slope, c->from);
        put_in_all(out, t, c);
        return;
    }
    fr_say(out, "{}{}{}: {}{}" ARROW "{}{}", fr_change_name(c->kind),
           c->kind == FR_CHANGE_NEW || c->kind == FR_CHANGE_GONE ? " since " : " at ",
           t->points[c->at].label, as_y(t, c->from), y_unit(t), as_y(t, c->to), y_unit(t));
    if (c->from > 0 && c->to > 0) {
        fr_put_text(out, ", ");
        put_times(out, c->to / c->from);
    }
}

/* ---------------------------------------------------------------- the first line */

/* The largest changes of one sort, up to MOST_SAID; returns how many. */
static size_t put_sort(fr_output *out, const fr_trend *t, bool lasting, bool grew)
{
    size_t n = 0;
    double largest = 0;

    for (size_t i = 0; i < t->n_changes && n < MOST_SAID; i++) {
        const fr_trend_change *c = &t->changes[i];
        if (c->lasting != lasting || (c->to > c->from) != grew || t->series[c->series].through ||
            fabs(c->pp) < WORTH_SAYING * largest)
            continue;
        largest = fmax(largest, fabs(c->pp));
        fr_put_text(out, n++ ? "; " : "");
        put_sentence(out, t, c);
    }
    return n;
}

/* "4 GiB in 9.5 h"; false, and nothing, where the whole does not grow, or there is no ceiling. */
static bool put_ceiling(fr_output *out, const fr_trend *t)
{
    const fr_trend_series *whole =
        t->n_series && t->series[0].of == FR_TREND_WHOLE ? &t->series[0] : NULL;
    bool grows = whole && whole->changed && whole->fit.sloped && whole->fit.slope > 0;
    bool lasts = grows && fr_fit_slope_end(&whole->fit, t->n_points) == t->n_points;
    double now, left;

    if (!(t->most > 0) || !lasts)
        return false;
    now = fr_fit_at(&whole->fit, t->x, t->n_points - 1);
    left = (t->most - now) / whole->fit.slope;
    fr_say(out, "the whole {} {}{}", left > 0 ? "reaches" : "is above", as_y(t, t->most),
           y_unit(t));
    if (left > 0)
        fr_say(out, " in {} {}s", fr_as_decimal(left), t->x_unit);
    return true;
}

void fr_put_trend_headline(fr_output *out, const fr_trend *t)
{
    if (!put_sort(out, t, true, true) && !put_sort(out, t, true, false) &&
        !put_sort(out, t, false, true) && !put_sort(out, t, false, false)) {
        fr_say(out, "no function has a step or a slope beyond noise over {} {}s", t->n_points,
               t->x_unit[0] == 'v' ? "version" : "point");
        return;
    }
    fr_output *limit = fr_output_memory();
    size_t len = 0;
    if (put_ceiling(limit, t)) {
        fr_put_text(out, "; at this rate ");
        const char *text = fr_output_bytes(limit, &len);
        fr_put_text(out, text ? text : "");
    }
    fr_output_free(limit);
}

/* ---------------------------------------------------------------- the second line */

static size_t count_changed(const fr_trend *t, size_t *n_functions)
{
    size_t n = 0;

    *n_functions = 0;
    for (size_t i = 0; i < t->n_series; i++) {
        const fr_trend_series *s = &t->series[i];
        *n_functions += s->of != FR_TREND_WHOLE && (!i || s->function != s[-1].function);
        n += s->shown && s->of != FR_TREND_WHOLE;
    }
    return n;
}

void fr_put_trend_subtitle(fr_output *out, const fr_trend *t)
{
    size_t n_functions, n = count_changed(t, &n_functions);

    if (*t->event)
        fr_say(out, "{}" FR_SEPARATOR, t->event);
    fr_say(out, "{} {}s, {} to {}" FR_SEPARATOR "{} of {}{}" FR_SEPARATOR "{} runs", t->n_points,
           t->x_unit[0] == 'v' ? "version" : "point", t->points[0].label,
           t->points[t->n_points - 1].label, n, n_functions,
           n_functions == 1 ? " function changed" : " functions changed", t->n_runs);
}

/* ---------------------------------------------------------------- what to run next */

/* A word of a shell. */
static void put_word(fr_output *out, const char *text)
{
    size_t room = 4 * strlen(text) + sizeof "$''";
    char *word = malloc(room);

    if (word) {
        fr_shell_word(word, room, text);
        fr_put_text(out, word);
    } else {
        fr_output_fail(out, FR_E_LIMIT, "out of memory");
    }
    free(word);
}

/* "v2.35 to v2.37" for the points [from, to). */
static void put_side_name(fr_output *out, const fr_trend *t, const char *option, uint32_t from,
                          uint32_t to)
{
    char name[2 * FR_MOMENT_TEXT + sizeof " to "];

    snprintf(name, sizeof name, "%s", t->points[from].label);
    if (to - from > 1)
        snprintf(name, sizeof name, "%s to %s", t->points[from].label, t->points[to - 1].label);
    fr_put_text(out, option);
    put_word(out, name);
}

/* Lists the runs of the points [from, to) that a differential reads, in their order; returns how many. */
static size_t list_runs(const fr_trend *t, uint32_t from, uint32_t to,
                        const fr_trend_run *runs[FR_TREND_MOST_RUNS])
{
    size_t n = 0;

    for (uint32_t j = from; j < to; j++)
        for (size_t r = 0; r < t->n_runs && n < FR_TREND_MOST_RUNS; r++)
            if (t->runs[r].point == j)
                runs[n++] = &t->runs[r];
    return n;
}

static void put_runs(fr_output *out, const fr_trend *t, uint32_t from, uint32_t to)
{
    const fr_trend_run *runs[FR_TREND_MOST_RUNS];
    size_t n = list_runs(t, from, to, runs);

    for (size_t i = 0; i < n; i++) {
        fr_put_char(out, ' ');
        put_word(out, runs[i]->name);
    }
}

/* The numbers that values of the runs of a side were divided by: units of work, or seconds. */
typedef struct divisors {
    double of[FR_TREND_MOST_RUNS], sum;
    size_t n;
} divisors;

static divisors divisors_of(const fr_trend *t, uint32_t from, uint32_t to)
{
    const fr_trend_run *runs[FR_TREND_MOST_RUNS];
    divisors d = {.n = list_runs(t, from, to, runs)};

    for (size_t i = 0; i < d.n; i++) {
        d.of[i] = t->used == FR_NORMALIZE_PER ? runs[i]->units : runs[i]->seconds;
        d.sum += d.of[i];
    }
    return d;
}

static long long millionths(double number, double times)
{
    return llround(1e6 * times * number);
}

/* "300+400+300", or "1000" where one is too small for the digits */
static void put_divisors(fr_output *out, const divisors *d, double times)
{
    bool small = false;

    for (size_t i = 0; i < d->n; i++)
        small = small || millionths(d->of[i], times) < 1;
    if (small) {
        fr_put_scaled(out, millionths(d->sum, times), 6);
        return;
    }
    for (size_t i = 0; i < d->n; i++) {
        fr_put_text(out, i ? "+" : "");
        fr_put_scaled(out, millionths(d->of[i], times), 6);
    }
}

/* " --normalize per:300,50+50": the units of work, or the seconds, of both sides, of which the ratio counts: it is told
 * by numbers that `diff` reads, millionths up to a thousand million. Nothing where these cannot tell it. */
static void put_per(fr_output *out, const fr_trend *t, uint32_t from, uint32_t point, uint32_t to)
{
    divisors base = divisors_of(t, from, point), other = divisors_of(t, point, to);
    double least = fmin(base.sum, other.sum), most = fmax(base.sum, other.sum), times = 1;

    while (most * times > 1e9)
        times /= 10;
    while (least > 0 && least * times < 1 && most * times <= 1e8)
        times *= 10;
    if (!(least * times >= 1e-6))
        return;
    fr_put_text(out, " --normalize per:");
    put_divisors(out, &base, times);
    fr_put_char(out, ',');
    put_divisors(out, &other, times);
}

/* The differential is scaled as the trend is, which may have too few functions at all points for "typical". */
static void put_scale(fr_output *out, const fr_trend *t, uint32_t from, uint32_t point, uint32_t to)
{
    if (t->used == FR_NORMALIZE_PER || t->used == FR_NORMALIZE_TIME)
        put_per(out, t, from, point, to);
    else if (t->used == FR_NORMALIZE_NONE)
        fr_put_text(out, " --normalize none");
    else if (t->used == FR_NORMALIZE_SHARE)
        fr_put_text(out, " --normalize share");
}

void fr_put_diff_command(fr_output *out, const fr_trend *t, uint32_t point)
{
    uint32_t from, to, n = 0;

    if (point == 0)
        return;
    fr_trend_beside(t, point, &from, &to);
    for (uint32_t j = from; j < to; j++)
        n += t->n_replicas[j];
    bool several = n > 2;
    fr_put_text(out, several ? "flamerender diff --base" : "flamerender diff");
    put_runs(out, t, from, point);
    fr_put_text(out, several ? " --new" : "");
    put_runs(out, t, point, to);
    if (several) { /* files are named else */
        put_side_name(out, t, " --base-name ", from, point);
        put_side_name(out, t, " --new-name ", point, to);
    }
    put_scale(out, t, from, point, to);
    if (t->opt.exact_names)
        fr_put_text(out, " --exact-names");
    for (size_t i = 0; i < t->opt.n_repeated; i++) {
        fr_put_char(out, ' ');
        put_word(out, t->opt.repeated[i]);
    }
    fr_put_text(out, " --fdr ");
    fr_put_scaled(out, llround(1e6 * fr_trend_step_fdr(t->opt.fdr)), 4);
    fr_put_text(out, "% -o diff.svg");
}
