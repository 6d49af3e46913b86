/*
 * trend_report.c - fr_report_trend(): each change, the largest first, under a first line that says what got
 * worse.
 *
 *     sort_rows took 1.35x as long from v2.38 on; compress_body grows 2.3 % a version
 *     cpu · 14 versions, v2.31 to v2.44 · 4 of 9 functions changed · 14 runs
 *
 *     what   since    from      to   change  times  rate            of     sure     function
 *     step   v2.38  12.9 %  16.6 %  +4.40 pp  1.35x                  own   99.99 %  sort_rows
 */
#include <math.h>
#include <stdlib.h>

#include "base/number.h"
#include "base/sentence.h"
#include "diff/diff.h"
#include "model/report/amount.h"
#include "model/report/report.h"
#include "model/transform/names.h"
#include "trend/trend.h"

/* ---- gates ---- */

/*
 * Conditions that fail a build, on what the newest point has still.
 *
 *     slope > 1MiB/h       slope:^cache > 2%/day       step > 5%       step:parse > 1pp
 */

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

/* The size of a limit in `unit`; an amount without a unit is in it. */
static bool parse_amount(gate *g, fr_bytes text, const char *unit)
{
    if (fr_bytes_ends(text, FR_LITERAL("%"))) {
        g->measure = PERCENT;
        return fr_gate_number(&g->limit, (fr_bytes){text.at, text.len - 1});
    }
    if (fr_bytes_ends(text, FR_LITERAL("pp"))) {
        g->measure = POINTS;
        return fr_gate_number(&g->limit, (fr_bytes){text.at, text.len - 2});
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
    if (colon == subject.len)
        return true;
    g->pattern = fr_gate_pattern((fr_bytes){subject.at + colon + 1, subject.len - colon - 1}, err);
    return g->pattern != NULL;
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
        fr_say(out, " and {} more", fr_as_digits((int64_t)(n - 1)));
    return trial.code == FR_OK || !fr_fail_copy(err, &trial);
}

static bool test_all(const fr_trend *t, const fr_gate_options *gates, fr_output *out, bool *tripped,
                     fr_error *err)
{
    bool good = true;

    for (size_t i = 0; i < gates->n_fail_if && good; i++) {
        const char *text = gates->fail_if[i];
        const char *unit = fr_trend_in_percent(t) ? t->y_unit : t->unit;
        double span;
        gate g;
        good = parse_gate(&g, text, NULL, err) && limit_span(&g, t, &span, err);
        fr_pattern_free(g.pattern);
        if (!good)
            return false;
        good = parse_gate(&g, text, unit, NULL) ? test_gate(&g, t, text, out, tripped, err)
                                                : fail_unit(text, t, err);
        fr_pattern_free(g.pattern);
    }
    return good;
}

static void tell(fr_report *report, const fr_gate_options *gates, bool tripped, fr_output *out)
{
    size_t len = 0;
    const char *text;

    for (size_t i = 0; i < gates->n_fail_if && !tripped; i++)
        fr_say(out, "{}'{}'", i ? ", " : "passed ", gates->fail_if[i]);
    text = fr_output_bytes(out, &len);
    if (!text) {
        fr_fail_memory(&report->err);
        return;
    }
    fr_report_set_verdict(report, !tripped, (fr_bytes){text, len});
    if (tripped && gates->tripped)
        fr_fail(gates->tripped, FR_E_GATE, 0, 0, "%s", text);
}

/* Tests all gates (NULL: none), sets the verdict of the report and gates->tripped. Failures stick in the
 * report. */
static void trend_gates_add(fr_report *report, const fr_trend *t, const fr_gate_options *gates)
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

#define NOISE_ERRORS 2.0 /* of sampling, in bars */
#define MOST_SLOPE   9e18

typedef enum cell {
    WHAT,
    SINCE,
    POINT,
    FROM,
    TO,
    CHANGE,
    TIMES,
    RATE,
    SLOPE,
    LOW,
    HIGH,
    LASTING,
    OF,
    P,
    Q,
    FUNCTION,
    THROUGH
} cell;

/* Values of y: NUMBER in %, else VALUE. */
static const struct {
    cell cell;
    bool for_programs, is_y;
    fr_report_column column;
} columns[] = {
    {WHAT, false, false, {"what", "what", "", FR_CELL_TEXT, 0, 0, false}},
    {SINCE, false, false, {"since", "since", "", FR_CELL_TEXT, 0, 0, false}},
    {POINT, true, false, {"point", "point", "", FR_CELL_COUNT, 0, 0, false}},
    {FROM, false, true, {"from", "from", "%", FR_CELL_NUMBER, 6, 2, false}},
    {TO, false, true, {"to", "to", "%", FR_CELL_NUMBER, 6, 2, false}},
    {CHANGE, false, false, {"change", "change", "pp", FR_CELL_NUMBER, 6, 2, true}},
    {TIMES, false, false, {"times", "times", "x", FR_CELL_NUMBER, 6, 2, false}},
    {RATE, false, false, {"rate", "rate", "", FR_CELL_TEXT, 0, 0, false}},
    {SLOPE, true, false, {"slope", "slope", "", FR_CELL_NUMBER, 6, 4, true}},
    {LOW, true, false, {"slope_low", "slope from", "", FR_CELL_NUMBER, 6, 4, true}},
    {HIGH, true, false, {"slope_high", "slope to", "", FR_CELL_NUMBER, 6, 4, true}},
    {LASTING, true, false, {"lasting", "lasts", "", FR_CELL_TEXT, 0, 0, false}},
    {OF, false, false, {"of", "of", "", FR_CELL_TEXT, 0, 0, false}},
    {P, true, false, {"p", "p", "", FR_CELL_NUMBER, 9, 4, false}},
    {Q, false, false, {"q", "q", "", FR_CELL_NUMBER, 9, 4, false}},
    {FUNCTION, false, false, {"function", "function", "", FR_CELL_TEXT, 0, 0, false}},
    {THROUGH, false, false, {"through", "passed on from", "", FR_CELL_TEXT, 0, 0, false}},
};

#define N_COLUMNS (sizeof columns / sizeof *columns)

typedef struct writer {
    const fr_trend *trend;
    const fr_trend_report_options *opt;
    fr_report *report;
} writer;

/* ---------------------------------------------------------------- columns and rows */

/* A column of y: as a value in the unit of the input. */
static fr_report_column y_column(const fr_trend *t, fr_report_column column)
{
    if (fr_trend_in_percent(t))
        return column;
    column.kind = FR_CELL_VALUE;
    column.unit = t->y_unit;
    column.decimals = t->decimals;
    column.places = 0;
    return column;
}

/* A column of slopes has as many decimals as the largest leaves: bytes an hour may be many. */
static fr_report_column slope_column(const fr_trend *t, fr_report_column column)
{
    double most = 0;

    for (size_t i = 0; i < t->n_series; i++) {
        const fr_fit *fit = &t->series[i].fit;
        if (t->series[i].shown && fit->sloped)
            most = fmax(most, fmax(fabs(fit->slope_low), fabs(fit->slope_high)));
    }
    while (column.decimals && most * pow(10, column.decimals) >= MOST_SLOPE)
        column.decimals--;
    column.places = column.places < column.decimals ? column.places : column.decimals;
    return column;
}

static void add_columns(const writer *w)
{
    for (size_t i = 0; i < N_COLUMNS; i++) {
        cell which = columns[i].cell;
        fr_report_column column = columns[i].column;
        if (columns[i].for_programs && !w->opt->for_programs)
            continue;
        if (columns[i].is_y)
            column = y_column(w->trend, column);
        if (which == SLOPE || which == LOW || which == HIGH)
            column = slope_column(w->trend, column);
        fr_report_add_column(w->report, &column);
    }
}

static void add_y(fr_report *report, const fr_trend *t, double y)
{
    double scaled = y * pow(10, t->decimals);

    if (fr_trend_in_percent(t))
        fr_report_add_number(report, y);
    else
        fr_report_add_value(report, fabs(scaled) < 9e18 ? llround(scaled) : INT64_MAX);
}

static double number_of(const fr_trend_series *s, const fr_trend_change *c, cell which)
{
    bool slope = c->kind == FR_CHANGE_SLOPE;

    switch ((int)which) {
    case CHANGE:
        return c->pp;
    case TIMES:
        return c->from > 0 && c->to > 0 ? c->to / c->from : NAN;
    case SLOPE:
        return slope ? s->fit.slope : NAN;
    case LOW:
        return slope ? s->fit.slope_low : NAN;
    case HIGH:
        return slope ? s->fit.slope_high : NAN;
    case P:
        return s->fit.p;
    default:
        return s->q;
    }
}

static const char *of_name(fr_trend_of of)
{
    return of == FR_TREND_OWN ? "own" : of == FR_TREND_TOTAL ? "total" : "whole";
}

static void add_rate(const writer *w, const fr_trend_series *s, const fr_trend_change *c)
{
    fr_output *out = fr_output_memory();
    const char *text;
    size_t len = 0;

    if (out && c->kind == FR_CHANGE_SLOPE)
        fr_put_rate(out, w->trend, s->fit.slope, c->from);
    text = out ? fr_output_bytes(out, &len) : NULL;
    fr_report_add_text(w->report, (fr_bytes){text ? text : "", len});
    fr_output_free(out);
}

static fr_bytes text_of(const fr_trend *t, const fr_trend_series *s, const fr_trend_change *c,
                        cell which)
{
    switch ((int)which) {
    case WHAT:
        return fr_bytes_of(fr_change_name(c->kind));
    case SINCE:
        return fr_bytes_of(t->points[c->at].label);
    case LASTING:
        return fr_bytes_of(c->lasting ? "yes" : "no");
    case OF:
        return fr_bytes_of(of_name(s->of));
    case FUNCTION:
        return fr_trend_name(t, s);
    default: /* THROUGH */
        return s->through ? fr_trend_name(t, &t->series[s->through - 1]) : fr_bytes_of("");
    }
}

static void add_row(const writer *w, const fr_trend_change *c)
{
    const fr_trend *t = w->trend;
    const fr_trend_series *s = &t->series[c->series];

    for (size_t i = 0; i < N_COLUMNS; i++) {
        cell which = columns[i].cell;
        if (columns[i].for_programs && !w->opt->for_programs)
            continue;
        if (columns[i].is_y)
            add_y(w->report, t, which == FROM ? c->from : c->to);
        else if (which == RATE)
            add_rate(w, s, c);
        else if (which == POINT)
            fr_report_add_count(w->report, c->at);
        else if (columns[i].column.kind == FR_CELL_NUMBER)
            fr_report_add_number(w->report, number_of(s, c, which));
        else
            fr_report_add_text(w->report, text_of(t, s, c, which));
    }
}

/* ---------------------------------------------------------------- sections */

static fr_report *new_section(const char *kind, const char *title)
{
    fr_report *section = fr_report_new(kind);

    if (section)
        fr_report_set_title(section, fr_bytes_of(title));
    return section;
}

/* The points: for programs. */
static fr_report *make_points(const fr_trend *t)
{
    fr_report *r = new_section("points", "Points");

    if (!r)
        return NULL;
    r->for_programs = true;
    fr_report_add_column(r, &(fr_report_column){"point", "point", "", FR_CELL_COUNT, 0, 0, false});
    fr_report_add_column(r, &(fr_report_column){"label", "label", "", FR_CELL_TEXT, 0, 0, false});
    fr_report_add_column(r, &(fr_report_column){"x", "x", t->x_unit, FR_CELL_NUMBER, 6, 2, false});
    fr_report_add_column(r, &(fr_report_column){"runs", "runs", "", FR_CELL_COUNT, 0, 0, false});
    for (uint32_t j = 0; j < t->n_points; j++) {
        fr_report_add_count(r, j);
        fr_report_add_text(r, fr_bytes_of(t->points[j].label));
        fr_report_add_number(r, t->x[j]);
        fr_report_add_count(r, t->n_replicas[j]);
    }
    return r;
}

/* y of every series that changed, at every point: for programs. */
static fr_report *make_values(const fr_trend *t)
{
    fr_report *r = new_section("values", "Values");
    double *y = malloc(2 * ((size_t)t->n_points + 1) * sizeof *y);
    fr_report_column value = {"value", "value", "%", FR_CELL_NUMBER, 6, 2, false};

    if (!r || !y) {
        free(y);
        fr_report_free(r);
        return NULL;
    }
    r->for_programs = true;
    fr_report_add_column(
        r, &(fr_report_column){"function", "function", "", FR_CELL_TEXT, 0, 0, false});
    fr_report_add_column(r, &(fr_report_column){"of", "of", "", FR_CELL_TEXT, 0, 0, false});
    fr_report_add_column(r, &(fr_report_column){"point", "point", "", FR_CELL_COUNT, 0, 0, false});
    value = y_column(t, value);
    fr_report_add_column(r, &value);
    value.key = "error", value.title = "\xc2\xb1";
    fr_report_add_column(r, &value);
    for (size_t i = 0; i < t->n_series; i++) {
        const fr_trend_series *s = &t->series[i];
        if (!s->shown)
            continue;
        fr_trend_values(t, s, y, y + t->n_points);
        for (uint32_t j = 0; j < t->n_points; j++) {
            fr_report_add_text(r, fr_trend_name(t, s));
            fr_report_add_text(r, fr_bytes_of(of_name(s->of)));
            fr_report_add_count(r, j);
            add_y(r, t, y[j]);
            add_y(r, t, NOISE_ERRORS * sqrt(y[t->n_points + j] * s->fit.ratio));
        }
    }
    free(y);
    return r;
}

/* ---------------------------------------------------------------- sentences */

/* Notes what to run to see why the largest step is there. */
static void note_command(const writer *w)
{
    const fr_trend *t = w->trend;

    for (size_t i = 0; i < t->n_changes; i++) {
        const fr_trend_change *c = &t->changes[i];
        if (c->kind == FR_CHANGE_SLOPE || c->at == 0)
            continue;
        fr_output *out = fr_output_memory();
        fr_put_text(out, "why: ");
        fr_put_diff_command(out, t, c->at);
        fr_report_take_note(w->report, out);
        return;
    }
}

/* ---------------------------------------------------------------- the report */

fr_report *fr_report_trend(const fr_trend *t, const fr_trend_report_options *opt, fr_error *err)
{
    fr_trend_report_options defaults = FR_TREND_REPORT_DEFAULTS;
    writer w = {.trend = t, .opt = opt ? opt : &defaults, .report = fr_report_new("trend")};
    size_t n_shown = w.opt->n_rows && t->n_changes > w.opt->n_rows ? w.opt->n_rows : t->n_changes;

    if (w.report) {
        fr_output *title = fr_output_memory(), *subtitle = fr_output_memory();
        fr_put_trend_headline(title, t);
        fr_report_take_title(w.report, title);
        fr_put_trend_subtitle(subtitle, t);
        fr_report_take_subtitle(w.report, subtitle);
        add_columns(&w);
        w.report->n_all = t->n_changes;
        for (size_t i = 0; i < n_shown; i++)
            add_row(&w, &t->changes[i]);
        if (w.opt->for_programs) {
            fr_report_add_section(w.report, make_points(t));
            fr_report_add_section(w.report, make_values(t));
        }
        trend_gates_add(w.report, t, w.opt->gates);
        if (fr_report_n_rows(w.report) != t->n_changes)
            fr_report_note(w.report, "{} of {} changes listed (--max-rows)",
                           fr_report_n_rows(w.report), t->n_changes);
        fr_report_add_note(w.report, fr_bytes_of(t->how));
        fr_report_note(w.report,
                       "judged against {}{}; of what is named {} % may be so by chance (--fdr)",
                       t->counted ? "sampling noise and " : "",
                       t->n_runs > t->n_points ? "the noise between runs and points"
                                               : "the noise between points",
                       fr_as_decimal(100 * t->opt.fdr));
        if (t->n_points > FR_MODEL_EXACT)
            fr_report_note(w.report,
                           "more than {} points: slopes and the places of several steps are those "
                           "of a sample",
                           FR_MODEL_EXACT);
        note_command(&w);
    }
    return fr_report_finish(w.report, err);
}
