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
#include "diff/moves.h"
#include "diff/needed.h"
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

/* diff->functions are ordered by size: what changed first, or what cannot be judged. */
static void order_rows(writer *w)
{
    const fr_diff *d = w->diff;

    for (int changed = 1; changed >= 0; changed--)
        for (size_t i = 0; i < d->n_functions; i++) {
            fr_verdict verdict = fr_diff_shown(d, &d->functions[i])->verdict;
            bool counts = fr_verdict_is_change(verdict) || verdict == FR_VERDICT_UNJUDGED;
            if (counts == (bool)changed)
                w->rows[w->n_rows++] = &d->functions[i];
            w->n_changed += counts && changed;
        }
    w->n_shown = w->n_rows;
    if (w->opt->n_rows) {
        size_t wanted = w->n_changed ? w->n_changed : NOISE_ROWS;
        wanted = wanted < w->opt->n_rows ? wanted : w->opt->n_rows;
        w->n_shown = wanted < w->n_rows ? wanted : w->n_rows;
    }
}

/* ---------------------------------------------------------------- sentences */

static void set_title(const writer *w)
{
    fr_output *out = fr_output_memory();
    size_t len = 0;

    if (out)
        fr_put_headline(out, w->diff);
    const char *text = out ? fr_output_bytes(out, &len) : NULL;
    if (text)
        fr_report_set_title(w->report, (fr_bytes){text, len});
    else
        fr_fail_memory(&w->report->err);
    fr_output_free(out);
}

/* "3 functions grew, 1 shrank, 2 are new" */
static void put_counts(const writer *w, fr_output *out)
{
    static const struct {
        fr_verdict verdict;
        const char *one, *many;
    } kinds[] = {
        {FR_VERDICT_GREW, "grew", "grew"},
        {FR_VERDICT_SHRANK, "shrank", "shrank"},
        {FR_VERDICT_NEW, "is new", "are new"},
        {FR_VERDICT_GONE, "is gone", "are gone"},
    };
    const char *between = ": ";

    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        size_t n = 0;
        for (size_t i = 0; i < w->n_changed; i++)
            n += fr_diff_shown(w->diff, w->rows[i])->verdict == kinds[k].verdict;
        if (!n)
            continue;
        fr_put_text(out, between);
        fr_put_grouped(out, (int64_t)n, 0);
        fr_put_format(out, " %s", n == 1 ? kinds[k].one : kinds[k].many);
        between = ", ";
    }
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

/* "20 of 34 functions that changed; 210 within noise" */
static void note_rest(const writer *w)
{
    size_t n_omitted = w->n_changed > w->n_shown ? w->n_changed - w->n_shown : 0;
    fr_output *out = fr_output_memory();

    if (out && w->n_changed == 0)
        fr_put_text(out, "none of ");
    if (out && n_omitted) {
        fr_put_grouped(out, (int64_t)n_omitted, 0);
        fr_put_text(out, " more of ");
    } else if (out && w->n_changed) {
        fr_put_grouped(out, (int64_t)w->n_changed, 0);
        fr_put_text(out, " of ");
    }
    if (out) {
        fr_put_grouped(out, (int64_t)w->n_rows, 0);
        fr_put_text(out, w->n_rows == 1 ? " function " : " functions ");
        fr_put_text(out, w->diff->counted ? "changed" : "compared, none of them judged");
        put_counts(w, out);
    }
    fr_report_take_note(w->report, out);
}

/* "a change under about 0.3 points in a function of 1 %, 0.9 of 10 %, 1.5 of 50 % would not show" */
static void note_visible(const writer *w)
{
    static const char *const before[] = {"a change under about ", ", ", ", "};
    static const char *const after[] = {" points in a function of 1 %", " of 10 %", " of 50 %"};
    const fr_diff *d = w->diff;
    fr_output *out;

    if (!d->counted || d->visible_pp[0] <= 0)
        return;
    out = fr_output_memory();
    for (size_t i = 0; out && i < 3; i++) {
        fr_put_text(out, before[i]);
        fr_put_decimal(out, d->visible_pp[i]);
        fr_put_text(out, after[i]);
    }
    if (out)
        fr_put_text(out, " would not show (4 times of 5 a larger one does)");
    fr_report_take_note(w->report, out);
}

/* 41 234 as 42 000: an estimate, on the safe side. */
static int64_t two_digits_up(double number)
{
    double unit = 1;

    while (number / unit > 100 && unit < 1e15)
        unit *= 10;
    return (int64_t)(fmin(ceil(number / unit), 1000) * unit);
}

static void note_needed(const writer *w)
{
    fr_needed needed;
    fr_output *out;

    if (!fr_needed_find(w->diff, &needed))
        return;
    out = fr_output_memory();
    if (out) {
        fr_put_text(out, "a change of 1 pp in ");
        fr_put_function(out, fr_names_at(w->diff->tree->names, needed.of->name));
        fr_put_text(out, " would be seen (4 times of 5) with about ");
        fr_put_grouped(out, two_digits_up(needed.runs > 0 ? needed.runs : needed.samples), 0);
        fr_put_text(out, needed.runs > 0 ? " runs a side" : " samples a side");
    }
    fr_report_take_note(w->report, out);
}

/* "12 functions stand at other lines of their files; 1 file was renamed or moved" */
static void note_moves(const writer *w)
{
    size_t n = fr_moves_count(w->diff->moves), files = fr_moves_files(w->diff->moves);
    fr_output *out = n ? fr_output_memory() : NULL;

    if (!out)
        return;
    fr_put_grouped(out, (int64_t)n, 0);
    fr_put_text(out, n == 1 ? " function is" : " functions are");
    fr_put_text(out, " compared with the same function at another line or in another file");
    if (files) {
        fr_put_text(out, "; ");
        fr_put_grouped(out, (int64_t)files, 0);
        fr_put_text(out, files == 1 ? " file is taken as renamed" : " files are taken as renamed");
    }
    fr_put_text(out, " (--exact-names compares names as they stand)");
    fr_report_take_note(w->report, out);
}

/* "12 names of base paired with 12 of new; 3 frames without their process id or JIT tier" */
static void note_names(const writer *w)
{
    const fr_diff *d = w->diff;
    fr_output *out;

    if (d->moves)
        note_moves(w);
    if (!d->n_pairs && !d->n_same)
        return;
    out = fr_output_memory();
    if (out && d->n_pairs) {
        fr_put_grouped(out, (int64_t)d->n_pairs, 0);
        fr_put_text(out, d->n_pairs == 1 ? " name that differs" : " names that differ");
        fr_put_text(out, " by run paired (--exact-names compares them as they are)");
    }
    if (out && d->n_same) {
        fr_put_text(out, d->n_pairs ? "; " : "");
        fr_put_grouped(out, (int64_t)d->n_same, 0);
        fr_put_text(out, d->n_same == 1 ? " frame" : " frames");
        fr_put_text(out, " compared without process id or JIT tier");
    }
    fr_report_take_note(w->report, out);
}

static void note_relevance(const writer *w)
{
    size_t n = 0;
    fr_output *out;

    for (size_t i = 0; i < w->n_rows; i++)
        n += fr_diff_shown(w->diff, w->rows[i])->verdict == FR_VERDICT_SMALL;
    if (!n)
        return;
    out = fr_output_memory();
    if (out) {
        fr_put_grouped(out, (int64_t)n, 0);
        fr_put_text(out, n == 1 ? " change is" : " changes are");
        fr_put_text(out, " beyond noise, but below ");
        fr_put_points_size(out, w->diff->min_change_pp);
        fr_put_text(out, " (--min-change)");
    }
    fr_report_take_note(w->report, out);
}

/* "failed 'total > 1pp': foo +2.1 pp", told to who asked for it, too. */
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

static void add_notes(const writer *w)
{
    note_rest(w);
    note_relevance(w);
    note_names(w);
    fr_report_add_note(w->report, fr_bytes_of(w->diff->factor.text));
    note_visible(w);
    note_needed(w);
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
        add_notes(&w);
    } else if (w.report) {
        fr_fail_memory(&w.report->err);
    }
    free(w.rows);
    return fr_report_finish(w.report, err);
}
