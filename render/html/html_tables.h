/*
 * html_tables.h - what stands below the picture of a page: tables and lists that need no script.
 */
#ifndef FR_RENDER_HTML_HTML_TABLES_H
#define FR_RENDER_HTML_HTML_TABLES_H

#include "model/report/report.h"
#include "render/scene.h"

/* <details> with the rows of `scene->top`, open; nothing where there are none. */
void fr_html_put_table(const fr_scene *scene, fr_output *out);

/* A <table> of both sides; nothing where there is no function. */
void fr_html_put_changes(const fr_scene *scene, fr_output *out);

/* <details> with the table, open; nothing where the report has no rows. `summary` and `caption` are plain text. */
void fr_html_put_report(const fr_report *report, const char *summary, const char *caption,
                        fr_output *out);

/* A <ul> with the colours as one ramp between the words of its ends, and the other words of the legend. */
void fr_html_put_cells_legend(const fr_scene *scene, fr_output *out);
/* The note, and an <ol> of what stands out: links that select it. */
void fr_html_put_found(const fr_scene *scene, fr_output *out);

#endif
