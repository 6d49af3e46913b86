/* report_names.c - two passes over the names of a table: shorten each, then take back what is the
 * same for two of them. */
#include "base/sentence.h"
#include "render/report/report_format.h"

#include <stdlib.h>
#include <string.h>

#include "base/short_name.h"

#define MOST 60 /* characters */

/* Keys of columns that hold functions' names. */
static const char *const keys[] = {"function", "caller", "frame", "base", "new"};

static bool holds_names(const fr_report_column *column)
{
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (column->kind == FR_CELL_TEXT && strcmp(column->key, keys[i]) == 0)
            return true;
    return false;
}

/* If a second name looks as one before it, both become whole. `first`, by id in `seen`: the name
 * that was the first to look so; there are at most as many as names. */
static bool keep_apart(fr_report_names *names, const fr_report *report, fr_names *seen,
                       uint32_t *first)
{
    for (uint32_t i = 1; i < fr_names_count(report->texts); i++) {
        uint32_t id = names->shown[i].at ? fr_names_add(seen, names->shown[i]) : 0;
        if (id == FR_NO_ID)
            return false;
        if (id && first[id]) {
            names->shown[i] = fr_names_at(report->texts, i);
            names->shown[first[id]] = fr_names_at(report->texts, first[id]);
        } else if (id) {
            first[id] = i;
        }
    }
    return true;
}

bool fr_report_names_init(fr_report_names *names, const fr_report *report)
{
    size_t n = fr_names_count(report->texts);
    uint32_t *first = calloc(n + 1, sizeof *first);
    fr_names *seen = fr_names_new();

    *names = (fr_report_names){.shown = calloc(n + 1, sizeof *names->shown)};
    bool good = names->shown && seen && first;
    if (good && !report->full_names) {
        for (size_t i = 0; i < fr_report_n_rows(report) * report->n_columns; i++) {
            const fr_cell *cell = &report->cells[i];
            if (holds_names(&report->columns[i % report->n_columns]) &&
                !names->shown[cell->text].at)
                names->shown[cell->text] =
                    fr_short_name(fr_report_text(report, cell), MOST, &names->arena);
        }
        good = keep_apart(names, report, seen, first);
        for (uint32_t i = 1; i < fr_names_count(report->texts); i++)
            names->n_short += names->shown[i].at &&
                              !fr_bytes_equal(names->shown[i], fr_names_at(report->texts, i));
    }
    fr_names_free(seen);
    free(first);
    return good;
}

void fr_report_names_reset(fr_report_names *names)
{
    fr_arena_reset(&names->arena);
    free(names->shown);
    *names = (fr_report_names){.n_short = 0};
}

fr_bytes fr_report_names_shown(const fr_report_names *names, const fr_report *report, size_t row,
                               size_t column)
{
    const fr_cell *cell = fr_report_cell(report, row, column);
    fr_bytes shown =
        holds_names(&report->columns[column]) ? names->shown[cell->text] : (fr_bytes){NULL, 0};

    return shown.at ? shown : fr_report_text(report, cell);
}

void fr_put_shortened(fr_output *out, size_t n)
{
    const char *them = n == 1 ? "it" : "them";

    fr_say(out, "{} shortened; csv and json have {} whole, --names full shows {}",
           fr_as_count(n, "name is", "names are"), them, them);
}
