/*
 * ghc_prof.c - cost centres of a Haskell program: the .prof file of GHC (+RTS -p or -P).
 *
 *     COST CENTRE MODULE SRC          no. entries  %time %alloc   %time %alloc  ticks  bytes
 *
 *     MAIN        MAIN   <built-in>   128       0    0.0    0.0   100.0  100.0      0      0
 *      main       Main   app.hs:3:1-9 257       0    0.0    0.0   100.0  100.0      0    120
 *       parse     Main   app.hs:14:1  258      40   60.1   58.2    60.1   58.2     72   9012
 *
 * The frame is Module.costcentre. Its own ticks are read where -P printed them, else its own share of the time, in
 * tenths of a percent. Reference: "Profiling" in the GHC User's Guide 9.4. Omitted: entries, allocation.
 */
#include "formats/lines.h"
#include "formats/outlines/outline.h"

enum { TICKS }; /* column[TICKS] > 0: the table has them */

static fr_bytes take_first(fr_bytes *text)
{
    fr_bytes word;

    *text = fr_bytes_trim(*text);
    word = (fr_bytes){text->at, fr_bytes_find(*text, ' ')};
    *text = fr_bytes_from(*text, word.len);
    return word;
}

/* "parse     Main   app.hs:14:1  258      40   60.1   58.2    60.1   58.2" */
static fr_outline_line read_row(fr_bytes text, bool has_ticks)
{
    fr_outline_line line = {.kind = FR_OUTLINE_NODE, .depth = fr_outline_indent(text)};
    fr_bytes ticks = {0}, time, name, module;

    if (has_ticks) {
        fr_lines_last_word(&text); /* bytes */
        ticks = fr_lines_last_word(&text);
    }
    fr_lines_last_word(&text); /* %alloc, %time: with all that it called */
    fr_lines_last_word(&text);
    fr_lines_last_word(&text); /* %alloc */
    time = fr_lines_last_word(&text);
    fr_lines_last_word(&text); /* entries, no. */
    fr_lines_last_word(&text);
    name = take_first(&text);
    module = take_first(&text);
    if (module.len == 0 || !fr_outline_number(has_ticks ? ticks : time, &line.value))
        return (fr_outline_line){.kind = FR_OUTLINE_OTHER};
    line.name = name;
    line.module = module;
    line.file = fr_bytes_trim(text);
    line.file.len = fr_bytes_find(line.file, ':');
    if (line.file.len && line.file.at[0] == '<')
        line.file.len = 0;
    return line;
}

static fr_outline_line read_line(fr_bytes text, fr_outline_table *table)
{
    fr_outline_line line = {.kind = FR_OUTLINE_HEADING};
    fr_bytes trimmed = fr_bytes_trim(text);

    if (fr_bytes_starts(trimmed, FR_LITERAL("COST CENTRE")) && fr_bytes_contain(trimmed, " no.")) {
        table->begun = true;
        table->column[TICKS] = fr_bytes_contain(trimmed, " ticks");
        line.kind = FR_OUTLINE_BEGIN;
    } else if (table->begun && trimmed.len > 0) {
        return read_row(text, table->column[TICKS] > 0);
    }
    return line;
}

static const fr_outline shares = {.read = read_line, .column = "time", .unit = "%", .decimals = 1};
static const fr_outline ticks = {.read = read_line, .column = "cpu", .unit = "samples"};

void fr_ghc_prof_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    bool has_ticks = fr_bytes_contain(fr_input_fill(in, FR_PROBE_BYTES), "%alloc  ticks") ||
                     fr_bytes_contain(fr_input_fill(in, FR_PROBE_BYTES), " ticks     bytes");

    fr_outline_read(in, b, opt, choice, has_ticks ? &ticks : &shares);
}
