/*
 * pmcstat.c - call graphs of pmcstat -G of FreeBSD.
 *
 *     @ CPU_CLK_UNHALTED.THREAD_P [812 samples]
 *
 *     78.82%  [640]      parse @ /usr/bin/app
 *      100.0%  [640]      main                       who called it, one blank deeper
 *       100.0%  [640]      _start
 *
 * Each tree begins with the innermost frame, and its callers stand beneath it. A number is how many samples came that
 * way. Reference: pmcstat(8) of FreeBSD 14. Omitted: shares, and trees of other events than the first.
 */
#include "formats/outlines/outline.h"

/* "78.82%  [640]      parse @ /usr/bin/app" after its indentation. */
static fr_outline_line read_node(fr_bytes text, uint32_t depth)
{
    fr_outline_line line = {.kind = FR_OUTLINE_NODE, .depth = depth};
    size_t open = fr_bytes_find(text, '['), close = fr_bytes_find(text, ']'), at;

    if (open > close || close == text.len ||
        !fr_outline_number((fr_bytes){text.at + open + 1, close - open - 1}, &line.value))
        return (fr_outline_line){.kind = FR_OUTLINE_OTHER};
    line.name = fr_bytes_trim(fr_bytes_from(text, close + 1));
    at = fr_bytes_find(line.name, '@');
    if (at > 0 && at < line.name.len && line.name.at[at - 1] == ' ') {
        line.module = fr_bytes_trim(fr_bytes_from(line.name, at + 1));
        line.name = fr_bytes_trim((fr_bytes){line.name.at, at});
    }
    if (fr_bytes_ends(line.module, FR_LITERAL("/kernel")))
        line.frame_kind = FR_KIND_KERNEL;
    return line;
}

static fr_outline_line read_line(fr_bytes text, fr_outline_table *table)
{
    fr_outline_line line = {.kind = FR_OUTLINE_HEADING};
    fr_bytes trimmed = fr_bytes_trim(text);

    if (trimmed.len == 0)
        return line;
    if (trimmed.at[0] != '@')
        return table->begun && table->column[0] == 1 ? read_node(trimmed, fr_outline_indent(text))
                                                     : line;
    table->begun = true;
    table->column[0]++;
    line.kind = table->column[0] == 1 ? FR_OUTLINE_BEGIN : FR_OUTLINE_OTHER;
    return line;
}

static const fr_outline outline = {.read = read_line,
                                   .column = "samples",
                                   .unit = "samples",
                                   .inclusive = true,
                                   .from_leaf = true};

int fr_pmcstat_probe(fr_bytes head, bool whole)
{
    fr_bytes text = fr_bytes_beginning(head);
    fr_bytes first = {text.at, fr_bytes_find(text, '\n')};

    (void)whole;
    return fr_bytes_starts(first, FR_LITERAL("@ ")) && fr_bytes_contain(first, " samples]") ? 100
                                                                                            : 0;
}

void fr_pmcstat_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    fr_outline_read(in, b, opt, choice, &outline);
}
