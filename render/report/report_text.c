/*
 * report_text.c - a report as aligned columns for a terminal.
 *
 *     Top functions by self
 *     6 826 samples of cpu-clock in 68.9 s of recording
 *
 *       self   self %  total   total %  function
 *      1 234  18.08 %  6 826  100.00 %  main
 *
 *     30 of 120 functions shown: 96.8 % of self
 *
 * Lines are 100 columns at most, or those of a narrower terminal: names of functions are shortened
 * (report_format.h), and what is still longer in the last column of text is cut in the middle. Both
 * are counted; csv and json have names whole. Amounts are in human units.
 */
#include <stdlib.h>

#include "base/sentence.h"
#include "render/measure.h"
#include "render/report/report_format.h"

#define LINE      100
#define GAP       2
#define LEAST     20 /* of a column of text */
#define MAX_WIDTH 60 /* of a column of text that is not the last; percent of the line */

typedef struct layout {
    const fr_report *report;
    fr_report_names names;
    size_t *width; /* by column; 0: it is omitted */
    size_t last;   /* column that is not omitted */
    bool section;  /* of check: columns in which no row says anything are omitted */
    size_t n_cut;  /* texts */
} layout;

static bool is_text(const layout *l, size_t column)
{
    return l->report->columns[column].kind == FR_CELL_TEXT;
}

/* The text of a cell may stand in `to`. */
static fr_bytes cell_text(const layout *l, size_t row, size_t column, char to[FR_NUMBER_MAX])
{
    if (is_text(l, column))
        return fr_report_names_shown(&l->names, l->report, row, column);
    return fr_bytes_of(
        fr_cell_format(to, l->report, column, fr_report_cell(l->report, row, column)));
}

/* Returns true if a column says nothing in any row: all of its cells are empty or a dash. */
static bool is_empty(const layout *l, size_t column)
{
    char to[FR_NUMBER_MAX];

    for (size_t row = 0; row < fr_report_n_rows(l->report); row++) {
        fr_bytes text = cell_text(l, row, column, to);
        if (text.len && (is_text(l, column) || !fr_bytes_equal(text, FR_LITERAL("\xe2\x80\x93"))))
            return false;
    }
    return true;
}

static size_t line_of(const fr_report *report)
{
    return report->line && report->line < LINE ? report->line : LINE;
}

/* Widths as they come; then the last column takes what is left of the line. */
static void measure(layout *l)
{
    const fr_report *r = l->report;
    size_t used = 0, line = line_of(r), most = line * MAX_WIDTH / 100;
    char to[FR_NUMBER_MAX];

    for (size_t c = 0; c < r->n_columns; c++)
        l->last = l->section && is_empty(l, c) ? l->last : c;
    size_t last = l->last;
    for (size_t c = 0; c <= last; c++) {
        if (l->section && is_empty(l, c))
            continue;
        l->width[c] = fr_terminal_width(fr_bytes_of(r->columns[c].title));
        for (size_t row = 0; row < fr_report_n_rows(r); row++) {
            size_t width = fr_terminal_width(cell_text(l, row, c, to));
            l->width[c] = width > l->width[c] ? width : l->width[c];
        }
        if (is_text(l, c) && c < last && l->width[c] > most)
            l->width[c] = most;
        used += c < last ? l->width[c] + GAP : 0;
    }
    if (is_text(l, last) && used + l->width[last] > line)
        l->width[last] = used + LEAST > line ? LEAST : line - used;
}

/* Numbers stand at the right, text at the left; nothing follows the last. */
static void put_cell(layout *l, size_t column, fr_bytes text, fr_output *out)
{
    size_t width = l->width[column], natural = fr_terminal_width(text);

    if (!width)
        return;
    fr_put_spaces(out, column ? GAP : 0);
    if (!is_text(l, column)) {
        fr_put_spaces(out, width > natural ? width - natural : 0);
        fr_put(out, text);
        return;
    }
    l->n_cut += natural > width;
    natural = fr_put_middle(out, text, width);
    fr_put_spaces(out, column == l->last ? 0 : width - natural);
}

static void put_table(layout *l, fr_output *out)
{
    char to[FR_NUMBER_MAX];

    measure(l);
    fr_put_char(out, '\n');
    if (fr_report_n_rows(l->report) == 0 && l->report->n_sections)
        return; /* the tables below are all there is */
    for (size_t c = 0; c < l->report->n_columns; c++)
        put_cell(l, c, fr_bytes_of(l->report->columns[c].title), out);
    fr_put_char(out, '\n');
    for (size_t row = 0; row < fr_report_n_rows(l->report); row++) {
        for (size_t c = 0; c < l->report->n_columns; c++)
            put_cell(l, c, cell_text(l, row, c, to), out);
        fr_put_char(out, '\n');
    }
    fr_put_char(out, '\n');
}

typedef struct counts {
    size_t n_short, n_cut;
} counts;

/* Writes title and table of a report, or of a section of it. */
static void put_part(const fr_report *report, bool section, counts *n, fr_output *out)
{
    layout l = {.report = report,
                .section = section,
                .width = calloc(report->n_columns + 1, sizeof *l.width)};

    if (fr_report_names_init(&l.names, report) && l.width) {
        if (*report->title)
            fr_put_wrapped(out, fr_bytes_of(report->title), line_of(report));
        if (*report->subtitle)
            fr_put_wrapped(out, fr_bytes_of(report->subtitle), line_of(report));
        if (report->n_columns)
            put_table(&l, out);
        n->n_short += l.names.n_short;
        n->n_cut += l.n_cut;
    } else {
        fr_output_fail(out, FR_E_LIMIT, "out of memory");
    }
    fr_report_names_reset(&l.names);
    free(l.width);
}

static void put_notes(const fr_report *report, const counts *n, fr_output *out)
{
    if (report->verdict)
        fr_put_wrapped(out, fr_bytes_of(report->verdict), line_of(report));
    for (size_t i = 0; i < report->n_notes; i++) {
        fr_bytes note = fr_bytes_of(report->notes[i]);
        bool is_command = fr_bytes_contain(note, ": flamerender "); /* is copied as a line */
        fr_put_wrapped(out, note, is_command ? SIZE_MAX : line_of(report));
    }
    if (n->n_short) {
        fr_put_shortened(out, n->n_short);
        fr_put_char(out, '\n');
    }
    if (n->n_cut)
        fr_say(out, "{} cut in the middle; csv and json have {} whole\n",
               fr_as_count(n->n_cut, "name is", "names are"), n->n_cut == 1 ? "it" : "them");
}

void fr_report_text_write(const fr_report *report, fr_output *out)
{
    counts n = {0, 0};

    put_part(report, false, &n, out);
    for (size_t i = 0; i < report->n_sections; i++)
        if (!report->sections[i]->for_programs && fr_report_n_rows(report->sections[i]))
            put_part(report->sections[i], strcmp(report->kind, "check") == 0, &n, out);
    put_notes(report, &n, out);
}
