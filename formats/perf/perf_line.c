/*
 * perf_line.c - tells the lines of perf script text apart: what is sure first, what is vague last.
 */
#include "formats/perf/perf_line.h"

#define IP_COLUMNS                                                                                 \
    12 /* a frame without a tab has its address in a column as wide as this, or a module */

static const fr_bytes record_head = {"PERF_RECORD_", 12};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* "PERF_RECORD_..." at the start of a word; its position or text.len. */
static size_t find_record(fr_bytes text)
{
    for (size_t i = 0; i < text.len; i++) {
        i += fr_bytes_find((fr_bytes){text.at + i, text.len - i}, 'P');
        if (i < text.len && (i == 0 || is_blank(text.at[i - 1])) &&
            fr_bytes_starts((fr_bytes){text.at + i, text.len - i}, record_head))
            return i;
    }
    return text.len;
}

/* Two blanks exactly: where -F +srcline puts "  a.c:12" below the frame. */
static bool is_source_indent(fr_bytes line)
{
    return line.len > 2 && line.at[0] == ' ' && line.at[1] == ' ' && !is_blank(line.at[2]);
}

/* Old perf and other tools indent frames by blanks, or not at all. */
static bool read_tabless_frame(fr_bytes line, fr_perf_line *to)
{
    bool has_module;

    if (!fr_perf_frame_parse(line, &to->frame))
        return false;
    has_module = to->frame.module.len || to->frame.inlined;
    return to->frame.ip_width >= IP_COLUMNS || (has_module && !is_source_indent(line));
}

static bool read_record(fr_bytes line, fr_perf_line *to)
{
    size_t at = find_record(line);

    if (at == line.len)
        return false;
    to->header = (fr_perf_header){.is_record = true, .rest = {line.at + at, line.len - at}};
    return true;
}

/* "0x7f02/0x7f03/P/-/-/1 0x..." */
static bool is_branches(fr_bytes text)
{
    return fr_bytes_starts(text, FR_LITERAL("0x")) && fr_bytes_find(text, '/') < text.len;
}

static fr_perf_line_kind tabbed_kind(fr_bytes line, fr_perf_line *to)
{
    if (fr_perf_frame_parse(line, &to->frame))
        return FR_PERF_FRAME;
    return is_branches(fr_bytes_trim(line)) ? FR_PERF_ANNEX : FR_PERF_NO_FRAME;
}

static fr_perf_line_kind tabless_kind(fr_bytes line, fr_bytes text, fr_perf_line *to)
{
    if (fr_perf_header_timed(line, &to->header))
        return to->header.is_record ? FR_PERF_RECORD : FR_PERF_HEADER;
    if (line.at[0] == '#')
        return FR_PERF_COMMENT; /* while "#worker 12 5.0: cycles:" is a sample */
    if (fr_perf_header_inline(line, &to->header))
        return FR_PERF_UNTIMED;
    if (read_tabless_frame(line, to))
        return FR_PERF_FRAME;
    if (read_record(line, to))
        return FR_PERF_RECORD;
    if (fr_perf_header_untimed(line, &to->header))
        return FR_PERF_UNTIMED;
    return is_branches(text) || is_source_indent(line) ? FR_PERF_ANNEX : FR_PERF_OTHER;
}

static bool is_comment(fr_bytes line)
{
    return line.at[0] == '#' && (line.len == 1 || is_blank(line.at[1]));
}

void fr_perf_line_read(fr_bytes line, fr_perf_line *to)
{
    fr_bytes text = fr_bytes_trim(line);

    if (text.len == 0)
        to->kind = FR_PERF_BLANK;
    else if (line.at[0] == '\t')
        to->kind = tabbed_kind(line, to);
    else
        to->kind = is_comment(line) ? FR_PERF_COMMENT : tabless_kind(line, text, to);
}
