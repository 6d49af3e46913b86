/*
 * top.c - fr_report_top(): the table of functions, or of modules, as a report.
 */
#include <stdlib.h>

#include "base/number.h"
#include "base/output.h"
#include "model/report.h"
#include "model/summary.h"
#include "model/table.h"
#include "model/tag_report.h"

/* What a report of `top` is made from. */
typedef struct top {
    const fr_profile *profile;
    const fr_column *column;
    const fr_top_options *opt;
    fr_table table;
    int64_t whole;  /* what shares refer to */
    size_t n_shown; /* rows */
    fr_report *report;
} top;

static const char *const titles[][2] = {
    [FR_TOP_SELF] = {"Top functions by self", "Top modules by self"},
    [FR_TOP_TOTAL] = {"Top functions by total", "Top modules by total"},
};

static void add_columns(const top *t)
{
    fr_report_column value = {
        .kind = FR_CELL_VALUE, .unit = t->column->unit, .decimals = t->column->decimals};
    fr_report_column share = {.kind = FR_CELL_SHARE, .unit = ""};
    const char *rows = t->opt->by_module ? "module" : "function";

    value.key = value.title = "self";
    share.key = "self_share", share.title = "self %";
    fr_report_add_column(t->report, &value);
    fr_report_add_column(t->report, &share);
    value.key = value.title = "total";
    share.key = "total_share", share.title = "total %";
    fr_report_add_column(t->report, &value);
    fr_report_add_column(t->report, &share);
    fr_report_add_column(t->report, &(fr_report_column){.key = rows, .title = rows, .unit = ""});
}

static void add_rows(const top *t)
{
    for (size_t i = 0; i < t->n_shown; i++) {
        const fr_table_row *row = &t->table.rows[i];
        fr_report_add_value(t->report, row->self);
        fr_report_add_share(t->report, row->self, t->whole);
        fr_report_add_value(t->report, row->total);
        fr_report_add_share(t->report, row->total, t->whole);
        fr_report_add_text(t->report, row->name);
    }
}

/* ---- sentences ---- */

static void set_subtitle(const top *t)
{
    const fr_column *column = t->column;
    fr_output *out = fr_output_memory();
    fr_summary summary = {.name = column->name,
                          .unit = column->unit,
                          .shown_as = column->unit,
                          .decimals = column->decimals,
                          .kept = t->table.kept,
                          .whole = t->whole,
                          .meta = &t->profile->meta};

    if (out) {
        fr_summary_put(&summary, out);
        fr_put_text(out, t->profile->meta.relative ? FR_SEPARATOR "shares of what is left" : "");
    }
    fr_report_take_subtitle(t->report, out);
}

static int64_t self_of_rest(const top *t)
{
    int64_t rest = 0;

    for (size_t i = t->n_shown; i < t->table.n_rows; i++)
        rest += t->table.rows[i].self;
    return rest;
}

/* "30 of 1 234 functions; the others hold 3.2 % of self" */
static void note_rest(const top *t)
{
    const char *one = t->opt->by_module ? "module" : "function";
    size_t n_all = t->table.n_rows, n_rest = n_all - t->n_shown;
    char share[FR_NUMBER_MAX];
    fr_output *out = fr_output_memory();

    if (out && n_rest) {
        fr_put_grouped(out, (int64_t)t->n_shown, 0);
        fr_put_text(out, " of ");
        fr_put_grouped(out, (int64_t)n_all, 0);
        fr_put_format(out, " %ss; the other%s %s as self", one, n_rest > 1 ? "s hold" : " holds",
                      fr_format_share(share, self_of_rest(t), t->whole, 1));
    } else if (out) {
        fr_put_grouped(out, (int64_t)n_all, 0);
        fr_put_format(out, n_all == 1 ? " %s, all there is" : " %ss, all there are", one);
    }
    fr_report_take_note(t->report, out);
}

static void add_notes(const top *t)
{
    note_rest(t);
    if (t->table.recursive)
        fr_report_add_note(t->report,
                           t->opt->by_module
                               ? FR_LITERAL("a module counts once in a stack that holds it often")
                               : FR_LITERAL("a recursive function counts once in a stack"));
}

/* ---- the report ---- */

static fr_report *build(top *t, fr_error *err)
{
    size_t wanted = t->opt->n_rows;

    t->report = fr_report_new("top");
    if (t->report) {
        fr_table_sort(&t->table, t->opt->order);
        t->whole = t->profile->meta.relative ? t->table.kept : t->column->reference;
        t->n_shown = wanted && wanted < t->table.n_rows ? wanted : t->table.n_rows;
        t->report->n_all = t->table.n_rows;
        fr_report_set_title(t->report, fr_bytes_of(titles[t->opt->order][t->opt->by_module]));
        set_subtitle(t);
        add_columns(t);
        add_rows(t);
        add_notes(t);
    }
    return fr_report_finish(t->report, err);
}

fr_report *fr_report_top(const fr_profile *profile, const fr_top_options *opt, fr_error *err)
{
    fr_top_options defaults = FR_TOP_DEFAULTS;
    top t = {.profile = profile};
    fr_report *report = NULL;
    t.opt = opt ? opt : &defaults;
    if (t.opt->column >= profile->n_columns) {
        fr_fail(err, FR_E_USAGE, 0, 0, "no value column %u: there are %u", t.opt->column,
                profile->n_columns);
        return NULL;
    }
    if (t.opt->label)
        return fr_report_labels(profile, t.opt, err);
    t.column = &profile->columns[t.opt->column];
    if (fr_table_init(&t.table, profile, t.opt->column,
                      t.opt->by_module ? FR_TABLE_MODULE : FR_TABLE_NAME, err))
        report = build(&t, err);
    fr_table_reset(&t.table);
    return report;
}
