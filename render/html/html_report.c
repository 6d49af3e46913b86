/*
 * html_report.c - a report as a table of a page, functions first:
 *
 *     function | what | since | from   | to     | change   | times | rate | of  | q
 *     sort     | step | v2.5  | 5.96 % | 7.99 % | +2.04 pp | 1.34x |      | own | 0.0000
 *
 * Numbers are <data> with the exact value, for the script that sorts the table and for other programs.
 */
#include "render/html/html_report.h"

#include "base/number.h"
#include "render/report/report_format.h"

/* The column that names a row. */
static size_t heading_of(const fr_report *r)
{
    for (size_t c = 0; c < r->n_columns; c++)
        if (strcmp(r->columns[c].key, "function") == 0)
            return c;
    return 0;
}

static void put_cell(const fr_report *r, size_t row, size_t c, fr_output *out)
{
    const fr_cell *cell = fr_report_cell(r, row, c);
    const fr_report_column *column = &r->columns[c];
    char to[FR_NUMBER_MAX];

    if (column->kind == FR_CELL_TEXT) {
        fr_put_xml(out, fr_report_text(r, cell));
        return;
    }
    const char *text = fr_cell_format(to, r, c, cell);
    if (cell->none) {
        fr_put_xml(out, fr_bytes_of(text));
        return;
    }
    fr_put_text(out, "<data value=\"");
    fr_put_scaled(out, cell->value, column->decimals);
    fr_put_text(out, "\">");
    fr_put_xml(out, fr_bytes_of(text));
    fr_put_text(out, "</data>");
}

static void put_head(const fr_report *r, size_t c, fr_output *out)
{
    fr_put_text(out, "<th scope=\"col\">");
    fr_put_xml(out, fr_bytes_of(r->columns[c].title));
    fr_put_text(out, "</th>");
}

static void put_row(const fr_report *r, size_t row, size_t heading, fr_output *out)
{
    fr_put_text(out, "<tr><th scope=\"row\">");
    put_cell(r, row, heading, out);
    fr_put_text(out, "</th>");
    for (size_t c = 0; c < r->n_columns; c++) {
        if (c == heading)
            continue;
        fr_put_text(out, "<td>");
        put_cell(r, row, c, out);
        fr_put_text(out, "</td>");
    }
    fr_put_text(out, "</tr>\n");
}

void fr_html_put_report(const fr_report *r, const char *summary, const char *caption,
                        fr_output *out)
{
    size_t heading = heading_of(r);

    if (fr_report_n_rows(r) == 0)
        return;
    fr_put_text(out, "<details id=\"flamerender-table\" open>\n<summary>");
    fr_put_text(out, summary);
    fr_put_text(out, "</summary>\n<table>\n<caption>");
    fr_put_text(out, caption);
    fr_put_text(out, "</caption>\n<thead><tr>");
    put_head(r, heading, out);
    for (size_t c = 0; c < r->n_columns; c++)
        if (c != heading)
            put_head(r, c, out);
    fr_put_text(out, "</tr></thead>\n<tbody>\n");
    for (size_t row = 0; row < fr_report_n_rows(r); row++)
        put_row(r, row, heading, out);
    fr_put_text(out, "</tbody>\n</table>\n</details>\n");
}
