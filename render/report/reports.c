/* reports.c - the table of formats of reports, JSON among them. Adding one is a file and a row. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/members.h"
#include "base/number.h"
#include "render/report/report_format.h"

/*
 * A report as JSON, by RFC 8259; one row a line.
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

static void write_json(const fr_report *report, fr_output *out)
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

/* ---- the table ---- */

static const struct {
    fr_format_info info; /* FR_FORMAT_REPORT is added for all */
    void (*write)(const fr_report *report, fr_output *out);
} formats[] = {
    {{"text", "a table for terminals, of 100 columns at most", "txt",
      FR_FORMAT_TITLED | FR_FORMAT_FOR_PEOPLE},
     fr_report_text_write},
    {{"markdown", "a table for comments, under 65 536 characters", "md markdown",
      FR_FORMAT_TITLED | FR_FORMAT_FOR_PEOPLE},
     fr_report_markdown_write},
    {{"csv", "exact numbers, by RFC 4180", "csv", FR_FORMAT_FOR_PROGRAMS}, fr_report_csv_write},
    {{"json", "exact numbers, with columns, units and notes", "json",
      FR_FORMAT_FOR_PROGRAMS | FR_FORMAT_TITLED},
     write_json},
};

#define N_FORMATS (sizeof formats / sizeof *formats)

bool fr_report_format_at(size_t index, fr_format_info *info)
{
    if (index >= N_FORMATS)
        return false;
    *info = formats[index].info;
    info->flags |= FR_FORMAT_REPORT;
    return true;
}

void fr_report_write(const fr_report *report, const char *format, fr_output *out)
{
    for (size_t i = 0; i < N_FORMATS; i++)
        if (strcmp(formats[i].info.name, format) == 0) {
            formats[i].write(report, out);
            return;
        }
    fr_output_fail(out, FR_E_USAGE, "unknown report format '%.64s'", format);
}

/* ---- numbers of cells ---- */

static int64_t ten_to(uint32_t power)
{
    return power ? 10 * ten_to(power - 1) : 1;
}

/* "2.10 pp", "1.90x": with as many places as the column shows; "2 106x": ratios of 100 and more have none. */
static void format_number(char to[FR_NUMBER_MAX], const fr_report_column *column, int64_t magnitude)
{
    char whole[FR_NUMBER_MAX], digits[12] = "";
    bool is_times = strcmp(column->unit, "x") == 0;
    bool is_large = is_times && magnitude / ten_to(column->decimals) >= 100;
    uint32_t places = is_large ? 0 : column->places;
    int64_t cut = ten_to(column->decimals - places), unit = ten_to(places);
    int64_t rounded = magnitude / cut + (magnitude % cut * 2 >= cut && cut > 1);

    if (places)
        snprintf(digits, sizeof digits, ".%0*d", (int)places, (int)(rounded % unit));
    snprintf(to, FR_NUMBER_MAX, "%s%s%s%.12s", fr_format_grouped(whole, rounded / unit, 0), digits,
             *column->unit && !is_times ? FR_NARROW_SPACE : "", column->unit);
}

/* An amount in the report's unit, where that is of its kind, or in the one that suits it; "184 ms/s" of ns/s. */
static void format_value(char to[FR_NUMBER_MAX], const fr_report *report,
                         const fr_report_column *column, int64_t magnitude)
{
    size_t len = strlen(column->unit);
    bool by_second = len > 2 && strcmp(column->unit + len - 2, "/s") == 0;
    char unit[FR_NUMBER_MAX];

    snprintf(unit, sizeof unit, "%.*s", (int)(by_second ? len - 2 : len), column->unit);
    fr_unit_kind kind = fr_unit_kind_of(unit);
    if (!magnitude || kind == FR_UNIT_PLAIN) {
        fr_format_grouped(to, magnitude, column->decimals);
        return;
    }
    if (report->shown && fr_unit_kind_of(report->shown) == kind)
        fr_format_in(to, magnitude, column->decimals, unit, report->shown);
    else
        fr_format_human(to, magnitude, column->decimals, unit);
    if (by_second)
        snprintf(to + strlen(to), FR_NUMBER_MAX - strlen(to), "/s");
}

char *fr_cell_format(char to[FR_NUMBER_MAX], const fr_report *report, size_t c, const fr_cell *cell)
{
    const fr_report_column *column = &report->columns[c];
    int64_t magnitude = cell->value == INT64_MIN ? INT64_MAX
                        : cell->value < 0        ? -cell->value
                                                 : cell->value;
    char digits[FR_NUMBER_MAX];
    const char *plus = column->is_change && cell->value > 0 ? "+" : "";

    if (cell->none)
        return strcpy(to, "\xe2\x80\x93");
    if (column->kind == FR_CELL_SHARE) {
        /* Shares of a change are percentage points. */
        size_t n = strlen(fr_format_share(digits, magnitude, cell->whole, 2));
        if (column->is_change && digits[n - 1] == '%')
            memcpy(digits + n - 1, "pp", 3);
    } else if (column->kind == FR_CELL_NUMBER) {
        format_number(digits, column, magnitude);
    } else if (column->kind == FR_CELL_VALUE) {
        format_value(digits, report, column, magnitude);
    } else {
        fr_format_grouped(digits, magnitude, 0);
    }
    snprintf(to, FR_NUMBER_MAX, "%s%.60s", cell->value < 0 ? "-" : plus, digits);
    return to;
}
