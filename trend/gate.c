/*
 * gate.c - the grammar of conditions, and what trips them.
 *
 *     CONDITION = slope[:REGEX] > AMOUNT/TIME | step[:REGEX] > AMOUNT
 *     AMOUNT    = N% | Npp | N UNIT             % is of what it was before, pp of the whole
 *     TIME      = s | min | h | d | point | version; none: by point
 *
 * A step counts while the newest point stands on it.
 */
#include "trend/gate.h"

#include <math.h>
#include <stdlib.h>

#include "base/number.h"
#include "base/sentence.h"
#include "model/transform/pattern.h"
#include "trend/limit.h"
#include "trend/say.h"

typedef enum measure { PERCENT, POINTS, AMOUNT } measure;

typedef struct gate {
    bool of_slope;
    fr_pattern *pattern; /* NULL: every function */
    measure measure;
    double limit; /* in percent, points, or y */
    double per_s; /* of a slope: seconds that the limit is for; 0: by point */
} gate;

/* ---------------------------------------------------------------- grammar */

static bool fail_gate(const char *text, fr_error *err)
{
    fr_fail(err, FR_E_USAGE, 0, 0,
            "--fail-if '%.200s': expected slope, slope:REGEX, step or step:REGEX, then > and an "
            "amount: 5%%, 2pp or 1MiB, of a slope by time: 1MiB/h",
            text);
    return fr_fail_hint(err, "--fail-if 'slope > 1MiB/h', --fail-if 'step:^parse > 5%%'");
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

static bool parse_number(fr_bytes text, double *number)
{
    fr_decimal decimal;

    if (fr_decimal_parse(fr_bytes_trim(text), &decimal) != FR_PARSE_OK || decimal.mantissa < 0)
        return false;
    *number = (double)decimal.mantissa / pow(10, decimal.decimals);
    return true;
}

/* The size of a limit in `unit`; an amount without a unit is in it. */
static bool parse_amount(gate *g, fr_bytes text, const char *unit)
{
    if (fr_bytes_ends(text, FR_LITERAL("%"))) {
        g->measure = PERCENT;
        return parse_number((fr_bytes){text.at, text.len - 1}, &g->limit);
    }
    if (fr_bytes_ends(text, FR_LITERAL("pp"))) {
        g->measure = POINTS;
        return parse_number((fr_bytes){text.at, text.len - 2}, &g->limit);
    }
    g->measure = AMOUNT;
    return fr_limit_parse(text, unit, &g->limit);
}

/* "1MiB/h": the last '/' begins a time. */
static bool parse_limit(gate *g, fr_bytes text, const char *unit)
{
    size_t slash = text.len;

    while (slash > 0 && text.at[slash - 1] != '/')
        slash--;
    if (!slash)
        return parse_amount(g, text, unit);
    return g->of_slope &&
           parse_time(fr_bytes_trim((fr_bytes){text.at + slash, text.len - slash}), &g->per_s) &&
           parse_amount(g, fr_bytes_trim((fr_bytes){text.at, slash - 1}), unit);
}

static bool parse_pattern(gate *g, fr_bytes text, fr_error *err)
{
    char *pattern = strndup(text.at, text.len);

    if (!pattern)
        return fr_fail_memory(err);
    g->pattern = fr_pattern_new(pattern, "--fail-if", FR_PATTERN_PART, err);
    free(pattern);
    return g->pattern != NULL;
}

/* The last '>' is the sign. unit: of amounts; NULL: not known yet. */
static bool parse_gate(gate *g, const char *text, const char *unit, fr_error *err)
{
    fr_bytes all = fr_bytes_trim(fr_bytes_of(text)), subject;
    size_t sign = all.len, colon;

    *g = (gate){0};
    while (sign > 0 && all.at[sign - 1] != '>')
        sign--;
    if (!sign)
        return fail_gate(text, err);
    subject = fr_bytes_trim((fr_bytes){all.at, sign - 1});
    colon = fr_bytes_find(subject, ':');
    fr_bytes name = {subject.at, colon};
    g->of_slope = fr_bytes_equal(name, FR_LITERAL("slope"));
    if ((!g->of_slope && !fr_bytes_equal(name, FR_LITERAL("step"))) || colon + 1 == subject.len ||
        !parse_limit(g, fr_bytes_trim((fr_bytes){all.at + sign, all.len - sign}), unit))
        return fail_gate(text, err);
    return colon == subject.len ||
           parse_pattern(g, (fr_bytes){subject.at + colon + 1, subject.len - colon - 1}, err);
}

bool fr_trend_gate_check(const fr_gate_options *gates, fr_error *err)
{
    bool good = true;

    for (size_t i = 0; i < gates->n_fail_if && good; i++) {
        gate g;
        good = parse_gate(&g, gates->fail_if[i], NULL, err);
        fr_pattern_free(g.pattern);
    }
    return good;
}

/* ---------------------------------------------------------------- tests */

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

    if (!c->lasting || grew <= 0 || (c->kind == FR_CHANGE_SLOPE) != g->of_slope ||
        c->kind == FR_CHANGE_SPIKE)
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
static bool test_gate(const gate *g, const fr_trend *t, const char *text, fr_output *out,
                      bool *tripped, fr_error *err)
{
    fr_error trial = {0};
    double span;
    size_t n = 0;

    if (!limit_span(g, t, &span, err))
        return false;
    for (size_t i = 0; i < t->n_changes; i++) {
        const fr_trend_change *c = &t->changes[i];
        const fr_trend_series *s = &t->series[c->series];
        if (!is_over(g, t, c, span) ||
            !(!g->pattern || fr_pattern_matches(g->pattern, fr_trend_name(t, s), &trial)) || n++)
            continue;
        fr_say(out, "{}'{}': {}, ", *tripped ? "; " : "failed ", text,
               fr_as_function(fr_trend_name(t, s)));
        fr_put_change(out, t, c);
        *tripped = true;
    }
    if (n > 1)
        fr_put_format(out, " and %zu more", n - 1);
    return trial.code == FR_OK || !fr_fail_copy(err, &trial);
}

static bool test_all(const fr_trend *t, const fr_gate_options *gates, fr_output *out, bool *tripped,
                     fr_error *err)
{
    bool good = true;

    for (size_t i = 0; i < gates->n_fail_if && good; i++) {
        gate g;
        const char *unit = strcmp(t->y_unit, "%") == 0 ? NULL : t->unit;
        good = parse_gate(&g, gates->fail_if[i], unit, err) &&
               test_gate(&g, t, gates->fail_if[i], out, tripped, err);
        fr_pattern_free(g.pattern);
    }
    return good;
}

static void tell(fr_report *report, const fr_gate_options *gates, bool tripped, fr_output *out)
{
    size_t len = 0;
    const char *text;

    for (size_t i = 0; i < gates->n_fail_if && !tripped; i++)
        fr_put_format(out, "%s'%s'", i ? ", " : "passed ", gates->fail_if[i]);
    text = fr_output_bytes(out, &len);
    if (!text) {
        fr_fail_memory(&report->err);
        return;
    }
    fr_report_set_verdict(report, !tripped, (fr_bytes){text, len});
    if (tripped && gates->tripped)
        fr_fail(gates->tripped, FR_E_GATE, 0, 0, "%s", text);
}

void fr_trend_gates_add(fr_report *report, const fr_trend *t, const fr_gate_options *gates)
{
    fr_output *out = gates && gates->n_fail_if ? fr_output_memory() : NULL;
    bool tripped = false;

    if (!gates || !gates->n_fail_if)
        return;
    if (!out)
        fr_fail_memory(&report->err);
    else if (test_all(t, gates, out, &tripped, &report->err))
        tell(report, gates, tripped, out);
    fr_output_free(out);
}
