/* fail.c - the one place where an fr_error is filled. */
#include "base/fail.h"

#include <stdio.h>

#include "base/text.h"

/* Formats into `to`, printable whatever the arguments hold. */
FR_VPRINTF(3)
static void format_text(char *to, size_t room, const char *format, va_list args)
{
    char raw[1024];
    int n = vsnprintf(raw, sizeof raw, format, args);

    fr_text_copy(to, room, fr_bytes_of(n < 0 ? format : raw));
}

bool fr_vfail(fr_error *err, fr_code code, uint64_t line, uint64_t offset, const char *format,
              va_list args)
{
    if (!err || err->code != FR_OK)
        return false;
    err->code = code;
    err->line = line;
    err->offset = offset;
    err->hint[0] = '\0';
    format_text(err->text, sizeof err->text, format, args);
    return false;
}

bool fr_fail(fr_error *err, fr_code code, uint64_t line, uint64_t offset, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fr_vfail(err, code, line, offset, format, args);
    va_end(args);
    return false;
}

bool fr_vfail_hint(fr_error *err, const char *format, va_list args)
{
    if (err && err->code != FR_OK && !err->hint[0])
        format_text(err->hint, sizeof err->hint, format, args);
    return false;
}

bool fr_fail_hint(fr_error *err, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fr_vfail_hint(err, format, args);
    va_end(args);
    return false;
}

bool fr_fail_source(fr_error *err, const char *source)
{
    if (err && err->code != FR_OK && !err->source[0])
        fr_text_copy(err->source, sizeof err->source, fr_bytes_of(source));
    return false;
}

bool fr_fail_memory(fr_error *err)
{
    fr_fail(err, FR_E_LIMIT, 0, 0, FR_MEMORY_TEXT);
    return fr_fail_hint(err, FR_MEMORY_HINT);
}

bool fr_fail_copy(fr_error *to, const fr_error *from)
{
    if (from->code != FR_OK && to && to->code == FR_OK)
        *to = *from;
    return from->code == FR_OK;
}

bool fr_fail_null(fr_error *err, const void *object, const char *what)
{
    return object || fr_fail(err, FR_E_USAGE, 0, 0, "there is no %s", what);
}
