/* report.c - the funnel that tables are made in. */
#include "model/report/report.h"

#include <math.h>
#include <stdlib.h>

#include "base/text.h"

fr_report *fr_report_new(const char *kind)
{
    fr_report *report = calloc(1, sizeof *report);

    if (!report)
        return NULL;
    report->kind = kind;
    report->title = report->subtitle = "";
    report->texts = fr_names_new();
    return fr_kept(report->texts, report);
}

/* All but sections, of which a section has none. */
static void release(fr_report *report)
{
    fr_arena_reset(&report->arena);
    fr_names_free(report->texts);
    free(report->columns);
    free(report->cells);
    free(report->notes);
    free(report);
}

void fr_report_free(fr_report *report)
{
    if (!report)
        return;
    for (size_t i = 0; i < report->n_sections; i++)
        release(report->sections[i]);
    free(report->sections);
    release(report);
}

void fr_report_show_full_names(fr_report *report)
{
    report->full_names = true;
    for (size_t i = 0; i < report->n_sections; i++)
        report->sections[i]->full_names = true;
}

void fr_report_fit_columns(fr_report *report, uint32_t columns)
{
    report->line = columns;
    for (size_t i = 0; i < report->n_sections; i++)
        report->sections[i]->line = columns;
}

fr_report *fr_report_finish(fr_report *report, fr_error *err)
{
    if (!report) {
        fr_fail_memory(err);
        return NULL;
    }
    if (report->n_columns && report->n_cells % report->n_columns)
        fr_fail(&report->err, FR_E_USAGE, 0, 0, "the last row of the report is not whole");
    if (report->n_all < fr_report_n_rows(report))
        report->n_all = fr_report_n_rows(report);
    if (fr_fail_copy(err, &report->err))
        return report;
    fr_report_free(report);
    return NULL;
}

/* A repaired copy in the report; "" after a failure. */
static const char *keep(fr_report *report, fr_bytes text)
{
    fr_bytes repaired = fr_text_repair(&report->arena, text, FR_TEXT_ESCAPED);
    const char *copy =
        repaired.at || text.len == 0 ? fr_arena_copy(&report->arena, repaired) : NULL;

    if (!copy)
        fr_fail_memory(&report->err);
    return copy ? copy : "";
}

void fr_report_add_column(fr_report *report, const fr_report_column *column)
{
    fr_report_column *made;

    if (!fr_reserve(&report->columns, &report->cap_columns, report->n_columns + 1, sizeof *made))
        fr_fail_memory(&report->err);
    if (report->n_cells)
        fr_fail(&report->err, FR_E_USAGE, 0, 0, "columns of a report come before its cells");
    if (report->err.code != FR_OK)
        return;
    made = &report->columns[report->n_columns++];
    *made = *column;
    made->key = keep(report, fr_bytes_of(column->key));
    made->title = keep(report, fr_bytes_of(column->title));
    made->unit = keep(report, fr_bytes_of(column->unit));
}

static void add_cell(fr_report *report, fr_cell_kind kind, fr_cell cell)
{
    if (report->err.code != FR_OK)
        return;
    if (!report->n_columns || report->columns[report->n_cells % report->n_columns].kind != kind)
        fr_fail(&report->err, FR_E_USAGE, 0, 0,
                "cell %zu of the report is not of its column's kind", report->n_cells);
    else if (!fr_reserve(&report->cells, &report->cap_cells, report->n_cells + 1, sizeof cell))
        fr_fail_memory(&report->err);
    else
        report->cells[report->n_cells++] = cell;
}

void fr_report_add_text(fr_report *report, fr_bytes text)
{
    fr_arena arena = {0};
    fr_bytes repaired = fr_text_repair(&arena, text, FR_TEXT_ESCAPED);
    uint32_t id = FR_NO_ID;

    if (repaired.at || text.len == 0)
        id = fr_names_add(report->texts, repaired);
    fr_arena_reset(&arena);
    if (id == FR_NO_ID)
        fr_fail_memory(&report->err);
    add_cell(report, FR_CELL_TEXT, (fr_cell){.text = id});
}

void fr_report_add_value(fr_report *report, int64_t value)
{
    add_cell(report, FR_CELL_VALUE, (fr_cell){.value = value});
}

void fr_report_add_count(fr_report *report, int64_t count)
{
    add_cell(report, FR_CELL_COUNT, (fr_cell){.value = count});
}

void fr_report_add_share(fr_report *report, int64_t part, int64_t whole)
{
    add_cell(report, FR_CELL_SHARE, (fr_cell){.value = part, .whole = whole});
}

void fr_report_add_number(fr_report *report, double number)
{
    fr_cell cell = {.none = !isfinite(number)};
    uint32_t decimals = 0;

    if (report->n_columns)
        decimals = report->columns[report->n_cells % report->n_columns].decimals;
    for (uint32_t i = 0; i < decimals; i++)
        number *= 10;
    if (!cell.none && fabs(number) < 9e18)
        cell.value = llround(number);
    else
        cell.none = true;
    add_cell(report, FR_CELL_NUMBER, cell);
}

void fr_report_add_scaled(fr_report *report, int64_t value)
{
    add_cell(report, FR_CELL_NUMBER, (fr_cell){.value = value});
}

fr_report *fr_report_new_section(const char *kind, const char *title,
                                 const fr_report_column *columns, size_t n)
{
    fr_report *section = fr_report_new(kind);

    if (section)
        fr_report_set_title(section, fr_bytes_of(title));
    for (size_t i = 0; section && i < n; i++)
        fr_report_add_column(section, &columns[i]);
    return section;
}

void fr_report_add_section(fr_report *report, fr_report *section)
{
    if (!section || !fr_reserve(&report->sections, &report->cap_sections, report->n_sections + 1,
                                sizeof *report->sections)) {
        fr_fail_memory(&report->err);
        fr_report_free(section);
        return;
    }
    fr_fail_copy(&report->err, &section->err);
    if (section->n_all < fr_report_n_rows(section))
        section->n_all = fr_report_n_rows(section);
    report->sections[report->n_sections++] = section;
}

/* ---- sentences ---- */

void fr_report_set_title(fr_report *report, fr_bytes title)
{
    report->title = keep(report, title);
}

void fr_report_set_subtitle(fr_report *report, fr_bytes subtitle)
{
    report->subtitle = keep(report, subtitle);
}

void fr_report_set_shown(fr_report *report, const char *unit)
{
    report->shown = unit ? keep(report, fr_bytes_of(unit)) : NULL;
}

void fr_report_set_verdict(fr_report *report, bool passed, fr_bytes verdict)
{
    report->verdict = keep(report, verdict);
    report->passed = passed;
}

void fr_report_add_note(fr_report *report, fr_bytes note)
{
    if (fr_reserve(&report->notes, &report->cap_notes, report->n_notes + 1, sizeof *report->notes))
        report->notes[report->n_notes++] = keep(report, note);
    else
        fr_fail_memory(&report->err);
}

static void take(fr_report *report, fr_output *sentence,
                 void (*put)(fr_report *report, fr_bytes text))
{
    size_t len = 0;
    const char *bytes = sentence ? fr_output_bytes(sentence, &len) : NULL;

    if (bytes)
        put(report, (fr_bytes){bytes, len});
    else
        fr_fail_memory(&report->err);
    fr_output_free(sentence);
}

void fr_report_take_title(fr_report *report, fr_output *sentence)
{
    take(report, sentence, fr_report_set_title);
}

void fr_report_take_subtitle(fr_report *report, fr_output *sentence)
{
    take(report, sentence, fr_report_set_subtitle);
}

void fr_report_take_note(fr_report *report, fr_output *sentence)
{
    take(report, sentence, fr_report_add_note);
}

size_t fr_report_n_rows(const fr_report *report)
{
    return report->n_columns ? report->n_cells / report->n_columns : 0;
}

const fr_cell *fr_report_cell(const fr_report *report, size_t row, size_t column)
{
    return &report->cells[row * report->n_columns + column];
}

fr_bytes fr_report_text(const fr_report *report, const fr_cell *cell)
{
    return fr_names_at(report->texts, cell->text);
}
