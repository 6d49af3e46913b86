/*
 * report_csv.c - a report as CSV by RFC 4180: a header, then every row; lines end in CR LF.
 *
 *     "self (ns)","self (%)","total (ns)","total (%)","function"
 *     1500000,99.966678,1500000,99.966678,"b"
 *
 * Numbers are raw and exact; a share is a percentage with six decimals at most. Text is always
 * quoted, with quotes doubled. Spreadsheets take text that starts with = + - @ for a formula
 * even when it is quoted, so such text, and text that starts with an apostrophe, gets one
 * apostrophe in front: take one off each text that starts with one, and it is as it was
 * ("'-[NSView draw]" is -[NSView draw]). Title, notes and verdict are not written: JSON has them.
 */
#include "render/report/report_format.h"

#define PERCENT_DECIMALS 6

/* The full-width forms, U+FF1D and the like, are formulas to some. */
static bool reads_as_formula(fr_bytes text)
{
    static const char *const wide[] = {"\xef\xbc\x9d", "\xef\xbc\x8b", "\xef\xbc\x8d",
                                       "\xef\xbc\xa0"};

    if (text.len && memchr("=+-@'\t\r", text.at[0], 7))
        return true;
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (fr_bytes_starts(text, fr_bytes_of(wide[i])))
            return true;
    return false;
}

static void put_quoted(fr_output *out, fr_bytes text)
{
    fr_put_replaced(out, text, '"', "\"\"");
}

/* Half up, in integers; a part that is larger than the whole is fine. */
static void put_percent(fr_output *out, const fr_cell *cell)
{
    uint64_t part = cell->value < 0 ? UINT64_C(0) - (uint64_t)cell->value : (uint64_t)cell->value;
    fr_u128 scaled = (fr_u128)part * 200000000;
    int64_t whole = cell->whole, millionths = 0;

    if (whole > 0)
        millionths = (int64_t)((scaled + (uint64_t)whole) / ((fr_u128)(uint64_t)whole * 2));
    fr_put_scaled(out, cell->value < 0 ? -millionths : millionths, PERCENT_DECIMALS);
}

/* "self (ns)": of a share its percent sign, without the key's last word. */
static void put_heading(const fr_report_column *column, fr_output *out)
{
    fr_bytes key = fr_bytes_of(column->key);
    bool share = column->kind == FR_CELL_SHARE;

    if (share && fr_bytes_ends(key, FR_LITERAL("_share")))
        key.len -= sizeof "_share" - 1;
    fr_put_char(out, '"');
    put_quoted(out, key);
    if (share || *column->unit) {
        fr_put_text(out, " (");
        put_quoted(out, share ? FR_LITERAL("%") : fr_bytes_of(column->unit));
        fr_put_char(out, ')');
    }
    fr_put_char(out, '"');
}

void fr_report_csv_write(const fr_report *report, fr_output *out)
{
    for (size_t c = 0; c < report->n_columns; c++) {
        fr_put_text(out, c ? "," : "");
        put_heading(&report->columns[c], out);
    }
    fr_put_text(out, report->n_columns ? "\r\n" : "");
    for (size_t row = 0; row < fr_report_n_rows(report); row++) {
        for (size_t c = 0; c < report->n_columns; c++) {
            fr_put_text(out, c ? "," : "");
            const fr_report_column *column = &report->columns[c];
            const fr_cell *cell = fr_report_cell(report, row, c);
            if (column->kind == FR_CELL_TEXT) {
                fr_put_text(out, reads_as_formula(fr_report_text(report, cell)) ? "\"'" : "\"");
                put_quoted(out, fr_report_text(report, cell));
                fr_put_char(out, '"');
            } else if (column->kind == FR_CELL_SHARE) {
                put_percent(out, cell);
            } else if (!cell->none) {
                fr_put_scaled(out, cell->value, column->decimals);
            }
        }
        fr_put_text(out, "\r\n");
    }
}
