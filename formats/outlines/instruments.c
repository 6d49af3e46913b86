/*
 * instruments.c - a call tree that was copied out of Instruments of macOS ("Deep Copy").
 *
 *     Weight	Self Weight		Symbol Name
 *     855.00 ms  100.0%	0 s	 	App (4711)
 *     855.00 ms  100.0%	0 s	 	 main
 *     640.00 ms   74.8%	640.00 ms	 	  parse
 *
 * The own time of each frame is read; how deep it stands is the number of blanks before its name. Reference: facts of
 * stackcollapse-instruments.pl and of speedscope's importer. Omitted: weights that are no time or cycles.
 */
#include "formats/outlines/outline.h"

/* "640.00 ms", "0 s", "1.20 min", "12.3 µs", "0.0" (ms in old versions) in ns. */
static bool read_time(fr_bytes text, fr_decimal *value)
{
    static const struct {
        const char *unit;
        uint32_t power, factor;
    } units[] = {{"min", 9, 60}, {"s", 9, 1},  {"ms", 6, 1}, {"\xc2\xb5s", 3, 1},
                 {"us", 3, 1},   {"ns", 0, 1}, {"", 6, 1}};
    size_t end;
    fr_bytes unit;
    int64_t scaled;

    text = fr_bytes_trim(text);
    end = fr_bytes_find(text, ' ');
    unit = fr_bytes_trim((fr_bytes){text.at + end, text.len - end});
    if (!fr_outline_number((fr_bytes){text.at, end}, value))
        return false;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (!fr_bytes_equal(unit, fr_bytes_of(units[i].unit)))
            continue;
        for (; value->decimals > units[i].power; value->decimals--)
            value->mantissa /= 10;
        if (!fr_scale_up(value->mantissa, units[i].power - value->decimals, &scaled) ||
            __builtin_mul_overflow(scaled, (int64_t)units[i].factor, &scaled))
            return false;
        *value = (fr_decimal){scaled, 0};
        return true;
    }
    return false;
}

static fr_outline_line read_row(fr_bytes text)
{
    fr_outline_line line = {.kind = FR_OUTLINE_NODE};
    fr_bytes total, self, blank, name;

    if (!fr_outline_field(&text, '\t', &total) || !fr_outline_field(&text, '\t', &self) ||
        !fr_outline_field(&text, '\t', &blank) || !fr_outline_field(&text, '\t', &name) ||
        !read_time(self, &line.value))
        return (fr_outline_line){.kind = FR_OUTLINE_OTHER};
    line.depth = fr_outline_indent(name);
    line.name = fr_bytes_trim(name);
    line.frame_kind = line.depth == 0 ? FR_KIND_PROCESS : FR_KIND_USER;
    return line;
}

static fr_outline_line read_line(fr_bytes text, fr_outline_table *table)
{
    fr_outline_line line = {.kind = FR_OUTLINE_HEADING};

    if (fr_bytes_contain(text, "\tSymbol Name")) {
        table->begun = true;
        line.kind = FR_OUTLINE_BEGIN;
    } else if (table->begun && fr_bytes_trim(text).len > 0) {
        return read_row(text);
    }
    return line;
}

static const fr_outline outline = {.read = read_line, .column = "cpu", .unit = "ns"};

int fr_instruments_probe(fr_bytes head, bool whole)
{
    fr_bytes first = {head.at, fr_bytes_find(head, '\n')};

    (void)whole;
    return fr_bytes_contain(first, "\tSymbol Name") &&
                   (fr_bytes_contain(first, "Self Weight\t") || fr_bytes_contain(first, "Self ("))
               ? 100
               : 0;
}

void fr_instruments_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    fr_outline_read(in, b, opt, choice, &outline);
}
