/*
 * report.c - fr_report_trend(): each change, the largest first, under a first line that says what got
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

#include "base/sentence.h"
#include "model/report/report.h"
#include "trend/gate.h"
#include "trend/models.h"
#include "trend/say.h"

#define NOISE_ERRORS 2.0 /* of sampling, in bars */

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

static bool is_percent(const fr_trend *t)
{
    return strcmp(t->y_unit, "%") == 0;
}

/* A column of y: as a value in the unit of the input, to thousandths where a run is divided by something. */
static fr_report_column y_column(const fr_trend *t, fr_report_column column)
{
    if (is_percent(t))
        return column;
    column.kind = FR_CELL_VALUE;
    column.unit = t->y_unit;
    column.decimals = t->used == FR_NORMALIZE_NONE ? 0 : 3;
    column.places = 0;
    return column;
}

static void add_columns(const writer *w)
{
    for (size_t i = 0; i < N_COLUMNS; i++) {
        fr_report_column column = columns[i].column;
        if (columns[i].for_programs && !w->opt->for_programs)
            continue;
        if (columns[i].is_y)
            column = y_column(w->trend, column);
        fr_report_add_column(w->report, &column);
    }
}

static void add_y(fr_report *report, const fr_trend *t, double y)
{
    double scaled = y * (t->used == FR_NORMALIZE_NONE ? 1 : 1000);

    if (is_percent(t))
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

static void add_cell(const writer *w, size_t column, const fr_trend_change *c)
{
    const fr_trend *t = w->trend;
    const fr_trend_series *s = &t->series[c->series];
    cell which = columns[column].cell;

    if (columns[column].is_y)
        add_y(w->report, t, which == FROM ? c->from : c->to);
    else if (which == RATE)
        add_rate(w, s, c);
    else if (which == POINT)
        fr_report_add_count(w->report, c->at);
    else if (columns[column].column.kind == FR_CELL_NUMBER)
        fr_report_add_number(w->report, number_of(s, c, which));
    else
        fr_report_add_text(w->report, text_of(t, s, c, which));
}

static void add_rows(const writer *w)
{
    size_t n = w->trend->n_changes;

    w->report->n_all = n;
    if (w->opt->n_rows && n > w->opt->n_rows)
        n = w->opt->n_rows;
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < N_COLUMNS; c++)
            if (!columns[c].for_programs || w->opt->for_programs)
                add_cell(w, c, &w->trend->changes[i]);
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

static void set_title(const writer *w)
{
    fr_output *out = fr_output_memory();
    const char *text;
    size_t len = 0;

    fr_put_trend_headline(out, w->trend);
    text = out ? fr_output_bytes(out, &len) : NULL;
    if (text)
        fr_report_set_title(w->report, (fr_bytes){text, len});
    else
        fr_fail_memory(&w->report->err);
    fr_output_free(out);
}

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

static void note_noise(const writer *w)
{
    const fr_trend *t = w->trend;
    fr_output *out = fr_output_memory();

    fr_say(out, "judged against {}{}; of what is named {} % may be so by chance (--fdr)",
           t->counted ? "sampling noise and " : "",
           t->n_runs > t->n_points ? "the noise between runs and points"
                                   : "the noise between points",
           fr_as_decimal(100 * t->opt.fdr));
    fr_report_take_note(w->report, out);
}

static void note_sample(const writer *w)
{
    fr_output *out;

    if (w->trend->n_points <= FR_MODEL_EXACT)
        return;
    out = fr_output_memory();
    fr_say(out, "more than {} points: slopes and the places of several steps are those of a sample",
           FR_MODEL_EXACT);
    fr_report_take_note(w->report, out);
}

static void note_hidden(const writer *w)
{
    size_t shown = fr_report_n_rows(w->report), all = w->trend->n_changes;
    fr_output *out;

    if (shown == all)
        return;
    out = fr_output_memory();
    fr_say(out, "{} of {} changes listed (--max-rows)", shown, all);
    fr_report_take_note(w->report, out);
}

/* ---------------------------------------------------------------- the report */

fr_report *fr_report_trend(const fr_trend *t, const fr_trend_report_options *opt, fr_error *err)
{
    fr_trend_report_options defaults = FR_TREND_REPORT_DEFAULTS;
    writer w = {.trend = t, .opt = opt ? opt : &defaults, .report = fr_report_new("trend")};

    if (w.report) {
        set_title(&w);
        fr_output *out = fr_output_memory();
        fr_put_trend_subtitle(out, w.trend);
        fr_report_take_subtitle(w.report, out);
        add_columns(&w);
        add_rows(&w);
        if (w.opt->for_programs) {
            fr_report_add_section(w.report, make_points(t));
            fr_report_add_section(w.report, make_values(t));
        }
        fr_trend_gates_add(w.report, t, w.opt->gates);
        note_hidden(&w);
        fr_report_add_note(w.report, fr_bytes_of(w.trend->how));
        note_noise(&w);
        note_sample(&w);
        note_command(&w);
    }
    return fr_report_finish(w.report, err);
}
