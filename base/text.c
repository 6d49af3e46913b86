/* text.c - UTF-8 repair as a table of what must not be shown raw, and two small state-free
 * scanners. */
#include "base/text.h"

#include "base/lanes.h"
#include "flamerender.h"

#include <stdio.h>

#define INVALID UINT32_MAX

/* Code points that no output may carry raw: they reorder or hide text, or XML forbids them. */
static const struct {
    uint32_t first, last;
} hidden_ranges[] = {
    {0x80, 0x9f},       /* C1 controls */
    {0x61c, 0x61c},     /* Arabic letter mark */
    {0x180e, 0x180e},   /* Mongolian vowel separator */
    {0x200b, 0x200b},   /* zero width space */
    {0x200e, 0x200f},   /* left-to-right and right-to-left marks */
    {0x2028, 0x202e},   /* line and paragraph separators, bidi embeddings */
    {0x2060, 0x206f},   /* word joiner, invisible operators, bidi isolates */
    {0xfdd0, 0xfdef},   /* non-characters */
    {0xfeff, 0xfeff},   /* byte order mark */
    {0xfff9, 0xfffb},   /* interlinear annotation */
    {0xe0000, 0xe007f}, /* tags */
};

static bool is_hidden(uint32_t c)
{
    if ((c & 0xfffe) == 0xfffe)
        return true;
    for (size_t i = 0; i < sizeof hidden_ranges / sizeof *hidden_ranges; i++)
        if (c >= hidden_ranges[i].first && c <= hidden_ranges[i].last)
            return true;
    return false;
}

static bool is_hidden_byte(uint32_t c)
{
    return c < 0x20 || c >= 0x7f;
}

/* Length and value of the sequence at `at`; INVALID for anything RFC 3629 forbids (length 1 then).
 */
static size_t decode(const unsigned char *at, size_t len, uint32_t *c)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t n = at[0] < 0x80 ? 1 : at[0] < 0xc2 ? 0 : at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;

    *c = INVALID;
    if (n == 1)
        *c = at[0];
    if (n < 2 || at[0] > 0xf4 || n > len)
        return 1;
    uint32_t value = at[0] & (0x7fu >> n);
    for (size_t i = 1; i < n; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 1;
        value = value << 6 | (at[i] & 0x3f);
    }
    if (value < least[n] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000))
        return 1;
    *c = value;
    return n;
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Length of the escape at `text` (which starts with a backslash) and what it stands for, or 0. */
static size_t scan_escape(fr_bytes text, uint32_t *c)
{
    size_t i = 3;

    *c = 0;
    if (text.len >= 4 && text.at[1] == 'x' && hex_digit(text.at[2]) >= 0 &&
        hex_digit(text.at[3]) >= 0) {
        *c = (uint32_t)(hex_digit(text.at[2]) * 16 + hex_digit(text.at[3]));
        return is_hidden_byte(*c) || *c == '\\' || *c == ';' ? 4 : 0;
    }
    if (text.len < 5 || text.at[1] != 'u' || text.at[2] != '{')
        return 0;
    while (i < text.len && i < 9 && hex_digit(text.at[i]) >= 0)
        *c = *c * 16 + (uint32_t)hex_digit(text.at[i++]);
    return i > 3 && i < text.len && text.at[i] == '}' && is_hidden(*c) ? i + 1 : 0;
}

/* A bit for each of 16 bytes that is to be looked at by itself: all but printable ASCII without the backslash. */
static uint32_t find_odd(const char *at)
{
    fr_lanes text = fr_lanes_load(at);

    return fr_lanes_bits(
        ~((fr_lanes_mask)(text - ' ' < 0x7f - ' ') & (fr_lanes_mask)(text != '\\')));
}

/* Length of the head that is printable ASCII without a backslash; of short texts it may be less. */
static size_t plain_length(const char *text, size_t len)
{
    uint32_t odd = 0;
    size_t i = 0;

    if (len < FR_LANES)
        return 0;
    while (i + FR_LANES <= len && !(odd = find_odd(text + i)))
        i += FR_LANES;
    if (!odd && i < len) { /* the last bytes, with some of those before */
        i = len - FR_LANES;
        odd = find_odd(text + i);
    }
    return odd ? i + (size_t)__builtin_ctz(odd) : len;
}

/* Length of the longest head that is clean. */
static size_t clean_length(fr_bytes text, fr_text_mode mode)
{
    const unsigned char *at = (const unsigned char *)text.at;
    size_t i = plain_length(text.at, text.len);

    while (i < text.len) {
        uint32_t c = at[i];
        size_t n = 1;
        if (c == '\\') {
            n = scan_escape(fr_bytes_from(text, i), &c);
            if (n && (mode == FR_TEXT_RAW || c == ';'))
                return i;
            n = n ? n : 1;
        } else if (c >= 0x80) {
            n = decode(at + i, text.len - i, &c);
            if (c == INVALID || is_hidden(c))
                return i;
        } else if (is_hidden_byte(c)) {
            return i;
        }
        i += n;
    }
    return i;
}

bool fr_text_clean(fr_bytes text, fr_text_mode mode)
{
    return clean_length(text, mode) == text.len;
}

static const char digits[] = "0123456789abcdef";

static size_t put_byte_escape(char *to, uint32_t byte)
{
    memcpy(to, "\\x", 2);
    to[2] = digits[byte >> 4 & 15];
    to[3] = digits[byte & 15];
    return 4;
}

static size_t put_code_escape(char *to, uint32_t c)
{
    size_t n = 3;

    memcpy(to, "\\u{", 3);
    for (int shift = 20; shift >= 0; shift -= 4)
        if (c >> shift || shift == 0)
            to[n++] = digits[c >> shift & 15];
    to[n++] = '}';
    return n;
}

/* Writes the repaired form of what stands at `text` to `to` (10 bytes); returns the bytes written,
 * *used the bytes read. */
static size_t repair_one(fr_bytes text, fr_text_mode mode, char *to, size_t *used)
{
    const unsigned char *at = (const unsigned char *)text.at;
    uint32_t c;

    if (at[0] == '\\') {
        size_t n = scan_escape(text, &c);
        *used = mode == FR_TEXT_ESCAPED && n ? n : 1;
        if (n && mode == FR_TEXT_RAW)
            return put_byte_escape(to, '\\');
        if (n && c == ';')
            to[0] = ';';
        else
            memcpy(to, at, *used);
        return n && c == ';' ? 1 : *used;
    }
    *used = decode(at, text.len, &c);
    if (c == INVALID || (c < 0x80 && is_hidden_byte(c)))
        return put_byte_escape(to, at[0]);
    if (c >= 0x80 && is_hidden(c))
        return put_code_escape(to, c);
    memcpy(to, at, *used);
    return *used;
}

fr_bytes fr_text_repair(fr_arena *arena, fr_bytes text, fr_text_mode mode)
{
    size_t done = clean_length(text, mode), n = done;
    char *to;

    if (done == text.len)
        return text;
    if (text.len > SIZE_MAX / 10 - 16)
        return (fr_bytes){NULL, 0};
    /* The worst case is four bytes for one, ten for three. */
    to = fr_arena_take(arena, done + (text.len - done) * 4 + 16);
    if (!to)
        return (fr_bytes){NULL, 0};
    memcpy(to, text.at, done);
    while (done < text.len) {
        size_t used;
        n += repair_one(fr_bytes_from(text, done), mode, to + n, &used);
        done += used;
    }
    to[n] = '\0';
    return (fr_bytes){to, n};
}

uint32_t fr_text_next(fr_bytes text, size_t *i)
{
    uint32_t c;

    *i += decode((const unsigned char *)text.at + *i, text.len - *i, &c);
    return c == INVALID ? 0xfffd : c;
}

size_t fr_text_put(char to[4], uint32_t c)
{
    static const unsigned char first[] = {0, 0, 0xc0, 0xe0, 0xf0};
    size_t len = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;

    for (size_t i = len; i-- > 1; c >>= 6)
        to[i] = (char)(0x80 | (c & 0x3f));
    to[0] = (char)(first[len] | c);
    return len;
}

size_t fr_text_back(fr_bytes text, size_t i)
{
    size_t start = i - 1;

    while (start > 0 && i - start < 4 && ((unsigned char)text.at[start] & 0xc0) == 0x80)
        start--;
    /* Bytes that are no UTF-8 stand for themselves. */
    return ((unsigned char)text.at[start] & 0xc0) == 0x80 ? i - 1 : start;
}

void fr_text_copy(char *to, size_t room, fr_bytes text)
{
    size_t n = 0, at = 0;

    while (at < text.len) {
        char piece[16];
        size_t used, len;
        len = repair_one(fr_bytes_from(text, at), FR_TEXT_ESCAPED, piece, &used);
        if (n + len + 1 > room)
            break;
        memcpy(to + n, piece, len);
        n += len;
        at += used;
    }
    to[n] = '\0';
}

void fr_printable(char *to, size_t room, const char *text)
{
    fr_text_copy(to, room, fr_bytes_of(text));
}

#define LONGEST_BYTE sizeof "'\\''" /* of a word in quotes, with its NUL */

/* Writes a byte as it stands in quotes; `octal`: in those of $'v1.\\377', where nobody could read or copy it. */
static size_t quote_byte(char to[LONGEST_BYTE], unsigned char byte, bool octal)
{
    bool escaped =
        octal ? byte < ' ' || byte >= 0x7f || byte == '\'' || byte == '\\' : byte == '\'';

    if (!escaped)
        return (size_t)snprintf(to, LONGEST_BYTE, "%c", byte);
    if (octal)
        return (size_t)snprintf(to, LONGEST_BYTE, "\\%03o", byte);
    return (size_t)snprintf(to, LONGEST_BYTE, "'\\''");
}

void fr_shell_word(char *to, size_t room, const char *text)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "@%+=:,./_-";
    bool octal = !fr_text_clean(fr_bytes_of(text), FR_TEXT_RAW);
    bool is_plain = *text && text[strspn(text, plain)] == '\0';
    size_t n = 0;

    if (room < sizeof "FILE")
        return;
    if (is_plain) {
        snprintf(to, room, "%s", strlen(text) < room ? text : "FILE");
        return;
    }
    if (octal)
        to[n++] = '$';
    to[n++] = '\'';
    for (; *text; text++) {
        char part[LONGEST_BYTE];
        size_t len = quote_byte(part, (unsigned char)*text, octal);
        if (n + len + sizeof "'" > room) {
            memcpy(to, "FILE", sizeof "FILE");
            return;
        }
        memcpy(to + n, part, len);
        n += len;
    }
    memcpy(to + n, "'", sizeof "'");
}

fr_bytes fr_text_cut(fr_bytes text, size_t most)
{
    return text.len > most ? (fr_bytes){text.at, fr_text_back(text, most + 1)} : text;
}
