/* jfr_cursor.c - numbers of several bytes, and strings in each of their encodings. */
#include "formats/jfr/jfr_cursor.h"

uint64_t fr_jfr_long_number(fr_jfr_cursor *c)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < 9 && c->at < c->end; i++) {
        uint64_t byte = (unsigned char)*c->at++;
        value |= (i < 8 ? byte & 0x7f : byte) << 7 * i;
        if (i == 8 || byte < 0x80)
            return value;
    }
    c->bad = true;
    return 0;
}

fr_bytes fr_jfr_take(fr_jfr_cursor *c, uint64_t n)
{
    fr_bytes taken = {c->at, (size_t)n};

    if (n > (uint64_t)(c->end - c->at)) {
        c->bad = true;
        return (fr_bytes){c->at, 0};
    }
    c->at += n;
    return taken;
}

fr_jfr_string fr_jfr_take_string(fr_jfr_cursor *c)
{
    fr_bytes head = fr_jfr_take(c, 1);
    fr_jfr_string string = {.encoding = head.len ? (fr_jfr_encoding)(unsigned char)head.at[0]
                                                 : FR_JFR_NULL};
    uint64_t n = string.encoding > FR_JFR_EMPTY ? fr_jfr_number(c) : 0;

    string.raw.at = c->at;
    c->bad |= string.encoding > FR_JFR_LATIN1;
    if (string.encoding == FR_JFR_POOLED)
        string.id = n;
    else if (string.encoding == FR_JFR_CHARS)
        for (; n > 0 && !c->bad; n--)
            fr_jfr_number(c);
    else
        fr_jfr_take(c, n);
    string.raw.len = (size_t)(c->at - string.raw.at);
    return string;
}

static char *put_point(char *to, uint32_t point)
{
    unsigned tail = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    static const unsigned char heads[] = {0, 0xc0, 0xe0, 0xf0};

    *to++ = (char)(heads[tail] | point >> 6 * tail);
    while (tail-- > 0)
        *to++ = (char)(0x80 | (point >> 6 * tail & 0x3f));
    return to;
}

/* A unit of UTF-16, or two that are a pair. A lone surrogate becomes three bytes, which the builder repairs. */
static uint32_t take_point(fr_jfr_cursor *c)
{
    uint32_t unit = (uint32_t)fr_jfr_number(c) & 0xffff, next;
    fr_jfr_cursor ahead = *c;

    if (unit < 0xd800 || unit > 0xdbff)
        return unit;
    next = (uint32_t)fr_jfr_number(&ahead) & 0xffff;
    if (ahead.bad || next < 0xdc00 || next > 0xdfff)
        return unit;
    *c = ahead;
    return 0x10000 + ((unit - 0xd800) << 10) + (next - 0xdc00);
}

fr_bytes fr_jfr_decode(const fr_jfr_string *string, fr_arena *arena)
{
    fr_jfr_cursor c = {.bad = false};
    char *text, *to;

    if (string->encoding <= FR_JFR_POOLED)
        return FR_LITERAL("");
    if (string->encoding == FR_JFR_UTF8)
        return string->raw;
    c.at = string->raw.at;
    c.end = c.at + string->raw.len;
    text = to = fr_arena_take(arena, 3 * string->raw.len + 1);
    while (to && c.at < c.end && !c.bad)
        to = put_point(to,
                       string->encoding == FR_JFR_CHARS ? take_point(&c) : (unsigned char)*c.at++);
    return (fr_bytes){text, text ? (size_t)(to - text) : 0};
}
