/*
 * listing_text.c - what dialects of listings share: symbols, counts, places, and how many lines of a text are theirs.
 */
#define _GNU_SOURCE /* memmem */
#include "formats/listings/listing.h"

#include <string.h>

#include "base/number.h"

fr_bytes fr_listing_strip_offset(fr_bytes symbol)
{
    size_t i = symbol.len;

    while (i && strchr("0123456789abcdef", symbol.at[i - 1]) && symbol.at[i - 1])
        i--;
    if (i == symbol.len || i < 2)
        return symbol;
    if (i >= 3 && memcmp(symbol.at + i - 3, "+0x", 3) == 0) /* the x is no digit */
        return (fr_bytes){symbol.at, i - 3};
    while (i < symbol.len && symbol.at[i] > '9')
        i++;
    if (i < symbol.len && i > 1 && symbol.at[i - 1] == '+')
        return (fr_bytes){symbol.at, i - 1};
    return symbol;
}

bool fr_listing_count(fr_bytes text, uint64_t *count)
{
    return fr_parse_u64(fr_bytes_trim(text), count);
}

bool fr_listing_place(fr_bytes text, fr_bytes *file, uint32_t *line)
{
    size_t colon = text.len;
    uint64_t number;

    while (colon && text.at[colon - 1] != ':')
        colon--;
    if (colon < 2 || !fr_parse_u64((fr_bytes){text.at + colon, text.len - colon}, &number) ||
        number > UINT32_MAX)
        return false;
    *file = (fr_bytes){text.at, colon - 1};
    *line = (uint32_t)number;
    return true;
}

bool fr_listing_split(fr_bytes *text, const char *sign, fr_bytes *rest)
{
    size_t len = strlen(sign);
    const char *at = text->len ? memmem(text->at, text->len, sign, len) : NULL;

    if (!at)
        return false;
    *rest = (fr_bytes){at + len, (size_t)(text->at + text->len - at) - len};
    text->len = (size_t)(at - text->at);
    return true;
}

void fr_listing_survey(fr_bytes head, bool whole, const fr_dialect *dialect,
                       uint32_t n[FR_LISTING_KINDS])
{
    bool open = false;

    memset(n, 0, FR_LISTING_KINDS * sizeof *n);
    while (head.len > 0) {
        size_t end = fr_bytes_find(head, '\n');
        fr_bytes line = {head.at, end};
        fr_listing_kind kind;
        if (end == head.len && !whole)
            break;
        end -= end == head.len;
        if (line.len && line.at[line.len - 1] == '\r')
            line.len--;
        kind = dialect->read(line, open).kind;
        open = kind == FR_LISTING_OPEN || kind == FR_LISTING_FRAME || kind == FR_LISTING_ROOT ||
               (open && kind != FR_LISTING_COUNT && kind != FR_LISTING_CLOSE);
        n[kind]++;
        head = (fr_bytes){head.at + end + 1, head.len - end - 1};
    }
}
