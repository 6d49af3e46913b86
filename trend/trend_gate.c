/*
 * trend_gate.c - conditions under which a build should fail, on what the newest point has still; diff/gate.c has what
 * gates of differentials have in common with them.
 *
 *     slope > 1MiB/h       slope:^cache > 2%/day       step > 5%       step:parse > 1pp
 */
#include "base/sentence.h"
#include "diff/diff.h"
#include "model/report/amount.h"
#include "model/report/report.h"
#include "trend/trend.h"

typedef enum measure { PERCENT, POINTS, AMOUNT } measure;

typedef struct gate {
    bool of_slope;
    fr_pattern *pattern; /* NULL: every function */
    measure measure;
    fr_bytes amount;
    double limit; /* in percent, points, or y */
    double per_s; /* of a slope: seconds that the limit is for; 0: by point */
} gate;

/* ---- grammar ---- */

static bool fail_gate(const char *text, fr_error *err)
{
    fr_fail(err, FR_E_USAGE, 0, 0,
            "--fail-if '%.200s': expected slope, slope:REGEX, step or step:REGEX, then > and an "
            "amount: 5%%, 2pp or 1MiB, of a slope by time: 1MiB/h",
            text);
    return fr_fail_hint(err, "--fail-if 'slope > 1MiB/h', --fail-if 'step:^parse > 5%%'");
}

/* A limit of bytes for values in seconds, or in shares. */
static bool fail_unit(const char *text, const fr_trend *t, fr_error *err)
{
    fr_fail(err, FR_E_USAGE, 0, 0,
            "--fail-if '%.200s' declines: the limit cannot be compared with values in %.50s", text,
            t->y_unit);
    return fr_fail_hint(err, fr_trend_in_percent(t)
                                 ? "a limit in points: 2pp, or --normalize none"
                                 : "a limit in the unit of the values, or a part of them: 5%%");
}

static bool parse_time(fr_bytes text, double *seconds)
{
    static const struct {
        const char *name;
        double seconds;
    } times[] = {{"s", 1},     {"min", 60},    {"h", 3600},  {"hour", 3600},
                 {"d", 86400}, {"day", 86400}, {"point", 0}, {"version", 0}};

    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        if (fr_bytes_equal(text, fr_bytes_of(times[i].name))) {
            *seconds = times[i].seconds;
            return true;
        }
    return false;
}

/* The size of a limit. The unit of an amount is read, but what it is in the unit of a trend is not known yet. */
static bool parse_amount(gate *g, fr_bytes text)
{
    g->amount = text;
    if (fr_bytes_ends(text, FR_LITERAL("%"))) {
        g->measure = PERCENT;
        return fr_gate_number(&g->limit, (fr_bytes){text.at, text.len - 1});
    }
    if (fr_bytes_ends(text, FR_LITERAL("pp"))) {
        g->measure = POINTS;
        return fr_gate_number(&g->limit, (fr_bytes){text.at, text.len - 2});
    }
    g->measure = AMOUNT;
    return fr_limit_parse(text, NULL, &g->limit);
}

/* "1MiB/h": the last '/' of a slope begins a time. */
static bool parse_limit(gate *g, fr_bytes text)
{
    size_t slash = fr_bytes_find_last(text, '/');

    if (slash == text.len || !g->of_slope)
        return parse_amount(g, text);
    return parse_time(fr_bytes_trim((fr_bytes){text.at + slash + 1, text.len - slash - 1}),
                      &g->per_s) &&
           parse_amount(g, fr_bytes_trim((fr_bytes){text.at, slash}));
}

static bool parse_gate(gate *g, const char *text, fr_error *err)
{
    fr_gate_parts parts;

    *g = (gate){0};
    if (!fr_gate_cut(&parts, fr_bytes_trim(fr_bytes_of(text))))
        return fail_gate(text, err);
    g->of_slope = fr_bytes_equal(parts.subject, FR_LITERAL("slope"));
    if ((!g->of_slope && !fr_bytes_equal(parts.subject, FR_LITERAL("step"))) ||
        !parse_limit(g, parts.limit))
        return fail_gate(text, err);
    return fr_gate_pattern(&g->pattern, parts.pattern, err);
}

bool fr_trend_gate_check(const fr_gate_options *gates, fr_error *err)
{
    bool good = true;

    for (size_t i = 0; i < gates->n_fail_if && good; i++) {
        gate g;
        good = parse_gate(&g, gates->fail_if[i], err);
        fr_pattern_free(g.pattern);
    }
    return good;
}

/* ---- tests ---- */

/* Finds how many units of x the limit of a slope is for. */
static bool limit_span(const gate *g, const fr_trend *t, double *span, fr_error *err)
{
    bool timed = t->points[0].kind == FR_MOMENT_TIME;
    double unit = strcmp(t->x_unit, "day") == 0 ? 86400 : 3600;

    *span = 1;
    if (!g->of_slope)
        return true;
    if (timed && g->per_s > 0)
        *span = g->per_s / unit;
    else if (timed)
        *span = (t->x[t->n_points - 1] - t->x[0]) / (t->n_points - 1);
    else if (g->per_s > 0) {
        fr_fail(err, FR_E_USAGE, 0, 0,
                "--fail-if declines: a slope by time needs points whose times are known");
        return fr_fail_hint(err, "--time-from-name '{date}', or a slope by point: 1MiB/point");
    }
    return true;
}

static bool is_over(const gate *g, const fr_trend *t, const fr_trend_change *c, double span)
{
    const fr_fit *fit = &t->series[c->series].fit;
    double grew = g->of_slope ? fit->slope * span : c->to - c->from;
    bool goes_on = c->kind == FR_CHANGE_SLOPE && fr_fit_slope_end(fit, t->n_points) == t->n_points;

    /* A slope that has ended, and left what it added, is a step. */
    if (!c->lasting || grew <= 0 || goes_on != g->of_slope || c->kind == FR_CHANGE_SPIKE)
        return false;
    switch (g->measure) {
    case PERCENT:
        return c->from <= 0 || 100 * grew / c->from > g->limit;
    case POINTS:
        return fr_trend_points_of(t, grew) > g->limit;
    case AMOUNT:
        break;
    }
    return grew > g->limit;
}

/* Changes stand by size: the first one is reported. */
static bool test_changes(const gate *g, const fr_trend *t, double span, size_t *n, fr_output *what,
                         fr_error *err)
{
    fr_error trial = {0};

    for (size_t i = 0; i < t->n_changes; i++) {
        const fr_trend_change *c = &t->changes[i];
        fr_bytes name = fr_trend_name(t, &t->series[c->series]);
        if (!is_over(g, t, c, span) ||
            (g->pattern && !fr_pattern_matches(g->pattern, name, &trial)) || (*n)++)
            continue;
        fr_say(what, "{}, ", fr_as_function(name));
        fr_put_change(what, t, c);
    }
    return fr_fail_copy(err, &trial);
}

static bool test_gate(const void *of, const char *text, size_t *n, fr_output *what, fr_error *err)
{
    const fr_trend *t = of;
    double span;
    gate g;
    bool good = parse_gate(&g, text, err) && limit_span(&g, t, &span, err);

    if (good && g.measure == AMOUNT && !fr_trend_limit(t, g.amount, &g.limit))
        good = fail_unit(text, t, err);
    good = good && test_changes(&g, t, span, n, what, err);
    fr_pattern_free(g.pattern);
    return good;
}

void fr_trend_gates_add(fr_report *report, const fr_trend *t, const fr_gate_options *gates)
{
    fr_gates_add(report, gates, t, test_gate, &(fr_error){0}, "");
}
