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
#include "render/report/report_format.h"

static const char *const kind_names[FR_N_CELL_KINDS] = {
    [FR_CELL_TEXT] = "text",   [FR_CELL_VALUE] = "value",   [FR_CELL_SHARE] = "share",
    [FR_CELL_COUNT] = "count", [FR_CELL_NUMBER] = "number",
};

static void put_string(fr_output *out, const char *before, const char *text)
{
    fr_put_text(out, before);
    fr_put_json(out, fr_bytes_of(text));
}

static void put_column(const fr_report_column *column, fr_output *out)
{
    put_string(out, "{\"key\": ", column->key);
    put_string(out, ", \"title\": ", column->title);
    put_string(out, ", \"kind\": ", kind_names[column->kind]);
    if (column->kind == FR_CELL_NUMBER)
        put_string(out, ", \"unit\": ", column->unit);
    if (column->kind == FR_CELL_VALUE) {
        put_string(out, ", \"unit\": ", column->unit);
        fr_put_format(out, ", \"decimals\": %u", column->decimals);
    }
    fr_put_text(out, column->is_change ? ", \"change\": true}" : "}");
}

static void put_number(const fr_report_column *column, const fr_cell *cell, fr_output *out)
{
    if (cell->none)
        fr_put_text(out, "null");
    else
        fr_put_scaled(out, cell->value, column->decimals);
}

static void put_cell(const fr_report *report, const fr_report_column *column, const fr_cell *cell,
                     fr_output *out)
{
    fr_put_json(out, fr_bytes_of(column->key));
    fr_put_text(out, ": ");
    if (column->kind == FR_CELL_TEXT) {
        fr_put_json(out, fr_report_text(report, cell));
        return;
    }
    if (column->kind == FR_CELL_NUMBER) {
        put_number(column, cell, out);
        return;
    }
    fr_put_text(out, column->kind == FR_CELL_SHARE ? "[" : "");
    fr_put_int(out, cell->value);
    if (column->kind != FR_CELL_SHARE)
        return;
    fr_put_text(out, ", ");
    fr_put_int(out, cell->whole);
    fr_put_char(out, ']');
}

static void put_row(const fr_report *report, size_t row, fr_output *out)
{
    fr_put_text(out, row ? ",\n {" : "\n {");
    for (size_t c = 0; c < report->n_columns; c++) {
        fr_put_text(out, c ? ", " : "");
        put_cell(report, &report->columns[c], fr_report_cell(report, row, c), out);
    }
    fr_put_char(out, '}');
}

static void put_verdict(const fr_report *report, fr_output *out)
{
    if (!report->verdict) {
        fr_put_text(out, ",\n\"verdict\": null");
        return;
    }
    fr_put_format(out, ",\n\"verdict\": {\"passed\": %s", report->passed ? "true" : "false");
    put_string(out, ", \"text\": ", report->verdict);
    fr_put_char(out, '}');
}

static void put_columns_and_rows(const fr_report *report, fr_output *out)
{
    fr_put_text(out, "\"columns\": [");
    for (size_t c = 0; c < report->n_columns; c++) {
        fr_put_text(out, c ? ",\n " : "\n ");
        put_column(&report->columns[c], out);
    }
    fr_put_text(out, "\n],\n\"rows\": [");
    for (size_t row = 0; row < fr_report_n_rows(report); row++)
        put_row(report, row, out);
    fr_put_text(out, "\n],\n\"rows_in_all\": ");
    fr_put_int(out, (int64_t)report->n_all);
}

static void put_sections(const fr_report *report, fr_output *out)
{
    if (report->n_sections)
        fr_put_text(out, ",\n\"sections\": {");
    for (size_t i = 0; i < report->n_sections; i++) {
        put_string(out, i ? ",\n" : "\n", report->sections[i]->kind);
        fr_put_text(out, ": {\n");
        put_columns_and_rows(report->sections[i], out);
        fr_put_char(out, '}');
    }
    if (report->n_sections)
        fr_put_text(out, "\n}");
}

void fr_report_json_write(const fr_report *report, fr_output *out)
{
    put_string(out, "{\n\"flamerender\": \"report\", \"version\": 1,\n\"kind\": ", report->kind);
    put_string(out, ",\n\"title\": ", report->title);
    put_string(out, ",\n\"subtitle\": ", report->subtitle);
    fr_put_text(out, ",\n");
    put_columns_and_rows(report, out);
    put_sections(report, out);
    fr_put_text(out, ",\n\"notes\": [");
    for (size_t i = 0; i < report->n_notes; i++)
        put_string(out, i ? ",\n " : "\n ", report->notes[i]);
    fr_put_char(out, ']');
    put_verdict(report, out);
    fr_put_text(out, "\n}\n");
}
