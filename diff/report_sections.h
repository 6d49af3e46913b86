/*
 * report_sections.h - the smaller tables of a differential's report: why, names, and for programs
 * what was compared.
 */
#ifndef FR_DIFF_REPORT_SECTIONS_H
#define FR_DIFF_REPORT_SECTIONS_H

#include "diff/diff.h"
#include "model/report/report.h"

/* n_rows: names listed; 0: all. Failures stick in the report. */
void fr_diff_report_sections(fr_report *report, const fr_diff *diff, size_t n_rows);

#endif
