/*
 * instruments.c - a call tree that was copied out of Instruments of macOS ("Deep Copy").
 *
 *     Weight	Self Weight		Symbol Name              Time Profiler; of Xcode 16: three columns, "Symbol Names"
 *     855.00 ms  100.0%	0 s	 	App (4711)
 *     855.00 ms  100.0%	0 s	 	 main
 *     640.00 ms   74.8%	640.00 ms	 	  parse
 *
 *     96.08 Gc  100.0%	-	 	 main                    CPU Profiler, CPU Counters: cycles
 *
 *     Bytes Used	Count		Symbol Name              Allocations: with all that was called
 *      429.93 MB     100.0%	84671	 	 main
 *
 * The number of blanks before a name is how deep it stands. Own values are read where the table has them; bytes are
 * what the callees do not hold. Reference: facts of stackcollapse-instruments.pl and of speedscope's importer.
 * Omitted: numbers of allocations, other columns.
 */
#include "formats/lines.h"
#include "formats/outlines/outline.h"

enum { KIND, VALUE, NAME }; /* of a table: what it measures; the places of two columns */

enum { UNKNOWN, TIME, CYCLES, BYTES };

static const struct {
    const char *name;
    int kind;
    int64_t size; /* in ns, cycles, bytes */
} units[] = {
    {"min", TIME, 60000000000},
    {"s", TIME, 1000000000},
    {"ms", TIME, 1000000},
    {"\xc2\xb5s", TIME, 1000},
    {"us", TIME, 1000},
    {"ns", TIME, 1},
    {"", TIME, 1000000}, /* old versions have "Self (ms)" in the title */
    {"cycles", CYCLES, 1},
    {"Kc", CYCLES, 1000},
    {"Mc", CYCLES, 1000000},
    {"Gc", CYCLES, 1000000000},
    {"Tc", CYCLES, 1000000000000},
    {"Bytes", BYTES, 1},
    {"KB", BYTES, 1024},
    {"MB", BYTES, 1 << 20},
    {"GB", BYTES, 1 << 30},
    {"KiB", BYTES, 1024},
    {"MiB", BYTES, 1 << 20},
    {"GiB", BYTES, 1 << 30},
};

/* "640.00 ms", "29.0ms  100.0%", "96.08 Gc" in the smallest unit of its kind. UNKNOWN: it is none of these. */
static int read_amount(fr_bytes text, fr_decimal *value)
{
    size_t end = 0, i = 0, n_units = sizeof units / sizeof *units;
    fr_bytes unit;
    fr_i128 scaled, power = 1;

    text = fr_bytes_trim(text);
    while (end < text.len && text.at[end] && strchr("0123456789.,", text.at[end]))
        end++;
    unit = fr_bytes_trim(fr_bytes_from(text, end));
    unit.len = fr_bytes_find(unit, ' ');
    while (i < n_units && !fr_bytes_equal(unit, fr_bytes_of(units[i].name)))
        i++;
    if (i == n_units || !fr_outline_number((fr_bytes){text.at, end}, value))
        return UNKNOWN;
    for (uint32_t k = 0; k < value->decimals; k++)
        power *= 10;
    scaled = ((fr_i128)value->mantissa * units[i].size + power / 2) / power;
    *value = (fr_decimal){(int64_t)scaled, 0};
    return scaled <= INT64_MAX ? units[i].kind : UNKNOWN;
}

/* The fields of the titles, whose places are kept. */
static fr_outline_line read_titles(fr_bytes text, fr_outline_table *table)
{
    fr_bytes title;
    int place = 0;

    table->begun = true;
    table->column[VALUE] = 1;
    for (; fr_outline_field(&text, '\t', &title); place++) {
        if (fr_bytes_equal(title, FR_LITERAL("Bytes Used")))
            table->column[VALUE] = place;
        if (fr_bytes_starts(title, FR_LITERAL("Symbol Name")))
            table->column[NAME] = place;
    }
    return (fr_outline_line){.kind = FR_OUTLINE_BEGIN};
}

/* "640.00 ms   74.8%	-	 	  parse": the first field tells what a table measures. */
static fr_outline_line read_row(fr_bytes text, fr_outline_table *table)
{
    fr_outline_line line = {.kind = FR_OUTLINE_NODE};
    fr_bytes field, value = {0};
    fr_decimal total;
    int kind = UNKNOWN;

    for (int place = 0; fr_outline_field(&text, '\t', &field); place++) {
        if (place == 0)
            kind = read_amount(field, &total);
        if (place == table->column[VALUE])
            value = fr_bytes_trim(field);
        if (place == table->column[NAME])
            line.name = field;
    }
    if (table->column[KIND] == UNKNOWN)
        table->column[KIND] = kind;
    line.depth = fr_outline_indent(line.name);
    line.name = fr_bytes_trim(line.name);
    line.frame_kind = line.depth == 0 ? FR_KIND_PROCESS : FR_KIND_USER;
    if (kind == UNKNOWN || kind != table->column[KIND] || !line.name.len ||
        (!fr_bytes_equal(value, FR_LITERAL("-")) && read_amount(value, &line.value) != kind))
        line.kind = FR_OUTLINE_OTHER;
    return line;
}

static fr_outline_line read_line(fr_bytes text, fr_outline_table *table)
{
    if (fr_bytes_contain(text, "\tSymbol Name"))
        return read_titles(text, table);
    if (table->begun && fr_bytes_trim(text).len > 0)
        return read_row(text, table);
    return (fr_outline_line){.kind = FR_OUTLINE_HEADING};
}

static const fr_outline outlines[] = {
    [UNKNOWN] = {.read = read_line, .column = "cpu", .unit = "ns"},
    [TIME] = {.read = read_line, .column = "cpu", .unit = "ns"},
    [CYCLES] = {.read = read_line, .column = "cycles", .unit = "cycles"},
    [BYTES] = {.read = read_line, .column = "bytes", .unit = "bytes", .inclusive = true},
};

int fr_instruments_probe(fr_bytes head, bool whole)
{
    static const char *const begins[] = {"Weight\t", "Running Time\t", "Bytes Used\t"};
    fr_bytes first = {head.at, fr_bytes_find(head, '\n')};

    (void)whole;
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (fr_bytes_starts(first, fr_bytes_of(begins[i])) &&
            fr_bytes_contain(first, "\tSymbol Name"))
            return 100;
    return 0;
}

void fr_instruments_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    fr_bytes head = fr_input_fill(in, FR_PROBE_BYTES), line;
    fr_outline_table table = {0};

    /* The first row tells what is measured. */
    while (table.column[KIND] == UNKNOWN && fr_lines_cut(&head, true, &line))
        (void)read_line(line, &table);
    fr_outline_read(in, b, opt, choice, &outlines[table.column[KIND]]);
}
