/* put.c - text and numbers into an output, and the escapes of each context. */
#include <stdarg.h>
#include <stdio.h>

#include "base/number.h"
#include "base/output.h"

void fr_put(fr_output *out, fr_bytes text)
{
    fr_output_write(out, text.at, text.len);
}

void fr_put_text(fr_output *out, const char *text)
{
    fr_output_write(out, text, strlen(text));
}

void fr_put_format(fr_output *out, const char *format, ...)
{
    char line[1024];
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= sizeof line)
        fr_output_fail(out, FR_E_LIMIT, "a formatted line is longer than %zu bytes", sizeof line);
    else
        fr_output_write(out, line, (size_t)n);
}

void fr_put_int(fr_output *out, int64_t value)
{
    fr_put_scaled(out, value, 0);
}

void fr_put_scaled(fr_output *out, int64_t value, uint32_t decimals)
{
    char digits[48];
    size_t at = sizeof digits;
    uint64_t left = value < 0 ? UINT64_C(0) - (uint64_t)value : (uint64_t)value;
    bool started = false;

    for (uint32_t place = 0; place <= decimals || left; place++, left /= 10) {
        if (place == decimals && started)
            digits[--at] = '.';
        if (place >= decimals || left % 10 || started) {
            digits[--at] = (char)('0' + left % 10);
            started = true;
        }
    }
    if (value < 0)
        digits[--at] = '-';
    fr_output_write(out, digits + at, sizeof digits - at);
}

void fr_put_grouped(fr_output *out, int64_t value, uint32_t decimals)
{
    char to[FR_NUMBER_MAX];

    fr_put_text(out, fr_format_grouped(to, value, decimals));
}

void fr_put_counted(fr_output *out, uint64_t n, const char *one, const char *many)
{
    fr_put_grouped(out, n > INT64_MAX ? INT64_MAX : (int64_t)n, 0);
    fr_put_char(out, ' ');
    fr_put_text(out, n == 1 ? one : many);
}

/* By byte below 128. Control bytes cannot occur in repaired text, but for the line ends of ours. */
static const char *const xml_escapes[128] = {
    ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;"};
static const char *const json_escapes[128] = {
    ['"'] = "\\\"",    ['\\'] = "\\\\",   ['<'] = "\\u003c",
    ['>'] = "\\u003e", ['&'] = "\\u0026", ['\n'] = "\\n"};

/* Writes `text` with each byte that has an escape replaced; runs between them go out whole. A control byte without one
 * becomes `control`, U+FFFD, which makes even that mistake well-formed. */
static void put_escaped(fr_output *out, fr_bytes text, const char *const escapes[128],
                        const char *control)
{
    size_t from = 0;

    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];
        const char *escape = c < 128 ? escapes[c] : NULL;
        if (!escape && c >= 0x20)
            continue;
        fr_output_write(out, text.at + from, i - from);
        fr_put_text(out, escape ? escape : control);
        from = i + 1;
    }
    fr_output_write(out, text.at + from, text.len - from);
}

void fr_put_xml(fr_output *out, fr_bytes text)
{
    put_escaped(out, text, xml_escapes, "\xef\xbf\xbd");
}

void fr_put_json(fr_output *out, fr_bytes text)
{
    fr_put_char(out, '"');
    put_escaped(out, text, json_escapes, "\\ufffd");
    fr_put_char(out, '"');
}
