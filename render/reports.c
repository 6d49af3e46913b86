/* reports.c - the table of formats of reports. Adding one is a file and a row. */
#include <stdio.h>

#include "base/units.h"
#include "render/report_format.h"

static const fr_report_format formats[] = {
    {"text", "a table for terminals, of 100 columns at most", "txt", fr_report_text_write},
    {"markdown", "a table for comments, under 65 536 characters", "md markdown",
     fr_report_markdown_write},
    {"csv", "exact numbers, by RFC 4180", "csv", fr_report_csv_write},
    {"json", "exact numbers, with columns, units and notes", "json", fr_report_json_write},
};

#define N_FORMATS (sizeof formats / sizeof *formats)

bool fr_report_format_at(size_t index, fr_format_info *info)
{
    if (index >= N_FORMATS)
        return false;
    *info = (fr_format_info){formats[index].name, formats[index].title, formats[index].suffixes};
    return true;
}

void fr_report_write(const fr_report *report, const char *format, fr_output *out)
{
    for (size_t i = 0; i < N_FORMATS; i++)
        if (strcmp(formats[i].name, format) == 0) {
            formats[i].write(report, out);
            return;
        }
    fr_output_fail(out, FR_E_USAGE, "unknown report format '%.64s'", format);
}

/* ---- numbers of cells ---- */

static int64_t magnitude_of(int64_t value)
{
    return value == INT64_MIN ? INT64_MAX : value < 0 ? -value : value;
}

/* Shares of a change are percentage points. */
static void format_share(char to[FR_NUMBER_MAX], const fr_report_column *column,
                         const fr_cell *cell)
{
    size_t n = strlen(fr_format_share(to, magnitude_of(cell->value), cell->whole, 2));

    if (column->is_change && to[n - 1] == '%')
        memcpy(to + n - 1, "pp", 3);
}

static void format_magnitude(char to[FR_NUMBER_MAX], const fr_report_column *column,
                             const fr_cell *cell)
{
    int64_t magnitude = magnitude_of(cell->value);

    if (column->kind == FR_CELL_SHARE)
        format_share(to, column, cell);
    else if (column->kind == FR_CELL_VALUE && magnitude && fr_unit_has_multiples(column->unit))
        fr_format_human(to, magnitude, column->decimals, column->unit);
    else
        fr_format_grouped(to, magnitude, column->kind == FR_CELL_VALUE ? column->decimals : 0);
}

char *fr_cell_format(char to[FR_NUMBER_MAX], const fr_report_column *column, const fr_cell *cell)
{
    char digits[FR_NUMBER_MAX];
    const char *plus = column->is_change && cell->value > 0 ? "+" : "";

    format_magnitude(digits, column, cell);
    snprintf(to, FR_NUMBER_MAX, "%s%.60s", cell->value < 0 ? "-" : plus, digits);
    return to;
}
