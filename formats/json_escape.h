/*
 * json_escape.h - escapes of JSON as the bytes they stand for.
 */
#ifndef FR_FORMATS_JSON_ESCAPE_H
#define FR_FORMATS_JSON_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>

/* *from stands behind a backslash, and then behind the escape. Its bytes are put at to[*n], at most
 * four. False: it is no escape. */
bool fr_json_take_escape(const char **from, const char *end, char *to, size_t *n);

#endif
