/* reports.c - the table of formats of reports. Adding one is a file and a row. */
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/units.h"
#include "render/report/report_format.h"

static const fr_report_format formats[] = {
    {{"text", "a table for terminals, of 100 columns at most", "txt",
      FR_FORMAT_TITLED | FR_FORMAT_FOR_PEOPLE},
     fr_report_text_write},
    {{"markdown", "a table for comments, under 65 536 characters", "md markdown",
      FR_FORMAT_TITLED | FR_FORMAT_FOR_PEOPLE},
     fr_report_markdown_write},
    {{"csv", "exact numbers, by RFC 4180", "csv", FR_FORMAT_FOR_PROGRAMS}, fr_report_csv_write},
    {{"json", "exact numbers, with columns, units and notes", "json",
      FR_FORMAT_FOR_PROGRAMS | FR_FORMAT_TITLED},
     fr_report_json_write},
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

/* "2.10 pp", "1.9x": with as many places as the column shows. */
static void format_number(char to[FR_NUMBER_MAX], const fr_report_column *column, int64_t magnitude)
{
    char whole[FR_NUMBER_MAX], places[12] = "";
    int64_t cut = 1, unit = 1, rounded;
    bool is_times = strcmp(column->unit, "x") == 0;

    for (uint32_t i = column->places; i < column->decimals; i++)
        cut *= 10;
    for (uint32_t i = 0; i < column->places; i++)
        unit *= 10;
    rounded = magnitude / cut + (magnitude % cut * 2 >= cut && cut > 1);
    if (column->places)
        snprintf(places, sizeof places, ".%0*d", (int)column->places, (int)(rounded % unit));
    snprintf(to, FR_NUMBER_MAX, "%s%s%s%.12s", fr_format_grouped(whole, rounded / unit, 0), places,
             *column->unit && !is_times ? FR_NARROW_SPACE : "", column->unit);
}

/* An amount in the report's unit, where that is of its kind, or in the one that suits it. */
static void format_value(char to[FR_NUMBER_MAX], const fr_report *report,
                         const fr_report_column *column, int64_t magnitude)
{
    fr_unit_kind kind = fr_unit_kind_of(column->unit);

    if (!magnitude || kind == FR_UNIT_PLAIN)
        fr_format_grouped(to, magnitude, column->decimals);
    else if (report->shown && fr_unit_kind_of(report->shown) == kind)
        fr_format_in(to, magnitude, column->decimals, column->unit, report->shown);
    else
        fr_format_human(to, magnitude, column->decimals, column->unit);
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
