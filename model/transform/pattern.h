/*
 * pattern.h - a regular expression (PCRE2) under limits: match_steps.h bounds the work of all its
 * matches together, so that no pattern can hang the program.
 */
#ifndef FR_MODEL_PATTERN_H
#define FR_MODEL_PATTERN_H

#include "base/bytes.h"
#include "base/fail.h"

typedef struct fr_pattern fr_pattern;

/* The part of a text that has to match. */
typedef enum fr_pattern_kind {
    FR_PATTERN_PART,
    FR_PATTERN_WHOLE,
    FR_PATTERN_FOREIGN /* as FR_PATTERN_WHOLE; a profile brought the pattern, so it gets fewer steps */
} fr_pattern_kind;
/* NULL: `err`, which is FR_E_USAGE and names `option` ("--focus") as the place where the pattern came from. */
fr_pattern *fr_pattern_new(const char *text, const char *option, fr_pattern_kind kind,
                           fr_error *err);
void fr_pattern_free(fr_pattern *pattern);
/* False also where the pattern has used up its steps: `err` is filled then (FR_E_LIMIT). */
bool fr_pattern_matches(fr_pattern *pattern, fr_bytes text, fr_error *err);

#endif
