/*
 * vtune.c - top-down trees of Intel VTune: vtune -report top-down -format csv -csv-delimiter comma.
 *
 *     Function Stack,CPU Time:Self,Module
 *     Total,0,
 *       main,0,app                        two blanks a level
 *         "parse(int, int)",0.612,app     seconds
 *
 * The first column whose title ends in ":Self" is read, as seconds where it is a time; "Hardware Event
 * Count:INST_RETIRED.ANY:Self" is a number of these events. Reference: "top-down" in
 * the guide of VTune's command line; facts of stackcollapse-vtune.pl. Omitted: other columns than Module and
 * Source File, and trees of other delimiters.
 */
#include "formats/lines.h"
#include "formats/outlines/outline.h"

enum { SELF, MODULE, SOURCE };

static fr_outline_line read_titles(fr_bytes text, fr_outline_table *table)
{
    fr_bytes title;

    table->begun = true;
    table->column[SELF] = table->column[MODULE] = table->column[SOURCE] = -1;
    for (int i = 0; fr_outline_field(&text, ',', &title); i++) {
        title = fr_bytes_trim(title);
        if (table->column[SELF] < 0 && fr_bytes_ends(title, FR_LITERAL(":Self")))
            table->column[SELF] = i;
        else if (fr_bytes_equal(title, FR_LITERAL("Module")))
            table->column[MODULE] = i;
        else if (fr_bytes_equal(title, FR_LITERAL("Source File")))
            table->column[SOURCE] = i;
    }
    return (fr_outline_line){.kind = FR_OUTLINE_BEGIN};
}

static fr_outline_line read_row(fr_bytes text, const fr_outline_table *table)
{
    fr_outline_line line = {.kind = FR_OUTLINE_NODE};
    uint32_t outside = fr_outline_indent(text); /* of the quotes */
    bool valued = false;
    fr_bytes field;

    text = fr_bytes_from(text, outside);
    for (int i = 0; fr_outline_field(&text, ',', &field); i++) {
        if (i == 0)
            line.name = field;
        else if (i == table->column[SELF])
            valued = fr_outline_number(field, &line.value) || fr_bytes_trim(field).len == 0;
        else if (i == table->column[MODULE])
            line.module = fr_bytes_trim(field);
        else if (i == table->column[SOURCE])
            line.file = fr_bytes_trim(field);
    }
    line.depth = outside + fr_outline_indent(line.name);
    line.name = fr_bytes_trim(line.name);
    return valued && line.name.len ? line : (fr_outline_line){.kind = FR_OUTLINE_OTHER};
}

static fr_outline_line read_line(fr_bytes text, fr_outline_table *table)
{
    if (fr_bytes_starts(text, FR_LITERAL("Function Stack,")))
        return read_titles(text, table);
    if (table->begun && fr_bytes_trim(text).len > 0)
        return read_row(text, table);
    return (fr_outline_line){.kind = FR_OUTLINE_HEADING};
}

/* The beginning of the input says this of the column that is read. */
typedef struct column_facts {
    fr_bytes title; /* without ":Self"; "" where there is none */
    uint32_t
        decimals; /* the most that a value has: ratios have some, numbers of events have none */
} column_facts;

static column_facts find_column(fr_bytes head)
{
    column_facts found = {{NULL, 0}, 0};
    fr_outline_table table = {0};
    fr_bytes line, title = {NULL, 0};

    while (fr_lines_cut(&head, true, &line)) {
        fr_outline_line read = read_line(line, &table);
        if (read.kind == FR_OUTLINE_NODE && read.value.decimals > found.decimals)
            found.decimals = read.value.decimals;
        if (read.kind != FR_OUTLINE_BEGIN || found.title.at)
            continue;
        for (int i = 0; i <= table.column[SELF] && fr_outline_field(&line, ',', &title); i++)
            found.title = fr_bytes_trim(title);
        found.title.len = table.column[SELF] >= 0 ? found.title.len - strlen(":Self") : 0;
    }
    return found;
}

#define MOST_DECIMALS 6

void fr_vtune_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    column_facts found = find_column(fr_bytes_beginning(fr_input_fill(in, FR_PROBE_BYTES)));
    fr_outline outline = {
        .read = read_line, .column = "cpu", .unit = "s", .decimals = MOST_DECIMALS};
    fr_bytes title = found.title;
    size_t colon = fr_bytes_find_last(title, ':');
    char column[81];

    if (title.len && !fr_bytes_contain(title, "Time")) {
        colon = colon < title.len ? colon + 1 : 0;
        fr_text_copy(column, sizeof column, fr_bytes_from(title, colon));
        outline.column = column;
        outline.unit = "events";
        outline.decimals = found.decimals < MOST_DECIMALS ? found.decimals : MOST_DECIMALS;
    }
    fr_outline_read(in, b, opt, choice, &outline);
}
