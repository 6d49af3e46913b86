/*
 * output.h - bytes out: the funnel that every back-end writes into.
 *
 * After the first failure every call does nothing; fr_output_close() returns it. Numbers are written
 * from integers, so no locale and no rounding mode can change a byte.
 */
#ifndef FR_BASE_OUTPUT_H
#define FR_BASE_OUTPUT_H

#include "base/bytes.h"
#include "base/fail.h"

void fr_put(fr_output *out, fr_bytes text);
void fr_put_text(fr_output *out, const char *text); /* NUL-terminated */
void fr_put_char(fr_output *out, char c);
/* printf without floating point: only %s %d %u %zu %c %x and PRI* of fixed width are used. */
void fr_put_format(fr_output *out, const char *format, ...) FR_PRINTF(2, 3);
void fr_put_int(fr_output *out, int64_t value);
/* value / 10^decimals, without trailing zeros: (12345, 1) "1234.5", (-20, 1) "-2". */
void fr_put_scaled(fr_output *out, int64_t value, uint32_t decimals);
/* For people: "1 234 567.25" (fr_format_grouped), and "1 234 boxes" or "1 box". */
void fr_put_grouped(fr_output *out, int64_t value, uint32_t decimals);
void fr_put_counted(fr_output *out, uint64_t n, const char *one, const char *many);

/* `bytes` with `by` for every byte c; inline, because each frame of folded text goes through it. */
static inline void fr_put_replaced(fr_output *out, fr_bytes bytes, char c, const char *by)
{
    for (size_t at; (at = fr_bytes_find(bytes, c)) < bytes.len;) {
        fr_output_write(out, bytes.at, at);
        fr_put_text(out, by);
        bytes = fr_bytes_from(bytes, at + 1);
    }
    fr_output_write(out, bytes.at, bytes.len);
}

/* Text in its contexts. `text` is repaired UTF-8 (base/text.h); what it says is shown literally. */
void fr_put_xml(fr_output *out, fr_bytes text); /* XML text and double-quoted attributes */
void fr_put_json(fr_output *out,
                 fr_bytes text); /* a JSON string with its quotes; <, >, & as \u00XX */

/* Bytes as text, RFC 4648 section 4, the standard alphabet with padding: "FRPK" as "RlJQSw==", on one line. */
void fr_put_base64(fr_output *out, fr_bytes bytes);
/* Room that the bytes of `len` characters need at most. */
#define FR_BASE64_ROOM(len) ((len) / 4 * 3 + 3)
/* The bytes of `text` into `to`, their number in *n; line ends and blanks may stand anywhere. False where it is no
 * base64: another character, a wrong length, or bits of the last character that are not 0. */
bool fr_base64_decode(fr_bytes text, char *to, size_t *n);

/* Fails the output from outside: an unknown format, a limit. */
void fr_output_fail(fr_output *out, fr_code code, const char *format, ...) FR_PRINTF(3, 4);
/* Adds what to do next to a failure that does not say it. */
void fr_output_hint(fr_output *out, const char *format, ...) FR_PRINTF(2, 3);
bool fr_output_failed(const fr_output *out);

#endif
