/*
 * perf_frame.c - frame lines: "<TAB>%16x symbol[+0xoff] (module)", as perf 3.x to 6.x and
 * simpleperf print them (tools/perf/util/evsel_fprintf.c).
 */
#include "formats/perf/perf_frame.h"

#include "base/number.h"
#include "formats/perf/perf_line.h"

#define IP_DIGITS_MAX  16
#define IP_DIGITS_SURE 4
#define IP_COLUMNS     12 /* at least as wide is a padded address, not a number in some text */

static fr_bytes tail(fr_bytes text, size_t from)
{
    return (fr_bytes){from ? text.at + from : text.at, text.len - from}; /* of nothing: nothing */
}

fr_bytes fr_perf_frame_strip_offset(fr_bytes text)
{
    size_t i = text.len;

    while (i && fr_perf_hex(text.at[i - 1]))
        i--;
    if (i == text.len || i < 3 || memcmp(text.at + i - 3, "+0x", 3) != 0)
        return text;
    return (fr_bytes){text.at, i - 3};
}

/* Position of the '(' that opens the last pair, or text.len. */
static size_t find_open(fr_bytes text)
{
    size_t depth = 0;

    for (size_t i = text.len; i > 0; i--) {
        char c = text.at[i - 1];
        if (c == ')')
            depth++;
        else if (c == '(' && --depth == 0)
            return i - 1;
    }
    return text.len;
}

/* Position of the '(' of the last " (/" or " ([", for module names with a lone parenthesis. */
static size_t find_path_open(fr_bytes text)
{
    for (size_t i = text.len; i-- > 2;)
        if (text.at[i - 1] == '(' && fr_perf_blank(text.at[i - 2]) &&
            (text.at[i] == '/' || text.at[i] == '['))
            return i - 1;
    return text.len;
}

/* Cuts "symbol (module)"; no module leaves all to the symbol. */
static void split_module(fr_bytes text, fr_perf_frame *frame)
{
    size_t open = text.len;

    if (text.len && text.at[text.len - 1] == ')') {
        open = find_open(text);
        if (open == text.len || (open > 0 && !fr_perf_blank(text.at[open - 1])))
            open = find_path_open(text);
    }
    frame->symbol = (fr_bytes){text.at, open};
    if (open == text.len)
        return;
    frame->module = fr_perf_frame_strip_offset((fr_bytes){text.at + open + 1, text.len - open - 2});
    if (fr_bytes_equal(frame->module, FR_LITERAL("inlined"))) {
        frame->module = (fr_bytes){0};
        frame->inlined = true;
    }
}

bool fr_perf_frame_parse(fr_bytes line, fr_perf_frame *frame)
{
    size_t start = 0, i;

    *frame = (fr_perf_frame){0};
    line = fr_perf_trim_end(line);
    while (start < line.len && fr_perf_blank(line.at[start]))
        start++;
    for (i = start; i < line.len && fr_perf_hex(line.at[i]) && i - start < IP_DIGITS_MAX; i++) {
        unsigned digit = (unsigned char)line.at[i];
        frame->ip = frame->ip << 4 | (digit <= '9' ? digit - '0' : digit - 'a' + 10);
    }
    if (i == start || (i < line.len && !fr_perf_blank(line.at[i])))
        return false;
    frame->ip_digits = i - start;
    frame->ip_width = i;
    split_module(tail(line, i < line.len ? i + 1 : i), frame);
    frame->symbol = fr_perf_frame_strip_offset(fr_bytes_trim(frame->symbol));
    return true;
}

/* Without the branches at the end and without the "=> target" of branch samples. */
static fr_bytes cut_branches(fr_bytes rest)
{
    for (;;) {
        size_t i = (rest = fr_perf_trim_end(rest)).len;
        fr_bytes word;
        while (i && !fr_perf_blank(rest.at[i - 1]))
            i--;
        word = tail(rest, i);
        if (!fr_bytes_starts(word, FR_LITERAL("0x")) || fr_bytes_find(word, '/') == word.len)
            break;
        rest.len = i; /* "0x7f02/0x7f03/P/-/-/1": a branch */
    }
    for (size_t i = 0; i + 5 <= rest.len; i++)
        if (memcmp(rest.at + i, ") => ", 5) == 0)
            return (fr_bytes){rest.at, i + 1};
    return rest;
}

static bool is_address(fr_bytes word)
{
    size_t i = 0;

    while (i < word.len && fr_perf_hex(word.at[i]))
        i++;
    return i > 0 && i == word.len && i <= IP_DIGITS_MAX;
}

/* Returns the text from the blanks before the last address in a column of its own: flags, addresses and data sources
 * stand before it. "     7f0012345678          5080021 N/A|LCK No     7f0000000001 foo (/a)" */
static fr_bytes last_address(fr_bytes rest)
{
    size_t found = 0, word, end = 0;

    for (size_t i = 0; i < rest.len; i = end) {
        for (word = i; word < rest.len && fr_perf_blank(rest.at[word]);)
            word++;
        for (end = word; end < rest.len && !fr_perf_blank(rest.at[end]);)
            end++;
        if (word > i && end - i > IP_DIGITS_MAX &&
            is_address((fr_bytes){rest.at + word, end - word}))
            found = i;
    }
    return tail(rest, found);
}

/* The module is one beyond doubt. */
static bool has_path(const fr_perf_frame *frame)
{
    return frame->module.len && (frame->module.at[0] == '/' || frame->module.at[0] == '[');
}

bool fr_perf_frame_parse_inline(fr_bytes rest, fr_perf_frame *frame)
{
    char first;

    rest = cut_branches(rest);
    if (fr_perf_frame_parse(last_address(rest), frame) && has_path(frame))
        return true;
    if (!fr_perf_frame_parse(rest, frame))
        return false;
    if (frame->module.len)
        return has_path(frame) || frame->ip_width >= IP_COLUMNS;
    /* "7f0012345678 foo": without a module only a full column is an address, and "|OP LOAD" or
     * "5080021" after it belong to a memory event. */
    first = frame->symbol.len ? frame->symbol.at[0] : '|';
    return frame->ip_width >= IP_DIGITS_MAX && first != '|' && !fr_perf_digit(first);
}

bool fr_perf_frame_sure(const fr_perf_frame *frame)
{
    return frame->module.len || frame->inlined ||
           (frame->ip_width >= IP_DIGITS_MAX && frame->ip_digits >= IP_DIGITS_SURE);
}

bool fr_perf_frame_unknown(const fr_perf_frame *frame)
{
    return frame->symbol.len == 0 || fr_bytes_equal(frame->symbol, FR_LITERAL("[unknown]"));
}

/* ---- "  a.c:12", as tools/perf/util/srcline.c and map.c print it ---- */

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
static bool ends_in_address(fr_bytes text)
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
    return read_position(text, source) || ends_in_address(text);
}
