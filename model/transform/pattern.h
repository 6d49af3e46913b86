/*
 * pattern.h - a regular expression (PCRE2) under limits, so that no pattern can hang
 * the program.
 */
#ifndef FR_MODEL_PATTERN_H
#define FR_MODEL_PATTERN_H

#include "base/bytes.h"
#include "base/fail.h"

typedef struct fr_pattern fr_pattern;

/* `option` names where the pattern came from ("--focus") in the error, which is FR_E_USAGE. It matches
 * part of a text, or, with `whole`, all of it. */
fr_pattern *fr_pattern_new(const char *text, const char *option, bool whole, fr_error *err);
void fr_pattern_free(fr_pattern *pattern);
/* False also where a limit stopped the match; `err` tells then (FR_E_LIMIT). */
bool fr_pattern_matches(const fr_pattern *pattern, fr_bytes text, fr_error *err);

#endif
