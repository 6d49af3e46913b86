/*
 * report_format.h - a format of reports is a row of the table in reports.c; what they share about cells and names.
 */
#ifndef FR_RENDER_REPORT_FORMAT_H
#define FR_RENDER_REPORT_FORMAT_H

#include "model/report/report.h"

/* Writers of the formats; failures stick in `out`. */
void fr_report_text_write(const fr_report *report, fr_output *out);
void fr_report_markdown_write(const fr_report *report, fr_output *out);
void fr_report_csv_write(const fr_report *report, fr_output *out);

/* A number as people read it: "1 234", "12.3 ms", "12.34 %", of a change "+12", "-0.50 pp". Not for text. */
char *fr_cell_format(char to[FR_NUMBER_MAX], const fr_report *report, size_t column,
                     const fr_cell *cell);

/*
 * Functions' names as a table for people shows them, at most 60 characters:
 *
 *     std::vector<int, std::allocator<int> >::push_back(int const&)     vector<int>::push_back(int const&)
 *
 * Shortened by base/short_name.h. Where two names of a table would look the same, both stay whole.
 * Texts of other columns (modules, files, verdicts) stay as they are.
 */
typedef struct fr_report_names {
    fr_arena arena;
    fr_bytes *shown; /* by id of a text; NULL at: the text is no function's name */
    size_t n_short;  /* names that are not whole */
} fr_report_names;

/* For the rows of `report`, not of its sections. False when memory ran out. Reset it in both cases. */
bool fr_report_names_init(fr_report_names *names, const fr_report *report);
void fr_report_names_reset(fr_report_names *names);
/* The text of a cell of kind TEXT. */
fr_bytes fr_report_names_shown(const fr_report_names *names, const fr_report *report, size_t row,
                               size_t column);
/* "12 names are shortened; csv and json have them whole, --names full shows them" */
void fr_put_shortened(fr_output *out, size_t n);

#endif
