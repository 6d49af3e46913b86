/*
 * visual_studio.c - call trees of Visual Studio's profiler: VSPerfReport /summary:calltree.
 *
 *     Level,Function Name,Number of Calls,Elapsed Inclusive Time %,Elapsed Exclusive Time %,...,Module Name,
 *     0,"main","1","100.00","0.00","1,203.12","0.00","app.exe",
 *     1,"parse","40","60.12","60.12","18.10","18.10","app.exe",
 *
 * The first of these columns is read: exclusive samples, exclusive time, the exclusive share of it. Reference:
 * "VSPerfReport" in the documentation of Visual Studio; facts of stackcollapse-vsprof.pl. Omitted: numbers of calls.
 */
#include "formats/outlines/outline.h"

enum { LEVEL, NAME, VALUE, MODULE, RANK };

/* Returns the rank of a title among those that may be read, the best first. */
static int rank_title(fr_bytes title)
{
    static const char *const titles[] = {"Exclusive Samples", "Elapsed Exclusive Time",
                                         "Exclusive Samples %", "Elapsed Exclusive Time %"};

    for (int i = 0; i < (int)(sizeof titles / sizeof *titles); i++)
        if (fr_bytes_equal(title, fr_bytes_of(titles[i])))
            return i;
    return INT32_MAX;
}

static fr_outline_line read_titles(fr_bytes text, fr_outline_table *table)
{
    fr_bytes title;

    table->begun = true;
    table->column[VALUE] = table->column[MODULE] = -1;
    table->column[RANK] = INT32_MAX;
    for (int i = 0; fr_outline_field(&text, ',', &title); i++) {
        int rank = rank_title(fr_bytes_trim(title));
        if (rank < table->column[RANK]) {
            table->column[RANK] = rank;
            table->column[VALUE] = i;
        }
        if (fr_bytes_starts(fr_bytes_trim(title), FR_LITERAL("Module")))
            table->column[MODULE] = i;
    }
    return (fr_outline_line){.kind = FR_OUTLINE_BEGIN};
}

static fr_outline_line read_row(fr_bytes text, const fr_outline_table *table)
{
    fr_outline_line line = {.kind = FR_OUTLINE_NODE};
    bool valued = false;
    fr_decimal level = {-1, 0};
    fr_bytes field;

    for (int i = 0; fr_outline_field(&text, ',', &field); i++) {
        if (i == LEVEL && !fr_outline_number(field, &level))
            break;
        if (i == NAME)
            line.name = fr_bytes_trim(field);
        else if (i == table->column[VALUE])
            valued = fr_outline_number(field, &line.value);
        else if (i == table->column[MODULE])
            line.module = fr_bytes_trim(field);
    }
    if (!valued || !line.name.len || level.mantissa < 0 || level.decimals ||
        level.mantissa > INT32_MAX)
        return (fr_outline_line){.kind = FR_OUTLINE_OTHER};
    line.depth = (uint32_t)level.mantissa;
    return line;
}

static fr_outline_line read_line(fr_bytes text, fr_outline_table *table)
{
    text = fr_bytes_beginning(text);
    if (fr_bytes_starts(text, FR_LITERAL("Level,Function Name,")))
        return read_titles(text, table);
    if (table->begun && text.len > 0)
        return read_row(text, table);
    return (fr_outline_line){.kind = FR_OUTLINE_HEADING};
}

/* One outline a rank. */
static const fr_outline outlines[] = {
    {.read = read_line, .column = "samples", .unit = "samples"},
    {.read = read_line, .column = "time", .unit = "ms", .decimals = 2},
    {.read = read_line, .column = "samples", .unit = "%", .decimals = 2},
    {.read = read_line, .column = "time", .unit = "%", .decimals = 2},
};

void fr_visual_studio_read(fr_input *in, fr_builder *b, const fr_read_options *opt,
                           fr_choice *choice)
{
    fr_outline_table table = {0};
    fr_bytes head = fr_bytes_beginning(fr_input_fill(in, FR_PROBE_BYTES));

    read_titles((fr_bytes){head.at, fr_bytes_find(head, '\n')}, &table);
    if (table.column[VALUE] < 0) {
        fr_builder_fail(b, FR_E_FORMAT, 1, 0,
                        "expected a column of exclusive samples or exclusive time");
        fr_builder_hint(b, "'VSPerfReport /summary:calltree' writes one");
        return;
    }
    fr_outline_read(in, b, opt, choice, &outlines[table.column[RANK]]);
}
