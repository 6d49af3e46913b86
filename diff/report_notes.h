/*
 * report_notes.h - the sentences under the table of a differential's report: how many functions
 * changed, what was paired, and how large a change must be to show.
 */
#ifndef FR_DIFF_REPORT_NOTES_H
#define FR_DIFF_REPORT_NOTES_H

#include "diff/diff.h"
#include "model/report/report.h"

/* n_changed: functions that changed; n_shown: rows of the table. Failures stick in the report. */
void fr_diff_report_notes(fr_report *report, const fr_diff *diff, size_t n_changed, size_t n_shown);

#endif
