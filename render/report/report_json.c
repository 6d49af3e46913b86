/*
 * report_json.c - a report as JSON, by RFC 8259; one row a line.
 *
 *     {
 *     "flamerender": "report", "version": 1,
 *     "kind": "top",               what the rows are
 *     "title": "Top functions by self",
 *     "subtitle": "cpu-clock · 6 826 samples in 68.9 s",
 *     "columns": [                 in the order for people; keys are stable
 *      {"key": "self", "title": "self", "kind": "value", "unit": "ns", "decimals": 0},
 *      {"key": "self_share", "title": "self %", "kind": "share"},
 *      {"key": "function", "title": "function", "kind": "text"}
 *     ],
 *     "rows": [                    by key: a value in units of 10^-decimals, a share as [part, whole],
 *                                  a count as a number, a number as a decimal or null, text as a
 *                                  string
 *      {"self": 1234, "self_share": [1234, 6826], "function": "main"}
 *     ],
 *     "rows_in_all": 120,          more than there are where some were omitted
 *     "sections": {                where there are smaller tables: by kind, {columns, rows, rows_in_all}
 *      "why": {...}
 *     },
 *     "notes": ["30 of 120 functions shown: 96.8 % of self"],
 *     "verdict": null              or {"passed": false, "text": "..."}
 *     }
 *
 * Numbers are exact integers and may be larger than 2^53. A column of changes has "change": true.
 */
#include "base/members.h"
#include "render/report/report_format.h"

#include <inttypes.h>

static const char *const kind_names[FR_N_CELL_KINDS] = {
    [FR_CELL_TEXT] = "text",   [FR_CELL_VALUE] = "value",   [FR_CELL_SHARE] = "share",
    [FR_CELL_COUNT] = "count", [FR_CELL_NUMBER] = "number",
};

static void put_column(const fr_report_column *column, fr_output *out)
{
    fr_members m = fr_members_begin(out, "{");

    fr_member_text(&m, "key", column->key);
    fr_member_text(&m, "title", column->title);
    fr_member_text(&m, "kind", kind_names[column->kind]);
    if (column->kind == FR_CELL_NUMBER || column->kind == FR_CELL_VALUE)
        fr_member_text(&m, "unit", column->unit);
    if (column->kind == FR_CELL_VALUE)
        fr_member_int(&m, "decimals", column->decimals);
    if (column->is_change)
        fr_member_bool(&m, "change", true);
    fr_members_end(&m);
}

static void put_row(const fr_report *report, size_t row, fr_output *out)
{
    fr_members m = fr_members_begin(out, row ? ",\n {" : "\n {");

    for (size_t c = 0; c < report->n_columns; c++) {
        const fr_report_column *column = &report->columns[c];
        const fr_cell *cell = fr_report_cell(report, row, c);
        fr_member_key(&m, column->key);
        if (column->kind == FR_CELL_TEXT) {
            fr_put_json(m.out, fr_report_text(report, cell));
        } else if (column->kind == FR_CELL_NUMBER) {
            if (cell->none)
                fr_put_text(m.out, "null");
            else
                fr_put_scaled(m.out, cell->value, column->decimals);
        } else if (column->kind == FR_CELL_SHARE) {
            fr_put_format(m.out, "[%" PRId64 ", %" PRId64 "]", cell->value, cell->whole);
        } else {
            fr_put_int(m.out, cell->value);
        }
    }
    fr_members_end(&m);
}

static void put_columns_and_rows(const fr_report *report, fr_members *m)
{
    fr_member_key(m, "columns");
    fr_put_char(m->out, '[');
    for (size_t c = 0; c < report->n_columns; c++) {
        fr_put_text(m->out, c ? ",\n " : "\n ");
        put_column(&report->columns[c], m->out);
    }
    fr_put_text(m->out, "\n]");
    fr_members_break(m);
    fr_member_key(m, "rows");
    fr_put_char(m->out, '[');
    for (size_t row = 0; row < fr_report_n_rows(report); row++)
        put_row(report, row, m->out);
    fr_put_text(m->out, "\n]");
    fr_members_break(m);
    fr_member_int(m, "rows_in_all", (int64_t)report->n_all);
}

static void put_sections(const fr_report *report, fr_members *whole)
{
    fr_members sections = fr_members_begin(whole->out, "\n");

    if (!report->n_sections)
        return;
    fr_members_break(whole);
    fr_member_key(whole, "sections");
    fr_put_char(whole->out, '{');
    for (size_t i = 0; i < report->n_sections; i++) {
        fr_member_key(&sections, report->sections[i]->kind);
        fr_members m = fr_members_begin(whole->out, "{\n");
        put_columns_and_rows(report->sections[i], &m);
        fr_members_end(&m);
        fr_members_break(&sections);
    }
    fr_put_text(whole->out, "\n}");
}

void fr_report_json_write(const fr_report *report, fr_output *out)
{
    fr_members m = fr_members_begin(out, "{\n");

    fr_member_text(&m, "flamerender", "report");
    fr_member_int(&m, "version", 1);
    fr_members_break(&m);
    fr_member_text(&m, "kind", report->kind);
    fr_members_break(&m);
    fr_member_text(&m, "title", report->title);
    fr_members_break(&m);
    fr_member_text(&m, "subtitle", report->subtitle);
    fr_members_break(&m);
    put_columns_and_rows(report, &m);
    put_sections(report, &m);
    fr_members_break(&m);
    fr_member_key(&m, "notes");
    fr_put_char(out, '[');
    for (size_t i = 0; i < report->n_notes; i++) {
        fr_put_text(out, i ? ",\n " : "\n ");
        fr_put_json(out, fr_bytes_of(report->notes[i]));
    }
    fr_put_char(out, ']');
    fr_members_break(&m);
    fr_member_key(&m, "verdict");
    if (report->verdict) {
        fr_members verdict = fr_members_begin(out, "{");
        fr_member_bool(&verdict, "passed", report->passed);
        fr_member_text(&verdict, "text", report->verdict);
        fr_members_end(&verdict);
    } else {
        fr_put_text(out, "null");
    }
    fr_put_text(out, "\n}\n");
}
