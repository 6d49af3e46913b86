/* folded_line.c - a line from its right end: value, perhaps another value, the stack. */
#include "formats/folded/folded_line.h"

#include "formats/reader.h"

bool fr_folded_is_blank(fr_bytes line)
{
    size_t i = 0;

    if (line.len && line.at[0] == '#' && (line.len == 1 || line.at[1] == ' ' || line.at[1] == '\r'))
        return true;
    while (i < line.len && (line.at[i] == ' ' || line.at[i] == '\t' || line.at[i] == '\r'))
        i++;
    return i == line.len;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* The last token of *text, which loses it and the blanks around it. */
static fr_bytes take_last(fr_bytes *text)
{
    size_t end = text->len, start;

    while (end > 0 && is_blank(text->at[end - 1]))
        end--;
    start = end;
    while (start > 0 && !is_blank(text->at[start - 1]))
        start--;
    text->len = start;
    while (text->len > 0 && is_blank(text->at[text->len - 1]))
        text->len--;
    return (fr_bytes){text->at + start, end - start};
}

static const char *explain(fr_parse result)
{
    switch (result) {
    case FR_PARSE_TOO_LARGE:
        return "the value is larger than 9223372036854775807";
    case FR_PARSE_ROUNDED:
    case FR_PARSE_OK:
    case FR_PARSE_NOT_A_NUMBER:
    default:
        return "expected 'frame;frame value', but the last token is no decimal number";
    }
}

/* Nearly every value is a few digits. */
static bool parse_short(fr_bytes token, fr_decimal *value)
{
    int64_t sum = 0;

    if (token.len == 0 || token.len > 17)
        return false;
    for (size_t i = 0; i < token.len; i++) {
        unsigned digit = (unsigned)(unsigned char)token.at[i] - '0';
        if (digit > 9)
            return false;
        sum = sum * 10 + digit;
    }
    *value = (fr_decimal){sum, 0};
    return true;
}

static fr_parse parse_value(fr_bytes token, fr_decimal *value)
{
    return parse_short(token, value) ? FR_PARSE_OK : fr_decimal_parse_scientific(token, value);
}

static bool is_value(fr_parse result)
{
    return result == FR_PARSE_OK || result == FR_PARSE_ROUNDED;
}

const char *fr_folded_parse(fr_bytes line, uint32_t n_columns, fr_folded_line *parsed)
{
    fr_bytes last, before;
    fr_decimal value;
    fr_parse result;

    parsed->stack = line;
    last = take_last(&parsed->stack);
    result = parse_value(last, &value);
    if (!is_value(result))
        return explain(result);
    parsed->rounded = result == FR_PARSE_ROUNDED;
    parsed->n_values = 1;
    parsed->value[0] = value;
    parsed->token[0] = last;
    if (n_columns == 1)
        return NULL;
    line = parsed->stack;
    before = take_last(&line);
    result = parse_value(before, &value);
    if (!is_value(result))
        return NULL;
    parsed->rounded = parsed->rounded || result == FR_PARSE_ROUNDED;
    parsed->stack = line;
    parsed->n_values = 2;
    parsed->value[1] = parsed->value[0];
    parsed->token[1] = last;
    parsed->value[0] = value;
    parsed->token[0] = before;
    return NULL;
}

/* Calls of `count` for the first lines of a block: how many have a value, how many two. */
static void survey(fr_bytes block, bool whole, uint32_t *n_lines, uint32_t *n_single,
                   uint32_t *n_double)
{
    *n_lines = *n_single = *n_double = 0;
    while (block.len > 0) {
        size_t newline = fr_bytes_find(block, '\n');
        fr_folded_line line;
        fr_bytes text = {block.at, newline};
        if (newline == block.len && !whole)
            return;
        newline += newline < block.len;
        block = (fr_bytes){block.at + newline, block.len - newline};
        if (fr_folded_is_blank(text))
            continue;
        ++*n_lines;
        if (fr_folded_parse(text, 2, &line))
            continue;
        if (line.n_values == 2 && line.stack.len)
            ++*n_double;
        else
            ++*n_single;
    }
}

uint32_t fr_folded_count_columns(fr_bytes block)
{
    uint32_t n_lines, n_single, n_double;

    block.len = block.len < FR_PROBE_BYTES ? block.len : FR_PROBE_BYTES;
    survey(block, block.len < FR_PROBE_BYTES, &n_lines, &n_single, &n_double);
    return n_double > 0 && n_single == 0 ? 2 : 1;
}
