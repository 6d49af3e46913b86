/*
 * report_format.h - a format of reports is a row of the table in reports.c; what they share
 * about cells.
 */
#ifndef FR_RENDER_REPORT_FORMAT_H
#define FR_RENDER_REPORT_FORMAT_H

#include "base/number.h"
#include "base/output.h"
#include "model/report/report.h"

typedef struct fr_report_format {
    fr_format_info info;                                    /* FR_FORMAT_REPORT is added for all */
    void (*write)(const fr_report *report, fr_output *out); /* failures stick in `out` */
} fr_report_format;

void fr_report_text_write(const fr_report *report, fr_output *out);
void fr_report_markdown_write(const fr_report *report, fr_output *out);
void fr_report_csv_write(const fr_report *report, fr_output *out);
void fr_report_json_write(const fr_report *report, fr_output *out);

/* A number as people read it: "1 234", "12.3 ms", "12.34 %", of a change "+12", "-0.50 pp". Not for
 * text. */
char *fr_cell_format(char to[FR_NUMBER_MAX], const fr_report *report, size_t column,
                     const fr_cell *cell);

#endif
