/*
 * fail.h - filling an fr_error. The first error wins; NULL swallows it.
 */
#ifndef FR_BASE_FAIL_H
#define FR_BASE_FAIL_H

#include <stdarg.h>

#include "flamerender.h"

#define FR_PRINTF(text, first) __attribute__((format(printf, text, first)))
#define FR_VPRINTF(text)       __attribute__((format(printf, text, 0)))

/* Fills `err` unless it is filled already, and returns false so that a failure is one line:
 *     return fr_fail(err, FR_E_FORMAT, line, offset, "expected 'frame;frame value'"); */
bool fr_fail(fr_error *err, fr_code code, uint64_t line, uint64_t offset, const char *format, ...)
    FR_PRINTF(5, 6);
/* Adds "what to do next" to a filled error that has no hint yet; returns false. */
bool fr_fail_hint(fr_error *err, const char *format, ...) FR_PRINTF(2, 3);
/* Both for functions that have a va_list. */
bool fr_vfail(fr_error *err, fr_code code, uint64_t line, uint64_t offset, const char *format,
              va_list args) FR_VPRINTF(5);
bool fr_vfail_hint(fr_error *err, const char *format, va_list args) FR_VPRINTF(2);
/* Names the source of a filled error that names none yet; returns false. */
bool fr_fail_source(fr_error *err, const char *source);
/* Memory ran out: FR_E_LIMIT. */
#define FR_MEMORY_TEXT "out of memory"
#define FR_MEMORY_HINT "--limit-memory raises the limit; or narrow the input"
bool fr_fail_memory(fr_error *err);
/* Returns true if there is an object. NULL stands for one that an earlier call failed to make: that error stays, and
 * where there is none it is FR_E_USAGE, "there is no profile". */
bool fr_fail_null(fr_error *err, const void *object, const char *what);
/* Hands an error on: fills `to` from `from` unless `to` is filled. Returns from->code == FR_OK. */
bool fr_fail_copy(fr_error *to, const fr_error *from);

#endif
