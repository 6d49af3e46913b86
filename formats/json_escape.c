/*
 * json_escape.c - escapes of JSON as the bytes they stand for: \n, \", \u00e9, \ud83d\ude00.
 */
#include "formats/json_escape.h"

#include <stdint.h>
#include <string.h>

static bool read_hex(const char *at, const char *end, uint32_t *unit)
{
    *unit = 0;
    if (end - at < 4)
        return false;
    for (int i = 0; i < 4; i++) {
        char c = at[i];
        uint32_t digit = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                         : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a') + 10
                         : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A') + 10
                                                : 16;
        if (digit == 16)
            return false;
        *unit = *unit * 16 + digit;
    }
    return true;
}

/* A half of a pair alone becomes three bytes that are no UTF-8, which shows in names. */
static size_t put_code_point(char *to, uint32_t c)
{
    static const unsigned char first[] = {0, 0, 0xc0, 0xe0, 0xf0};
    size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;

    for (size_t i = n; i-- > 1; c >>= 6)
        to[i] = (char)(0x80 | (c & 0x3f));
    to[0] = (char)(n == 1 ? c : first[n] | c);
    return n;
}

/* "\u00e9" or "\ud83d\ude00", behind the 'u'; moves *from past it. */
static bool take_unicode(const char **from, const char *end, char *to, size_t *n)
{
    const char *at = *from;
    uint32_t unit, low;

    if (!read_hex(at, end, &unit))
        return false;
    at += 4;
    if (unit >= 0xd800 && unit < 0xdc00 && end - at >= 6 && at[0] == '\\' && at[1] == 'u' &&
        read_hex(at + 2, end, &low) && low >= 0xdc00 && low < 0xe000) {
        unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
        at += 6;
    }
    *from = at;
    *n += put_code_point(to + *n, unit);
    return true;
}

bool fr_json_take_escape(const char **from, const char *end, char *to, size_t *n)
{
    static const char signs[] = "\"\\/bfnrt", bytes[] = "\"\\/\b\f\n\r\t";
    const char *found;
    char sign;

    if (*from == end)
        return false;
    sign = *(*from)++;
    if (sign == 'u')
        return take_unicode(from, end, to, n);
    found = memchr(signs, sign, sizeof signs - 1);
    if (found)
        to[(*n)++] = bytes[found - signs];
    return found != NULL;
}
