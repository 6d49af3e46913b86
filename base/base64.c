/* base64.c - RFC 4648: three bytes are four characters of six bits each. */
#include "base/output.h"

#define CHUNK 3072 /* bytes at once: 4096 characters */

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Up to three bytes as four characters. */
static void encode_group(char to[4], const unsigned char *from, size_t n)
{
    uint32_t bits = (uint32_t)from[0] << 16 | (n > 1 ? (uint32_t)from[1] << 8 : 0) |
                    (n > 2 ? (uint32_t)from[2] : 0);

    to[0] = alphabet[bits >> 18];
    to[1] = alphabet[bits >> 12 & 63];
    to[2] = '=';
    to[3] = '=';
    if (n > 1)
        to[2] = alphabet[bits >> 6 & 63];
    if (n > 2)
        to[3] = alphabet[bits & 63];
}

void fr_put_base64(fr_output *out, fr_bytes bytes)
{
    char text[CHUNK / 3 * 4];

    for (size_t at = 0; at < bytes.len;) {
        size_t n = 0;
        for (size_t end = bytes.len - at > CHUNK ? at + CHUNK : bytes.len; at < end; n += 4) {
            size_t group = end - at < 3 ? end - at : 3;
            encode_group(text + n, (const unsigned char *)bytes.at + at, group);
            at += group;
        }
        fr_output_write(out, text, n);
    }
}

/* The six bits of a character; 64 where it is none of the alphabet. */
static uint32_t bits_of(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (uint32_t)(c - 'A');
    if (c >= 'a' && c <= 'z')
        return (uint32_t)(c - 'a') + 26;
    if (c >= '0' && c <= '9')
        return (uint32_t)(c - '0') + 52;
    return c == '+' ? 62 : c == '/' ? 63 : 64;
}

bool fr_base64_decode(fr_bytes text, char *to, size_t *n)
{
    uint32_t held = 0;
    size_t characters = 0, padding = 0;

    *n = 0;
    for (size_t i = 0; i < text.len; i++) {
        uint32_t bits = bits_of(text.at[i]);
        if (text.at[i] == ' ' || text.at[i] == '\n' || text.at[i] == '\r' || text.at[i] == '\t' ||
            text.at[i] == '\f')
            continue;
        characters++;
        padding += text.at[i] == '=';
        if (text.at[i] != '=' && (bits == 64 || padding))
            return false;
        held = (held << 6 | (bits & 63)) & 0xffffff;
        if (characters % 4)
            continue;
        for (size_t k = 0; k < 3; k++)
            to[*n + k] = (char)(unsigned char)(held >> (16 - 8 * k));
        *n += 3;
    }
    if (characters % 4 || padding > 2 || *n < padding)
        return false;
    *n -= padding;
    return padding == 0 || (held & (padding == 1 ? 0xffu : 0xffffu)) == 0;
}
