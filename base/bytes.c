/* bytes.c - comparing, trimming, searching and hashing slices; the only hash is XXH3. */
#define _GNU_SOURCE /* memmem, memrchr */
#include "base/bytes.h"

#include <sys/random.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

int fr_bytes_compare(fr_bytes a, fr_bytes b)
{
    size_t shorter = a.len < b.len ? a.len : b.len;
    int order = shorter ? memcmp(a.at, b.at, shorter) : 0;

    return order ? order : (a.len > b.len) - (a.len < b.len);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

fr_bytes fr_bytes_trim(fr_bytes text)
{
    while (text.len && is_blank(text.at[text.len - 1]))
        text.len--;
    while (text.len && is_blank(text.at[0])) {
        text.at++;
        text.len--;
    }
    return text;
}

fr_bytes fr_bytes_beginning(fr_bytes text)
{
    size_t i = fr_bytes_starts(text, FR_BYTE_ORDER_MARK) ? FR_BYTE_ORDER_MARK.len : 0;

    while (i < text.len && text.at[i] && strchr(" \t\r\n", text.at[i]))
        i++;
    return fr_bytes_from(text, i);
}

size_t fr_bytes_find_last(fr_bytes text, char c)
{
    const char *found = text.len ? memrchr(text.at, c, text.len) : NULL;

    return found ? (size_t)(found - text.at) : text.len;
}

bool fr_bytes_contain(fr_bytes text, const char *needle)
{
    return text.len && memmem(text.at, text.len, needle, strlen(needle));
}

size_t fr_bytes_find_text(fr_bytes text, const char *what)
{
    const char *found = text.len ? memmem(text.at, text.len, what, strlen(what)) : NULL;

    return found ? (size_t)(found - text.at) : text.len;
}

fr_bytes fr_bytes_between(fr_bytes text, const char *begin, char end)
{
    size_t at = fr_bytes_find_text(text, begin);

    if (at == text.len)
        return (fr_bytes){0};
    text = fr_bytes_from(text, at + strlen(begin));
    text.len = fr_bytes_find(text, end);
    return text;
}

uint64_t fr_bytes_hash(fr_bytes text, uint64_t seed)
{
    return XXH3_64bits_withSeed(text.at, text.len, seed);
}

void fr_bytes_hash128(fr_bytes text, unsigned char hash[16])
{
    XXH128_canonical_t canonical;

    XXH128_canonicalFromHash(&canonical, XXH3_128bits(text.at, text.len));
    memcpy(hash, canonical.digest, 16);
}

uint64_t fr_hash_seed(void)
{
    uint64_t seed = UINT64_C(0x9e3779b97f4a7c15);

    /* Without entropy the seed is fixed: weaker against chosen names, the same result. */
    if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) != (ssize_t)sizeof seed)
        seed ^= UINT64_C(0x2545f4914f6cdd1d);
    return seed;
}

int fr_hex_digit(char c)
{
    if (fr_is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}
