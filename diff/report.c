/*
 * report.c - fr_report_diff(): functions by their change, under a first line that says what changed
 * most.
 *
 *     ▲ foo +2.1 pp ± 0.6 of total (1.9x), beyond sampling noise; ...
 *     main.folded: 10 000 samples · pr.folded: 15 000 samples · 3 functions grew, 1 shrank
 *
 *        change        ±    base     new   times  of self  verdict  function
 *      +2.10 pp  0.60 pp  2.30 %  4.40 %    1.9x  2.1 pp   grew     foo
 */
#include <math.h>
#include <stdlib.h>

#include "diff/gate.h"
#include "diff/headline.h"
#include "diff/report_notes.h"
#include "diff/report_sections.h"
#include "diff/words.h"
#include "model/report/report.h"
#include "model/summary.h"

#define NOISE_ROWS 5 /* where nothing changed, the largest of what is within noise */

typedef struct writer {
    const fr_diff *diff;
    const fr_diff_report_options *opt;
    fr_report *report;
    const fr_diff_function **rows; /* changes first, then the rest, each by size */
    size_t n_rows, n_changed, n_shown;
} writer;

/* ---------------------------------------------------------------- columns and rows */

typedef enum cell {
    CHANGE,
    ERROR,
    BASE,
    NEW,
    BASE_SHARE,
    NEW_SHARE,
    SHARE_CHANGE,
    TIMES,
    SELF_CHANGE,
    SELF_ERROR,
    SELF_BASE,
    SELF_NEW,
    SELF_VERDICT,
    Z,
    P,
    Q,
    VERDICT,
    FUNCTION,
    BASE_FUNCTION
} cell;

static const struct {
    cell cell;
    bool for_programs;
    fr_report_column column;
} columns[] = {
    {CHANGE, false, {"change", "change", "pp", FR_CELL_NUMBER, 6, 2, true}},
    {ERROR, false, {"error", "\xc2\xb1", "pp", FR_CELL_NUMBER, 6, 2, false}},
    {BASE, true, {"base", "base", NULL, FR_CELL_VALUE, 0, 0, false}},
    {NEW, true, {"new", "new", NULL, FR_CELL_VALUE, 0, 0, false}},
    {BASE_SHARE, false, {"base_share", "base", "", FR_CELL_SHARE, 0, 0, false}},
    {NEW_SHARE, false, {"new_share", "new", "", FR_CELL_SHARE, 0, 0, false}},
    {SHARE_CHANGE, true, {"share_change", "of share", "pp", FR_CELL_NUMBER, 6, 2, true}},
    {TIMES, false, {"times", "times", "x", FR_CELL_NUMBER, 6, 2, false}},
    {SELF_CHANGE, false, {"self_change", "self", "pp", FR_CELL_NUMBER, 6, 2, true}},
    {SELF_ERROR, true, {"self_error", "self \xc2\xb1", "pp", FR_CELL_NUMBER, 6, 2, false}},
    {SELF_BASE, true, {"self_base", "self base", NULL, FR_CELL_VALUE, 0, 0, false}},
    {SELF_NEW, true, {"self_new", "self new", NULL, FR_CELL_VALUE, 0, 0, false}},
    {SELF_VERDICT, true, {"self_verdict", "self is", "", FR_CELL_TEXT, 0, 0, false}},
    {Z, true, {"z", "z", "", FR_CELL_NUMBER, 4, 2, true}},
    {P, true, {"p", "p", "", FR_CELL_NUMBER, 9, 4, false}},
    {Q, true, {"q", "q", "", FR_CELL_NUMBER, 9, 4, false}},
    {VERDICT, false, {"verdict", "verdict", "", FR_CELL_TEXT, 0, 0, false}},
    {FUNCTION, false, {"function", "function", "", FR_CELL_TEXT, 0, 0, false}},
    {BASE_FUNCTION, true, {"base_function", "in base", "", FR_CELL_TEXT, 0, 0, false}},
};

#define N_COLUMNS (sizeof columns / sizeof *columns)

static void add_columns(const writer *w)
{
    for (size_t i = 0; i < N_COLUMNS; i++) {
        fr_report_column column = columns[i].column;
        if (columns[i].for_programs && !w->opt->for_programs)
            continue;
        if (column.kind == FR_CELL_VALUE) {
            column.unit = w->diff->unit;
            column.decimals = w->diff->decimals;
        }
        fr_report_add_column(w->report, &column);
    }
}

static double error_or_none(const fr_diff_value *v)
{
    return v->error_pp > 0 ? v->error_pp : NAN;
}

static double number_of(const fr_diff *d, cell which, const fr_diff_function *f)
{
    switch ((int)which) {
    case CHANGE:
        return f->total.change_pp;
    case ERROR:
        return error_or_none(&f->total);
    case SHARE_CHANGE:
        return f->total.share_pp;
    case TIMES:
        return fr_diff_times(d, &f->total);
    case SELF_CHANGE:
        return f->self.change_pp;
    case SELF_ERROR:
        return error_or_none(&f->self);
    case Z:
        return d->counted ? f->total.z : NAN;
    case P:
        return d->counted ? f->p : NAN;
    case Q:
        return d->counted ? f->q : NAN;
    default:
        return NAN;
    }
}

static int64_t value_of(cell which, const fr_diff_function *f)
{
    switch ((int)which) {
    case BASE:
    case BASE_SHARE:
        return f->total.base;
    case NEW:
    case NEW_SHARE:
        return f->total.new_;
    case SELF_BASE:
        return f->self.base;
    default: /* SELF_NEW */
        return f->self.new_;
    }
}

static fr_bytes text_of(const fr_diff *d, cell which, const fr_diff_function *f)
{
    switch ((int)which) {
    case SELF_VERDICT:
        return fr_bytes_of(fr_verdict_name(f->self.verdict));
    case VERDICT:
        return fr_bytes_of(fr_verdict_name(fr_diff_shown(d, f)->verdict));
    case FUNCTION:
        return fr_names_at(d->tree->names, f->name);
    default: /* BASE_FUNCTION */
        return fr_names_at(d->tree->names, f->base_name);
    }
}

static void add_cell(const writer *w, size_t column, const fr_diff_function *f)
{
    const fr_diff *d = w->diff;
    cell which = columns[column].cell;
    fr_cell_kind kind = columns[column].column.kind;

    if (kind == FR_CELL_NUMBER)
        fr_report_add_number(w->report, number_of(d, which, f));
    else if (kind == FR_CELL_VALUE)
        fr_report_add_value(w->report, value_of(which, f));
    else if (kind == FR_CELL_SHARE)
        fr_report_add_share(w->report, value_of(which, f),
                            which == BASE_SHARE ? d->base_whole : d->new_whole);
    else
        fr_report_add_text(w->report, text_of(d, which, f));
}

static void add_rows(const writer *w)
{
    for (size_t i = 0; i < w->n_shown; i++)
        for (size_t c = 0; c < N_COLUMNS; c++)
            if (!columns[c].for_programs || w->opt->for_programs)
                add_cell(w, c, w->rows[i]);
}

/* ---------------------------------------------------------------- which functions */

typedef enum rank { CHANGED, MAYBE, REST, N_RANKS } rank;

/* What cannot be judged stands where changes do. */
static rank rank_of(const fr_diff *d, const fr_diff_function *f)
{
    fr_verdict verdict = fr_diff_shown(d, f)->verdict;

    return fr_verdict_is_change(verdict) || verdict == FR_VERDICT_UNJUDGED ? CHANGED
           : verdict == FR_VERDICT_MAYBE                                   ? MAYBE
                                                                           : REST;
}

/* diff->functions are ordered by size, which stays within each rank. What may have changed has a table of its
 * own for people (diff/report_sections.c). */
static void order_rows(writer *w)
{
    const fr_diff *d = w->diff;
    size_t n[N_RANKS] = {0};

    for (rank r = CHANGED; r < N_RANKS; r++)
        for (size_t i = 0; i < d->n_functions; i++)
            if (rank_of(d, &d->functions[i]) == r) {
                w->rows[w->n_rows++] = &d->functions[i];
                n[r]++;
            }
    w->n_changed = n[CHANGED];
    w->n_shown = w->n_rows;
    if (w->opt->n_rows) {
        size_t wanted = n[CHANGED] || n[MAYBE] ? n[CHANGED] : NOISE_ROWS;
        wanted = wanted < w->opt->n_rows ? wanted : w->opt->n_rows;
        w->n_shown = wanted < w->n_rows ? wanted : w->n_rows;
    }
}

/* ---------------------------------------------------------------- sentences */

static void set_title(const writer *w)
{
    fr_output *out = fr_output_memory();

    if (out)
        fr_put_headline(out, w->diff);
    fr_report_take_title(w->report, out);
}

static void set_subtitle(const writer *w)
{
    fr_output *out = fr_output_memory();

    if (out) {
        fr_put_sides(out, w->diff);
        fr_put_text(out, *w->diff->event ? FR_SEPARATOR : "");
        fr_put_text(out, w->diff->event);
    }
    fr_report_take_subtitle(w->report, out);
}

/* "failed 'total > 1pp': foo +2.1 pp", and so in the gates of the caller. */
static void tell_verdict(const writer *w, const fr_error *refused, fr_bytes verdict)
{
    fr_report_set_verdict(w->report, refused->code == FR_OK, verdict);
    if (refused->code != FR_OK && w->opt->gates->tripped)
        *w->opt->gates->tripped = *refused;
}

static void add_verdict(const writer *w)
{
    const fr_gate_options *gates = w->opt->gates;
    fr_output *out = gates && gates->n_fail_if ? fr_output_memory() : NULL;
    fr_error refused = {0};
    bool good;
    size_t len = 0;
    const char *text;

    if (!gates || !gates->n_fail_if)
        return;
    good = out && fr_gates_test(w->diff, gates, &refused, out, &w->report->err);
    text = good ? fr_output_bytes(out, &len) : NULL;
    if (text)
        tell_verdict(w, &refused, (fr_bytes){text, len});
    else
        fr_fail_memory(&w->report->err);
    fr_output_free(out);
}

/* ---------------------------------------------------------------- the report */

fr_report *fr_report_diff(const fr_diff *diff, const fr_diff_report_options *opt, fr_error *err)
{
    fr_diff_report_options defaults = FR_DIFF_REPORT_DEFAULTS;
    writer w = {.diff = diff, .opt = opt ? opt : &defaults, .report = fr_report_new("diff")};

    w.rows = malloc((diff->n_functions + 1) * sizeof(const fr_diff_function *));
    if (w.report && w.rows) {
        order_rows(&w);
        w.report->n_all = w.n_rows;
        set_title(&w);
        set_subtitle(&w);
        add_columns(&w);
        add_rows(&w);
        fr_diff_report_sections(w.report, diff, w.opt->n_rows);
        add_verdict(&w);
        fr_diff_report_notes(w.report, diff, w.n_changed, w.n_shown);
    } else if (w.report) {
        fr_fail_memory(&w.report->err);
    }
    free(w.rows);
    return fr_report_finish(w.report, err);
}
