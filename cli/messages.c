/*
 * messages.c - lines on standard error, and filling errors of our own.
 */
#include "messages.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define LINE_MAX_BYTES 4096

/* "flamerender: note: a.folded:7: text": one write, so that lines of two programs don't mix. */
static void say(const char *what, const char *source, uint64_t line, const char *text)
{
    char raw[LINE_MAX_BYTES] = "", shown[LINE_MAX_BYTES];
    if (source[0])
        append_text(raw, sizeof raw, "%s:", source);
    if (source[0] && line)
        append_text(raw, sizeof raw, "%" PRIu64 ":", line);
    append_text(raw, sizeof raw, "%s%s", source[0] ? " " : "", text);
    fr_printable(shown, sizeof shown, raw);
    char whole[LINE_MAX_BYTES + 64];
    int n = snprintf(whole, sizeof whole, "flamerender: %s: %s\n", what, shown);
    fwrite(whole, 1, (size_t)n, stderr);
}

static void say_error(const char *what, const fr_error *err)
{
    say(what, err->source, err->line, err->text[0] ? err->text : "failed for an unknown reason");
    if (err->hint[0])
        say("hint", "", 0, err->hint);
    else if (err->code == FR_E_LIMIT && strcmp(err->text, "out of memory") == 0)
        say("hint", "", 0, "--limit-memory raises the limit; or narrow the input");
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
