/*
 * html_report.h - a report as a table of a page.
 */
#ifndef FR_RENDER_HTML_REPORT_H
#define FR_RENDER_HTML_REPORT_H

#include "base/output.h"
#include "model/report/report.h"

/* <details> with the table, open; nothing where the report has no rows. `summary` and `caption` are plain text. */
void fr_html_put_report(const fr_report *report, const char *summary, const char *caption,
                        fr_output *out);

#endif
