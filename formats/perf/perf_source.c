/* perf_source.c - "  a.c:12", as tools/perf/util/srcline.c and map.c print it. */
#include "formats/perf/perf_source.h"

#include "base/number.h"
#include "formats/perf/perf_fields.h"

/* "a.c:12 (inlined)", "a.c:12 (discriminator 3)" */
static bool cut_note(fr_bytes *text, const char *head)
{
    size_t open = text->len;

    while (open && text->at[open - 1] != '(')
        open--;
    if (open < 3 || text->at[open - 2] != ' ' || text->at[text->len - 1] != ')' ||
        !fr_bytes_starts(fr_perf_tail(*text, open), fr_bytes_of(head)))
        return false;
    *text = fr_perf_trim_end(fr_perf_head(*text, open - 1));
    return true;
}

/* "app[7f02]", "[kernel.kallsyms][ffffffff821f8b58]" */
static bool is_address(fr_bytes text)
{
    size_t i = text.len ? text.len - 1 : 0;

    if (!i || text.at[i] != ']')
        return false;
    while (i && strchr("0123456789abcdefx", text.at[i - 1]) && text.at[i - 1])
        i--;
    return i > 1 && i + 1 < text.len && text.at[i - 1] == '[';
}

static bool read_position(fr_bytes text, fr_perf_source *source)
{
    size_t colon = text.len;
    uint64_t line;

    while (colon && text.at[colon - 1] != ':')
        colon--;
    if (colon < 2 || !fr_perf_all_digits(fr_perf_tail(text, colon)) ||
        !fr_parse_u64(fr_perf_tail(text, colon), &line) || line > UINT32_MAX)
        return false;
    source->text = text;
    source->file = fr_perf_head(text, colon - 1);
    source->line = (uint32_t)line;
    if (fr_bytes_equal(source->file, FR_LITERAL("??")))
        source->file = source->text = (fr_bytes){0};
    return true;
}

bool fr_perf_source_parse(fr_bytes line, fr_perf_source *source)
{
    fr_bytes text = fr_bytes_trim(line);

    *source = (fr_perf_source){0};
    if (line.len < 3 || line.at[0] != ' ' || line.at[1] != ' ' || line.at[2] == ' ')
        return false;
    source->inlined = cut_note(&text, "inlined)");
    (void)cut_note(&text, "discriminator ");
    return read_position(text, source) || is_address(text);
}
