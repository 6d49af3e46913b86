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
    bool for_programs, is_y;
    fr_report_column column;
} columns[] = {
    [WHAT] = {false, false, {"what", "what", "", FR_CELL_TEXT, 0, 0, false}},
    [SINCE] = {false, false, {"since", "since", "", FR_CELL_TEXT, 0, 0, false}},
    [POINT] = {true, false, {"point", "point", "", FR_CELL_COUNT, 0, 0, false}},
    [FROM] = {false, true, {"from", "from", "%", FR_CELL_NUMBER, 6, 2, false}},
    [TO] = {false, true, {"to", "to", "%", FR_CELL_NUMBER, 6, 2, false}},
    [CHANGE] = {false, false, {"change", "change", "pp", FR_CELL_NUMBER, 6, 2, true}},
    [TIMES] = {false, false, {"times", "times", "x", FR_CELL_NUMBER, 6, 2, false}},
    [RATE] = {false, false, {"rate", "rate", "", FR_CELL_TEXT, 0, 0, false}},
    [SLOPE] = {true, false, {"slope", "slope", "", FR_CELL_NUMBER, 6, 4, true}},
    [LOW] = {true, false, {"slope_low", "slope from", "", FR_CELL_NUMBER, 6, 4, true}},
    [HIGH] = {true, false, {"slope_high", "slope to", "", FR_CELL_NUMBER, 6, 4, true}},
    [LASTING] = {true, false, {"lasting", "lasts", "", FR_CELL_TEXT, 0, 0, false}},
    [OF] = {false, false, {"of", "of", "", FR_CELL_TEXT, 0, 0, false}},
    [P] = {true, false, {"p", "p", "", FR_CELL_NUMBER, 9, 4, false}},
    [Q] = {false, false, {"q", "q", "", FR_CELL_NUMBER, 9, 4, false}},
    [FUNCTION] = {false, false, {"function", "function", "", FR_CELL_TEXT, 0, 0, false}},
    [THROUGH] = {false, false, {"through", "passed on from", "", FR_CELL_TEXT, 0, 0, false}},
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
        fr_report_column column = columns[i].column;
        if (columns[i].for_programs && !w->opt->for_programs)
            continue;
        if (columns[i].is_y)
            column = y_column(w->trend, column);
        if (i == SLOPE || i == LOW || i == HIGH)
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

static const char *of_name(fr_trend_of of)
{
    return of == FR_TREND_OWN ? "own" : of == FR_TREND_TOTAL ? "total" : "whole";
}

static void add_rate(const writer *w, const fr_trend_series *s, const fr_trend_change *c)
{
    fr_output *out = fr_output_memory();
    const char *text;
    size_t len = 0;

    if (c->kind == FR_CHANGE_SLOPE)
        fr_put_rate(out, w->trend, s->fit.slope, c->from);
    text = fr_output_bytes(out, &len);
    fr_report_add_text(w->report, (fr_bytes){text ? text : "", len});
    fr_output_free(out);
}

static void add_row(const writer *w, const fr_trend_change *c)
{
    const fr_trend *t = w->trend;
    const fr_trend_series *s = &t->series[c->series];
    bool slope = c->kind == FR_CHANGE_SLOPE;
    const double numbers[] = {
        [FROM] = c->from,
        [TO] = c->to,
        [CHANGE] = c->pp,
        [TIMES] = c->from > 0 && c->to > 0 ? c->to / c->from : NAN,
        [SLOPE] = slope ? s->fit.slope : NAN,
        [LOW] = slope ? s->fit.slope_low : NAN,
        [HIGH] = slope ? s->fit.slope_high : NAN,
        [P] = s->fit.p,
        [Q] = s->q,
    };
    const fr_bytes texts[] = {
        [WHAT] = fr_bytes_of(fr_change_name(c->kind)),
        [SINCE] = fr_bytes_of(t->points[c->at].label),
        [LASTING] = fr_bytes_of(c->lasting ? "yes" : "no"),
        [OF] = fr_bytes_of(of_name(s->of)),
        [FUNCTION] = fr_trend_name(t, s),
        [THROUGH] = s->through ? fr_trend_name(t, &t->series[s->through - 1]) : FR_LITERAL(""),
    };

    for (size_t i = 0; i < N_COLUMNS; i++) {
        if (columns[i].for_programs && !w->opt->for_programs)
            continue;
        if (columns[i].is_y)
            add_y(w->report, t, numbers[i]);
        else if (i == RATE)
            add_rate(w, s, c);
        else if (i == POINT)
            fr_report_add_count(w->report, c->at);
        else if (columns[i].column.kind == FR_CELL_NUMBER)
            fr_report_add_number(w->report, numbers[i]);
        else
            fr_report_add_text(w->report, texts[i]);
    }
}

/* ---------------------------------------------------------------- sections */

/* The points: for programs. */
static fr_report *make_points(const fr_trend *t)
{
    const fr_report_column of_points[] = {
        {"point", "point", "", FR_CELL_COUNT, 0, 0, false},
        {"label", "label", "", FR_CELL_TEXT, 0, 0, false},
        {"x", "x", t->x_unit, FR_CELL_NUMBER, 6, 2, false},
        {"runs", "runs", "", FR_CELL_COUNT, 0, 0, false},
    };
    fr_report *r = FR_REPORT_SECTION("points", "Points", of_points);

    for (uint32_t j = 0; r && j < t->n_points; j++) {
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
    const fr_report_column of_values[] = {
        {"function", "function", "", FR_CELL_TEXT, 0, 0, false},
        {"of", "of", "", FR_CELL_TEXT, 0, 0, false},
        {"point", "point", "", FR_CELL_COUNT, 0, 0, false},
        y_column(t, (fr_report_column){"value", "value", "%", FR_CELL_NUMBER, 6, 2, false}),
        y_column(t, (fr_report_column){"error", "\xc2\xb1", "%", FR_CELL_NUMBER, 6, 2, false}),
    };
    fr_report *r = FR_REPORT_SECTION("values", "Values", of_values);
    double *y = malloc(2 * ((size_t)t->n_points + 1) * sizeof *y);

    if (r && !y)
        fr_fail_memory(&r->err);
    for (size_t i = 0; r && y && i < t->n_series; i++) {
        const fr_trend_series *s = &t->series[i];
        if (!s->shown)
            continue;
        fr_trend_errors(t, s, y, y + t->n_points);
        for (uint32_t j = 0; j < t->n_points; j++) {
            fr_report_add_text(r, fr_trend_name(t, s));
            fr_report_add_text(r, fr_bytes_of(of_name(s->of)));
            fr_report_add_count(r, j);
            add_y(r, t, y[j]);
            add_y(r, t, NOISE_ERRORS * y[t->n_points + j]);
        }
    }
    free(y);
    return r;
}

/* Adds a section that people do not see. */
static void add_section(fr_report *report, fr_report *section)
{
    if (section)
        section->for_programs = true;
    fr_report_add_section(report, section);
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
            add_section(w.report, make_points(t));
            add_section(w.report, make_values(t));
        }
        fr_trend_gates_add(w.report, t, w.opt->gates);
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
        if (t->n_moved)
            fr_report_note(w.report,
                           "{} at different lines, and each is taken as one; those without a name "
                           "are told apart by their line",
                           fr_as_count(t->n_moved, "function stands", "functions stand"));
        if (t->n_points > FR_MODEL_EXACT)
            fr_report_note(w.report,
                           "more than {} points: slopes and the places of several steps are those "
                           "of a sample",
                           FR_MODEL_EXACT);
        note_command(&w);
    }
    return fr_report_finish(w.report, err);
}
