/*
 * messages.c - lines on standard error, and filling errors of our own.
 */
#include "messages.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define LINE_MAX_BYTES 4096

static bool is_continuation(unsigned char c)
{
    return (c & 0xC0) == 0x80;
}

/* The code point of the well-formed UTF-8 sequence at `s`, and its length; length 0: not UTF-8. */
static uint32_t decode_utf8(const unsigned char *s, size_t *len)
{
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t n = s[0] < 0x80 ? 1 : s[0] < 0xC2 ? 0 : s[0] < 0xE0 ? 2 : s[0] < 0xF0 ? 3 : 4;
    *len = 0;
    if (n == 0 || s[0] > 0xF4)
        return 0;
    uint32_t code = n == 1 ? s[0] : s[0] & (0xFFu >> (n + 1));
    for (size_t i = 1; i < n; i++) {
        if (!is_continuation(s[i]))
            return 0;
        code = code << 6 | (s[i] & 0x3Fu);
    }
    bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (code < smallest[n] || surrogate || code > 0x10FFFF)
        return 0;
    *len = n;
    return code;
}

/* Characters that act on a terminal or on the order of what follows instead of being seen. */
static bool acts_on_terminal(uint32_t code)
{
    static const struct {
        uint32_t first, last;
    } ranges[] = {{0, 0x1F},        {0x7F, 0x9F},     {0x61C, 0x61C},  {0x200E, 0x200F},
                  {0x2028, 0x202E}, {0x2066, 0x2069}, {0xFEFF, 0xFEFF}};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return false;
}

size_t escape_text(char *to, size_t cap, const char *text)
{
    size_t n = 0;
    const unsigned char *s = (const unsigned char *)text;
    while (*s) {
        char piece[16];
        size_t len;
        uint32_t code = decode_utf8(s, &len);
        if (len == 0 || (len == 1 && acts_on_terminal(code)))
            snprintf(piece, sizeof piece, "\\x%02x", (unsigned)*s);
        else if (acts_on_terminal(code))
            snprintf(piece, sizeof piece, "\\u%04" PRIx32, code);
        else
            snprintf(piece, sizeof piece, "%.*s", (int)len, (const char *)s);
        size_t n_piece = strlen(piece);
        if (n + n_piece + 1 > cap)
            break;
        memcpy(to + n, piece, n_piece);
        n += n_piece;
        s += len ? len : 1;
    }
    to[n] = '\0';
    return n;
}

/* "flamerender: note: a.folded:7: text": one write, so that lines of two programs don't mix. */
static void say(const char *what, const char *source, uint64_t line, const char *text)
{
    char raw[LINE_MAX_BYTES] = "", shown[LINE_MAX_BYTES];
    if (source[0])
        append_text(raw, sizeof raw, "%s:", source);
    if (source[0] && line)
        append_text(raw, sizeof raw, "%" PRIu64 ":", line);
    append_text(raw, sizeof raw, "%s%s", source[0] ? " " : "", text);
    escape_text(shown, sizeof shown, raw);
    char whole[LINE_MAX_BYTES + 64];
    int n = snprintf(whole, sizeof whole, "flamerender: %s: %s\n", what, shown);
    fwrite(whole, 1, (size_t)n, stderr);
}

static void say_error(const char *what, const fr_error *err)
{
    say(what, err->source, err->line, err->text[0] ? err->text : "failed without a reason");
    if (err->hint[0])
        say("hint", "", 0, err->hint);
}

int message_error(const fr_error *err)
{
    say_error("error", err);
    return err->code ? (int)err->code : (int)FR_E_LIMIT;
}

void message_warning(const fr_error *err)
{
    say_error("warning", err);
}

void message_note(const fr_note *note)
{
    say("note", note->source, note->first_line, note->text);
}

bool fail_with(fr_error *err, fr_code code, const char *format, ...)
{
    if (err->code)
        return false;
    *err = (fr_error){.code = code};
    va_list args;
    va_start(args, format);
    vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    return false;
}

bool hint_with(fr_error *err, const char *format, ...)
{
    if (err->hint[0])
        return false;
    va_list args;
    va_start(args, format);
    vsnprintf(err->hint, sizeof err->hint, format, args);
    va_end(args);
    return false;
}

void append_text(char *to, size_t cap, const char *format, ...)
{
    size_t n = strlen(to);
    va_list args;
    va_start(args, format);
    vsnprintf(to + n, cap - n, format, args);
    va_end(args);
}
